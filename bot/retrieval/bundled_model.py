"""The default model, made from the 4-bit weight file in two forms, each kept in the state folder.

- For serving: an ONNX graph and a vocabulary. Neither torch nor sentence-transformers
  takes part in making or using it.
- For comparison and for tools: an ordinary SentenceTransformer folder (BERT, mean pooling, normalisation,
  safetensors) of the same function in float32.

The vocabulary of 250,002 pieces serves a hundred languages. Pieces that hold a letter outside the scripts of
our readers are dropped, which leaves less than half and changes no token of English or Chinese text.
"""

import json
import shutil
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bot.errors import EncoderError
from bot.retrieval.onnx_graph import WEIGHTS_SUFFIX, write_graph
from bot.retrieval.unigram import PIECES_FILE, SCORES_FILE, write_pieces
from bot.retrieval.weight_file import WEIGHT_SHA256, Floats, WeightFile, read_weight_file, weight_file_path

NAME = "multilingual-e5-small"
BUILDER_VERSION = 4
PREFIXES = ("query: ", "passage: ")
MAX_TOKENS = 512
DIMENSION = 384
REVISION = f"{WEIGHT_SHA256[:12]}-{BUILDER_VERSION}"

GRAPH_FILES = ("model.onnx", f"model.onnx{WEIGHTS_SUFFIX}", PIECES_FILE, SCORES_FILE)
"""What serving needs."""

_SPECIAL = 4  # <s> <pad> </s> <unk> come first
_KEPT_SCRIPTS = ("CJK ", "GREEK ", "BOPOMOFO ", "IDEOGRAPHIC ", "FULLWIDTH ", "MICRO ", "OHM ")

Notify = Callable[[str], None]


def _kept(piece: str) -> bool:
    """Whether a vocabulary piece can occur in English or Chinese text about hardware."""
    for char in piece:
        if char.isascii() or char == "▁":
            continue
        category = unicodedata.category(char)
        if category[0] == "M":
            return False
        name = unicodedata.name(char, "")
        if category[0] == "L" and not (ord(char) <= 0xFF or name.startswith(_KEPT_SCRIPTS)):
            return False
    return True


def kept_pieces(pieces: tuple[tuple[str, float], ...]) -> list[int]:
    """Ids of the vocabulary pieces that are kept, ascending; the four special pieces stay first."""
    last = len(pieces) - 1  # <mask>
    return [i for i, (text, _) in enumerate(pieces) if i < _SPECIAL or i == last or (text and _kept(text))]


def _bert_tensors(file: WeightFile, rows: npt.NDArray[np.int64]) -> dict[str, Floats]:
    hidden, layers, _heads, wide, *_ = file.shape
    tensors = {
        "embeddings.word_embeddings.weight": file.floats("emb.word", rows, hidden).reshape(-1, hidden),
        "embeddings.position_embeddings.weight": file.floats("emb.pos")[: MAX_TOKENS * hidden].reshape(
            -1, hidden
        ),
        "embeddings.token_type_embeddings.weight": file.floats("emb.type").reshape(-1, hidden),
        "embeddings.LayerNorm.weight": file.floats("emb.ln.w"),
        "embeddings.LayerNorm.bias": file.floats("emb.ln.b"),
        # mean pooling never uses the pooler; zeros keep the library from warning about new weights
        "pooler.dense.weight": np.zeros((hidden, hidden), np.float32),
        "pooler.dense.bias": np.zeros(hidden, np.float32),
    }
    parts = {
        "q": ("attention.self.query", hidden),
        "k": ("attention.self.key", hidden),
        "v": ("attention.self.value", hidden),
        "ao": ("attention.output.dense", hidden),
        "fi": ("intermediate.dense", wide),
        "fo": ("output.dense", hidden),
        "aln": ("attention.output.LayerNorm", 0),
        "oln": ("output.LayerNorm", 0),
    }
    for layer in range(layers):
        for short, (long, outputs) in parts.items():
            weight = file.floats(f"l{layer}.{short}.w")
            key = f"encoder.layer.{layer}.{long}"
            tensors[f"{key}.weight"] = weight.reshape(outputs, -1) if outputs else weight
            tensors[f"{key}.bias"] = file.floats(f"l{layer}.{short}.b")
    return tensors


