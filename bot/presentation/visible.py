"""Text as a reader may see it: without characters that hide words, turn them around or command a terminal."""

import re

_UNSEEN = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters but tab and line feed, marks of direction, invisible ones, halves of pairs and tags.

The joiners U+200C and U+200D stay: emoji and several scripts need them.
"""


def visible(text: str) -> str:
    """The text without them; the words themselves stay as they are."""
    return _UNSEEN.sub("", text)
