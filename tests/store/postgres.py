"""A PostgreSQL of the tests' own, where its programs are installed."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

ENVIRONMENT = {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, the newest version first."""
    versions = Path("/usr/lib/postgresql")
    found = sorted(versions.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]), reverse=True)
    if found:
        return found[0].parent
    path = shutil.which("initdb")
    return Path(path).resolve().parent if path else None


class Postgres:
    """A server of its own in a temporary folder, reached by a unix socket; it listens on no port."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        # Root is refused by initdb; Debian's package brings the user "postgres".
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self.folder = Path(tempfile.mkdtemp(prefix="rwpg", dir="/tmp"))
        self.folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.server: subprocess.Popen[bytes] | None = None

    def command(self, program: str, *arguments: str) -> list[str]:
        """The command line, ending with this process: a test run that is killed leaves no server behind."""
        who = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        return ["setpriv", *who, "--pdeathsig=QUIT", str(self.programs / program), *arguments]

    def start(self) -> None:
        data, log = str(self.folder / "data"), self.folder / "log"
        made = subprocess.run(
            self.command("initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--no-sync"),
            cwd="/", env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=90,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr[-1500:]
        options = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "fsync": "off",
            "shared_buffers": "16MB",
        }
        flags = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with log.open("wb") as out:
            self.server = subprocess.Popen(
                self.command("postgres", "-D", data, *flags), cwd="/", env=ENVIRONMENT, stdout=out, stderr=out
            )
        deadline = time.monotonic() + 60
        while True:
            try:
                return self.sql("SELECT 1")
            except psycopg.OperationalError:
                running = self.server.poll() is None and time.monotonic() < deadline
                assert running, log.read_text("utf-8", "replace")[-1500:]
                time.sleep(0.1)

    def stop(self) -> None:
        if self.server is not None:
            self.server.send_signal(signal.SIGQUIT)  # an immediate shutdown: nothing in it is worth keeping
            self.server.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)

    def sql(self, *statements: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    @property
    def url(self) -> str:
        return f"postgresql://{self.user}@/postgres?host={self.folder}"

    def emptied(self) -> str:
        """The URL of the database, with nothing in it."""
        self.sql("DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
        return self.url


@contextmanager
def running() -> Iterator[Postgres]:
    """A server for a while; the test is skipped where PostgreSQL is not installed, except in CI."""
    found = programs()
    if found is None:
        reason = "PostgreSQL is not installed (.ci/postgres installs it)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    server = Postgres(found)
    try:
        server.start()
        yield server
    finally:
        server.stop()
