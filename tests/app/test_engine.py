"""Joining the rooms: what is opened, built, saved, taken over."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.answering import calculators
from bot.app.engine import Place, encoder_of, encoding_of, open_engine
from bot.app.stores import open_store
from bot.corpus.folder import read_folder
from bot.domain.hardware import Catalogue
from bot.errors import EncoderError, KnowledgeMissing, StoreError, VectorsUnavailable
from bot.ops import settings
from bot.retrieval.milvus import MilvusStore
from bot.retrieval.model import Query
from bot.retrieval.spread import RayWorkers
from tests.cli.conftest import new_encoder

SHIPPED = Path(__file__).parents[2] / "knowledge"


def test_a_saved_index_opens_without_encoding(place: Place) -> None:
    encoder = new_encoder()
    told: list[str] = []
    engine = open_engine(place, notify=told.append, encoder=encoder)
    assert (encoder.encoded, told) == ([], [])
    assert engine.snapshot.version == open_engine(place, encoder=new_encoder()).snapshot.version
    assert engine.answerer.searcher is engine.snapshot
    assert engine.answerer.catalogue is engine.shelf.catalogue


def test_another_store_of_vectors_is_a_setting(place: Place) -> None:
    encoder = new_encoder()
    exact = open_engine(place, encoder=encoder).snapshot
    there = replace(
        place, vectors="milvus", milvus_uri=str(place.state_dir / "milvus.db"), milvus_token="secret"
    )
    switched = open_engine(there, encoder=encoder).snapshot
    query = Query(text="power supply watts", lang="en")
    assert (encoder.encoded, switched.version) == ([], exact.version)
    assert isinstance(switched.index.vectors, MilvusStore)
    assert [h.passage for h in switched.search(query).hits] == [h.passage for h in exact.search(query).hits]
    assert "secret" not in repr(there)


def test_a_store_that_is_away_is_no_reason_to_build_again(place: Place) -> None:
    encoder, told = new_encoder(), []
    away = replace(place, vectors="milvus", milvus_uri="http://127.0.0.1:9")
    with pytest.raises(VectorsUnavailable) as caught:
        open_engine(away, notify=told.append, encoder=encoder)
    assert caught.value.code == "err-milvus-unreachable"
    assert (encoder.encoded, told) == ([], [])


def test_a_first_start_builds_says_so_and_saves(place: Place) -> None:
    shutil.rmtree(place.state_dir)
    told: list[str] = []
    steps: list[tuple[int, int]] = []
    built = open_engine(place, lambda *step: steps.append(step), told.append, new_encoder())
    assert told == ["notice-index-absent"]
    assert steps[-1][0] == steps[-1][1] > 0
    encoder = new_encoder()
    assert open_engine(place, encoder=encoder).snapshot.version == built.snapshot.version
    assert encoder.encoded == []


def test_a_previous_snapshot_lends_its_vectors_and_nothing_is_saved(place: Place, tmp_path: Path) -> None:
    before = open_engine(place, encoder=new_encoder())
    guide = place.knowledge_dir / "guide/psu-size.en.md"
    guide.write_text(guide.read_text().replace("A wasteful unit", "A bad unit"))
    encoder = new_encoder()
    other = place.at(place.knowledge_dir, tmp_path / "elsewhere")
    after = open_engine(other, encoder=encoder, previous=before.snapshot)
    assert 1 <= len(encoder.encoded) <= 2
    assert after.snapshot.version != before.snapshot.version
    assert not (tmp_path / "elsewhere").exists()


def test_a_missing_folder_is_refused_before_any_encoder_is_asked(place: Place, tmp_path: Path) -> None:
    with pytest.raises(KnowledgeMissing):
        open_engine(place.at(tmp_path / "none", place.state_dir))


def test_a_place_moves_but_keeps_its_encoder() -> None:
    place = Place(Path("a"), Path("b"), "intfloat/multilingual-e5-small", "0" * 40, offline=False)
    moved = place.at(Path("c"), Path("d"))
    assert moved == Place(Path("c"), Path("d"), "intfloat/multilingual-e5-small", "0" * 40, offline=False)


@pytest.mark.req("R92")
def test_encoding_takes_the_processors_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """One processor of 64, as in a container with a quota: 64 threads would be throttled."""
    given: list[object] = []
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {5})
    monkeypatch.setattr("bot.app.engine.make_encoder", lambda *_, threads, **__: given.append(threads))
    encoder_of(Place(Path("a"), Path("b")))
    assert given == [1]


def test_an_encoder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EncoderError):
        encoder_of(Place(tmp_path, tmp_path, encoder=str(tmp_path / "no-model"))).encode_queries(["psu"])


def test_the_language_of_a_question_is_told_with_the_folders_own_words(engine) -> None:
    answer = engine.answerer.answer
    assert [answer(text).lang for text in ("ram", "硬碟", "硬盘", "記憶體", "内存")] == [
        "en", "zh-Hant", "zh-Hans", "zh-Hant", "zh-Hans",
    ]  # fmt: skip


def test_the_store_lies_in_the_state_folder_unless_a_url_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.environ", {})
    open_store(settings.load(state_dir=tmp_path / "state")).close()
    assert (tmp_path / "state/rigwise.db").is_file()
    url = f"sqlite:///{tmp_path}/other.db"
    open_store(settings.load(state_dir=tmp_path / "more", database_url=url)).close()
    assert (tmp_path / "other.db").is_file()
    with pytest.raises(StoreError):
        open_store(settings.load(state_dir=tmp_path, database_url="nonsense://"))


EXAMPLES = {
    "psu": {"parts": ({"kind": "gpu", "count": 2, "watts": 350},)},
    "cost": {"low_w": 600, "high_w": 600, "hours": 24, "country": "TW"},
    "ram": {"gpus": ({"count": 2, "memory_gb": 24},)},
    "copy": {"size_bytes": 10**8},
    "disk": {"size_bytes": 10**8, "speed_mb_s": 500},
}
"""One of each calculator that has a rule of the guide behind it; ``spec`` reads tables and has none."""


@pytest.mark.parametrize("name", sorted(set(calculators.CALCULATORS) - {"spec"}))
def test_every_rule_that_a_calculator_cites_stands_in_the_shipped_guide_in_every_language(name: str) -> None:
    shelf = read_folder(SHIPPED)
    inputs = calculators.CALCULATORS[name].inputs.model_validate(EXAMPLES[name], strict=False)
    cited = calculators.run(name, inputs, Catalogue()).sections
    assert cited
    for lang in ("en", "zh-Hant", "zh-Hans"):
        assert set(cited) <= {s.section_id for d in shelf.documents if d.lang == lang for s in d.sections}


def test_one_worker_is_this_process_and_more_are_ray(tmp_path: Path) -> None:
    place = Place(tmp_path, tmp_path / "state")
    assert encoding_of(place) is None
    spread = encoding_of(replace(place, encode_workers=3, ray_address="head:6379"))
    assert isinstance(spread, RayWorkers)
    assert (spread._workers, spread._address) == (3, "head:6379")
    worker = spread._make()
    assert (worker.name, worker.revision) == (encoder_of(place).name, encoder_of(place).revision)


def test_without_the_extra_an_index_cannot_be_built_by_workers(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_engine(place, encoder=new_encoder())
    monkeypatch.setitem(sys.modules, "ray", None)
    two = replace(place, encode_workers=2)
    assert open_engine(two, encoder=new_encoder()).snapshot.passages, "a saved index opens all the same"
    with pytest.raises(EncoderError) as caught:
        open_engine(two.at(two.knowledge_dir, two.state_dir / "other"), encoder=new_encoder())
    assert caught.value.code == "err-encode-no-ray"
