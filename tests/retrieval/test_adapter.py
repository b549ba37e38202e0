import numpy as np
import pytest

from bot.retrieval import adapter as adapter_module
from bot.retrieval.adapter import MIN_QUESTIONS, Adapter, lesson, train

DIM = 24


def unit(rows: np.ndarray) -> np.ndarray:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), np.float32)


def field(seed: int, n: int, groups: int = 12) -> tuple[np.ndarray, ...]:
    """Passages in one direction each; questions are passages turned by a fixed rotation, with noise."""
    rng = np.random.default_rng(seed)
    world = np.random.default_rng(1)
    passages = unit(world.normal(size=(groups * 2, DIM)))
    turn, _ = np.linalg.qr(np.eye(DIM) + 0.9 * world.normal(size=(DIM, DIM)) / np.sqrt(DIM))
    group_of = np.repeat(np.arange(groups), 2)
    chosen = rng.integers(0, len(passages), n)
    questions = unit(passages[chosen] @ turn + 0.05 * rng.normal(size=(n, DIM)))
    return questions, group_of[chosen], passages, group_of


def right(
    adapter: Adapter, questions: np.ndarray, answers: np.ndarray, passages: np.ndarray, groups: np.ndarray
) -> float:
    nearest = (adapter(questions) @ passages.T).argmax(axis=1)
    return float((groups[nearest] == answers).mean())


def test_unseen_questions_come_nearer_to_their_passages() -> None:
    questions, answers, passages, groups = field(7, 400)
    adapter = train(lesson(questions, answers, passages, groups))
    unseen, wanted, _, _ = field(8, 200)
    before = right(Adapter.identity(), unseen, wanted, passages, groups)
    after = right(adapter, unseen, wanted, passages, groups)
    assert after > before + 0.1


def test_order_of_passages_does_not_matter() -> None:
    questions, answers, passages, groups = field(7, 200)
    mixed = np.random.default_rng(3).permutation(len(passages))
    one = train(lesson(questions, answers, passages, groups))
    other = train(lesson(questions, answers, passages[mixed], groups[mixed]))
    assert np.allclose(one.matrix, other.matrix, atol=1e-3)


def test_same_lesson_same_matrix() -> None:
    learn = lesson(*field(7, 200))
    assert np.array_equal(train(learn).matrix, train(learn).matrix)


def test_questions_without_a_group_teach_nothing() -> None:
    questions, answers, passages, groups = field(7, 200)
    answers[::2] = -1
    learn = lesson(questions, answers, passages, groups)
    assert len(learn.questions) == 100


@pytest.mark.parametrize("n", [0, MIN_QUESTIONS - 1])
def test_too_few_questions_change_nothing(n: int) -> None:
    questions, answers, passages, groups = field(7, n)
    adapter = train(lesson(questions, answers, passages, groups))
    assert adapter.matrix.size == 0
    assert adapter(passages) is passages


def test_vectors_stay_unit_float32() -> None:
    adapter = train(lesson(*field(7, 200)))
    moved = adapter(field(9, 5)[0])
    assert moved.dtype == np.float32
    assert np.allclose(np.linalg.norm(moved, axis=1), 1, atol=1e-5)
    assert adapter(moved[0]).shape == (DIM,)


def test_of_a_large_shelf_the_passages_that_answer_are_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    questions, answers, passages, groups = field(7, 200, groups=100)
    asked = answers < 10
    monkeypatch.setattr(adapter_module, "MAX_PASSAGES", 60)
    learn = lesson(questions, np.where(asked, answers, -1), passages, groups)
    assert len(learn.passages) == 60
    assert np.array_equal(np.unique(learn.groups), np.arange(learn.groups.max() + 1)), "no gaps"
    for question, answer in zip(np.flatnonzero(asked), learn.answers, strict=True):
        own = learn.passages[learn.groups == answer]
        assert np.array_equal(own, passages[groups == answers[question]])


def test_of_very_many_questions_an_even_part_is_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    questions, answers, passages, groups = field(7, 200)
    monkeypatch.setattr(adapter_module, "MAX_QUESTIONS", 50)
    assert np.array_equal(lesson(questions, answers, passages, groups).questions, questions[::4])


def test_of_a_small_shelf_everything_is_learnt_from() -> None:
    questions, answers, passages, groups = field(7, 200)
    learn = lesson(questions, answers, passages, groups)
    assert np.array_equal(learn.questions, questions)
    assert np.array_equal(learn.answers, answers)
    assert np.array_equal(learn.passages, passages)
    assert np.array_equal(learn.groups, groups)
