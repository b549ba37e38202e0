"""The whole way from a question to an Answer, over a shelf of four sections and a searcher without a model."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.answering.answerer import Answerer
from bot.answering.model import Answer
from bot.corpus.model import Section
from bot.corpus.script import detect_lang
from bot.domain.hardware import Catalogue
from bot.domain.lookup import PartIndex
from bot.domain.model import LANGS, Lang, Source
from bot.presentation.export import answer_text
from bot.retrieval.model import Hit, Passage, Query, SearchResult

GUIDE = Source(title="Guide", url="https://example.org/guide", date="2018-12-16")
STOP = {
    "a",
    "the",
    "is",
    "of",
    "do",
    "i",
    "my",
    "how",
    "what",
    "which",
    "to",
    "for",
    "it",
    "and",
    "in",
    "的",
    "要",
}

SHELF: dict[tuple[str, Lang], tuple[str, str]] = {
    ("psu-size-rule", "en"): (
        "How large a power supply?",
        "Add the watts of all cards and the processor, then ten percent twice.\n\nA 1400 W unit suits four cards.",
    ),
    ("psu-size-rule", "zh-Hant"): (
        "電源供應器要多大？",
        "把所有顯示卡和處理器的瓦數相加，再加兩次百分之十。\n\n四張卡適合 1400 W。",
    ),
    ("ram-size-rule", "en"): ("How much RAM?", "At least as much as the largest card has."),
    ("pcie-lanes", "en"): (
        "Do PCIe lanes matter?",
        "With four cards or fewer lanes hardly matter for training.",
    ),
    ("lane-count", "en"): ("How many lanes?", "Eight lanes a card hardly matter less than sixteen lanes."),
    ("monitors", "en"): ("How many monitors?", "Three monitors of 27 inches."),
}


def tokens(text: str) -> list[str]:
    found = re.findall(r"[a-z0-9]+|[\u3400-\u9fff]", text.lower())
    return [token for token in found if token not in STOP]


def _passage(section: Section, lang: Lang) -> Passage:
    return Passage(
        passage_id=f"{section.section_id}-{lang}", section_id=section.section_id, doc_id="guide",
        heading_path=("Guide", section.title), lang=lang, path=f"guide/guide.{lang}.md", text=section.text,
        first_line=section.first_line, last_line=section.last_line,
    )  # fmt: skip


class Words:
    """A searcher that ranks sections by the share of the question's words they hold."""

    version = "v1"

    def __init__(self, shelf: dict[tuple[str, Lang], tuple[str, str]], floor: float = 0.5) -> None:
        self.asked: list[Query] = []
        self.floor = floor
        self.sections = {
            key: Section(
                section_id=key[0], title=title, text=text, answer=text.split("\n\n")[0], first_line=5,
                last_line=5 + text.count("\n"), sources=(GUIDE,), reviewed="2026-01-01",
            )
            for key, (title, text) in shelf.items()
        }  # fmt: skip

    def tokens(self, text: str) -> list[str]:
        return tokens(text)

    def section(self, section_id: str, lang: Lang) -> tuple[Section, Passage] | None:
        for language in (lang, *LANGS):
            if found := self.sections.get((section_id, language)):
                return found, _passage(found, language)
        return None

    def search(self, query: Query) -> SearchResult:
        self.asked.append(query)
        asked = set(tokens(query.text))
        best: dict[str, float] = {}
        for (section_id, _), section in self.sections.items():
            share = len(asked & set(tokens(f"{section.title} {section.text}"))) / max(len(asked), 1)
            best[section_id] = max(best.get(section_id, 0), share)
        ranked = sorted(best, key=lambda section_id: (-best[section_id], section_id))[: query.top_k]
        hits = []
        for rank, section_id in enumerate(ranked, start=1):
            found = self.section(section_id, query.lang)
            assert found is not None
            hits.append(Hit(passage=found[1], score=best[section_id], rank=rank))
        top = hits[0].score if hits else 0.0
        return SearchResult(
            hits=tuple(hits),
            known=top >= self.floor,
            confidence=top,
            on_topic=top > 0,
            floor=self.floor,
            version="v1",
        )


@pytest.fixture(scope="module")
def make(parts_catalogue: Catalogue, parts_index: PartIndex) -> Callable[[Words], Answerer]:
    return lambda searcher: Answerer(searcher, parts_catalogue, parts_index, detect_lang)


