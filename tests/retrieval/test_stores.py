"""One contract for every store of vectors, and what is particular to the approximate ones and to Milvus."""

import json
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from bot.corpus.model import Shelf
from bot.errors import SnapshotError, VectorsUnavailable
from bot.retrieval import ann, milvus, stores
from bot.retrieval.ann import AnnIndex, about_file
from bot.retrieval.build import build_snapshot, provisional_snapshot, settled
from bot.retrieval.encoder import Encoder
from bot.retrieval.milvus import MilvusStore
from bot.retrieval.model import Query
from bot.retrieval.storage import load, save
from bot.retrieval.stores import Stores, kinds_for
from bot.retrieval.vector import VectorIndex
from bot.retrieval.vector_store import (
    RECALL,
    Effort,
    Vectors,
    VectorStore,
    exact_nearest,
    least_effort,
    probes,
)

KINDS = ("flat", "hnsw", "ivfpq", "milvus")
VERSION, OTHER = "0123456789ab", "ba9876543210"
NONE = np.zeros((0, 16), np.float32)
Open = Callable[..., VectorStore]


def clustered(rows: int, dim: int = 16, seed: int = 1) -> Vectors:
    """Unit vectors in groups, as texts are."""
    draw = np.random.default_rng(seed)
    centres = np.random.default_rng(0).normal(size=(40, dim))
    vectors = centres[draw.integers(0, 40, rows)] + 0.4 * draw.normal(size=(rows, dim))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Product codes are trained on as few rows as they can be, so that the tests are quick."""
    monkeypatch.setattr(ann, "MIN_ROWS", 300)
    monkeypatch.setattr(stores, "MIN_ROWS", 300)


@pytest.fixture(scope="module")
def milvus_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A milvus-lite database of its own; its server is a thread of this process."""
    path = str(tmp_path_factory.mktemp("milvus") / "contract.db")
    yield path
    from milvus_lite.server_manager import server_manager_instance

    server_manager_instance.release_server(path)


