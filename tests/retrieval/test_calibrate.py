from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.corpus.model import Document, Section, Shelf
from bot.retrieval.build import build_snapshot
from bot.retrieval.calibrate import best_floor, fit_logistic, folds, harm, turns
from bot.retrieval.encoder import Encoder
from bot.retrieval.evaluate import Recall, cross_validated, judged, rank_of, worst_sections
from bot.retrieval.model import Query
from bot.retrieval.negatives import shipped_negatives
from bot.retrieval.snapshot import Snapshot

TOPICS = [
    "fan",
    "disk",
    "lane",
    "clock",
    "socket",
    "cable",
    "slot",
    "case",
    "driver",
    "screen",
    "cache",
    "core",
]
WORDINGS = [
    "which {} should i buy",
    "is a second {} useful",
    "how many watts does the {} take",
    "does the {} slow training",
    "what does a good {} cost",
]


@pytest.fixture
def taught(
    encoder: Encoder,
    shelf_of: Callable[..., Shelf],
    document: Callable[..., Document],
    section: Callable[..., Section],
) -> Snapshot:
    """Twelve sections of one word each with five example questions."""
    sections = [
        section(t, f"The {t}", f"All about the {t}: buy the {t} that fits.", [w.format(t) for w in WORDINGS])
        for t in TOPICS
    ]
    return build_snapshot(shelf_of([document("d", "en", sections)]), encoder)


def test_the_floor_is_fitted(taught: Snapshot) -> None:
    ranking = taught.ranking
    assert ranking.n_positive == 60
    assert ranking.n_negative > 30
    assert ranking.rejected > 0.85
    assert ranking.refused < 0.15
    assert 0 < ranking.floor < 1


@pytest.mark.parametrize("topic", TOPICS)
def test_what_the_shelf_covers_is_known(taught: Snapshot, topic: str) -> None:
    result = taught.search(Query(text=f"any advice on the {topic}", lang="en"))
    assert result.hits[0].passage.section_id == topic
    assert result.known
    assert result.on_topic


@pytest.mark.parametrize("text", ["best pizza recipe", "明天會下雨嗎", "世界上最高的山是哪座", "???!!!"])
def test_what_it_does_not_cover_is_not(taught: Snapshot, text: str) -> None:
    result = taught.search(Query(text=text, lang="en"))
    assert not result.known
    assert result.confidence < result.floor


def test_without_example_questions_other_fields_are_refused(
    encoder: Encoder,
    shelf_of: Callable[..., Shelf],
    document: Callable[..., Document],
    section: Callable[..., Section],
) -> None:
    sections = [section(t, f"The {t}", f"All about the {t}: buy the {t} that fits.") for t in TOPICS]
    snapshot = build_snapshot(shelf_of([document("d", "en", sections)]), encoder)
    assert snapshot.ranking.n_positive == 0
    assert snapshot.search(Query(text="all about the cache", lang="en")).known
    assert not snapshot.search(Query(text="best pizza recipe", lang="en")).known


def test_a_fold_never_sees_its_own_questions(taught: Snapshot) -> None:
    asked: list[int] = []
    for index, numbers in folds(taught, 2):
        own = {taught.index.questions[n].folded for n in numbers}
        assert not own & {q.folded for q in index.questions}
        assert len(index.questions) + len(numbers) == len(taught.index.questions)
        asked += numbers
    assert sorted(asked) == list(range(len(taught.index.questions)))


def test_translations_share_a_turn(shelf: Shelf, encoder: Encoder) -> None:
    snapshot = build_snapshot(shelf, encoder)
    places = dict(zip((q.text for q in snapshot.index.questions), turns(snapshot).tolist(), strict=True))
    assert places["how many watts should my psu have"] == places["電源要買幾瓦"] == 0
    assert places["what size power supply for four gpus"] == places["四張顯卡的電源怎麼選"] == 1