@pytest.fixture(scope="module")
def ask(make) -> Callable[..., Answer]:
    return make(Words(SHELF)).answer


def keys(answer: Answer) -> list[str]:
    return [message.key for message in answer.lead]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("do pcie lanes matter for training", "passages"),
        ("四張顯示卡的瓦數", "passages"),
        ("4x 3090 and a 3970x, what psu", "calculation"),
        ("how much ram for 2x 3090", "calculation"),
        ("四張 3090 配 3970X 要多大的電源", "calculation"),
        ("16G 記憶體配 24G 顯示卡跑得動嗎", "both"),
        ("what psu do i need", "clarify"),
        ("psu for a 3090 and a 999999 W cpu", "clarify"),
        ("do lanes influence the colour of bananas", "unknown"),
        ("best pizza in naples", "off_topic"),
    ],
)
def test_kinds(ask, question: str, kind: str) -> None:
    answer = ask(question)
    assert answer.kind == kind
    assert bool(answer.calculations) == (kind in {"calculation", "both"})
    assert bool(answer.lead) == (kind in {"clarify", "unknown", "off_topic"})
    assert bool(answer.nearest) == (kind == "unknown")
    if kind in {"passages", "calculation"}:
        assert answer.citations
    assert 0 < len(answer_text(answer)) <= 2000


@pytest.mark.req("R102")
def test_every_quote_stands_in_its_section(ask, make) -> None:
    searcher = Words(SHELF)
    for question in ("do pcie lanes matter", "how many lanes", "四張卡的瓦數", "4x 3090 psu", "monitors"):
        for lang in LANGS:
            answer = make(searcher).answer(question, lang)
            assert [c.number for c in answer.citations] == list(range(1, len(answer.citations) + 1))
            for citation in answer.citations:
                texts = [
                    s.text
                    for (section_id, _), s in searcher.sections.items()
                    if section_id == citation.section_id
                ]
                assert citation.quotes
                assert all(any(quote in text for text in texts) for quote in citation.quotes)


def test_two_sections_that_come_close_are_both_quoted(ask) -> None:
    cited = [c.section_id for c in ask("lanes hardly matter").citations]
    assert cited == ["lane-count", "pcie-lanes"]
    assert [c.section_id for c in ask("27 inches").citations] == ["monitors"]


@pytest.mark.parametrize(
    ("lang", "quoted"), [("en", "Add the watts"), ("zh-Hant", "把所有"), ("zh-Hans", "Add the watts")]
)
def test_quotes_are_in_the_language_of_the_reply_else_english(ask, lang: Lang, quoted: str) -> None:
    answer = ask("add the watts of all cards and the processor", lang)
    assert answer.lang == lang
    assert answer.citations[0].quotes[0].startswith(quoted)


def test_the_language_is_that_of_the_question_unless_one_is_asked_for(ask) -> None:
    assert [ask(text).lang for text in ("four cards", "四張顯示卡", "四张显卡")] == [
        "en",
        "zh-Hant",
        "zh-Hans",
    ]
    assert ask("四張顯示卡", "en").lang == "en"


def test_a_calculation_cites_the_rule_behind_it_without_a_search(make) -> None:
    searcher = Words(SHELF)
    answer = make(searcher).answer("4x250W and a 150W cpu, which psu", "en")
    assert [(c.section_id, c.quotes) for c in answer.citations] == [
        ("psu-size-rule", ("Add the watts of all cards and the processor, then ten percent twice.",))
    ]
    assert not searcher.asked
    assert answer.calculations[0].results["minimum_w"] == 1265


def test_a_rule_missing_from_the_shelf_leaves_the_calculation_uncited(make) -> None:
    answer = make(Words({("other", "en"): ("Other", "Text.")})).answer(
        "4x250W and a 150W cpu, which psu", "en"
    )
    assert (answer.kind, answer.citations) == ("calculation", ())


def test_both_quotes_what_was_found_only_if_it_is_known(make) -> None:
    question = "16G 記憶體配 24G 顯示卡跑得動嗎"
    found = make(Words(SHELF | {("ram", "zh-Hant"): ("記憶體", "16G 記憶體配 24G 顯示卡跑得動。")})).answer(
        question
    )
    assert found.citations[0].section_id == "ram"
    assert found.passages
    unknown = make(Words(SHELF, floor=1.1)).answer(question)
    assert unknown.kind == "both"
    assert unknown.passages == ()


