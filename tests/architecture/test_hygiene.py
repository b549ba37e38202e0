"""Rules about the code and the release as a whole that no single room can hold."""

import ast
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app.bot import check_commands, make_bot
from bot.app.engine import Place
from bot.app.holder import EngineHolder
from bot.discord_ui import state
from bot.discord_ui.desk import Manners
from bot.discord_ui.nulls import ForgetfulSync, MemoryStore, NoMetrics
from bot.ops import crash_guard, lock
from bot.store import engine

ROOT = Path(__file__).resolve().parents[2]
_OWN_FORMAT = frozenset({"e5-small-q4.bin"})
"""Read by ``weight_file.py`` as plain numbers, and held against its hash."""

_UNPICKLING = frozenset({"pickle", "cPickle", "dill", "joblib", "marshal", "shelve", "cloudpickle"})


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "bot").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Each call with its dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


@pytest.mark.req("R90")
def test_nothing_is_unpickled_or_evaluated() -> None:
    found = []
    for path, tree in trees():
        imported = {
            name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (
                [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            )
        }
        found += [f"{path}: {name}" for name in imported & _UNPICKLING]
        for name, call in calls(tree):
            pickled = any(k.arg == "allow_pickle" and ast.unparse(k.value) != "False" for k in call.keywords)
            if name in {"eval", "exec", "compile", "torch.load"} or pickled:
                found.append(f"{path}:{call.lineno}: {name}")
    assert found == []


@pytest.mark.req("R98")
def test_no_remote_code_is_trusted_and_no_other_weights_are_read() -> None:
    found = []
    for path, tree in trees():
        for name, call in calls(tree):
            found += [
                f"{path}:{call.lineno}: {name}"
                for keyword in call.keywords
                if keyword.arg == "trust_remote_code" and ast.unparse(keyword.value) != "False"
            ]
        found += [
            f"{path}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(r"[\w-]+\.(?:bin|pt|pth|ckpt|pkl)", node.value)
            and node.value not in _OWN_FORMAT
        ]
    assert found == []


@pytest.mark.req("R96")
def test_nothing_is_halved() -> None:
    found = [
        f"{path}:{call.lineno}"
        for path, tree in trees()
        for name, call in calls(tree)
        if name.endswith(".half")
    ]
    assert found == []


@pytest.mark.req("R122")
def test_the_suite_reaches_this_machine_only() -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as outside,
        pytest.raises(Exception, match=r"192\.0\.2\.1"),
    ):
        outside.connect(("192.0.2.1", 80))


@pytest.mark.req("R123")
def test_discord_and_its_simulation_are_pinned_together() -> None:
    pinned = (ROOT / "requirements-dev.lock").read_text()
    project = (ROOT / "pyproject.toml").read_text()
    assert re.search(r"^discord-py==2\.7\.\d", pinned, re.MULTILINE)
    assert '"discord.py>=2.7.1,<2.8"' in project
    version = re.search(r"^simcord==(\S+)", pinned, re.MULTILINE)
    assert version is not None
    assert f'"simcord=={version[1]}"' in project


@pytest.mark.req("R128")
async def test_the_changelog_names_what_an_upgrade_may_break() -> None:
    """Change one of these names, and the changelog must say so."""
    holder = EngineHolder(Place(ROOT / "knowledge", ROOT / ".state"))
    bot = make_bot(holder, Manners(), MemoryStore(), ForgetfulSync(), NoMetrics())
    try:
        commands = (await check_commands(bot)).names
    finally:
        bot.desk.close()
    files = [engine.FILE_NAME, crash_guard.FILE_NAME, lock.FILE_NAME]
    schemas = sorted(path.stem for path in (ROOT / "bot/store/migrations/versions").glob("v*.py"))
    names = [f"`{state.PREFIX}:", *(f"`{name}`" for name in [*commands, *files, *schemas])]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert [name for name in names if name not in changelog] == []
