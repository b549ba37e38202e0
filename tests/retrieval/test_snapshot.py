from collections.abc import Callable

import pytest

from bot.corpus.model import Document, Section, Shelf
from bot.domain.model import Lang
from bot.errors import EncoderError
from bot.retrieval.build import build_snapshot
from bot.retrieval.encoder import Encoder
from bot.retrieval.model import Query, Searcher
from bot.retrieval.snapshot import Snapshot

Make = Callable[..., Section]
MakeDocument = Callable[..., Document]
MakeShelf = Callable[..., Shelf]


def top(snapshot: Snapshot, text: str, lang: Lang = "en") -> str:
    return snapshot.search(Query(text=text, lang=lang)).hits[0].passage.section_id


@pytest.mark.parametrize(
    ("text", "section_id"),
    [
        ("how many watts should the power supply have", "psu-size"),
        ("do PCIe lanes slow training", "pcie-lanes"),
        ("is faster RAM worth it", "ram-clock"),
        ("電源供應器要幾瓦", "psu-size"),
        ("内存要买快的吗", "ram-clock"),
        ("需要幾個螢幕", "monitors"),
    ],
)
def test_finds_the_section(shelf: Shelf, encoder: Encoder, text: str, section_id: str) -> None:
    assert top(build_snapshot(shelf, encoder), text) == section_id


@pytest.mark.parametrize(("lang", "shown"), [("en", "en"), ("zh-Hant", "zh-Hant"), ("zh-Hans", "zh-Hant")])
def test_passage_is_in_the_askers_language(shelf: Shelf, encoder: Encoder, lang: Lang, shown: str) -> None:
    snapshot = build_snapshot(shelf, encoder)
    result = snapshot.search(Query(text="do PCIe lanes matter", lang=lang))
    assert {hit.passage.lang for hit in result.hits} == {shown}


def test_one_hit_per_section_in_rank_order(shelf: Shelf, encoder: Encoder) -> None:
    result = build_snapshot(shelf, encoder).search(Query(text="power supply watts", lang="en", top_k=50))
    assert [hit.rank for hit in result.hits] == [1, 2, 3, 4]
    assert len({hit.passage.section_id for hit in result.hits}) == 4
    assert [hit.score for hit in result.hits] == sorted((hit.score for hit in result.hits), reverse=True)
    assert result.hits[0].keyword_rank == 1
    assert sorted(hit.dense_rank for hit in result.hits) == [1, 2, 3, 4]


@pytest.mark.parametrize("top_k", [1, 2, 50])
def test_top_k(shelf: Shelf, encoder: Encoder, top_k: int) -> None:
    result = build_snapshot(shelf, encoder).search(Query(text="psu", lang="en", top_k=top_k))
    assert len(result.hits) == min(top_k, 4)


def test_same_question_same_bytes(shelf: Shelf, encoder: Encoder, new_encoder: Callable[[], Encoder]) -> None:
    query = Query(text="四張顯卡要幾瓦", lang="zh-Hant")
    one = build_snapshot(shelf, encoder).search(query)
    other = build_snapshot(shelf, new_encoder()).search(query)
    assert one.model_dump_json() == other.model_dump_json()


@pytest.mark.req("R63", "B26")
def test_both_chinese_scripts_find_the_same(shelf: Shelf, encoder: Encoder) -> None:
    snapshot = build_snapshot(shelf, encoder)
    for hant, hans in (("電源供應器要幾瓦", "电源要几瓦"), ("記憶體要買快的嗎", "内存要买快的吗")):
        assert top(snapshot, hant) == top(snapshot, hans)


@pytest.mark.parametrize(
    "text", ["", " ", "🔥🔥", "\x00\x01", "a\ud800b", "?" * 50_000, "字" * 50_000], ids=range(7)
)
def test_odd_questions_are_survived(shelf: Shelf, encoder: Encoder, text: str) -> None:
    result = build_snapshot(shelf, encoder).search(Query.model_construct(text=text, lang="en", top_k=5))
    assert len(result.hits) == 4


@pytest.mark.req("R86")
@pytest.mark.parametrize("n", [0, 1, 2])
def test_tiny_shelves(
    encoder: Encoder, shelf_of: MakeShelf, document: MakeDocument, section: Make, n: int
) -> None:
    sections = [section(f"s{i}", f"Title {i}", f"Text number {i} about psu.") for i in range(n)]
    snapshot = build_snapshot(shelf_of([document("d", "en", sections)]), encoder)
    result = snapshot.search(Query(text="psu", lang="en"))
    assert len(result.hits) == n
    if n == 0:
        assert (result.known, result.on_topic, result.confidence) == (False, False, 0.0)


@pytest.mark.req("R97")
def test_ties_go_by_name(
    encoder: Encoder, shelf_of: MakeShelf, document: MakeDocument, section: Make
) -> None:
    sections = [
        section(name, "Same", f"same words {mark}") for name, mark in (("b", "!"), ("a", "?"), ("c", "."))
    ]
    snapshot = build_snapshot(shelf_of([document("d", "en", sections)]), encoder)
    result = snapshot.search(Query(text="same words", lang="en"))
    assert [hit.passage.section_id for hit in result.hits] == ["a", "b", "c"]


