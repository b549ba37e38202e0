"""From a question to an Answer: clean, route, calculate, search, quote."""

import hashlib
from collections.abc import Callable, Sequence

from bot.answering import calculators, clean, compose
from bot.answering.courtesy import courtesy
from bot.answering.model import Answer, Citation, Kind
from bot.answering.router import route
from bot.answering.routes import Route
from bot.answering.several import Several, route_each
from bot.corpus.model import Section
from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang, Message
from bot.errors import InputError
from bot.retrieval.model import Hit, Passage, Query, Searcher, SearchResult
from bot.retrieval.stages import stage

_NEAREST = 3
_OF_COST = frozenset(
    f"assume-{name}"
    for name in (
        "month-days", "year-days", "period-month", "energy-as-load", "supply-as-load", "currency", "per-kwh",
    )
)  # fmt: skip


def answer_id(question: str, lang: Lang, version: str) -> str:
    """Ten hexadecimal digits that stand for the answer to a clean question, in a language, from a version."""
    return hashlib.sha256(f"{question}\x00{lang}\x00{version}".encode()).hexdigest()[:10]


class Answerer:
    """Answers questions from one knowledge snapshot; itself immutable, safe to share between threads.

    Args:
        searcher: the snapshot to search and quote.
        catalogue: parts, prices, intensities of the same snapshot.
        index: the part-name index over that catalogue.
        detect: tells the language of a text by its script.
    """

    def __init__(
        self,
        searcher: Searcher,
        catalogue: Catalogue,
        index: PartIndex,
        detect: Callable[[str], Lang],
    ) -> None:
        self.searcher = searcher
        self.catalogue = catalogue
        self.index = index
        self._detect = detect

    def answer(
        self, question: str, lang: Lang | None = None, top_k: int = 5, previous: Calculation | None = None
    ) -> Answer:
        """Answer one question.

        Args:
            question: as typed, any length, any characters.
            lang: language of the reply; ``None`` takes the script of the question.
            top_k: how many sections to list.
            previous: the calculation that this question may follow up on ("and with 80 % efficiency?").

        Returns:
            The same Answer, byte for byte, for the same arguments and snapshot.
        """
        text = clean.clean(question)
        reply_lang = lang or self._detect(text)
        draft = _Draft(self.searcher, text, reply_lang)
        if not clean.has_words(text):
            return draft.by("empty").finish("clarify", lead=(Message(key="ask-empty"),))
        if len(text) > clean.MAX_QUESTION_CHARS:
            limits: dict[str, str | int] = {"length": len(text), "limit": clean.MAX_QUESTION_CHARS}
            return (
                draft.shorten()
                .by("too-long")
                .finish("clarify", lead=(Message(key="ask-too-long", args=limits),))
            )
        polite = courtesy(text)
        if polite is not None:
            return draft.by("courtesy").finish("off_topic", lead=(polite,))
        return self._answer_words(draft, previous, top_k)

    def _answer_words(self, draft: "_Draft", previous: Calculation | None, top_k: int) -> Answer:
        """Answer a question that says something: each of several, else the whole."""
        with stage("route"):
            chosen = route(draft.question, draft.lang, self.index, self.catalogue, previous)
            each = route_each(draft.question, draft.lang, self.index, self.catalogue, previous, chosen)
        if each and (answer := self._answer_each(draft, each, top_k)):
            return answer
        draft.by(chosen.rule)
        if chosen.kind == "clarify":
            if chosen.guide:  # what the guide says in general helps while the input is missing
                self._quote_known(draft, top_k)
            return draft.finish("clarify", lead=chosen.missing)
        if chosen.calculators:
            return self._calculate(draft, chosen, top_k)
        return self._look_up(draft, top_k)

    def _calculate(self, draft: "_Draft", chosen: Route, top_k: int) -> Answer:
        """Run the calculators; cite the guide's section behind each rule, and search too where asked for."""
        try:
            with stage("calculate"):
                results = [
                    calculators.run(name, inputs, self.catalogue) for name, inputs in chosen.calculators
                ]
        except InputError as fault:
            return draft.finish("clarify", lead=(calculators.complaint(fault),))
        results = _with_assumptions(results, chosen.assumptions)
        if chosen.kind == "both":
            self._quote_known(draft, top_k)
        kind: Kind = "both" if chosen.kind == "both" or draft.citations else "calculation"
        if not draft.citations:
            for section_id in dict.fromkeys(s for r in results for s in r.sections):
                draft.quote_section(section_id, whole=len(results) == 1)
        return draft.finish(kind, calculations=tuple(results), notes=chosen.missing)

    def _answer_each(self, draft: "_Draft", each: Several, top_k: int) -> Answer | None:
        """Answer several questions: what can be calculated, the best section on each of the others, what is missing.

        Returns:
            ``None``, and nothing quoted, if the guide does not cover one of them or says the same to two.
        """
        found = [self._search(draft, top_k, text) for text in each.look_ups]
        first = {result.hits[0].passage.section_id for result in found if result.known}
        if len(first) < len(found):
            return None
        draft.by(each.route.rule).quote_best(found, each.look_ups)
        if each.route.calculators:
            return self._calculate(draft, each.route, top_k)
        return draft.finish("passages", notes=each.route.missing)

    def _quote_known(self, draft: "_Draft", top_k: int) -> None:
        """Quote what the guide says to the question, if it covers it."""
        found = self._search(draft, top_k)
        if found.known:
            draft.quote_hits(found)

    def _look_up(self, draft: "_Draft", top_k: int) -> Answer:
        found = self._search(draft, top_k)
        draft.hits = found.hits
        if not found.hits:
            return draft.finish("unknown", lead=(Message(key="ask-nothing-known"),))
        if not found.known:
            return self._refuse(draft, found)
        draft.quote_hits(found)
        return draft.finish("passages")

    def _search(self, draft: "_Draft", top_k: int, text: str = "") -> SearchResult:
        with stage("search"):
            return self.searcher.search(Query(text=text or draft.question, lang=draft.lang, top_k=top_k))

    def _refuse(self, draft: "_Draft", found: SearchResult) -> Answer:
        if not found.on_topic:
            return draft.finish("off_topic", lead=(Message(key="ask-off-topic"),))
        titles = tuple(dict.fromkeys(hit.passage.heading_path[-1] for hit in found.hits))
        return draft.finish("unknown", lead=(Message(key="ask-unknown"),), nearest=titles[:_NEAREST])


