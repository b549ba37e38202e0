"""Made, migrated or refused; never reset. And the keys of the hashes."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from bot.errors import StoreError
from bot.store.schema import MIGRATIONS, newest
from bot.store.tables import metadata

NEXT = '''
"""One column more."""
import sqlalchemy as sa
from alembic import op
revision = "{revision}"
down_revision = "{down}"
def upgrade() -> None:
    op.add_column("guilds", sa.Column("colour", sa.Text, nullable=False, server_default="red"))
    {more}
'''


def _migrations(folder: Path, more: str = "pass") -> Path:
    """The shipped history with one step more."""
    copy = folder / "mi%grations"
    shutil.copytree(MIGRATIONS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    step = NEXT.format(revision="9999", down=newest(), more=more)
    (copy / "versions" / "v9999_colour.py").write_text(step)
    return copy


def test_migrations_make_exactly_the_tables(url: str, opened: Any) -> None:
    store = opened(url)

    def differences(connection: Any) -> list[Any]:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    def shape(connection: Any) -> dict[str, Any]:
        inspector = inspect(connection)
        return {
            table: (
                [(column["name"], column["nullable"]) for column in inspector.get_columns(table)],
                sorted(str(index["name"]) for index in inspector.get_indexes(table)),
                [key["options"] for key in inspector.get_foreign_keys(table)],
            )
            for table in metadata.tables
        }

    assert store._worker.read(differences) == []
    columns = {name: [c.name for c in table.columns] for name, table in metadata.tables.items()}
    found = store._worker.read(shape)
    assert {name: [column for column, _ in rows] for name, (rows, _, _) in found.items()} == columns
    assert found["vote_sections"][2] == [{"ondelete": "CASCADE"}]


@pytest.mark.req("R121")
def test_older_database_is_migrated_and_keeps_its_rows(url: str, opened: Any, tmp_path: Path) -> None:
    old = opened(url)
    old.save_guild(1, "kept")
    old.close()
    newer = opened(url, migrations=_migrations(tmp_path))
    assert newer.guild(1) == "kept"
    colour = newer._worker.read(lambda c: c.exec_driver_sql("SELECT colour FROM guilds").scalar())
    assert colour == "red"


@pytest.mark.req("R121")
def test_newer_database_is_refused_and_left_alone(url: str, opened: Any, tmp_path: Path) -> None:
    folder = _migrations(tmp_path)
    newer = opened(url, migrations=folder)
    newer.save_guild(1, "kept")
    newer.close()
    with pytest.raises(StoreError, match="err-store-newer") as caught:
        opened(url)
    assert caught.value.args_ == {"found": "9999", "known": newest()}
    assert opened(url, migrations=folder).guild(1) == "kept"


@pytest.mark.req("R121")
def test_failed_migration_changes_nothing(url: str, opened: Any, tmp_path: Path) -> None:
    opened(url).save_guild(1, "kept")
    with pytest.raises(StoreError, match="err-store-failed"):
        opened(url, migrations=_migrations(tmp_path, more='op.execute("SELECT nonsense FROM nowhere")'))
    again = opened(url)
    assert again.guild(1) == "kept"
    columns = again._worker.read(lambda c: [column["name"] for column in inspect(c).get_columns("guilds")])
    assert "colour" not in columns


def test_tables_of_something_else_are_refused(url: str, opened: Any) -> None:
    store = opened(url)
    store._worker.write(lambda connection: connection.exec_driver_sql("DROP TABLE alembic_version"))
    store.close()
    with pytest.raises(StoreError, match="err-store-foreign"):
        opened(url)


def test_opening_again_finds_the_same_member(url: str, opened: Any) -> None:
    opened(url).note(answer_id="a", user_id=5, text="hello")
    assert opened(url).delete_user(5) == 1


def test_own_key_is_not_in_the_database(url: str, opened: Any) -> None:
    key = b"k" * 32
    store = opened(url, key=key)
    store.note(answer_id="a", user_id=5, text="hello")
    rows = store._worker.read(lambda c: c.exec_driver_sql("SELECT name, value FROM meta").fetchall())
    assert [name for name, _ in rows] == ["hash_key_check"]
    assert opened(url, key=key).delete_user(5) == 1


@pytest.mark.parametrize("second", [b"another key", None], ids=["another", "none"])
def test_other_key_is_refused(url: str, opened: Any, second: bytes | None) -> None:
    opened(url, key=b"k" * 32)
    with pytest.raises(StoreError, match="err-store-key"):
        opened(url, key=second)