def test_what_the_reader_assumed_is_said(ask) -> None:
    answer = ask("600W for a month at 20 cents usd per kwh")
    assumed = [message.key for message in answer.calculations[0].assumptions]
    assert {"assume-month-days", "cost-around-the-clock"} <= set(assumed)
    assert assumed.count("assume-month-days") == 1


def test_inputs_that_contradict_each_other_are_asked_about(ask) -> None:
    answer = ask("1000000 W for 99 years at 900000 usd per kwh with 1% efficiency")
    assert (answer.kind, keys(answer)) == ("clarify", ["err-result-too-large"])
    assert "1,000,000,000,000,000" in answer_text(answer)


def test_what_the_guide_says_in_general_helps_while_an_input_is_missing(make) -> None:
    knows, silent = (
        make(Words(SHELF, floor)).answer("which power supply for four cards, what size")
        for floor in (0.1, 1.1)
    )
    assert knows.kind == silent.kind == "clarify"
    assert knows.lead == silent.lead != ()
    assert [c.section_id for c in knows.citations][:1] == ["psu-size-rule"]
    assert silent.citations == ()


def test_a_number_that_is_none_is_asked_about_without_a_quote(make) -> None:
    searcher = Words(SHELF, floor=0)
    answer = make(searcher).answer("9**9**9 watts, which psu")
    assert (answer.kind, answer.citations, searcher.asked) == ("clarify", (), [])


def test_a_hit_whose_section_is_gone_is_not_cited(make) -> None:
    class Hollow(Words):
        def search(self, query: Query) -> SearchResult:
            found = super().search(query)
            self.sections.clear()
            return found

    answer = make(Hollow(SHELF)).answer("do pcie lanes matter for training")
    assert (answer.kind, answer.citations) == ("passages", ())
    assert answer.passages


def test_unknown_names_the_nearest_topics_once_each(make) -> None:
    twice = {("lanes-b", "en"): SHELF["pcie-lanes", "en"], ("z", "en"): ("More lanes", "Text on lanes.")}
    answer = make(Words(SHELF | twice)).answer("do lanes influence the colour of bananas")
    assert answer.kind == "unknown"
    assert answer.nearest == ("How many lanes?", "Do PCIe lanes matter?", "More lanes")
    assert answer.citations == ()
    assert "Do PCIe lanes matter?" in answer_text(answer)


def test_off_topic_names_no_topics(ask) -> None:
    answer = ask("best pizza in naples")
    assert (keys(answer), answer.nearest, answer.citations) == (["ask-off-topic"], (), ())


def test_an_empty_shelf_says_so(make) -> None:
    answer = make(Words({})).answer("do lanes matter")
    assert (answer.kind, keys(answer)) == ("unknown", ["ask-nothing-known"])
    assert answer_text(answer)


@pytest.mark.parametrize(
    "question",
    ["", "   \n\t", "🙂🔥👨‍👩‍👧", "?!…—", "\x00\x07\x1b", "\ud800\udfff", "\u200b\u202e\ufeff"],
    ids=["empty", "white-space", "emoji", "punctuation", "control", "surrogates", "invisible"],
)
@pytest.mark.parametrize("lang", [None, *LANGS])
def test_a_question_without_words_is_asked_for_words(ask, question: str, lang: Lang | None) -> None:
    answer = ask(question, lang)
    assert (answer.kind, keys(answer)) == ("clarify", ["ask-empty"])
    assert len(answer_text(answer)) < 200


@pytest.mark.parametrize(
    "question",
    [
        "x" * 50_000,
        "how big a psu? " * 4000,
        "電源" * 25_000,
        "9" * 60_000,
        "(" * 50_000 + "a",
        "a\x00" * 30_000,
    ],
    ids=["one-word", "repeated", "chinese", "digits", "brackets", "nulls"],
)
def test_a_question_too_long_is_not_answered_in_part(ask, question: str) -> None:
    answer = ask(question)
    assert (answer.kind, keys(answer)) == ("clarify", ["ask-too-long"])
    assert len(answer.question) == 500
    assert len(answer_text(answer)) < 200


def test_five_hundred_characters_are_read(ask) -> None:
    assert ask("do lanes matter " + "x" * 484).kind != "clarify"
    assert keys(ask("do lanes matter " + "x" * 485)) == ["ask-too-long"]


