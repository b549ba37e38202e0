"""One regular expression for many words, built as a trie so that it is fast whatever their number."""

import re
from collections.abc import Iterable
from typing import Any

_AFTER = "(?![a-z0-9])"
_END = ""


def any_of(words: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern for any of the words, the longest that fits; ``None`` for no words.

    A word that begins or ends with a Latin letter or digit matches whole words only, so ``ram`` is not found in
    ``gram``; Han words match anywhere. A plain alternation would try every word at every character; here each
    character is looked at about once.
    """
    trie: dict[str, Any] = {}
    for word in words:
        node = trie
        for char in word:
            node = node.setdefault(char, {})
        if word:
            node[_END] = _AFTER if _is_latin(word[-1]) else ""
    if not trie:
        return None
    # The look behind stands after the first character: a branch that begins with a plain character lets the
    # engine skip to the places where a word can begin at all.
    heads = [
        re.escape(char) + (f"(?<![a-z0-9]{re.escape(char)})" if _is_latin(char) else "") + _tail(node)
        for char, node in sorted(trie.items())
    ]
    return re.compile("|".join(heads))


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _tail(node: dict[str, Any]) -> str:
    """The pattern for what may follow; longer words come before shorter ones."""
    branches = [re.escape(char) + _tail(child) for char, child in sorted(node.items()) if char != _END]
    if _END in node:
        branches.append(node[_END])
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
