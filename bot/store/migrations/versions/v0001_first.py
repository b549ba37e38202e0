"""The first schema: votes, gaps, guild settings, meta."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    _votes()
    _gaps()
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("updated_s", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _votes() -> None:
    op.create_table(
        "votes",
        sa.Column("answer_id", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, primary_key=True),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("up", sa.Boolean),
        sa.Column("note", sa.Text),
        sa.Column("lang", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created_s", sa.BigInteger, nullable=False),
    )
    op.create_index("votes_by_member", "votes", ["member"])
    op.create_index("votes_by_guild", "votes", ["guild_id"])
    op.create_index("votes_by_age", "votes", ["created_s"])
    op.create_table(
        "vote_sections",
        sa.Column("answer_id", sa.Text, primary_key=True),
        sa.Column("member", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("section_id", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["answer_id", "member"], ["votes.answer_id", "votes.member"], ondelete="CASCADE", name="vote"
        ),
    )
    op.create_index("vote_sections_by_section", "vote_sections", ["section_id"])


def _gaps() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "gaps",
        sa.Column("gap_id", number, primary_key=True, autoincrement=True),
        sa.Column("question", sa.Text),
        sa.Column("lang", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("created_s", sa.BigInteger, nullable=False),
    )
    op.create_index("gaps_by_guild", "gaps", ["guild_id"])
    op.create_index("gaps_by_age", "gaps", ["created_s"])
    op.create_table(
        "gap_sections",
        sa.Column(
            "gap_id", number, sa.ForeignKey("gaps.gap_id", ondelete="CASCADE", name="gap"), primary_key=True
        ),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("section_id", sa.Text, nullable=False),
    )
