"""Answers kept for the next one who asks the same: people of one server ask the same questions."""

import threading
from collections import OrderedDict
from typing import NamedTuple

from bot.answering import clean
from bot.answering.answerer import Answerer, answer_id
from bot.answering.model import Answer
from bot.domain.calculation import Calculation
from bot.domain.model import Lang

SIZE = 512
"""Answers kept; one takes some ten kilobytes at most, for passages belong to the snapshot."""


class Key(NamedTuple):
    """What an answer depends on: knowledge version, folded question, language, calculation followed up on (JSON)."""

    version: str
    folded: str
    lang: Lang
    previous: str


def key_of(version: str, question: str, lang: Lang, previous: Calculation | None) -> Key | None:
    """The key of an answer, ``None`` for a question that is too long to be read.

    Folding is no more than cleaning and lower case. Scripts stay apart, for 電費 is asked in New Taiwan dollars and
    电费 in renminbi.

    Args:
        version: of the snapshot that answers.
        question: as typed.
        lang: language of the reply.
        previous: the calculation this question may follow up on.
    """
    text = clean.clean(question)
    if len(text) > clean.MAX_QUESTION_CHARS:
        return None
    return Key(version, text.lower(), lang, previous.model_dump_json() if previous else "")


class AnswerCache:
    """Asks an answerer, or gives the answer that it gave before; safe to share between threads.

    Answers of another knowledge version are never given, for the version is in the key; they go as new ones come.

    Args:
        size: answers kept; of more, the one asked for longest ago goes.
    """

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._kept: OrderedDict[Key, Answer] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def answer(
        self, answerer: Answerer, question: str, lang: Lang, previous: Calculation | None = None
    ) -> Answer:
        """The answer that ``answerer.answer`` gives, byte for byte.

        Args:
            answerer: of the snapshot of the moment.
            question: as typed.
            lang: language of the reply.
            previous: the calculation this question may follow up on.
        """
        version = answerer.searcher.version
        key = key_of(version, question, lang, previous)
        known = self._known(key) if key else None
        if known is not None:
            text = clean.clean(question)  # typed in other letters, perhaps
            named = {"question": text, "answer_id": answer_id(text, lang, version)}
            return known.model_copy(update=named)
        answer = answerer.answer(question, lang, previous=previous)
        if key:
            self._keep(key, answer)
        return answer

    def _known(self, key: Key) -> Answer | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def _keep(self, key: Key, answer: Answer) -> None:
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