@pytest.fixture(params=KINDS)
def choice(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stores:
    """A setting of each kind. In whatever order the tests run, none tidies away the stores kept for others."""
    monkeypatch.setattr(milvus, "_remove_old", lambda *_: None)
    uri = request.getfixturevalue("milvus_file") if request.param == "milvus" else ""
    return Stores(request.param, tmp_path / "ann", milvus_uri=uri)


@pytest.fixture(scope="module")
def kept() -> dict[object, VectorStore]:
    return {}


@pytest.fixture
def make(choice: Stores, kept: dict[object, VectorStore]) -> Open:
    """Opens a store; the same store again for tests that only search it."""

    def made(vectors: Vectors, questions: Vectors = NONE, version: str = "") -> VectorStore:
        key = choice.kind, version, vectors.tobytes()
        if key not in kept:
            kept[key] = choice.open(
                vectors, questions, version or f"{len(vectors):06x}{vectors.shape[1]:06x}"
            )
        return kept[key]

    return made


# --- the contract -----------------------------------------------------------------------------------------------


def test_near_rows_are_found_with_exact_similarities(make: Open) -> None:
    vectors, asked = clustered(1200), clustered(60, seed=2)
    store = make(vectors, clustered(40, seed=3))
    right = exact_nearest(vectors, asked, 10)
    hits = 0
    for query, best in zip(asked, right, strict=True):
        rows, scores = store.search(query, 10)
        assert (rows.dtype, scores.dtype) == (np.int64, np.float32)
        assert len(rows) == len(set(rows.tolist())) == 10
        assert np.allclose(scores, vectors[rows] @ query, atol=1e-5)
        assert (np.diff(scores) <= 1e-6).all()
        hits += len(set(rows.tolist()) & set(best.tolist()))
    assert hits >= RECALL * right.size


def test_size_and_rows_are_told(make: Open) -> None:
    vectors = clustered(400)
    store = make(vectors)
    assert (len(store), store.dim) == (400, 16)
    assert (store.vectors == vectors).all()
    with pytest.raises(ValueError, match="read-only"):
        store.vectors[0, 0] = 5


@pytest.mark.req("R86")
@pytest.mark.parametrize("rows", [0, 1, 2, 20])
def test_never_more_than_there_are(make: Open, rows: int) -> None:
    found, scores = make(clustered(rows)).search(clustered(1, seed=9)[0], 50)
    assert sorted(found.tolist()) == list(range(rows))
    assert len(scores) == rows


def test_more_wanted_than_rows(make: Open) -> None:
    found, _ = make(clustered(400)).search(clustered(1, seed=9)[0], 5000)
    assert 100 <= len(found) <= 400


@pytest.mark.req("R85")
@pytest.mark.parametrize("dim", [15, 17])
def test_wrong_dimension_of_a_query(make: Open, dim: int) -> None:
    with pytest.raises(SnapshotError) as caught:
        make(clustered(400)).search(clustered(1, dim)[0], 1)
    assert caught.value.code == "err-index-dimension"
    assert caught.value.args_ == {"got": dim, "expected": 16}


@pytest.mark.req("R87")
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_query_that_is_no_direction(make: Open, value: float) -> None:
    query = clustered(1)[0]
    query[2] = value
    with pytest.raises(SnapshotError) as caught:
        make(clustered(400)).search(query, 1)
    assert caught.value.code == "err-index-bad-vectors"


@pytest.mark.req("R87")
@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_bad_rows_are_refused(make: Open, value: float) -> None:
    vectors = clustered(400)
    vectors[1] = value
    with pytest.raises(SnapshotError) as caught:
        make(vectors)
    assert caught.value.code == "err-index-bad-vectors"


def test_a_store_says_what_it_is(make: Open, choice: Stores) -> None:
    text = stores.described(make(clustered(400)))
    assert text.startswith(choice.kind)
    assert ("recall" in text) is (choice.kind != "flat")


def test_versions_are_never_mixed(make: Open) -> None:
    one, other = clustered(400, seed=4), clustered(400, seed=5)
    stores_ = make(one, version=VERSION), make(other, version=OTHER)
    for vectors, store in zip((one, other), stores_, strict=True):
        rows, scores = store.search(vectors[7], 1)
        assert rows.tolist() == [7]
        assert scores[0] == pytest.approx(1, abs=1e-5)


def test_a_second_opening_finds_the_same(choice: Stores) -> None:
    vectors, query = clustered(400, seed=8), clustered(1, seed=6)[0]
    first, second = choice.open(vectors, NONE, "c" * 12), choice.open(vectors, NONE, "c" * 12)
    assert first.search(query, 20)[0].tolist() == second.search(query, 20)[0].tolist()


# --- the whole search -------------------------------------------------------------------------------------------


@pytest.fixture
def large(shelf: Shelf, section: Callable[..., object], document: Callable[..., object]) -> Shelf:
    """The small shelf among enough other sections for approximate stores to be used."""
    words = [f"{a}{b}" for a in ("alpha", "beta", "gamma", "delta") for b in range(100)]
    others = [
        section(
            f"s{i}",
            f"About {words[i]}",
            f"{words[i]} goes with {words[i * 7 % 400]} and {words[i * 11 % 400]}.",
        )
        for i in range(400)
    ]
    return shelf.model_copy(update={"documents": (*shelf.documents, document("more", "en", others))})


QUESTIONS = (
    ("how many watts should the power supply have", "en"),
    ("電源供應器要幾瓦", "zh-Hant"),
    ("内存要买快的吗", "zh-Hans"),
    ("what goes with gamma42", "en"),
    ("delta7 and beta9", "en"),
    ("how to bake bread", "en"),
)


@pytest.fixture(scope="module")
def as_flat() -> dict[str, object]:
    return {}


def test_hybrid_search_answers_alike(
    large: Shelf, encoder: Encoder, choice: Stores, as_flat: dict[str, object], tmp_path: Path
) -> None:
    """Sections, ranks and what is known are those of the exact store, built, saved and opened again."""
    if not as_flat:
        as_flat["snapshot"] = build_snapshot(large, encoder)
    exact = as_flat["snapshot"]
    built = build_snapshot(large, encoder, stores=choice)
    assert built.version == exact.version
    save(built, tmp_path)
    for snapshot in (built, load(large, encoder, tmp_path, choice)):
        for text, lang in QUESTIONS:
            query = Query(text=text, lang=lang, top_k=5)
            mine, right = snapshot.search(query), exact.search(query)
            assert [h.passage.passage_id for h in mine.hits] == [h.passage.passage_id for h in right.hits], (
                text
            )
            assert (mine.known, mine.on_topic) == (right.known, right.on_topic)
            assert mine.confidence == pytest.approx(right.confidence, abs=0.02)


def test_switching_needs_no_encoding(large: Shelf, encoder: Encoder, choice: Stores, tmp_path: Path) -> None:
    save(build_snapshot(large, encoder), tmp_path)
    encoder.encoded.clear()
    snapshot = load(large, encoder, tmp_path, choice)
    assert encoder.encoded == []
    assert type(snapshot.index.vectors) is {
        "flat": VectorIndex, "hnsw": AnnIndex, "ivfpq": AnnIndex, "milvus": MilvusStore
    }[choice.kind]  # fmt: skip


def test_an_edit_keeps_the_kind_of_store(large: Shelf, encoder: Encoder, choice: Stores) -> None:
    before = build_snapshot(large, encoder, stores=choice)
    again = provisional_snapshot(large, encoder, before)
    assert again.index.vectors is before.index.vectors  # the same texts need no new store
    edited = large.model_copy(update={"content_hash": "cc", "documents": large.documents[1:]})
    after = settled(provisional_snapshot(edited, encoder, before))
    assert type(after.index.vectors) is type(before.index.vectors)
    assert len(after.index.vectors) < len(before.index.vectors)


# --- which store ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "n", "meant"),
    [
        ("auto", 0, ("flat",)),
        ("auto", stores.FLAT_ROWS, ("flat",)),
        ("auto", stores.FLAT_ROWS + 1, ("hnsw", "ivfpq", "flat")),
        ("auto", stores.GRAPH_ROWS, ("hnsw", "ivfpq", "flat")),
        ("auto", stores.GRAPH_ROWS + 1, ("ivfpq", "flat")),
        ("flat", 10**7, ("flat",)),
        ("hnsw", 299, ("flat",)),
        ("hnsw", 300, ("hnsw",)),
        ("ivfpq", 300, ("ivfpq",)),
        ("milvus", 0, ("flat",)),
        ("milvus", 1, ("milvus",)),
    ],
)
def test_which_store_is_meant(kind: stores.StoreKind, n: int, meant: tuple[str, ...]) -> None:
    assert kinds_for(kind, n) == meant


