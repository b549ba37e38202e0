"""The tables. A change here needs a migration; a test compares both."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()

_ROW = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows itself only as INTEGER

votes = Table(
    "votes",
    metadata,
    Column("answer_id", Text, primary_key=True),
    Column("member", Text, primary_key=True),
    Column("guild_id", BigInteger),
    Column("up", Boolean(create_constraint=False)),
    Column("note", Text),
    Column("lang", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("created_s", BigInteger, nullable=False),
    Index("votes_by_member", "member"),
    Index("votes_by_guild", "guild_id"),
    Index("votes_by_age", "created_s"),
)
"""One row per answer and member.

``member`` is the keyed hash of the user id, ``guild_id`` is empty for direct messages, ``up`` is empty where only
a note arrived, ``created_s`` counts seconds since 1970, UTC (so everywhere below).
"""

vote_sections = Table(
    "vote_sections",
    metadata,
    Column("answer_id", Text, primary_key=True),
    Column("member", Text, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("section_id", Text, nullable=False),
    ForeignKeyConstraint(
        ["answer_id", "member"], ["votes.answer_id", "votes.member"], ondelete="CASCADE", name="vote"
    ),
    Index("vote_sections_by_section", "section_id"),
)
"""The sections that the voted answer quoted; ``place`` is their rank in it, from 0."""

gaps = Table(
    "gaps",
    metadata,
    Column("gap_id", _ROW, primary_key=True, autoincrement=True),
    Column("question", Text),
    Column("lang", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("created_s", BigInteger, nullable=False),
    Index("gaps_by_guild", "guild_id"),
    Index("gaps_by_age", "created_s"),
)
"""One row per question without an answer; nothing in it points to a member.

``question`` is empty where the guild does not keep texts.
"""

gap_sections = Table(
    "gap_sections",
    metadata,
    Column("gap_id", _ROW, ForeignKey("gaps.gap_id", ondelete="CASCADE", name="gap"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("section_id", Text, nullable=False),
)
"""The sections nearest to a question without an answer; ``place`` 0 is the nearest."""

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
    Column("updated_s", BigInteger, nullable=False),
)
"""What the admins of a guild chose: JSON whose meaning is the Discord adapter's."""

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts about the database itself: the key of the hashes or its check, the commands last registered."""
