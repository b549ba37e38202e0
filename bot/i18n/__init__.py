"""Message catalogues in English, Traditional and Simplified Chinese; numbers, units and money per locale.

Belongs here: Fluent catalogues with the same keys in each language; the only place that rounds.
Does not: passages, Discord.
May import: ``domain``, ``errors``; fluent.syntax, Babel.
"""
