"""The knowledge folder read into documents, tables and a glossary; checking and watching it.

Belongs here: reading files, front matter, CSV tables, the linter of the folder, change detection.
Does not: vectors, models, ranking, Discord.
May import: ``domain``, ``errors``; PyYAML, markdown-it, BeautifulSoup, OpenCC.
"""