def _with_assumptions(results: list[Calculation], assumptions: Sequence[Message]) -> list[Calculation]:
    """What the reader took for granted, beside what the calculator did; times and prices are a cost's."""
    cost = next((i for i, result in enumerate(results) if result.name == "cost"), 0)
    found = list(results)
    for at in {0, cost}:
        own = [m for m in assumptions if (cost if m.key in _OF_COST else 0) == at]
        found[at] = found[at].model_copy(update={"assumptions": (*own, *found[at].assumptions)})
    return found


class _Draft:
    """An answer in the making: the question, and what has been quoted so far."""

    def __init__(self, searcher: Searcher, question: str, lang: Lang) -> None:
        self.searcher = searcher
        self.question = question
        self.lang = lang
        self.rule = ""
        self.hits: tuple[Hit, ...] = ()
        self.citations: list[Citation] = []

    def by(self, rule: str) -> "_Draft":
        """Note the rule that decided."""
        self.rule = rule
        return self

    def shorten(self) -> "_Draft":
        """Keep only the head of an over-long question, so that it is not echoed whole."""
        self.question = self.question[: clean.MAX_QUESTION_CHARS]
        return self

    def quote_hits(self, found: SearchResult) -> None:
        """Quote the best section, and a second one that comes close."""
        self.hits = found.hits
        with stage("compose"):
            chosen = compose.close_hits(found.hits)
            for hit in chosen:
                self._quote(hit, self.question, compose.QUOTE_CHARS // len(chosen))

    def quote_best(self, found: Sequence[SearchResult], questions: Sequence[str]) -> None:
        """Quote the best section of each search, in the order of the questions."""
        best = [result.hits[0] for result in found]
        others = [hit for result in found for hit in result.hits[1:]]
        by_section = {hit.passage.section_id: hit for hit in reversed([*best, *others])}
        ordered = [*best, *sorted(others, key=lambda hit: -hit.score)]
        ids = dict.fromkeys(hit.passage.section_id for hit in ordered)
        most = max((len(result.hits) for result in found), default=0)
        ranked = [by_section[section_id] for section_id in ids][:most]
        self.hits = tuple(hit.model_copy(update={"rank": rank}) for rank, hit in enumerate(ranked, start=1))
        with stage("compose"):
            for hit, question in zip(best, questions, strict=True):
                self._quote(hit, question, compose.QUOTE_CHARS // len(best))

    def _quote(self, hit: Hit, question: str, room: int) -> None:
        found_section = self.searcher.section(hit.passage.section_id, self.lang)
        if found_section:
            section, passage = found_section
            self._cite(section, passage, compose.quotes_of(section, question, self.searcher.tokens, room))

    def quote_section(self, section_id: str, *, whole: bool) -> None:
        """Cite a section named by a calculator, if the shelf has it, and quote its answer paragraph.

        Beside several calculations there is no room for the words, only for where they stand.
        """
        found = self.searcher.section(section_id, self.lang)
        if found:
            section, passage = found
            self._cite(section, passage, compose.answer_paragraph(section) if whole else ())

    def _cite(self, section: Section, passage: Passage, quotes: tuple[str, ...]) -> None:
        self.citations.append(compose.cite(len(self.citations) + 1, section, passage, quotes))

    def finish(
        self,
        kind: Kind,
        *,
        lead: tuple[Message, ...] = (),
        calculations: tuple[Calculation, ...] = (),
        nearest: tuple[str, ...] = (),
        notes: tuple[Message, ...] = (),
    ) -> Answer:
        """The finished answer; its id depends on question, language and snapshot only."""
        version = self.searcher.version
        return Answer(
            question=self.question,
            lang=self.lang,
            kind=kind,
            calculations=calculations,
            passages=self.hits,
            citations=tuple(self.citations),
            lead=lead,
            nearest=nearest,
            notes=notes,
            answer_id=answer_id(self.question, self.lang, version),
            version=version,
            rule=self.rule,
        )
