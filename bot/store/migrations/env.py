"""What Alembic runs to migrate: on the connection it is handed, inside the transaction that is open there.

The one module that acts when it is loaded; Alembic loads it so.
"""

from alembic import context

from bot.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can, too, since we say BEGIN ourselves
)
context.run_migrations()
