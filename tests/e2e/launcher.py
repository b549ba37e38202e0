"""Runs the product's own entry point against a Discord on loopback. Never used outside tests.

No switch of the product can send its token elsewhere; this file replaces two constants of discord.py instead, after making
sure that both addresses are loopback, and then runs ``python -m bot`` in this process.

    python tests/e2e/launcher.py PORT CONTROL_FOLDER run
"""

import ipaddress
import runpy
import sys
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]


def is_loopback(url: str) -> bool:
    """Whether an address is one of this machine's own."""
    return ipaddress.ip_address(urlsplit(url).hostname or "0.0.0.0").is_loopback


def redirect(port: int) -> None:
    """Point discord.py at the fake."""
    import discord.gateway
    import discord.http
    import yarl

    rest, gateway = f"http://127.0.0.1:{port}/api/v10", f"ws://127.0.0.1:{port}/gw/"
    if not (is_loopback(rest) and is_loopback(gateway)):
        raise SystemExit("the launcher speaks to loopback only")
    discord.http.Route.BASE = rest
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def main(arguments: list[str]) -> None:
    """Redirect, place the probes, run the product."""
    port, control, *command = arguments
    sys.path.insert(0, str(ROOT))
    from tests.e2e import probes

    redirect(int(port))
    probes.place(Path(control))
    sys.argv = ["rigwise", *command]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
