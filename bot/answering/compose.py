"""Hits become quotes and citations: which sentences of which sections the reply shows, word for word."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, takewhile
from typing import NamedTuple

from bot.answering import sentences
from bot.answering.model import Citation
from bot.corpus.model import Section
from bot.retrieval.model import Hit, Passage

QUOTE_CHARS = 700
"""About how long all quotes together may be, in characters; Chinese counts double."""

CLOSE_GAP = 0.1
"""A second section is quoted too if its score is at most this much below the best one's."""

MOST_DETAILS = 2
DETAIL_SHARE = 1.0
"""A sentence is an asked detail if it meets the question at least as well as the answer paragraph does."""

LEAD_SHARE = 1.5
"""A detail that meets the question this much better than the answer paragraph is said first."""

_ASKS_NUMBER = re.compile(
    r"how (?:many|much|big|large|long|fast|high|far|often)|what (?:size|percent|price|speed|wattage)|"
    r"\b(?:percent|cost|watts?|size|price)\b|多少|[幾几](?:個|个|條|条|張|张|台|臺|吋|寸|核|通道|瓦|毫秒|倍|成|種|种)|"
    r"多[大久長长快貴贵高]|差[幾几多]|百分|價|价|大小"
)
_DIGIT = re.compile(r"\d")
_HAN = re.compile(r"[\u3400-\u9fff]")


def width(text: str) -> int:
    """Length of a text in reading columns: a Han character counts double."""
    return len(text) + len(_HAN.findall(text))


class Rated(NamedTuple):
    """A sentence outside of the answer paragraph and how well it meets the question."""

    text: str
    position: int
    rating: float


class Chooser:
    """Rates the sentences of a section against one question.

    Args:
        question: as asked.
        tokens: folding tokenizer of the snapshot that found the section.
    """

    def __init__(self, question: str, tokens: Callable[[str], Sequence[str]]) -> None:
        self._tokens = tokens
        self._asked = set(tokens(question))
        self.asks_number = bool(_ASKS_NUMBER.search(question.lower()))

    def rate(self, answer: str, rest: Sequence[str]) -> tuple[float, list[Rated]]:
        """The rating of the answer paragraph, and those of the other sentences.

        A word the question shares with a sentence counts more the fewer of the sentences have it; where a
        number is asked for, a sentence without a figure counts half.
        """
        bags = [set(self._tokens(text)) for text in (answer, *rest)]
        frequency = Counter(token for bag in bags for token in bag)
        ratings = []
        for text, bag in zip((answer, *rest), bags, strict=True):
            rating = sum(math.log(1 + len(bags) / frequency[token]) for token in sorted(bag & self._asked))
            ratings.append(rating / 2 if self.asks_number and not _DIGIT.search(text) else rating)
        return ratings[0], [Rated(*row) for row in zip(rest, range(len(rest)), ratings[1:], strict=True)]


def quotes_of(
    section: Section, question: str, tokens: Callable[[str], Sequence[str]], room: int
) -> tuple[str, ...]:
    """What to quote of one section for one question: exact substrings of its text.

    The answer paragraph (of a very long one its beginning), then at most two sentences that hold an asked detail the paragraph lacks. A detail
    leads where a number is asked for and the answer paragraph has none that fits.

    Args:
        section: where to quote from.
        question: as asked.
        tokens: folding tokenizer.
        room: about how many columns all quotes may take.
    """
    paragraphs = _paragraphs(section.text)
    if not paragraphs:
        return ()
    answer = beginning(paragraphs[0])
    unquoted = (paragraphs[0][len(answer) :], *paragraphs[1:])
    rest = [sentence for paragraph in unquoted for sentence in sentences.split(paragraph)]
    chooser = Chooser(question, tokens)
    base, rated = chooser.rate(answer, rest)
    rated.sort(key=lambda r: (-r.rating, r.position))
    quotes = [answer]
    used = width(answer)
    for detail in rated[:MOST_DETAILS]:
        if detail.rating < DETAIL_SHARE * base or not detail.rating or used + width(detail.text) > room:
            continue
        leads = chooser.asks_number and detail.rating > LEAD_SHARE * base and len(quotes) == 1
        quotes.insert(0 if leads else len(quotes), detail.text)
        used += width(detail.text)
    return tuple(quotes)


def answer_paragraph(section: Section) -> tuple[str, ...]:
    """The section's first paragraph alone, as a quote."""
    return tuple(beginning(paragraph) for paragraph in _paragraphs(section.text)[:1])


@lru_cache(maxsize=1024)
def _paragraphs(text: str) -> tuple[str, ...]:
    """A section's prose; of one that has none, such as a lone table, all that there is."""
    whole = text.strip()
    return tuple(sentences.paragraphs(text)) or ((whole,) if whole else ())


def beginning(paragraph: str) -> str:
    """A paragraph, or its first sentences where it takes more than ``QUOTE_CHARS`` columns.

    Pasted text may come as one endless paragraph; quoted whole it would push the sources off the reply.
    """
    if width(paragraph) <= QUOTE_CHARS:
        return paragraph
    columns = accumulate(width(char) for char in paragraph)
    fits = sum(1 for used in takewhile(lambda used: used <= QUOTE_CHARS, columns))
    return paragraph[: sentences.opening(paragraph, fits)].rstrip()


def cite(number: int, section: Section, passage: Passage, quotes: tuple[str, ...]) -> Citation:
    """A numbered citation of a section; title, date and link are those of the source it names first."""
    source = section.sources[0] if section.sources else None
    return Citation(
        number=number,
        doc_id=passage.doc_id,
        section_id=section.section_id,
        title=section.title,
        heading_path=passage.heading_path,
        path=passage.path,
        first_line=section.first_line,
        last_line=section.last_line,
        url=source.url if source else "",
        source_title=source.title if source else "",
        source_date=source.date if source else "",
        reviewed=section.reviewed,
        quotes=quotes,
    )


def close_hits(hits: Sequence[Hit], most: int = 2) -> list[Hit]:
    """The best hit and those that come close to it."""
    if not hits:
        return []
    return [hit for hit in hits[:most] if hits[0].score - hit.score <= CLOSE_GAP]