def test_cross_validation_finds_most(taught: Snapshot) -> None:
    recall = cross_validated(taught)["all"]
    assert recall.n == 60
    assert recall.at_1 > 0.9
    assert recall.at_1 <= recall.at_3 <= recall.at_5 <= 1


def test_weights_can_be_tried(taught: Snapshot) -> None:
    nothing = cross_validated(taught, (0.0, 0.0, 0.0, 0.0))["all"]
    assert nothing.at_1 < 0.2


def test_judged(taught: Snapshot) -> None:
    assert judged(taught, [("the fan", ["fan"]), ("the disk", ["fan", "disk"])]).at_1 == 1
    assert judged(taught, [("the fan", ["nothing of that name"])]).at_5 == 0


def test_rank_of_a_section_that_is_not_there(taught: Snapshot) -> None:
    (asked,) = taught.ask(["fan"])
    assert rank_of(taught.index, asked, taught.ranking.weight_vector(), ["none"]) == len(TOPICS) + 1


def test_worst_sections_are_named(taught: Snapshot) -> None:
    worst = worst_sections(taught, 3)
    assert len(worst) == 3
    assert [share for _, share in worst] == sorted(share for _, share in worst)


@pytest.mark.parametrize(
    ("ranks", "expected"), [([1, 2, 4, 10], (0.25, 0.5, 0.75, 0.4625)), ([1], (1, 1, 1, 1))]
)
def test_recall(ranks: Sequence[int], expected: tuple[float, ...]) -> None:
    recall = Recall.of(ranks)
    assert (recall.at_1, recall.at_3, recall.at_5, recall.mrr) == expected


def test_logistic_separates_and_ignores_a_constant() -> None:
    rng = np.random.default_rng(0)
    x = np.column_stack([np.r_[rng.normal(2, 1, 80), rng.normal(-2, 1, 40)], np.ones(120) * 5])
    y = np.r_[np.ones(80), np.zeros(40)]
    intercept, coefficients = fit_logistic(x, y)
    right = (x @ coefficients + intercept > 0) == (y > 0)
    assert right.mean() > 0.93
    assert abs(coefficients[1]) < 1e-6


@settings(max_examples=60, deadline=None)
@given(
    yes=st.lists(st.floats(0, 1), min_size=1, max_size=30),
    no=st.lists(st.floats(0, 1), min_size=1, max_size=30),
)
def test_no_other_threshold_does_less_harm(yes: list[float], no: list[float]) -> None:
    y, n = np.asarray(yes), np.asarray(no)

    floor = best_floor(y, n)
    assert 0 <= floor <= 1
    least = harm(floor, y, n)
    assert all(least <= harm(other, y, n) + 0.5 for other in [*yes, *no])  # the floors tried lie apart


def test_the_floor_lies_between_what_is_told_apart() -> None:
    yes, no = np.asarray([0.8, 0.85, 0.9, 0.95]), np.asarray([0.05, 0.1, 0.15])
    assert 0.2 < best_floor(yes, no) < 0.8


def test_the_floor_moves_by_little_where_confidences_do() -> None:
    """One question more or less on either side, or the last digits of all, must not turn answers into refusals."""
    rng = np.random.default_rng(3)
    yes, no = rng.beta(5, 1.5, 500), rng.beta(1.2, 6, 650)
    floor = best_floor(yes, no)
    for seed in range(20):
        noise = np.random.default_rng(seed)
        other = best_floor(
            np.clip(yes + noise.normal(0, 0.01, 500), 0, 1), np.clip(no + noise.normal(0, 0.01, 650), 0, 1)
        )
        assert abs(other - floor) < 0.04


def test_the_shipped_topics() -> None:
    negatives = shipped_negatives()
    assert {n.kind for n in negatives} == {"near", "elsewhere"}
    assert len({n.text for n in negatives}) == len(negatives) > 200
    assert min(sum(n.kind == kind for n in negatives) for kind in ("near", "elsewhere")) > 50
