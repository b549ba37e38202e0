"""What is remembered of answers, and what is told of them later."""

import pytest

from bot.answering.model import Answer
from bot.answering.trace import TOP, Traces, trace_of
from bot.retrieval.model import Hit, Passage, Query, SearchResult


class Ranked:
    """A searcher that ranks two sections, in a version that a test may change."""

    def __init__(self) -> None:
        self.version = "v1"
        self.queries: list[Query] = []

    def search(self, query: Query) -> SearchResult:
        self.queries.append(query)
        hits = tuple(
            Hit(passage=_passage(name), score=score, rank=rank, keyword_rank=keyword, dense_rank=dense)
            for rank, (name, score, keyword, dense) in enumerate((("a", 0.9, 2, 1), ("b", 0.4, 0, 7)), 1)
        )
        return SearchResult(
            hits=hits, known=True, confidence=0.8, on_topic=True, floor=0.5, version=self.version
        )

    def section(self, section_id, lang):
        raise NotImplementedError

    def tokens(self, text):
        raise NotImplementedError


def _passage(name: str) -> Passage:
    return Passage(
        passage_id=name, section_id=name, doc_id="d", heading_path=(name,), lang="en", path="d.md", text=name,
        first_line=1, last_line=2,
    )  # fmt: skip


def answer(number: int = 0) -> Answer:
    return Answer(
        question=f"question {number}", lang="en", kind="passages", answer_id=f"id{number:08}", version="v1"
    )


def test_a_trace_holds_every_rank_and_no_word_of_the_question():
    searcher, traces = Ranked(), Traces()
    traces.note(answer())
    found = traces.of("id00000000", searcher)
    assert found is not None
    assert [
        (row.section_id, row.rank, row.keyword_rank, row.dense_rank, row.score) for row in found.rows
    ] == [
        ("a", 1, 2, 1, 0.9),
        ("b", 2, 0, 7, 0.4),
    ]
    assert (found.confidence, found.floor, found.known, found.version) == (0.8, 0.5, True, "v1")
    assert "question" not in found.model_dump_json()
    assert searcher.queries == [Query(text="question 0", lang="en", top_k=TOP)]
    assert found == trace_of(answer(), searcher)


def test_a_later_version_is_told_apart():
    searcher, traces = Ranked(), Traces()
    traces.note(answer())
    searcher.version = "v2"
    found = traces.of("id00000000", searcher)
    assert found is not None
    assert (found.asked_version, found.version) == ("v1", "v2")


@pytest.mark.parametrize(("noted", "gone"), [(3, []), (4, [0]), (6, [0, 1, 2])])
def test_the_oldest_go(noted, gone):
    traces = Traces(size=3)
    for number in range(noted):
        traces.note(answer(number))
    assert len(traces) == 3
    absent = [n for n in range(noted) if traces.of(f"id{n:08}", Ranked()) is None]
    assert absent == gone


def test_an_answer_given_again_is_not_the_oldest():
    traces = Traces(size=2)
    for number in (0, 1, 0, 2):
        traces.note(answer(number))
    assert traces.of("id00000000", Ranked())
    assert traces.of("id00000001", Ranked()) is None
