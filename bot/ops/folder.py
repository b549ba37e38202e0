"""The one setting that the calculators need, read without the machinery of all the others."""

import os
from pathlib import Path

from bot.ops.defaults import KNOWLEDGE_DIR

_NAME = "RIGWISE_KNOWLEDGE_DIR"


def knowledge_dir() -> Path:
    """The knowledge folder of this process, as ``settings.load().knowledge_dir`` has it.

    Where the environment holds no other setting, nothing else can be wrong, and building ``Settings`` would
    only cost a fifth of the start of ``rigwise psu``. Otherwise all settings are read and checked.

    Raises:
        SettingsError: a setting is unknown or invalid.
    """
    if all(name == _NAME for name in os.environ if name.upper().startswith("RIGWISE_")):
        return Path(os.environ.get(_NAME) or KNOWLEDGE_DIR)
    from bot.ops import settings  # noqa: PLC0415 - see above

    return settings.load().knowledge_dir
