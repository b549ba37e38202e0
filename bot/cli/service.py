"""``run``, ``check``, ``invite`` and ``settings``: the bot as a service, and everything before it starts."""

import argparse
import asyncio
import base64
import binascii
import gc
import json
import logging
import signal
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bot.app.bot import CommandCheck, check_commands, make_bot, manners_of, run
from bot.app.holder import EngineHolder
from bot.app.operation import Watched, following, observing, purging, settling
from bot.app.stores import open_store
from bot.cli import console
from bot.cli.ask import place_of
from bot.discord_ui.nulls import ForgetfulSync, MemoryStore, NoMetrics
from bot.discord_ui.permissions import invite_link
from bot.errors import DiscordError, RigwiseError, SettingsError
from bot.i18n import catalogue
from bot.ops import log, settings
from bot.ops.crash_guard import CrashGuard
from bot.ops.lock import StateLock
from bot.ops.metrics import PrometheusMetrics
from bot.retrieval.stores import described
from bot.store.sql_store import SqlStore
from bot.store.sync import StoredSync

_log = logging.getLogger("rigwise.cli")

_PLACEHOLDER = "APPLICATION_ID"


def run_bot(options: argparse.Namespace) -> int:
    """Start the bot: everything that can fail is tried before Discord hears of us.

    Returns:
        0 after a signal.

    Raises:
        RigwiseError: with its exit code, before connecting or because Discord refuses.
    """
    del options
    signal.signal(signal.SIGTERM, _end)  # while loading; once connected, the bot takes its time to end
    loaded, token = settings.load(), settings.discord_token().get_secret_value()
    secrets = (token, settings.milvus_token(loaded).get_secret_value())
    log.configure(loaded.log_level, loaded.log_format, secrets=filter(None, secrets))
    lock = StateLock(loaded.state_dir)
    lock.acquire()
    try:
        store = open_store(loaded)
        try:
            _serve(loaded, token, store)
        finally:
            store.close()
    finally:
        lock.release()
    return 0


def _end(number: int, frame: object) -> None:
    del number, frame
    sys.exit(0)


def _serve(loaded: settings.Settings, token: str, store: SqlStore) -> None:
    """Load everything, then connect and stay until a signal comes."""
    holder = EngineHolder(place_of(loaded))
    engine = holder.open(notify=console.notify)
    _log.info(
        "loaded",
        extra={
            "version": _version(), "knowledge": engine.snapshot.version, "encoder": engine.encoder.name,
            "threads": holder.place.threads,
        },
    )  # fmt: skip
    catalogue.preload()
    refused = _command_check(loaded).problems
    if refused:
        raise DiscordError("err-discord-payload", reason=refused[0])
    watched = Watched(PrometheusMetrics(_version()), host=loaded.health_host, port=loaded.health_port)
    watched.loaded(holder)
    guard = CrashGuard(loaded.state_dir)
    beside = [
        observing(watched),
        following(holder, watched, loaded.watch),
        purging(store, watched, loaded.keep_days),
        settling(guard),
    ]

    async def serve() -> None:
        bot = make_bot(holder, manners_of(loaded), store, StoredSync(store), watched.metrics)
        await run(bot, token, beside, watched)

    wait_s = guard.start(max(1, len(manners_of(loaded).shard_ids or ())))
    if wait_s:
        _log.warning("the last starts ended badly: connecting in %.0f s", wait_s)
        time.sleep(wait_s)
    _settle_memory()
    asyncio.run(serve())
    guard.well()


def _settle_memory() -> None:
    """Take what is loaded now out of later garbage collections: walking it takes 60 ms and more in which nothing runs."""
    gc.collect()
    gc.freeze()


def _version() -> str:
    """The program's version, empty where it runs without being installed."""
    try:
        return version("rigwise")
    except PackageNotFoundError:
        return ""


