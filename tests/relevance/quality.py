"""How good the answers are: every question of a half asked once, and one table of measures by script."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean, median
from typing import Any

from tests.relevance.outcome import (
    MAX_CHARS,
    AnswerFn,
    Outcome,
    SectionText,
    hostile_fault,
    inexact_quotes,
    put,
    rank,
    right_refusal,
    says_it,
)
from tests.relevance.questions import (
    SCRIPTS,
    Golden,
    Hostile,
    OutOfScope,
    Split,
    golden,
    hostile,
    out_of_scope,
)
from tests.relevance.said import unsaid
from tests.relevance.table import Ask, Failure, Table

Cells = dict[str, float]
Outcomes = Sequence[Outcome[Any]]


def measure(
    answer_fn: AnswerFn,
    split: Split,
    section_text: SectionText | None = None,
    to_mainland: Callable[[str], str] | None = None,
) -> Table:
    """Ask every question of a half, and the hostile ones, and measure the answers.

    Args:
        answer_fn: answers one question.
        split: ``tune``, ``held`` or ``all``.
        section_text: where quotes are looked up; without it, in the passages of the same answer.
        to_mainland: turns Traditional text into Simplified characters and mainland words; without it, nothing
            is asked a second time in the other script.
    """
    inside = [put(answer_fn, q) for q in golden(split)]
    outside = [put(answer_fn, q) for q in out_of_scope(split)]
    attacks = [put(answer_fn, q) for q in hostile()]
    everything: Outcomes = [*inside, *outside, *attacks]
    values = {
        "hit@1": _share(inside, lambda o: 1 <= rank(o) <= 1),
        "hit@3": _share(inside, lambda o: 1 <= rank(o) <= 3),
        "hit@5": _share(inside, lambda o: 1 <= rank(o) <= 5),
        "mrr": _share(inside, lambda o: 1 / rank(o) if rank(o) else 0.0),
        "fact_in_reply": _share(inside, says_it),
        "wrongly_refused": _share(inside, lambda o: o.refused),
        "asked_back": _share(inside, lambda o: o.kind == "clarify"),
        "reply_script": _share(inside, lambda o: o.lang == o.question.lang),
        "twin_agreement": _agreement(inside, ("zh-Hant", "zh-Hans")),
        "converted_agreement": _converted(inside, answer_fn, to_mainland),
        "triplet_agreement": _agreement(inside, SCRIPTS),
        "out_of_scope_refused": _share(outside, lambda o: o.refused),
        "right_refusal": _share(outside, right_refusal),
        "quotes_exact": _exact(everything, section_text),
        "hostile_passed": _share(attacks, lambda o: not hostile_fault(o)),
        "longest_reply": _lengths(everything, max),
        "median_reply": _lengths(inside, median),
    }
    failures = [*_inside(inside), *_outside(outside), *_attacks(attacks), *_replies(everything, section_text)]
    asked = {"in scope": len(inside), "out of scope": len(outside), "hostile": len(attacks)}
    return Table(split, values, asked, _by_ask(inside), tuple(failures))


def _by_ask(outcomes: Iterable[Outcome[Golden]]) -> dict[str, Ask]:
    found: dict[str, list[Outcome[Golden]]] = defaultdict(list)
    for outcome in outcomes:
        found[outcome.question.ask].append(outcome)
    return {
        ask: Ask(len(some), mean(rank(o) == 1 for o in some), mean(says_it(o) for o in some))
        for ask, some in sorted(found.items())
    }


def _columns(outcomes: Outcomes) -> Mapping[str, Outcomes]:
    """The outcomes of each script that has some, and all of them."""
    found: dict[str, Outcomes] = {s: [o for o in outcomes if o.question.lang == s] for s in SCRIPTS}
    found["all"] = outcomes
    return {column: some for column, some in found.items() if some}


def _share(outcomes: Outcomes, good: Callable[[Outcome[Any]], float]) -> Cells:
    return {column: mean(float(good(o)) for o in some) for column, some in _columns(outcomes).items()}


def _agreement(outcomes: Sequence[Outcome[Golden]], scripts: Sequence[str]) -> Cells:
    """Share of triplets whose questions in these scripts all get the same first section."""
    firsts: dict[str, dict[str, str]] = defaultdict(dict)
    for outcome in outcomes:
        if outcome.question.triplet:
            firsts[outcome.question.triplet][outcome.question.lang] = outcome.first
    agreed = [len({first[s] for s in scripts}) == 1 and first[scripts[0]] != "" for first in firsts.values()]
    return {"all": mean(agreed)} if agreed else {}


def _converted(
    outcomes: Sequence[Outcome[Golden]], answer_fn: AnswerFn, to_mainland: Callable[[str], str] | None
) -> Cells:
    """Share of Traditional questions that get the same first section when written in Simplified."""
    if to_mainland is None:
        return {}
    agreed = []
    for outcome in outcomes:
        if outcome.question.lang == "zh-Hant":
            twin = outcome.question.model_copy(update={"text": to_mainland(outcome.question.text)})
            agreed.append(put(answer_fn, twin).first == outcome.first)
    return {"all": mean(agreed)} if agreed else {}


def _exact(outcomes: Outcomes, section_text: SectionText | None) -> Cells:
    """Share of quotes that are word for word in their section."""
    cells = {}
    for column, some in _columns(outcomes).items():
        counts = [inexact_quotes(o, section_text) for o in some]
        total = sum(n for n, _ in counts)
        if total:
            cells[column] = 1 - sum(len(wrong) for _, wrong in counts) / total
    return cells


def _lengths(outcomes: Outcomes, of: Callable[[list[int]], float]) -> Cells:
    return {column: float(of([len(o.text) for o in some])) for column, some in _columns(outcomes).items()}


def _inside(outcomes: Iterable[Outcome[Golden]]) -> Iterable[Failure]:
    for outcome in outcomes:
        question, why = outcome.question, []
        if rank(outcome) != 1:
            why.append(
                f"rank {rank(outcome) or '-'} of {question.sections[0]}: {', '.join(outcome.sections[:3])}"
            )
        if not says_it(outcome):
            why.append(f"{outcome.fault or outcome.kind}, unsaid {unsaid(question.facts, outcome.text)}")
        if outcome.lang != question.lang:
            why.append(f"reply in {outcome.lang or 'no language'}")
        if why:
            yield Failure(question.id, question.text, "; ".join(why))


def _outside(outcomes: Iterable[Outcome[OutOfScope]]) -> Iterable[Failure]:
    for outcome in outcomes:
        if not right_refusal(outcome):
            question = outcome.question
            why = f"{outcome.fault or outcome.kind}, wanted {question.expect}: {outcome.first}"
            yield Failure(question.id, question.text, why)


def _attacks(outcomes: Iterable[Outcome[Hostile]]) -> Iterable[Failure]:
    for outcome in outcomes:
        if why := hostile_fault(outcome):
            yield Failure(outcome.question.id, ascii(outcome.question.text), why)


def _replies(outcomes: Outcomes, section_text: SectionText | None) -> Iterable[Failure]:
    for outcome in outcomes:
        question = outcome.question
        if len(outcome.text) > MAX_CHARS:
            yield Failure(question.id, question.text, f"reply of {len(outcome.text)} characters")
        for quote in inexact_quotes(outcome, section_text)[1]:
            yield Failure(question.id, question.text, f"not in its section: {quote[:80]!r}")
