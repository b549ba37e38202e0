"""``python -m bot``: the same program as the console script ``rigwise``."""

import sys

from bot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