def test_broken_characters_inside_a_question_do_not_matter(ask) -> None:
    broken = ask("do \x00pcie\u200b la\ud800nes matter")
    assert broken == ask("do pcie lanes matter")


def test_follow_up(ask) -> None:
    first = ask("600W for 30 days at 20 cents usd per kwh")
    again = ask("and with 80% efficiency?", previous=first.calculations[0])
    assert again.kind == "calculation"
    assert again.calculations[0].results["cost"] == first.calculations[0].results["cost"] / 4 * 5
    assert ask("and with 80% efficiency?").kind != "calculation"


def test_a_question_of_its_own_is_no_follow_up(ask) -> None:
    first = ask("600W for 30 days at 20 cents usd per kwh")
    assert ask("do pcie lanes matter for training", previous=first.calculations[0]).kind == "passages"


@pytest.mark.parametrize("top_k", [1, 2, 50])
def test_as_many_hits_as_asked_for(ask, top_k: int) -> None:
    hits = ask("do lanes matter", top_k=top_k).passages
    assert len(hits) == min(top_k, 5)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


def test_the_id_depends_on_question_language_and_version(make, ask) -> None:
    newer = Words(SHELF)
    newer.version = "v2"  # type: ignore[misc]
    ids = {
        ask("do lanes matter").answer_id,
        ask("do lanes matter?").answer_id,
        ask("do lanes matter", "zh-Hant").answer_id,
        make(newer).answer("do lanes matter").answer_id,
    }
    assert len(ids) == 4
    assert all(re.fullmatch("[0-9a-f]{10}", answer_id) for answer_id in ids)


FRAGMENTS = st.lists(
    st.sampled_from(
        ["psu", "4x", "3090", "250W", "ram", "多少", "電源", "a week", "20 cents", "per kwh", "3970x", "-5", "1e9", "nan",
         "lanes", "pizza", "🙂", "\x00", "\ud83d", "?", "24 GB", "和", "%", "@everyone", "$(rm)", "'; DROP", "80%"]
    ),
    max_size=9,
).map(" ".join)  # fmt: skip


@settings(deadline=None)
@given(question=FRAGMENTS, lang=st.sampled_from([None, *LANGS]))
def test_any_question_gets_one_answer_deterministic_to_the_byte(
    make, question: str, lang: Lang | None
) -> None:
    one, other = make(Words(SHELF)).answer(question, lang), make(Words(SHELF)).answer(question, lang)
    assert one.model_dump_json() == other.model_dump_json()
    assert 0 < len(answer_text(one)) <= 2000
    assert answer_text(one) == answer_text(other)


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("do pcie lanes matter? and how many monitors?", ["pcie-lanes", "monitors"]),
        ("how much ram and how many monitors do i need", ["ram-size-rule", "monitors"]),
    ],
)
def test_each_of_two_questions_is_quoted(ask, question: str, sections: list[str]) -> None:
    answer = ask(question)
    assert answer.kind == "passages"
    assert [citation.section_id for citation in answer.citations] == sections
    assert [hit.passage.section_id for hit in answer.passages[:2]] == sections
    assert [hit.rank for hit in answer.passages] == list(range(1, len(answer.passages) + 1))


def test_a_question_the_guide_does_not_cover_leaves_the_message_whole(ask) -> None:
    answer = ask("do pcie lanes matter for training? and does the zebra cpu sing aloud?")
    assert answer.rule == "guide"


def test_a_calculation_stands_beside_a_quote(ask) -> None:
    answer = ask("psu for 2x 3090 and a 3970x? and how many monitors?")
    assert answer.kind == "both"
    assert [result.name for result in answer.calculations] == ["psu"]
    assert [citation.section_id for citation in answer.citations] == ["monitors"]


def test_what_is_missing_for_one_question_is_asked_behind_the_other(ask) -> None:
    answer = ask("do pcie lanes matter? what size psu do i need?")
    assert [citation.section_id for citation in answer.citations] == ["pcie-lanes"]
    assert [message.key for message in answer.notes] == ["clarify-gpu", "clarify-cpu"]


def test_times_and_prices_are_taken_for_granted_by_the_cost(ask) -> None:
    answer = ask("psu and ram for 2x 3090 and a month of electricity at 0.2 EUR")
    of = {result.name: [message.key for message in result.assumptions] for result in answer.calculations}
    assert "assume-month-days" in of["cost"]
    assert "assume-month-days" not in of["psu"]
