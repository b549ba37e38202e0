"""What is said to the database: one function per question or change, each inside the caller's transaction."""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue
from sqlalchemy import Connection, Insert, Table, and_, case, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.grouping import GapQuestion
from bot.store.tables import gap_sections, gaps, guilds, meta, vote_sections, votes

MAX_SECTIONS = 25
MAX_GAPS_READ = 2000
"""The newest gaps that are grouped; older ones count no more, so that grouping stays fast."""


class SectionTally(NamedTuple):
    """Votes on answers that quoted one section."""

    section_id: str
    up: int
    down: int


class VoteRow(NamedTuple):
    """One vote as it is kept."""

    answer_id: str
    member: str
    guild_id: int | None
    up: bool
    lang: str
    kind: str
    created_s: int


def upsert(connection: Connection, table: Table, values: dict[str, object], changed: Sequence[str]) -> None:
    """Insert a row, or change the named columns of the row with the same primary key."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    made = dialect.insert(table).values(**values)
    key = [column.name for column in table.primary_key]
    new = {name: made.excluded[name] for name in changed}
    statement: Insert = made.on_conflict_do_update(index_elements=key, set_=new)
    connection.execute(statement)


def save_vote(connection: Connection, row: VoteRow, sections: Sequence[str]) -> None:
    """Keep a vote; an earlier one of this member on this answer is replaced, its note kept."""
    changed = ("guild_id", "up", "lang", "kind", "created_s")
    upsert(connection, votes, row._asdict(), changed)
    mine = and_(vote_sections.c.answer_id == row.answer_id, vote_sections.c.member == row.member)
    connection.execute(delete(vote_sections).where(mine))
    unique = list(dict.fromkeys(sections))[:MAX_SECTIONS]
    if unique:
        key = {"answer_id": row.answer_id, "member": row.member}
        rows = [key | {"place": place, "section_id": section} for place, section in enumerate(unique)]
        connection.execute(insert(vote_sections), rows)


def save_note(connection: Connection, answer_id: str, member: str, note: str, now_s: int) -> None:
    """Keep a note beside a vote, or alone where the vote is not there (yet)."""
    values: dict[str, object] = {
        "answer_id": answer_id, "member": member, "note": note, "lang": "", "kind": "", "created_s": now_s,
    }  # fmt: skip
    upsert(connection, votes, values, ("note",))


def save_gap(
    connection: Connection, question: str | None, lang: str, guild_id: int | None, sections: Sequence[str], now_s: int
) -> None:  # fmt: skip
    """Keep one question without an answer."""
    row = {"question": question, "lang": lang, "guild_id": guild_id, "created_s": now_s}
    result = connection.execute(insert(gaps).values(row).returning(gaps.c.gap_id))
    gap_id = result.scalar_one()
    unique = list(dict.fromkeys(sections))[:MAX_SECTIONS]
    if unique:
        rows = [{"gap_id": gap_id, "place": at, "section_id": section} for at, section in enumerate(unique)]
        connection.execute(insert(gap_sections), rows)


def newest_gaps(connection: Connection, guild_id: int | None) -> list[GapQuestion]:
    """The newest gaps of one guild, or of all (``None``), with their nearest sections."""
    newest = select(gaps.c.gap_id, gaps.c.question, gaps.c.created_s)
    newest = newest.order_by(gaps.c.created_s.desc(), gaps.c.gap_id.desc()).limit(MAX_GAPS_READ)
    if guild_id is not None:
        newest = newest.where(gaps.c.guild_id == guild_id)
    read = newest.subquery()
    near = gap_sections.c.gap_id == read.c.gap_id
    query = select(read, gap_sections.c.section_id).select_from(read.outerjoin(gap_sections, near))
    found: dict[int, GapQuestion] = {}
    for gap_id, question, created_s, section_id in connection.execute(query.order_by(gap_sections.c.place)):
        before = found.get(gap_id, GapQuestion(question, (), created_s))
        found[gap_id] = before._replace(nearest=(*before.nearest, *([section_id] if section_id else ())))
    return list(found.values())


def tally(connection: Connection, guild_id: int | None, limit: int) -> list[SectionTally]:
    """The sections with the most thumbs down, then the fewest up, then by id."""
    up = func.sum(case((votes.c.up.is_(True), 1), else_=0)).label("up")
    down = func.sum(case((votes.c.up.is_(False), 1), else_=0)).label("down")
    query = select(vote_sections.c.section_id, up, down).select_from(votes.join(vote_sections))
    if guild_id is not None:
        query = query.where(votes.c.guild_id == guild_id)
    query = query.group_by(vote_sections.c.section_id)
    query = query.order_by(down.desc(), up, vote_sections.c.section_id).limit(limit)
    return [SectionTally(section, int(ups), int(downs)) for section, ups, downs in connection.execute(query)]


def member_rows(connection: Connection, member: str) -> list[dict[str, JsonValue]]:
    """Everything kept about a member, oldest first; ``created_s`` in seconds since 1970."""
    mine = votes.c.member == member
    found = connection.execute(select(votes).where(mine).order_by(votes.c.created_s, votes.c.answer_id))
    rows: dict[str, dict[str, JsonValue]] = {
        row["answer_id"]: {name: value for name, value in row.items() if name != "member"} | {"sections": []}
        for row in found.mappings()
    }
    quoted = select(vote_sections.c.answer_id, vote_sections.c.section_id)
    quoted = quoted.where(vote_sections.c.member == member).order_by(vote_sections.c.place)
    for answer_id, section_id in connection.execute(quoted):
        sections = rows[answer_id]["sections"]
        if isinstance(sections, list):
            sections.append(section_id)
    return list(rows.values())


def delete_member(connection: Connection, member: str) -> int:
    """Delete a member's votes and notes; returns how many."""
    return connection.execute(delete(votes).where(votes.c.member == member)).rowcount


def delete_guild(connection: Connection, guild_id: int) -> int:
    """Delete everything that belongs to a guild; returns how many rows."""
    return sum(
        connection.execute(delete(table).where(table.c.guild_id == guild_id)).rowcount
        for table in (votes, gaps, guilds)
    )


def delete_before(connection: Connection, created_s: int) -> int:
    """Delete votes and gaps made before a moment; returns how many rows."""
    return sum(
        connection.execute(delete(table).where(table.c.created_s < created_s)).rowcount
        for table in (votes, gaps)
    )


def guild_settings(connection: Connection, guild_id: int) -> str | None:
    """The settings of a guild, ``None`` where there are none."""
    return connection.execute(select(guilds.c.settings).where(guilds.c.guild_id == guild_id)).scalar()


def save_guild(connection: Connection, guild_id: int, settings: str, now_s: int) -> None:
    """Keep the settings of a guild."""
    values: dict[str, object] = {"guild_id": guild_id, "settings": settings, "updated_s": now_s}
    upsert(connection, guilds, values, ("settings", "updated_s"))


def fact(connection: Connection, name: str) -> str | None:
    """A fact about the database, ``None`` where it is not known."""
    return connection.execute(select(meta.c.value).where(meta.c.name == name)).scalar()


def save_fact(connection: Connection, name: str, value: str) -> None:
    """Keep a fact about the database."""
    upsert(connection, meta, {"name": name, "value": value}, ("value",))
