"""The table of Discord's commands in README.md, made from the payloads that Discord is given.

``python tests/architecture/discord_commands.py`` writes it; a test checks that it is current.
"""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.app.bot import make_bot, manners_of
from bot.app.engine import Place
from bot.app.holder import EngineHolder
from bot.discord_ui import payload
from bot.discord_ui.nulls import ForgetfulSync, MemoryStore, NoMetrics
from bot.ops.settings import Settings

README = Path(__file__).resolve().parents[2] / "README.md"
START = "<!-- commands: written by `make requirements`, checked by a test -->\n"
END = "\n<!-- /commands -->"

_SUBCOMMAND = 1
_MENU_SAYS = "In a message's menu: what I would answer to it"


def table() -> str:
    """Every command and subcommand with its English description, and who sees it."""
    rows = ["| command | what it does | who sees it |", "|---|---|---|"]
    for command in asyncio.run(_payloads()):
        hidden = command.get("default_member_permissions") is not None
        who = "who may manage the server" if hidden else "everyone"
        rows += [f"| {name} | {says} | {who} |" for name, says in _named(command)]
    return "\n".join(rows)


async def _payloads() -> list[dict[str, Any]]:
    place = Place(Path("knowledge"), Path(".state"))
    bot = make_bot(EngineHolder(place), manners_of(Settings()), MemoryStore(), ForgetfulSync(), NoMetrics())
    try:
        await bot.load_commands()
        return await payload.payloads(bot.tree)
    finally:
        bot.desk.close()


def _named(command: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if command.get("type", 1) != 1:
        yield f"*{command['name']}*", _MENU_SAYS
        return
    below = [option for option in command.get("options") or () if option["type"] == _SUBCOMMAND]
    for option in below:
        yield f"`/{command['name']} {option['name']}`", option["description"]
    if not below:
        yield f"`/{command['name']}`", command["description"]


if __name__ == "__main__":
    text = README.read_text("utf-8")
    before, rest = text.split(START)
    README.write_text(f"{before}{START}{table()}{END}{rest.split(END, 1)[1]}", "utf-8")
