import ast
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bot.corpus.model import Shelf
from bot.errors import SnapshotError
from bot.retrieval import opening, storage
from bot.retrieval import snapshot as snapshot_module
from bot.retrieval.build import build_snapshot
from bot.retrieval.encoder import Encoder
from bot.retrieval.model import Query
from bot.retrieval.opening import open_or_build
from bot.retrieval.storage import load, save, saved_vectors

QUERY = Query(text="電源要幾瓦 for four gpus", lang="zh-Hant")


def folder_of(state: Path) -> Path:
    return state / "index" / (state / "index" / "current").read_text().strip()


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return [tmp_path_factory.mktemp("saved") / "state"]


@pytest.fixture
def state(tmp_path: Path, shelf: Shelf, encoder: Encoder, saved: list[Path]) -> Path:
    """A folder with a saved index, built once and copied for each test."""
    if not saved[0].exists():
        save(build_snapshot(shelf, encoder), saved[0])
    shutil.copytree(saved[0], tmp_path, dirs_exist_ok=True)
    encoder.encoded.clear()  # type: ignore[attr-defined]
    return tmp_path


def test_loaded_answers_like_built(state: Path, shelf: Shelf, new_encoder: Callable[[], Encoder]) -> None:
    built, loaded = build_snapshot(shelf, new_encoder()), load(shelf, new_encoder(), state)
    assert loaded.search(QUERY).model_dump_json() == built.search(QUERY).model_dump_json()
    assert loaded.version == built.version


def test_nothing_is_encoded_to_open(state: Path, shelf: Shelf, new_encoder: Callable[[], Encoder]) -> None:
    encoder = new_encoder()
    open_or_build(shelf, lambda: encoder, state)
    assert encoder.encoded == []  # type: ignore[attr-defined]


def test_nothing_saved(tmp_path: Path, shelf: Shelf, encoder: Encoder) -> None:
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, tmp_path)
    assert caught.value.code == "err-index-absent"


FILES = ("manifest.json", "passages.jsonl", "vectors.npy", "questions.npy", "keys.npy", "keywords.npz")
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "truncated": lambda data: data[: len(data) // 2],
    "empty": lambda _: b"",
    "foreign": lambda _: b"PK\x03\x04 something else",
    "one bit": lambda data: data[:-2] + bytes([data[-2] ^ 1]) + data[-1:],
    "longer": lambda data: data + b"\x00",
}


@pytest.mark.req("R89", "B24")
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
@pytest.mark.parametrize("name", FILES)
def test_damage_is_noticed(
    state: Path, shelf: Shelf, encoder: Encoder, name: str, damage: Callable[[bytes], bytes]
) -> None:
    path = folder_of(state) / name
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-damaged"


@pytest.mark.req("R89", "B24")
@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_noticed(state: Path, shelf: Shelf, encoder: Encoder, name: str) -> None:
    (folder_of(state) / name).unlink()
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-damaged"


@pytest.mark.parametrize("content", [b"", b"../../etc", b"\xff\xfe", b"0123456789ab"], ids=range(4))
def test_a_bad_pointer_is_noticed(state: Path, shelf: Shelf, encoder: Encoder, content: bytes) -> None:
    (state / "index" / "current").write_bytes(content)
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-damaged"


@pytest.mark.req("R88", "B24")
def test_damage_with_a_matching_checksum_is_noticed(state: Path, shelf: Shelf, encoder: Encoder) -> None:
    """Checksums tell accidents; what an edited manifest vouches for is still checked against itself."""
    folder = folder_of(state)
    vectors = np.load(folder / "vectors.npy")
    np.save(folder / "vectors.npy", vectors[:-1])
    _vouch(folder, "vectors.npy")
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-damaged"


@pytest.mark.req("R90")
def test_a_pickled_array_is_not_opened(state: Path, shelf: Shelf, encoder: Encoder) -> None:
    folder = folder_of(state)
    np.save(folder / "vectors.npy", np.asarray([{"a": 1}], dtype=object), allow_pickle=True)
    _vouch(folder, "vectors.npy")
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-damaged"


def _vouch(folder: Path, name: str) -> None:
    import hashlib

    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.req("R83", "R84")
@pytest.mark.parametrize(
    "change",
    [{"revision": "2"}, {"name": "other"}, {"prefixes": ("", "")}],
    ids=["revision", "model", "prefixes"],
)
def test_another_model_is_another_index(
    state: Path, shelf: Shelf, encoder: Encoder, change: dict[str, object]
) -> None:
    for key, value in change.items():
        setattr(encoder, key, value)
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-other"
    assert saved_vectors(encoder, state) == {}


def test_other_topic_questions_are_another_index(
    state: Path, shelf: Shelf, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot_module, "negatives_hash", lambda: "0" * 16)
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-other"


@pytest.mark.req("R87")
@pytest.mark.parametrize("value", [np.nan, 0.0, 7.0])
def test_vectors_that_are_no_unit_vectors_are_damage(
    state: Path, shelf: Shelf, encoder: Encoder, value: float
) -> None:
    folder = folder_of(state)
    vectors = np.load(folder / "vectors.npy")
    vectors[0] = value
    np.save(folder / "vectors.npy", vectors)
    _vouch(folder, "vectors.npy")
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-damaged"


