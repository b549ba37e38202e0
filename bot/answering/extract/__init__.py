"""What a question says in numbers and names: parts, watts, hours, prices, each with its place in the text.

Belongs here: folding of the text, numerals of three scripts, the lexicon, the rules that group tokens.
Does not: decide what to calculate (``router``), fill in what was not said (``plan``), evaluate anything.
May import: ``domain``.
"""
