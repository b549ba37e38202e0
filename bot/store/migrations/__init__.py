"""The history of the schema, as Alembic keeps it.

Belongs here: ``env.py``, which Alembic runs, and one file per change in ``versions/``. A released file is never
changed again. A new one: copy the last, set ``revision`` and ``down_revision``, and change ``tables.py`` alike.
"""