@pytest.mark.req("R84")
def test_another_knowledge_is_another_index(
    state: Path, shelf: Shelf, encoder: Encoder, shelf_of: Callable[..., Shelf]
) -> None:
    with pytest.raises(SnapshotError) as caught:
        load(shelf_of(shelf.documents, "bb"), encoder, state)
    assert caught.value.code == "err-index-other"


@pytest.mark.req("R84")
@pytest.mark.parametrize("version", ["CHUNKER_VERSION", "INDEX_VERSION"])
def test_another_program_version_is_another_index(
    state: Path, shelf: Shelf, encoder: Encoder, version: str
) -> None:
    manifest = folder_of(state) / "manifest.json"
    data = json.loads(manifest.read_text())
    data["identity"][version.lower()] += 1
    manifest.write_text(json.dumps(data))
    with pytest.raises(SnapshotError) as caught:
        load(shelf, encoder, state)
    assert caught.value.code == "err-index-other"


@pytest.mark.req("R85")
def test_a_wrong_dimension_is_noticed_at_the_first_question(
    state: Path, shelf: Shelf, new_encoder: Callable[..., Encoder]
) -> None:
    snapshot = load(shelf, new_encoder(dim=32), state)
    with pytest.raises(SnapshotError) as caught:
        snapshot.search(QUERY)
    assert caught.value.code == "err-index-dimension"


def test_a_rebuild_takes_over_saved_vectors(
    state: Path, shelf: Shelf, new_encoder: Callable[[], Encoder], shelf_of: Callable[..., Shelf]
) -> None:
    encoder, said = new_encoder(), []
    changed = shelf_of(shelf.documents, "bb")
    snapshot = open_or_build(changed, lambda: encoder, state, notify=said.append)
    assert said == ["notice-index-other"]
    assert not [t for t in encoder.encoded if t.startswith("passage: ")]  # type: ignore[attr-defined]
    assert load(changed, new_encoder(), state).version == snapshot.version


def test_damage_leads_to_a_rebuild_that_says_so(
    state: Path, shelf: Shelf, new_encoder: Callable[[], Encoder]
) -> None:
    path = folder_of(state) / "vectors.npy"
    path.write_bytes(b"")
    said: list[str] = []
    open_or_build(shelf, new_encoder, state, notify=said.append)
    assert said == ["notice-index-damaged"]
    said.clear()
    open_or_build(shelf, new_encoder, state, notify=said.append)
    assert said == []


@pytest.mark.req("R89")
def test_an_interrupted_save_leaves_the_old_index(
    state: Path,
    shelf: Shelf,
    new_encoder: Callable[[], Encoder],
    monkeypatch: pytest.MonkeyPatch,
    shelf_of: Callable[..., Shelf],
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(storage, "_point_to", stop)
    with pytest.raises(KeyboardInterrupt):
        save(build_snapshot(shelf_of(shelf.documents, "bb"), new_encoder()), state)
    assert load(shelf, new_encoder(), state).search(QUERY).hits
    assert not list((state / "index").glob(".building-*"))


def test_two_generations_are_kept(
    tmp_path: Path, shelf: Shelf, encoder: Encoder, shelf_of: Callable[..., Shelf]
) -> None:
    versions = []
    for mark in ("a1", "b2", "c3"):
        snapshot = build_snapshot(shelf_of(shelf.documents, mark), encoder)
        versions.append(snapshot.version)
        save(snapshot, tmp_path)
    assert {p.name for p in (tmp_path / "index").iterdir() if p.is_dir()} == set(versions[1:])


def test_an_unwritable_state_folder_is_said_and_survived(
    tmp_path: Path, shelf: Shelf, new_encoder: Callable[[], Encoder]
) -> None:
    (tmp_path / "index").write_text("a file where the folder should be")
    said: list[str] = []
    snapshot = open_or_build(shelf, new_encoder, tmp_path, notify=said.append)
    assert said[-1] == "notice-index-unsaved"
    assert snapshot.search(QUERY).hits


@pytest.mark.req("R90")
def test_no_pickle_in_this_room() -> None:
    folder = Path(storage.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {a.name for a in node.names} | {getattr(node, "module", None)}
                assert not names & {"pickle", "joblib", "dill", "shelve", "marshal"}, path
            if isinstance(node, ast.keyword) and node.arg == "allow_pickle":
                assert isinstance(node.value, ast.Constant)
                assert node.value.value is False, path


def test_the_default_falls_back_to_the_hub_where_the_bundle_is_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.retrieval import weight_file

    monkeypatch.setattr(weight_file, "find_spec", lambda _: None)
    said: list[str] = []
    encoder = opening.make_encoder(state_dir=tmp_path, notify=said.append)
    assert said == ["notice-model-fallback"]
    assert (encoder.name, encoder.revision) == (opening.HUB_MODEL, opening.HUB_REVISION)
