"""Hits become quotes and citations: which sentences of which sections the reply shows, word for word."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.answering import sentences
from bot.answering.model import Citation
from bot.corpus.model import Section
from bot.retrieval.model import Hit, Passage

QUOTE_CHARS = 700
"""About how long all quotes together may be, in characters; Chinese counts double."""

CLOSE_SCORE = 0.9
"""A second section is quoted too if its score is at least this share of the best one's."""

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
    """A sentence, where it stands in its section, and how well it meets the question."""

    text: str
    position: int
    in_answer: bool
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
        self._number = bool(_ASKS_NUMBER.search(question.lower()))

    def rate(self, section: Section) -> list[Rated]:
        """All sentences of a section in reading order with their ratings.

        A word the question shares with a sentence counts more the fewer of the section's sentences have
        it; where a number is asked for, a sentence without a figure counts half.
        """
        found: list[tuple[str, bool]] = []
        for number, paragraph in enumerate(sentences.paragraphs(section.text)):
            found += [(sentence, number == 0) for sentence in sentences.split(paragraph)]
        bags = [set(self._tokens(text)) for text, _ in found]
        frequency = Counter(token for bag in bags for token in bag)
        rated = []
        for position, ((text, in_answer), bag) in enumerate(zip(found, bags, strict=True)):
            rating = sum(math.log(1 + len(found) / frequency[token]) for token in sorted(bag & self._asked))
            if self._number and not _DIGIT.search(text):
                rating /= 2
            rated.append(Rated(text, position, in_answer, rating))
        return rated


def _quotes(rated: Sequence[Rated], room: int) -> tuple[str, ...]:
    """The answer paragraph, then the sentences that hold the asked detail, best first; all fit into ``room``.

    A detail that meets the question much better than anything in the answer paragraph leads.
    """
    answer = [r for r in rated if r.in_answer]
    best_answer = max((r.rating for r in answer), default=0.0)
    details = sorted((r for r in rated if not r.in_answer), key=lambda r: (-r.rating, r.position))
    details = [r for r in details if r.rating > 0 and r.rating >= 0.6 * best_answer][:2]
    quotes = [r.text for r in answer]
    used = sum(width(text) for text in quotes)
    for detail in details:
        if used + width(detail.text) > room:
            continue
        if detail.rating > 1.6 * best_answer and detail is details[0]:
            quotes.insert(0, detail.text)
        else:
            quotes.append(detail.text)
        used += width(detail.text)
    return tuple(quotes)


def cite(number: int, section: Section, passage: Passage, quotes: tuple[str, ...]) -> Citation:
    """A numbered citation of a section; its link is the section's first source that has one."""
    source = next((s for s in section.sources if s.url), section.sources[0] if section.sources else None)
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


def quotes_of(
    section: Section, question: str, tokens: Callable[[str], Sequence[str]], room: int
) -> tuple[str, ...]:
    """What to quote of one section for one question, at most about ``room`` columns."""
    return _quotes(Chooser(question, tokens).rate(section), room)


def close_hits(hits: Sequence[Hit], most: int = 2) -> list[Hit]:
    """The best hit and those that come close to it."""
    if not hits:
        return []
    return [hit for hit in hits[:most] if hit.score >= CLOSE_SCORE * hits[0].score]
