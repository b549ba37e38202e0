"""Building that is interrupted, on shards that are damaged, for texts that are too many for the memory."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import EncoderError
from bot.retrieval import ingest, storage
from bot.retrieval.checksum import sha256_of
from bot.retrieval.encoder import Encoder, Vectors
from bot.retrieval.index import text_key
from bot.retrieval.ingest import Rows, Texts, Work, Workbench, workbench
from bot.retrieval.opening import open_or_build
from bot.retrieval.spread import InProcess, Results, Shard, Step
from tests.retrieval.ingesting import CompanyEncoder, many

ROOT = Path(__file__).resolve().parents[2]


def start(state: Path, log: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.retrieval.ingesting", str(state), str(log), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def build(state: Path, log: Path, *options: str) -> tuple[list[str], list[str]]:
    """Lines of progress, and what was notified."""
    with start(state, log, *options) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out.split(), err.split()


def lines(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


def shards(state: Path) -> list[Path]:
    return sorted(state.glob("index/encoding/*/*.npy"))


def version_files(state: Path) -> dict[str, bytes]:
    folder = state / "index" / (state / "index" / "current").read_text().strip()
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_killed_build_goes_on_where_it_was_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    build(undisturbed, tmp_path / "all.log")
    with start(killed, tmp_path / "first.log", "--slow") as process:
        give_up = time.monotonic() + 60
        while len(shards(killed)) < 6 and process.poll() is None and time.monotonic() < give_up:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    saved = sum(len(np.load(path)) for path in shards(killed))
    assert saved >= 6 * 16
    assert not (killed / "index" / "current").exists()

    told, said = build(killed, tmp_path / "second.log")
    assert "notice-index-resumed" in said
    everything, rest = lines(tmp_path / "all.log"), lines(tmp_path / "second.log")
    assert len(rest) == len(everything) - saved, "only what was not saved is encoded"
    assert told[0] == f"{saved}/{len(everything)}"
    assert version_files(killed) == version_files(undisturbed)
    assert shards(undisturbed) == shards(killed) == []


@pytest.fixture
def interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder in which all shards are finished but no index was saved, as on a full disk."""
    monkeypatch.setattr(ingest, "SHARD_TEXTS", 16)
    with monkeypatch.context() as patch:
        patch.setattr("bot.retrieval.opening.save", _disk_full)
        said: list[str] = []
        open_or_build(many(), CompanyEncoder, tmp_path, notify=said.append)
    assert said == ["notice-index-absent", "notice-index-unsaved"]
    assert len(shards(tmp_path)) > 10
    return tmp_path


def _disk_full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_what_could_not_be_saved_is_not_encoded_again(interrupted: Path) -> None:
    encoder = CompanyEncoder()
    open_or_build(many(), lambda: encoder, interrupted)
    assert encoder.encoded == []
    assert version_files(interrupted)
    assert not list((interrupted / "index").glob("encoding/*"))


def _other_dimension(path: Path) -> None:
    path.write_bytes(b"")
    bench = Workbench(path.parent)
    bench.keep([b"0" * 16], np.ones((1, 8), np.float32))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-100]),
    "empty": lambda path: path.write_bytes(b""),
    "one bit": lambda path: path.write_bytes(path.read_bytes()[:-1] + bytes([path.read_bytes()[-1] ^ 1])),
    "under another name": lambda path: path.rename(path.with_name("0" * 64 + ".npy")),
    "gone": lambda path: path.unlink(),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "of another dimension": _other_dimension,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_shard_is_encoded_anew(
    interrupted: Path, tmp_path_factory: pytest.TempPathFactory, damage: Callable[[Path], object]
) -> None:
    whole = tmp_path_factory.mktemp("whole")
    shutil.copytree(interrupted, whole, dirs_exist_ok=True)
    path = shards(interrupted)[3]
    lost = len(np.load(path))
    damage(path)
    encoder = CompanyEncoder()
    open_or_build(many(), lambda: encoder, interrupted)
    assert len(encoder.encoded) == lost
    open_or_build(many(), CompanyEncoder, whole)
    assert version_files(interrupted) == version_files(whole)


def test_an_array_that_needs_pickle_is_no_shard(tmp_path: Path) -> None:
    path = tmp_path / "array.npy"
    np.save(path, np.asarray([{"a": 1}], dtype=object), allow_pickle=True)
    path.rename(tmp_path / f"{sha256_of(path)}.npy")
    assert len(Workbench(tmp_path).finished(64)) == 0
    assert not list(tmp_path.iterdir())


def test_only_what_changed_since_is_encoded(interrupted: Path) -> None:
    encoder = CompanyEncoder()
    snapshot = open_or_build(many(121, "bb", changed=(5, 60)), lambda: encoder, interrupted)
    assert len(encoder.encoded) == 3
    assert all(text.startswith("passage: ") for text in encoder.encoded), "the questions are the same"
    assert len(snapshot.passages) == 121


def test_shards_of_another_model_are_not_taken_and_stay_for_a_month(interrupted: Path) -> None:
    encoder = CompanyEncoder()
    encoder.revision = "2"
    before = shards(interrupted)
    open_or_build(many(), lambda: encoder, interrupted)
    assert len(encoder.encoded) == sum(len(np.load(path)) for path in before)
    assert shards(interrupted) == before
    os.utime(before[0].parent, (0, 0))
    workbench(encoder, interrupted).clear()
    assert shards(interrupted) == []


def test_where_no_shard_can_be_written_the_build_ends_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingest, "_written", _disk_full)
    monkeypatch.setattr(ingest, "_mapped", _disk_full)
    monkeypatch.setattr(ingest, "MAPPED_BYTES", 1)
    open_or_build(many(), CompanyEncoder, tmp_path)
    assert version_files(tmp_path)