def test_section_in_the_askers_language(shelf: Shelf, encoder: Encoder) -> None:
    snapshot: Searcher = build_snapshot(shelf, encoder)
    for lang, title in (("en", "How large"), ("zh-Hant", "電源"), ("zh-Hans", "電源")):
        found = snapshot.section("psu-size", lang)  # type: ignore[arg-type]
        assert found is not None
        assert found[0].title.startswith(title)
        assert found[1].section_id == "psu-size"
    assert snapshot.section("nothing", "en") is None


def test_section_falls_back_to_english(
    encoder: Encoder, shelf_of: MakeShelf, document: MakeDocument, section: Make
) -> None:
    snapshot = build_snapshot(shelf_of([document("d", "en", [section("s", "T", "text")])]), encoder)
    found = snapshot.section("s", "zh-Hans")
    assert found is not None
    assert found[1].lang == "en"


@pytest.mark.req("B20")
def test_a_long_text_yields_its_passages_separately(
    encoder: Encoder, shelf_of: MakeShelf, document: MakeDocument, section: Make
) -> None:
    text = "\n\n".join(f"Topic{i} " * 40 for i in range(12))
    snapshot = build_snapshot(shelf_of([document("d", "en", [section("s", "Long", text)])]), encoder)
    result = snapshot.search(Query(text="topic7", lang="en", top_k=3))
    assert len(result.hits) == 3
    assert "Topic7" in result.hits[0].passage.text


def test_the_version_follows_what_it_is_made_of(
    shelf: Shelf, new_encoder: Callable[..., Encoder], shelf_of: MakeShelf
) -> None:
    versions = {
        build_snapshot(s, new_encoder(revision=revision)).version
        for s in (shelf, shelf_of(shelf.documents, content_hash="bb"))
        for revision in ("1", "2")
    }
    assert len(versions) == 4


def test_unchanged_texts_are_not_encoded_again(
    shelf: Shelf,
    new_encoder: Callable[..., Encoder],
    shelf_of: MakeShelf,
    document: MakeDocument,
    section: Make,
) -> None:
    before = build_snapshot(shelf, new_encoder())
    more = document("more", "en", [section("new", "New section", "Something new.", ["a new question"])])
    encoder = new_encoder()
    after = build_snapshot(shelf_of([*shelf.documents, more], "bb"), encoder, previous=before)
    assert not {t for t in encoder.encoded if "psu" in t}  # type: ignore[attr-defined]
    assert any("something new." in t for t in encoder.encoded)  # type: ignore[attr-defined]
    assert len(after.passages) == len(before.passages) + 1
    fresh = build_snapshot(shelf_of([*shelf.documents, more], "bb"), new_encoder())
    assert (after.index.vectors.vectors == fresh.index.vectors.vectors).all()


@pytest.mark.req("R84")
def test_vectors_of_another_model_are_not_taken_over(
    shelf: Shelf, new_encoder: Callable[..., Encoder]
) -> None:
    encoder = new_encoder(revision="2")
    build_snapshot(shelf, encoder, previous=build_snapshot(shelf, new_encoder()))
    assert any("watts" in t for t in encoder.encoded)  # type: ignore[attr-defined]


def test_progress_ends_at_the_total(shelf: Shelf, encoder: Encoder) -> None:
    seen: list[tuple[int, int]] = []
    build_snapshot(shelf, encoder, progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert len({total for _, total in seen}) == 1
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.req("R83")
def test_prefixes_are_put_before_every_text_once(shelf: Shelf, encoder: Encoder) -> None:
    snapshot = build_snapshot(shelf, encoder)
    snapshot.search(Query(text="psu", lang="en"))
    texts = encoder.encoded  # type: ignore[attr-defined]
    assert all(t.startswith(("query: ", "passage: ")) for t in texts)
    assert sum(t.startswith("passage: ") for t in texts) == len(snapshot.passages)
    assert not any("passage: passage:" in t or "query: query:" in t for t in texts)


def test_a_missing_model_is_said(shelf: Shelf, broken_encoder: Encoder) -> None:
    with pytest.raises(EncoderError) as caught:
        build_snapshot(shelf, broken_encoder)
    assert caught.value.code == "err-encoder-load"


@pytest.mark.parametrize("end", ["", "?", " ？", "。"])
def test_an_example_question_asked_as_it_stands_is_never_refused(
    shelf: Shelf, encoder: Encoder, end: str
) -> None:
    snapshot = build_snapshot(shelf, encoder)
    strict = Snapshot(shelf, encoder, snapshot.index, snapshot.ranking.model_copy(update={"floor": 1.0}))
    example = next(q for document in shelf.documents for s in document.sections for q in s.questions)
    assert strict.search(Query(text=example.upper() + end, lang="en")).known
    assert not strict.search(Query(text=f"{example} in the kitchen", lang="en")).known
