"""What is searched: passages and example questions as vectors and keywords, grouped by section."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from bot.corpus.model import Shelf
from bot.retrieval.adapter import Adapter, lesson, train
from bot.retrieval.chunk import encoded_text
from bot.retrieval.fold import Folder
from bot.retrieval.keyword import KeywordIndex
from bot.retrieval.model import Passage
from bot.retrieval.negatives import shipped_negatives
from bot.retrieval.stores import FLAT, Stores
from bot.retrieval.vector import VectorIndex
from bot.retrieval.vector_store import VectorStore

INDEX_VERSION = 7
_LONG_SECTION = 4
"""A section of more passages than this in one language is a whole text rather than one question's worth; each
of its passages is then found for itself."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class ExampleQuestion:
    """A question of the shelf, with its section and its folded form (the same for both Chinese scripts)."""

    text: str
    section_id: str
    folded: str


def example_questions(shelf: Shelf, fold: Folder) -> tuple[ExampleQuestion, ...]:
    """The shelf's example questions in reading order, each wording once per section.

    Questions that fold to the same text, as the two Chinese scripts of one question do, count as one.
    """
    found: dict[tuple[str, str], ExampleQuestion] = {}
    for document in shelf.documents:
        for section in document.sections:
            for text in section.questions:
                form = folded(fold, text)
                if form.strip():
                    key = (section.section_id, form)
                    found.setdefault(key, ExampleQuestion(text, section.section_id, form))
    return tuple(found.values())


UNCOVERED = "§"
"""What the section id of a question begins with that the guide does not answer; its topic follows."""

NEAR = f"{UNCOVERED}near"
"""The same for topics of computing and hardware, as opposed to another field altogether."""


def all_questions(shelf: Shelf, fold: Folder) -> tuple[ExampleQuestion, ...]:
    """The shelf's example questions, then those of the topics that are not covered.

    The latter have no section, so they are never found; they tell how near a question is to what the guide
    does not answer.
    """
    asked = example_questions(shelf, fold)
    own = {question.folded for question in asked}
    uncovered = [
        ExampleQuestion(n.text, f"{UNCOVERED}{n.kind}: {n.topic}", folded(fold, n.text))
        for n in shipped_negatives()
    ]
    return (*asked, *(question for question in uncovered if question.folded not in own))


@dataclass(frozen=True)
class Index:
    """One version of everything that is searched; immutable.

    Attributes:
        passages: in reading order.
        vectors: one row per passage.
        questions: example questions, and those of topics not covered, as ``all_questions`` gives them.
        question_vectors: float32, (n_questions, dim), encoded as queries, before the adapter.
        passage_words, question_words: keyword indexes over the same.
        adapter: what every question goes through before it is compared.
        passage_keys, question_keys: ``text_key`` of what each vector was made from.
        stores: what made ``vectors``, and makes those of the version that follows.
    """

    passages: tuple[Passage, ...]
    vectors: VectorStore
    questions: tuple[ExampleQuestion, ...]
    question_vectors: Floats
    passage_words: KeywordIndex
    question_words: KeywordIndex
    adapter: Adapter
    passage_keys: tuple[bytes, ...]
    question_keys: tuple[bytes, ...]
    stores: Stores = FLAT

    @cached_property
    def moved_questions(self) -> VectorIndex:
        """The example questions as they are compared with: through the adapter."""
        return VectorIndex(self.adapter(self.question_vectors))

    def with_adapter(self, adapter: Adapter) -> "Index":
        """The same index behind another adapter."""
        return replace(self, adapter=adapter)

    def keeping(self, rows: Ints, fold: Folder) -> "Index":
        """The same index with only some of its example questions, for cross-validation."""
        questions = tuple(self.questions[i] for i in rows.tolist())
        return replace(
            self,
            questions=questions,
            question_vectors=self.question_vectors[rows],
            question_words=question_words(questions, fold),
            question_keys=tuple(self.question_keys[i] for i in rows.tolist()),
        )

    def taught(self) -> "Index":
        """The same index with an adapter trained on its example questions."""
        learn = lesson(self.question_vectors, self.question_group, self.vectors.vectors, self.passage_group)
        return self.with_adapter(train(learn))

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """What is ranked: section ids, and passage ids where a section is a whole text. Sorted."""
        return tuple(sorted({self._group_name(i) for i in range(len(self.passages))}))

    @cached_property
    def _group_number(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.groups)}

    @cached_property
    def _long_sections(self) -> frozenset[str]:
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for passage in self.passages:
            counts[passage.section_id, passage.lang] += 1
        return frozenset(section for (section, _), n in counts.items() if n > _LONG_SECTION)

    def _group_name(self, i: int) -> str:
        passage = self.passages[i]
        return passage.passage_id if passage.section_id in self._long_sections else passage.section_id

    @cached_property
    def has_english(self) -> bool:
        """Whether any passage is in English."""
        return any(p.lang == "en" for p in self.passages)

    @cached_property
    def has_chinese(self) -> bool:
        """Whether any passage is in Chinese."""
        return any(p.lang != "en" for p in self.passages)

    @cached_property
    def passage_group(self) -> Ints:
        """Group number of each passage."""
        numbers = [self._group_number[self._group_name(i)] for i in range(len(self.passages))]
        return np.asarray(numbers, np.int64)

    @cached_property
    def question_group(self) -> Ints:
        """Group number of each example question; −1 where its section has no group of its own."""
        numbers = [self._group_number.get(q.section_id, -1) for q in self.questions]
        return np.asarray(numbers, np.int64)

    @cached_property
    def uncovered(self) -> Ints:
        """Numbers of the questions that the guide does not answer."""
        return np.flatnonzero([q.section_id.startswith(UNCOVERED) for q in self.questions]).astype(np.int64)

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The passages of each group."""
        rows: list[list[int]] = [[] for _ in self.groups]
        for passage, group in enumerate(self.passage_group.tolist()):
            rows[group].append(passage)
        return tuple(tuple(row) for row in rows)


def passage_words(passages: Iterable[Passage], fold: Folder) -> KeywordIndex:
    """The keyword index of passages; the section's title counts twice."""

    def words_of(passage: Passage) -> tuple[str, ...]:
        title = _tokens(fold, passage.heading_path[-1]) if passage.heading_path else ()
        return (*title, *title, *_tokens(fold, passage.text))

    return KeywordIndex.build(map(words_of, passages))


def question_words(questions: Sequence[ExampleQuestion], fold: Folder) -> KeywordIndex:
    """The keyword index of example questions."""
    return KeywordIndex.build(_tokens(fold, q.text) for q in questions)


@lru_cache(maxsize=16_384)
def _tokens(fold: Folder, text: str) -> tuple[str, ...]:
    """Tokens of a text of the shelf; remembered, because a reload and the fitting meet the same texts again."""
    return tuple(fold.tokens(text))


@lru_cache(maxsize=16_384)
def folded(fold: Folder, text: str) -> str:
    """The comparable form of a text of the shelf, remembered in the same way."""
    return fold.fold(text)


def passage_encoding(passage: Passage, fold: Folder) -> str:
    """The text of a passage that is encoded: title and text, folded, so both Chinese scripts share a vector."""
    return folded(fold, encoded_text(passage.heading_path[-1] if passage.heading_path else "", passage.text))


def text_key(kind: str, text: str) -> bytes:
    """Sixteen bytes that stand for a text to encode; ``kind`` is ``p`` for a passage, ``q`` for a question."""
    return hashlib.sha256(f"{kind}\x00{text}".encode("utf-8", "surrogatepass")).digest()[:16]
