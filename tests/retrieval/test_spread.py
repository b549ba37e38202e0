"""Encoding by one process and by many."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bot.errors import EncoderError
from bot.retrieval import spread
from bot.retrieval.spread import InProcess, RayWorkers, Shard
from tests.retrieval.ingesting import CompanyEncoder
from tests.retrieval.spreading import shards
from tests.retrieval.test_ingest import build, version_files

ROOT = Path(__file__).resolve().parents[2]
needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="the extra ray is not installed"
)


def run(code: list[str], **more: str) -> str:
    """Standard output of a Python process; Ray's processes and threads are none of this one's."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **more}
    done = subprocess.run(
        [sys.executable, *code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=170,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_one_process_encodes_by_kind_and_tells_of_every_text() -> None:
    encoder, steps = CompanyEncoder(), []
    work = shards()
    found = dict(InProcess(encoder).run(work, steps.append))
    assert sum(steps) == 200
    assert len([text for text in encoder.encoded if text.startswith("query: ")]) == 80
    for shard, vectors in found.items():
        wanted = encoder.encode_queries if shard.kind == "q" else encoder.encode_passages
        assert np.array_equal(vectors, wanted(shard.texts))


class FakeRay:
    """Finishes what was given last first."""

    def __init__(self) -> None:
        self.given: list[Shard] = []
        self.results: dict[int, Any] = {}

    def worker(self) -> Any:
        ray = self

        class Method:
            def remote(self, shard: Shard) -> int:
                ray.given.append(shard)
                ray.results[len(ray.given)] = np.full((len(shard.texts), 2), len(ray.given), np.float32)
                return len(ray.given)

        class Worker:
            encode = Method()

        return Worker()

    def wait(self, references: list[int], num_returns: int) -> tuple[list[int], list[int]]:
        assert num_returns == 1
        last = max(references)
        return [last], [reference for reference in references if reference != last]

    def get(self, reference: int) -> Any:
        return self.results[reference]


def test_shards_are_handed_out_as_workers_get_free() -> None:
    ray, steps = FakeRay(), []
    taken = 0

    def counted() -> Iterator[Shard]:
        nonlocal taken
        for shard in shards():
            taken += 1
            yield shard

    results = spread._spread(ray, [ray.worker(), ray.worker()], counted(), steps.append)
    found = {}
    for number, (shard, vectors) in enumerate(results, start=1):
        assert taken <= number + 4, "no more than two a worker lie ready"
        found[shard] = vectors
    assert set(found) == set(shards())
    assert sum(steps) == 200
    for shard, vectors in found.items():
        assert vectors[0, 0] == ray.given.index(shard) + 1


def test_nothing_to_encode_is_no_work() -> None:
    assert list(spread._spread(FakeRay(), [FakeRay().worker()], iter(()), lambda _: None)) == []


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(EncoderError) as caught:
        list(RayWorkers(CompanyEncoder, 2).run(shards(), lambda _: None))
    assert caught.value.code == "err-encode-no-ray"


class Errors:
    """The part of ``ray.exceptions`` that is told apart."""

    class RayError(Exception):
        pass

    class RayTaskError(RayError):
        def __init__(self, cause: Exception) -> None:
            super().__init__("a long trace")
            self.cause = cause


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (
            Errors.RayTaskError(EncoderError("err-encoder-too-long", tokens=9, limit=2)),
            "err-encoder-too-long",
        ),
        (Errors.RayTaskError(ZeroDivisionError("a bug")), "err-encode-ray"),
        (Errors.RayError("out of memory"), "err-encode-ray"),
    ],
    ids=["of the encoder", "a bug", "of ray"],
)
def test_what_fails_elsewhere_is_said_here(error: Exception, code: str) -> None:
    ray: Any = SimpleNamespace(exceptions=Errors)
    with pytest.raises(EncoderError) as caught, spread._own_errors(ray):
        raise error
    assert caught.value.code == code


@pytest.mark.parametrize("address", ["no-port", "127.0.0.1:9", "ray://127.0.0.1:9", "127.0.0.1:99999999"])
def test_a_cluster_that_is_not_there_is_said_at_once(address: str) -> None:
    ray: Any = SimpleNamespace(exceptions=Errors)
    with pytest.raises(EncoderError) as caught, spread._connected(ray, 2, address):
        raise AssertionError
    assert caught.value.code == "err-encode-ray"


@needs_ray
@pytest.mark.model
def test_ray_makes_the_same_bytes_and_survives_a_worker(tmp_path: Path) -> None:
    found = json.loads(run(["-m", "tests.retrieval.spreading", str(tmp_path)]).splitlines()[-1])
    assert found == {
        "one of two died": {"same": True, "steps": 200},
        "too long": "err-encoder-too-long",
        "secret left behind": False,
    }
    assert (tmp_path / "died").exists()


@needs_ray
@pytest.mark.model
def test_an_index_built_by_two_workers_is_the_same_file_by_file(tmp_path: Path) -> None:
    build(tmp_path / "one", tmp_path / "one.log")
    steps, _ = build(tmp_path / "two", tmp_path / "two.log", "--workers", "2")
    assert version_files(tmp_path / "two") == version_files(tmp_path / "one")
    done = [int(step.split("/")[0]) for step in steps]
    assert done == sorted(done)


REAL = """
import sys
from functools import partial
from pathlib import Path
from bot.corpus.folder import read_folder
from bot.retrieval import ingest
from bot.retrieval.index import text_key
from bot.retrieval.opening import make_encoder
from bot.retrieval.spread import RayWorkers
ingest.SHARD_TEXTS = 12
make = partial(make_encoder, state_dir=Path(sys.argv[1]).absolute())
texts = [s.text[:400] for d in read_folder(Path("knowledge")).documents for s in d.sections][::6][:50]
wanted = [ingest.Texts(kind, tuple(text_key(kind, t) for t in texts), texts.__getitem__) for kind in "pq"]
def made(encoding):
    return b"".join(v.tobytes() for v in ingest.Work(wanted, (), make(), encoding).vectors())
one, two = made(None), made(RayWorkers(make, 2))
assert len(one) > 80 * 384 * 4
print(one == two)
"""


@needs_ray
@pytest.mark.model
def test_the_real_encoder_makes_the_same_bytes_in_two_workers() -> None:
    assert run(["-c", REAL, str(ROOT / ".state")]).strip() == "True"
