"""The Discord adapter: commands, triggers, views, and the one serializer that keeps Discord's limits.

Belongs here: discord.py, the bounded worker off the event loop, the error map, payload validation.
Does not: arithmetic, retrieval, settings, SQL.
May import: ``presentation``, ``answering``'s models, ``i18n``, ``domain``, ``errors``.
"""
