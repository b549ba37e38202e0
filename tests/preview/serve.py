"""``make preview``: type questions to the real bot and press its real buttons, without a Discord account.

Serves simcord's preview page on loopback and prints its address. Whoever has the address can use the page,
so it stays on this machine. Needs the extra ``preview``.

    python -m tests.preview.serve [--locale zh-TW] [--port 8080]
"""

import argparse
import asyncio
import sys

from tests.preview.stage import GUILDS, speak, stage


async def serve(locale: str, port: int | None) -> None:
    """Serve the page until Ctrl-C."""
    speak(locale)
    async with stage() as made:
        channel, member = made.channels[locale], made.members[locale]
        async with made.env.preview(
            channel, viewers=[member], layout="channel", locale=locale, port=port
        ) as preview:
            print(f"Open this page in a browser; it works on this machine only:\n\n  {preview.url}\n")
            mention = f"<@{made.bot.user.id}>" if made.bot.user else ""
            print(f"Try /ask, /psu, or a message that begins with {mention}. Ctrl-C ends it.", flush=True)
            await preview.wait_closed()


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--locale", choices=tuple(GUILDS), default="en-US")
    parser.add_argument("--port", type=int)
    chosen = parser.parse_args()
    try:
        asyncio.run(serve(chosen.locale, chosen.port))
    except KeyboardInterrupt:
        pass
    except simcord_missing() as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


def simcord_missing() -> type[Exception]:
    """The error of simcord when a part of the extra is not installed."""
    from simcord import SetupError

    return SetupError


if __name__ == "__main__":
    sys.exit(main())