def _write_tokenizer(folder: Path, pieces: list[tuple[str, float]]) -> None:
    from tokenizers import (  # noqa: PLC0415 - importing this room must stay light
        AddedToken,
        Tokenizer,
        decoders,
        models,
        normalizers,
        pre_tokenizers,
        processors,
    )

    tokenizer = Tokenizer(models.Unigram(pieces, 3, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace("▁", prepend_scheme="always")]
    )
    tokenizer.decoder = decoders.Metaspace("▁", prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in special])
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": "<s>",
        "cls_token": "<s>",
        "eos_token": "</s>",
        "sep_token": "</s>",
        "pad_token": "<pad>",
        "unk_token": "<unk>",
        "mask_token": "<mask>",
        "model_max_length": MAX_TOKENS,
        "model_input_names": ["input_ids", "attention_mask"],
    }
    _write_json(folder / "tokenizer_config.json", config)


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _write_configs(folder: Path, file: WeightFile, vocabulary: int) -> None:
    hidden, layers, heads, wide, _, _, types = file.shape
    _write_json(
        folder / "config.json",
        {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "hidden_size": hidden,
            "num_hidden_layers": layers,
            "num_attention_heads": heads,
            "intermediate_size": wide,
            "vocab_size": vocabulary,
            "max_position_embeddings": MAX_TOKENS,
            "type_vocab_size": types,
            "layer_norm_eps": 1e-12,
            "hidden_act": "gelu",
            "pad_token_id": 1,
            "torch_dtype": "float32",
        },
    )
    _write_json(
        folder / "modules.json",
        [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
    )
    pooling = {"word_embedding_dimension": hidden, "pooling_mode_mean_tokens": True}
    for name, value in (("1_Pooling", pooling), ("2_Normalize", {})):
        (folder / name).mkdir()
        _write_json(folder / name / "config.json", value)
    _write_json(folder / "sentence_bert_config.json", {"max_seq_length": MAX_TOKENS, "do_lower_case": False})
    prompts = {"query": PREFIXES[0], "passage": PREFIXES[1]}
    _write_json(
        folder / "config_sentence_transformers.json",
        {"prompts": prompts, "default_prompt_name": None, "similarity_fn_name": "cosine"},
    )


def _write_transformer(folder: Path, file: WeightFile, kept: list[int]) -> None:
    from safetensors.numpy import save_file  # noqa: PLC0415 - importing this room must stay light

    tensors = _bert_tensors(file, np.asarray(kept, np.int64))
    save_file(tensors, str(folder / "model.safetensors"), {"format": "pt"})
    _write_configs(folder, file, len(kept))
    _write_tokenizer(folder, [file.pieces[i] for i in kept])


def _write_graph(folder: Path, file: WeightFile, kept: list[int]) -> None:
    write_graph(folder / "model.onnx", file, np.asarray(kept, np.int64), MAX_TOKENS)
    write_pieces(folder, (file.pieces[i] for i in kept))


def _build(target: Path, weights: Path, write: Callable[[Path, WeightFile, list[int]], None]) -> None:
    """Fill a folder aside and move it to its place in one rename.

    Raises:
        EncoderError: wrong weight file, or the state folder cannot be written.
    """
    file = read_weight_file(weights)
    kept = kept_pieces(file.pieces)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for left in target.parent.glob(".building-*"):  # of a build that was interrupted
            shutil.rmtree(left, ignore_errors=True)
        aside = Path(tempfile.mkdtemp(prefix=".building-", dir=target.parent))
        try:
            write(aside, file, kept)
            aside.chmod(0o755)
            if target.exists():
                shutil.rmtree(target)
            aside.rename(target)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise EncoderError("err-encoder-unwritable", path=str(target), reason=str(error)) from error


def transformer_folder(state_dir: Path, notify: Notify | None = None) -> Path:
    """The SentenceTransformer folder of the bundled model, built on first use.

    Args:
        state_dir: where generated files are kept.
        notify: told ``notice-model-building`` before a build, which takes some seconds.

    Raises:
        EncoderError: the weight file is absent or wrong, or the folder cannot be written.
    """
    target = state_dir / "models" / f"{REVISION}-transformer"
    if not (target / "modules.json").is_file():
        if notify:
            notify("notice-model-building")
        _build(target, weight_file_path(), _write_transformer)
    return target


def graph_folder(state_dir: Path, notify: Notify | None = None) -> Path:
    """The folder of ``model.onnx``, its weights and its vocabulary, built on first use.

    Arguments and errors as for ``transformer_folder``.
    """
    target = state_dir / "models" / f"{REVISION}-onnx"
    if not all((target / name).is_file() for name in GRAPH_FILES):
        if notify:
            notify("notice-model-building")
        _build(target, weight_file_path(), _write_graph)
    return target
