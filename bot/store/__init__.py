"""Feedback, gaps and guild settings in SQL.

Belongs here: SQLAlchemy tables, migrations, retention, the worker thread that owns the connection.
Does not: anything of another room but ``errors``.
"""