def test_large_vectors_stay_in_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = tmp_path / "small"
    in_memory = open_or_build(many(), CompanyEncoder, small).index.vectors.vectors
    assert not is_mapped(in_memory)
    monkeypatch.setattr(ingest, "MAPPED_BYTES", 1)
    monkeypatch.setattr(storage, "MAPPED_BYTES", 1)
    built = open_or_build(many(), CompanyEncoder, tmp_path / "large").index.vectors.vectors
    loaded = open_or_build(many(), CompanyEncoder, tmp_path / "large").index.vectors.vectors
    assert is_mapped(built)
    assert is_mapped(loaded)
    assert version_files(tmp_path / "large") == version_files(small)


def is_mapped(array: object) -> bool:
    while isinstance(array, np.ndarray) and not isinstance(array, np.memmap):
        array = array.base
    return isinstance(array, np.memmap)


class Stopping:
    """Encodes so many shards and fails."""

    def __init__(self, encoder: Encoder, after: int) -> None:
        self.within, self.after = InProcess(encoder), after

    def run(self, shards: Iterable[Shard], step: Step) -> Results:
        for number, result in enumerate(self.within.run(shards, step)):
            if number == self.after:
                raise KeyboardInterrupt
            yield result


def texts_of(words: list[str], asked: list[str]) -> list[Texts]:
    return [
        Texts("p", tuple(text_key("p", word) for word in words), lambda i: words[i]),
        Texts("q", tuple(text_key("q", word) for word in asked), lambda i: asked[i]),
    ]


WORDS = st.lists(st.sampled_from([f"word {i}" for i in range(30)]), max_size=40)


@settings(deadline=None, max_examples=40)
@given(words=WORDS, asked=WORDS, size=st.integers(1, 12), stop=st.lists(st.integers(0, 6), max_size=3))
def test_however_often_it_is_interrupted_the_vectors_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], asked: list[str], size: int, stop: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("bench")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ingest, "SHARD_TEXTS", size)
        wanted = Work(texts_of(words, asked), (), CompanyEncoder()).vectors()
        encoder = CompanyEncoder()
        for after in stop:
            work = Work(texts_of(words, asked), (), encoder, Stopping(encoder, after), Workbench(folder))
            with suppress(KeyboardInterrupt):
                work.vectors()
        kept = len(Workbench(folder).finished(encoder.dim))
        before = len(encoder.encoded)
        found = Work(texts_of(words, asked), (), encoder, None, Workbench(folder)).vectors()
    for one, other in zip(wanted, found, strict=True):
        assert one.tobytes() == other.tobytes()
    assert len(encoder.encoded) - before == len(set(words)) + len(set(asked)) - kept


def test_texts_are_made_a_shard_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest, "SHARD_TEXTS", 10)
    made = 0

    def text(row: int) -> str:
        nonlocal made
        made += 1
        return f"word {row}"

    encoder = CompanyEncoder()
    ahead: list[int] = []

    class Looking(InProcess):
        def run(self, shards: Iterable[Shard], step: Step) -> Results:
            for result in super().run(shards, step):
                ahead.append(made - len(encoder.encoded))
                yield result

    keys = tuple(text_key("p", f"word {row}") for row in range(95))
    (vectors,) = Work([Texts("p", keys, text)], (), encoder, Looking(encoder)).vectors()
    assert vectors.shape == (95, encoder.dim)
    assert ahead == [0] * 10
    assert made == 95


def test_known_texts_are_not_even_made(encoder: Encoder) -> None:
    vectors = encoder.encode_passages(["a", "b"])
    keys = (text_key("p", "a"), text_key("p", "b"))

    def text(row: int) -> str:
        raise AssertionError(row)

    steps: list[tuple[int, int]] = []
    work = Work([Texts("p", keys, text)], (Rows(keys, vectors),), encoder)
    assert np.array_equal(work.vectors(lambda *step: steps.append(step))[0], vectors)
    work.finish(lambda *step: steps.append(step))
    assert steps == []


def test_the_first_source_that_knows_a_text_counts(encoder: Encoder) -> None:
    keys = (text_key("p", "a"),)
    first, second = np.full((1, encoder.dim), 1, np.float32), np.full((1, encoder.dim), 2, np.float32)
    work = Work([Texts("p", keys, lambda _: "a")], (Rows(keys, first), Rows(keys, second)), encoder)
    assert np.array_equal(work.vectors()[0], first)


def test_rows_are_looked_up_where_they_lie() -> None:
    one, other = np.arange(6, dtype=np.float32).reshape(3, 2), np.ones((2, 2), np.float32)
    rows = Rows([b"a", b"b", b"c"], one)
    rows.add([b"c", b"d"], other)
    assert len(rows) == 4
    assert list(rows) == [b"a", b"b", b"c", b"d"]
    assert np.shares_memory(rows[b"c"], one)
    assert np.shares_memory(rows[b"d"], other)
    assert b"x" not in rows
    with pytest.raises(KeyError):
        rows[b"x"]


def test_vectors_of_a_wrong_shape_are_refused() -> None:
    class Short(InProcess):
        def run(self, shards: Iterable[Shard], step: Step) -> Results:
            for shard, vectors in super().run(shards, step):
                yield shard, shorter(vectors)

    def shorter(vectors: Vectors) -> Vectors:
        return vectors[:-1]

    encoder = CompanyEncoder()
    with pytest.raises(EncoderError) as caught:
        Work(texts_of(["a", "b"], []), (), encoder, Short(encoder)).vectors()
    assert caught.value.code == "err-encoder-bad-vector"