def _command_check(loaded: settings.Settings) -> CommandCheck:
    """Payloads of all commands, from a bot that is never connected."""

    async def check() -> CommandCheck:
        bot = make_bot(
            EngineHolder(place_of(loaded)), manners_of(loaded), MemoryStore(), ForgetfulSync(), NoMetrics()
        )
        try:
            return await check_commands(bot)
        finally:
            bot.desk.close()

    return asyncio.run(check())


def run_check(options: argparse.Namespace) -> int:
    """Validate settings, token, database, knowledge, encoder and commands; nothing is connected.

    Returns:
        0 if the bot could start, else the exit code of the first problem. A missing token is no problem here.
    """
    lang = console.terminal_lang()
    faults: list[RigwiseError] = []
    report: dict[str, Any] = {"ok": False, "problems": [], "commands": [], "knowledge": {}, "encoder": {}}
    for step in (_check_settings, _check_knowledge, _check_store, _check_commands):
        try:
            step(report)
        except RigwiseError as fault:
            faults.append(fault)
            report["problems"].append(_sentence(fault, lang))
            if isinstance(fault, SettingsError):
                break
    report["ok"] = not faults
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        _print_check(report)
    return faults[0].exit_code if faults else 0


def _sentence(fault: RigwiseError, lang: Any) -> str:
    args = {name: value for name, value in fault.args_.items() if value is not None}
    return catalogue.text(fault.code, lang, args)


def _print_check(report: dict[str, Any]) -> None:
    lang = console.terminal_lang()
    if report["ok"]:
        print(catalogue.text("check-ok", lang))
        for part in ("knowledge", "encoder"):
            print(f"- {part}: " + ", ".join(f"{name} {value}" for name, value in report[part].items()))
        print("- " + ", ".join(command["name"] for command in report["commands"]))
        return
    print(catalogue.text("check-faults", lang))
    for problem in report["problems"]:
        print(f"- {problem}")


def _check_settings(report: dict[str, Any]) -> None:
    settings.load()
    try:
        settings.discord_token()
        report["token"] = True
    except SettingsError as fault:
        report["token"] = False
        if fault.code != "err-token-missing":
            raise


def _check_knowledge(report: dict[str, Any]) -> None:
    holder = EngineHolder(place_of(settings.load()))
    holder.open(notify=console.notify)
    status = holder.status()
    report["knowledge"] = {
        "version": status.version,
        "documents": status.documents,
        "sections": status.sections,
        "passages": status.passages,
        "gpus": status.gpus,
        "cpus": status.cpus,
        "problems": len(status.problems),
    }
    if holder.engine is not None:
        encoder = holder.engine.encoder
        report["knowledge"]["vectors"] = described(holder.engine.snapshot.index.vectors)
        report["encoder"] = {"name": encoder.name, "dimension": encoder.dim, "max_tokens": encoder.max_tokens}


def _check_store(report: dict[str, Any]) -> None:
    open_store(settings.load()).close()
    report["database"] = True


def _check_commands(report: dict[str, Any]) -> None:
    found = _command_check(settings.load())
    report["commands"] = [{"name": name} for name in found.names]
    if found.problems:
        raise DiscordError("err-discord-payload", reason="; ".join(found.problems))


def run_invite(options: argparse.Namespace) -> int:
    """Print the link that adds the bot to a guild with the least permissions it needs."""
    del options
    try:
        application_id = _application_id(settings.discord_token().get_secret_value())
    except SettingsError:
        application_id = None
    if application_id is None:
        print(invite_link(0).replace("client_id=0", f"client_id={_PLACEHOLDER}"))
        print(catalogue.text("invite-needs-id", console.terminal_lang()))
        return 0
    print(invite_link(application_id))
    return 0


def _application_id(token: str) -> int | None:
    """The id that a token begins with, ``None`` if it is not one of Discord's."""
    head = token.split(".", 1)[0]
    try:
        text = base64.b64decode(head + "=" * (-len(head) % 4), validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(text) if text.isdigit() else None


def run_settings(options: argparse.Namespace) -> int:
    """Print the table of settings."""
    del options
    print(settings.table())
    return 0