@pytest.mark.parametrize(
    ("least", "expected"),
    [
        ({"hnsw": 0.0, "ivfpq": 0.0}, "hnsw"),
        ({"hnsw": 2.0, "ivfpq": 0.0}, "ivfpq"),
        ({"hnsw": 2.0, "ivfpq": 2.0}, "flat"),
    ],
)
def test_auto_does_not_settle_for_less_than_it_must_find(
    monkeypatch: pytest.MonkeyPatch, least: dict[str, float], expected: str
) -> None:
    """The kinds are tried in turn, and what finds too little is not used."""
    monkeypatch.setattr(stores, "FLAT_ROWS", 300)
    made = AnnIndex._least_effort

    def worse(self: AnnIndex, asked: Vectors) -> Effort:
        effort = made(self, asked)
        return effort if effort.recall >= least[self.kind] else Effort(effort.width, 0.5)

    monkeypatch.setattr(AnnIndex, "_least_effort", worse)
    store = Stores("auto").open(clustered(400), NONE, VERSION)
    assert stores.described(store).split(",")[0] == expected


@pytest.mark.parametrize(("needed", "width"), [(4, 4), (9, 16), (999, 50)])
def test_the_least_width_that_finds_enough(needed: int, width: int) -> None:
    vectors, asked = clustered(100), clustered(5, seed=2)

    def find(query: Vectors, k: int, looked: int) -> np.ndarray:
        return np.argsort(-(vectors @ query))[: k if looked >= needed else 3].astype(np.int64)

    effort = least_effort(find, vectors, asked, 4, 50)
    assert effort.width == width
    assert (effort.recall == 1) is (needed <= 50)


@pytest.mark.parametrize(("n", "kept"), [(0, 256), (5, 5), (256, 256), (257, 129), (9999, 250)])
def test_probes_are_questions_where_there_are_any(n: int, kept: int) -> None:
    asked = probes(clustered(50), clustered(n) if n else NONE)
    assert asked.shape == (kept, 16)
    assert np.allclose(np.linalg.norm(asked, axis=1), 1, atol=1e-5)


