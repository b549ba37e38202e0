"""What the store keeps and forgets: the same on SQLite and on PostgreSQL."""

import json
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.discord_ui import ports
from bot.errors import StoreError
from bot.store.member import member_of
from bot.store.sql_store import MAX_NOTE, MAX_QUESTION, SqlStore
from bot.store.statements import MAX_SECTIONS
from bot.store.sync import StoredSync

ADA, BOB = 111_111_111_111_111_111, 222_222_222_222_222_222
GUILD, OTHER = 900_000_000_000_000_001, 900_000_000_000_000_002


def _vote(store: SqlStore, answer_id: str = "a1", user_id: int = ADA, **changes: Any) -> None:
    values = {"guild_id": GUILD, "up": False, "sections": ("psu/sizing", "psu/cables"), "lang": "en"}
    store.vote(answer_id=answer_id, user_id=user_id, kind="answer", **{**values, **changes})


def test_fits_the_adapters_protocols(store: SqlStore) -> None:
    kept: ports.Store = store
    sync: ports.SyncMemory = StoredSync(store)
    assert kept.guild(GUILD) is None
    assert sync.read() == ""


@pytest.mark.req("R115")
def test_last_click_wins(store: SqlStore) -> None:
    _vote(store, up=True)
    _vote(store, up=False)
    _vote(store, up=False, sections=("psu/cables",))
    assert [tuple(row) for row in store.votes(guild_id=None, limit=9)] == [("psu/cables", 0, 1)]


def test_votes_are_tallied_by_section(store: SqlStore) -> None:
    _vote(store, up=True)
    _vote(store, user_id=BOB)
    _vote(store, "a2", sections=("ram/size",), guild_id=OTHER)
    _vote(store, "a3", user_id=BOB, sections=("ram/size", "ram/size"), guild_id=None)
    assert [tuple(row) for row in store.votes(guild_id=None, limit=9)] == [
        ("ram/size", 0, 2),
        ("psu/cables", 1, 1),
        ("psu/sizing", 1, 1),
    ]
    assert [row.section_id for row in store.votes(guild_id=OTHER, limit=9)] == ["ram/size"]
    assert len(store.votes(guild_id=None, limit=2)) == 2


def test_note_joins_the_vote(store: SqlStore) -> None:
    _vote(store)
    store.note(answer_id="a1", user_id=ADA, text="the 12 V rail is missing")
    _vote(store, up=True)
    (row,) = store.export_user(ADA)["votes"]  # type: ignore[misc,union-attr]
    assert (row["note"], row["up"]) == ("the 12 V rail is missing", True)


def test_note_before_its_vote_is_kept(store: SqlStore) -> None:
    store.note(answer_id="a1", user_id=ADA, text="first")
    assert list(store.votes(guild_id=None, limit=9)) == []
    _vote(store)
    (row,) = store.export_user(ADA)["votes"]  # type: ignore[misc,union-attr]
    assert (row["note"], row["up"], row["guild_id"]) == ("first", False, GUILD)


@pytest.mark.req("R117")
def test_export_is_complete_and_json(store: SqlStore) -> None:
    _vote(store)
    store.note(answer_id="a1", user_id=ADA, text="電源太小")
    _vote(store, "a2", user_id=BOB)
    exported = store.export_user(ADA)
    assert json.loads(json.dumps(exported)) == {
        "votes": [
            {
                "answer_id": "a1",
                "guild_id": GUILD,
                "up": False,
                "note": "電源太小",
                "lang": "en",
                "kind": "answer",
                "sections": ["psu/sizing", "psu/cables"],
                "created": "2026-08-01T00:00:00+00:00",
            }
        ]
    }
    assert store.export_user(333) == {"votes": []}


