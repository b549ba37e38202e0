"""An Answer and a locale become blocks of text: one wording for terminal and Discord.

Belongs here: headline, understood inputs, steps, quotes, citations, notes, and their plain-text form.
Does not: Discord types, ranking, arithmetic.
May import: ``answering``, ``i18n``, ``domain``, ``errors``.
"""