# --- approximate indexes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["hnsw", "ivfpq"])
def test_a_kept_index_is_read_again(
    kind: ann.AnnKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vectors, path = clustered(400), tmp_path / "a" / f"x.{kind}"
    first = AnnIndex(kind, vectors, NONE, saved=path)
    monkeypatch.setattr(ann, "_built", None)
    second = AnnIndex(kind, vectors, NONE, saved=path)
    assert second.effort == first.effort
    assert second.search(vectors[3], 5)[0].tolist() == first.search(vectors[3], 5)[0].tolist()


@pytest.mark.parametrize("harm", ["cut", "changed", "no description", "other rows", "other kind"])
def test_a_damaged_index_is_made_again(harm: str, tmp_path: Path) -> None:
    vectors, path = clustered(400), tmp_path / "x.hnsw"
    AnnIndex("hnsw", vectors, NONE, saved=path)
    whole = path.read_bytes()
    if harm == "cut":
        path.write_bytes(whole[:-100])
    elif harm == "changed":
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    elif harm == "no description":
        about_file(path).unlink()
    else:
        about = json.loads(about_file(path).read_text())
        about |= {"n": 399} if harm == "other rows" else {"kind": "ivfpq"}
        about_file(path).write_text(json.dumps(about))
    assert AnnIndex("hnsw", vectors, NONE, saved=path).search(vectors[3], 1)[0].tolist() == [3]
    assert path.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = AnnIndex("hnsw", clustered(400), NONE, saved=tmp_path / "file" / "x.hnsw")
    assert store.search(store.vectors[3], 1)[0].tolist() == [3]


def test_only_the_newest_other_version_is_kept(tmp_path: Path) -> None:
    for number, version in enumerate(("a" * 12, "b" * 12, "c" * 12)):
        Stores("hnsw", tmp_path).open(clustered(400), NONE, version)
        os.utime(tmp_path / f"{version}.hnsw", (number, number))
    Stores("hnsw", tmp_path).open(clustered(400), NONE, "d" * 12)
    assert sorted(p.name[0] for p in tmp_path.iterdir()) == ["c", "c", "d", "d"]


def test_too_few_rows_for_an_approximation() -> None:
    with pytest.raises(SnapshotError):
        AnnIndex("ivfpq", clustered(299), NONE)


# --- Milvus -----------------------------------------------------------------------------------------------------


@pytest.fixture
def own_file(tmp_path: Path) -> Iterator[str]:
    path = str(tmp_path / "own.db")
    yield path
    from milvus_lite.server_manager import server_manager_instance

    server_manager_instance.release_server(path)


def collections(uri: str) -> list[str]:
    return sorted(milvus._client(uri, "").list_collections())


def test_a_collection_is_named_by_its_version(own_file: str) -> None:
    store = MilvusStore(clustered(300), NONE, VERSION, own_file)
    assert collections(own_file) == [store.collection]
    assert store.collection.startswith(f"rigwise_{VERSION}_")
    assert store.effort.recall >= RECALL


def test_an_interrupted_filling_leaves_nothing_under_the_version(
    own_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(milvus, "least_effort", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            MilvusStore(clustered(300), NONE, VERSION, own_file)
    assert collections(own_file) == []
    assert len(MilvusStore(clustered(300), NONE, VERSION, own_file)) == 300


def test_a_collection_that_lost_rows_is_filled_again(own_file: str) -> None:
    first = MilvusStore(clustered(300), NONE, VERSION, own_file)
    milvus._client(own_file, "").delete(first.collection, ids=[7])
    second = MilvusStore(clustered(300), NONE, VERSION, own_file)
    assert second.search(clustered(300)[7], 1)[0].tolist() == [7]


def test_a_collection_of_another_dimension(own_file: str) -> None:
    MilvusStore(clustered(300), NONE, VERSION, own_file)
    with pytest.raises(VectorsUnavailable) as caught:
        MilvusStore(clustered(300, dim=8), np.zeros((0, 8), np.float32), VERSION, own_file)
    assert (caught.value.code, caught.value.args_["expected"]) == ("err-milvus-dimension", 16)


def test_a_collection_that_is_gone(own_file: str) -> None:
    store = MilvusStore(clustered(300), NONE, VERSION, own_file)
    milvus._client(own_file, "").drop_collection(store.collection)
    with pytest.raises(VectorsUnavailable) as caught:
        store.search(clustered(1)[0], 3)
    assert caught.value.code == "err-milvus-missing"


def test_old_collections_go_but_for_two(own_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1_800_000_000, 1_900_000_000, 1_000))
    monkeypatch.setattr(milvus, "_now", lambda: next(now))
    client = milvus._client(own_file, "")
    client.create_collection(f"rigwise_filling_{1_700_000_000:08x}_ab", dimension=4)
    client.create_collection("of_another_program", dimension=4)
    for letter in "abcde":
        MilvusStore(clustered(20), NONE, letter * 12, own_file)
    kept = [name for name in collections(own_file) if name != "of_another_program"]
    assert [name[8] for name in kept] == ["c", "d", "e"]
    assert "of_another_program" in collections(own_file)


def test_a_server_that_is_not_there(caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    uri, token = f"http://someone:hidden@127.0.0.1:{port}", "root:secret"
    with pytest.raises(VectorsUnavailable) as caught:
        MilvusStore(clustered(10), NONE, VERSION, uri, token)
    assert caught.value.code == "err-milvus-unreachable"
    assert caught.value.args_ == {"address": f"127.0.0.1:{port}"}
    assert not any(word in caplog.text + str(caught.value) for word in ("secret", "hidden"))
    assert "secret" not in repr(Stores("milvus", milvus_uri="http://x", milvus_token=token))


def test_without_the_optional_part(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pymilvus", None)
    with pytest.raises(VectorsUnavailable) as caught:
        MilvusStore(clustered(10), NONE, VERSION, "http://127.0.0.1:1")
    assert caught.value.code == "err-milvus-absent"


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("http://milvus:19530", "milvus:19530"),
        ("https://me:pass@host:443/db", "host:443"),
        ("/state/milvus.db", "/state/milvus.db"),
    ],
)
def test_what_is_shown_of_an_address(uri: str, shown: str) -> None:
    assert milvus.address(uri) == shown
