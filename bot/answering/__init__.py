"""From a question to an Answer: reading it, routing it, calculating, quoting.

Belongs here: quantities and part names in a question, ordered routing rules, the calculators' registry,
choice of sentences and citations.
Does not: wording of messages (``i18n``), layout, FAISS, Discord, settings.
May import: ``retrieval``'s models, ``corpus``'s models, ``domain``, ``errors``.
"""
