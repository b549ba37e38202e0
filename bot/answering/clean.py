"""A question as it arrives, made safe to read: no control characters, no broken code points, bounded length."""

import re
import unicodedata

MAX_QUESTION_CHARS = 500

_SPACE = re.compile(r"\s+")
_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn"}


def clean(text: str) -> str:
    """The text without control, format, private and surrogate characters; white space folded to one space.

    A tab or line break counts as white space. Nothing is cut: the caller compares the length with
    ``MAX_QUESTION_CHARS`` and says so, instead of answering half a question.
    """
    spaced = _SPACE.sub(" ", text)
    kept = "".join(c for c in spaced if unicodedata.category(c) not in _DROPPED)
    return _SPACE.sub(" ", kept).strip()  # what was dropped may have stood between two spaces


def has_words(text: str) -> bool:
    """Whether any letter or digit of any script is in the text; emoji and punctuation alone have none."""
    return any(c.isalnum() for c in text)