@pytest.mark.req("R117")
def test_delete_user_leaves_the_others(store: SqlStore) -> None:
    _vote(store)
    _vote(store, "a2")
    _vote(store, user_id=BOB)
    assert store.delete_user(ADA) == 2
    assert store.delete_user(ADA) == 0
    assert store.export_user(ADA) == {"votes": []}
    assert [tuple(row) for row in store.votes(guild_id=None, limit=1)] == [("psu/cables", 0, 1)]


@pytest.mark.req("R117")
def test_forgotten_guild_leaves_nothing(store: SqlStore) -> None:
    _vote(store)
    store.gap(question="riser?", nearest=("case/riser",), lang="en", guild_id=GUILD)
    store.save_guild(GUILD, "{}")
    _vote(store, "a2", guild_id=OTHER, sections=("ram/size",))
    store.save_guild(OTHER, '{"lang":"en"}')
    store.forget_guild(GUILD)
    assert store.guild(GUILD) is None
    assert list(store.gaps(guild_id=GUILD, limit=9)) == []
    assert list(store.votes(guild_id=GUILD, limit=9)) == []
    assert store.guild(OTHER) == '{"lang":"en"}'
    assert [row.section_id for row in store.votes(guild_id=None, limit=9)] == ["ram/size"]


def test_guild_settings_are_replaced(store: SqlStore) -> None:
    store.save_guild(GUILD, '{"lang":"en"}')
    store.save_guild(GUILD, '{"lang":"zh-Hant"}')
    assert store.guild(GUILD) == '{"lang":"zh-Hant"}'


def test_gaps_are_grouped_and_counted(store: SqlStore, clock: Any) -> None:
    for question in (
        "Which riser cable for 4090?",
        "which riser cable for a 4090",
        "Riser cable 4090 which one",
    ):
        store.gap(question=question, nearest=("case/riser", "gpu/slots"), lang="en", guild_id=GUILD)
        clock.days(1)
    store.gap(question="which riser cable for 4090 ?", nearest=("gpu/slots",), lang="en", guild_id=GUILD)
    clock.days(1)
    store.gap(question="is liquid cooling safe", nearest=("case/riser",), lang="en", guild_id=OTHER)
    store.gap(question=None, nearest=("net/nic",), lang="en", guild_id=GUILD)
    store.gap(question=None, nearest=(), lang="en", guild_id=None)
    rows = [
        (row.text, row.count, row.last_seen, row.topic, row.kept)
        for row in store.gaps(guild_id=None, limit=9)
    ]
    assert rows == [
        ("Riser cable 4090 which one", 4, "2026-08-04", "case/riser", True),
        ("", 1, "2026-08-05", "", False),
        ("is liquid cooling safe", 1, "2026-08-05", "case/riser", True),
        ("net/nic", 1, "2026-08-05", "net/nic", False),
    ]
    assert [row.text for row in store.gaps(guild_id=OTHER, limit=9)] == ["is liquid cooling safe"]
    assert len(store.gaps(guild_id=None, limit=1)) == 1


@pytest.mark.req("R116")
def test_purge_takes_only_what_is_old(store: SqlStore, clock: Any) -> None:
    _vote(store)
    store.gap(question="old", nearest=("a",), lang="en", guild_id=None)
    store.save_guild(GUILD, "{}")
    clock.days(181)
    _vote(store, "a2", sections=("ram/size",))
    assert store.purge_before_days(180) == 2
    assert store.purge(datetime.fromtimestamp(clock.now, UTC)) == 0
    assert store.guild(GUILD) == "{}"
    assert [row.section_id for row in store.votes(guild_id=None, limit=9)] == ["ram/size"]
    assert list(store.gaps(guild_id=None, limit=9)) == []


def test_vote_again_is_not_old(store: SqlStore, clock: Any) -> None:
    _vote(store)
    clock.days(100)
    _vote(store, up=True)
    clock.days(100)
    assert store.purge_before_days(180) == 0


HOSTILE = {
    "nul": "a\x00b",
    "lone surrogate": "a\ud800b",
    "quotes": "'; DROP TABLE votes; --",
    "percent": "100% %s %(x)s :name ?",
    "emoji": "👩\u200d👩\u200d👧 \u202e\u0301\u0302\u0303",
    "empty": "",
    "very long": "x" * 1_000_000,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_text_is_kept_or_cut(store: SqlStore, name: str) -> None:
    text = HOSTILE[name]
    _vote(store, sections=(text, *(f"s{number}" for number in range(100))), lang=text[:99])
    store.note(answer_id="a1", user_id=ADA, text=text)
    store.gap(question=text, nearest=(text,), lang=text[:99], guild_id=GUILD)
    store.save_guild(GUILD, text)
    (row,) = store.export_user(ADA)["votes"]  # type: ignore[misc,union-attr]
    assert len(row["note"]) <= MAX_NOTE
    assert len(row["sections"]) == MAX_SECTIONS
    assert len(store.gaps(guild_id=GUILD, limit=9)[0].text) <= MAX_QUESTION
    assert len(store.votes(guild_id=None, limit=100)) == MAX_SECTIONS


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=40))
def test_any_settings_text_comes_back(store: SqlStore, text: str) -> None:
    store.save_guild(GUILD, text)
    assert store.guild(GUILD) == text.replace("\x00", "")


def test_number_beyond_the_column_is_an_error(store: SqlStore) -> None:
    with pytest.raises(StoreError):
        store.save_guild(2**70, "{}")
    store.save_guild(GUILD, "{}")


def test_commands_digest_survives_and_is_shared(url: str, opened: Callable[..., SqlStore]) -> None:
    StoredSync(opened(url)).write("abc")
    assert StoredSync(opened(url)).read() == "abc"


def test_commands_digest_of_a_failing_database_is_empty(store: SqlStore) -> None:
    store.close()
    sync = StoredSync(store)
    sync.write("abc")
    assert sync.read() == "abc"
    assert StoredSync(store).read() == ""


@pytest.mark.req("R113")
def test_twenty_writers_and_two_processes_worth_of_stores(url: str, opened: Callable[..., SqlStore]) -> None:
    stores = [opened(url, deadline_s=30.0), opened(url, deadline_s=30.0)]
    faults: list[BaseException] = []

    def write(number: int) -> None:
        store = stores[number % 2]
        try:
            for turn in range(5):
                _vote(store, f"a{turn}", user_id=number, sections=("psu/sizing",))
                store.gap(question="same", nearest=("x",), lang="en", guild_id=GUILD)
        except StoreError as fault:
            faults.append(fault)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert [tuple(row) for row in stores[0].votes(guild_id=None, limit=9)] == [("psu/sizing", 0, 100)]
    assert [row.count for row in stores[1].gaps(guild_id=None, limit=9)] == [100]


@pytest.mark.req("R115")
def test_one_member_clicking_in_twenty_threads_has_one_row(url: str, opened: Callable[..., SqlStore]) -> None:
    stores = [opened(url, deadline_s=30.0), opened(url, deadline_s=30.0)]
    threads = [
        threading.Thread(target=_vote, args=(stores[number % 2],), kwargs={"up": number % 3 == 0})
        for number in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (row,) = stores[0].export_user(ADA)["votes"]  # type: ignore[misc,union-attr]
    assert row["sections"] == ["psu/sizing", "psu/cables"]


def test_closed_store_refuses_at_once(store: SqlStore) -> None:
    store.close()
    store.close()
    started = time.perf_counter()
    with pytest.raises(StoreError, match="err-store-closed"):
        _vote(store)
    assert time.perf_counter() - started < 1


@pytest.mark.req("R116")
def test_hash_is_keyed() -> None:
    assert member_of(b"one", ADA) != member_of(b"two", ADA)
    assert member_of(b"one", ADA) != member_of(b"one", BOB)
    assert (
        member_of(b"k" * 32, 1) == "a50d816b4c0a80eb98a1ce69320a630867dbd94eab07880080a00e29d7079219"
    )  # openssl dgst -hmac
