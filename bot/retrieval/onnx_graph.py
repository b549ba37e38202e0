"""The bundled model as an ONNX graph, written node by node from the weight file.

Pooling and normalising are inside, the vocabulary table stays packed at 4 bits (24 MB instead of 165, read row
by row), and the layers are float32: without 8-bit dot-product instructions ONNX Runtime multiplies int8 no
faster than float32, and 4-bit weights a quarter slower. The numbers are those of the float32 model, and
serving them needs neither torch nor sentence-transformers.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.retrieval.weight_file import BLOCK, WeightFile

_CONTRIB = "com.microsoft"
_PER_BLOCK = 32

WEIGHTS_SUFFIX = ".weights"
"""Of the file of tensors beside the graph."""


class _Graph:
    """Collects nodes and constants; every node has one output, named after it."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, value: npt.NDArray[Any]) -> str:
        from onnx import numpy_helper  # noqa: PLC0415 - only needed while building a model

        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, operator: str, inputs: Sequence[str], name: str, **attributes: Any) -> str:
        from onnx import helper  # noqa: PLC0415 - only needed while building a model

        self.nodes.append(helper.make_node(operator, list(inputs), [name], name=name, **attributes))
        return name


class _Bert:
    """Writes one BERT encoder into a graph."""

    def __init__(self, file: WeightFile, rows: npt.NDArray[np.int64], positions: int) -> None:
        self.file, self.rows, self.positions = file, rows, positions
        self.hidden, self.layers, self.heads, self.wide = file.shape[:4]
        self.graph = _Graph()

    def write(self) -> _Graph:
        g = self.graph
        g.node("Cast", ["attention_mask"], "mask", to=6)  # int32
        x = self._embeddings()
        for layer in range(self.layers):
            x = self._layer(f"l{layer}", x)
        self._pooling(x)
        return g

    def _embeddings(self) -> str:
        g, hidden = self.graph, self.hidden
        nibbles, scales = _packed(self.file.blocks("emb.word", self.rows, hidden), len(self.rows), hidden)
        g.constant("word.q", nibbles.reshape(len(self.rows), hidden // 2))
        g.constant("word.s", scales)
        words = g.node(
            "GatherBlockQuantized",
            ["word.q", "input_ids", "word.s"],
            "words",
            domain=_CONTRIB,
            bits=4,
            block_size=_PER_BLOCK,
            gather_axis=0,
            quantize_axis=1,
        )
        table = self.file.floats("emb.pos")[: self.positions * hidden].reshape(-1, hidden)
        g.constant("position", table + self.file.floats("emb.type")[:hidden])  # every token is of type 0
        g.constant("zero", np.asarray([0], np.int64))
        g.node("Shape", ["input_ids"], "length", start=1, end=2)
        places = g.node("Slice", ["position", "zero", "length"], "places")
        total = g.node("Add", [words, places], "embedded")
        norm = [self._floats("emb.ln.w"), self._floats("emb.ln.b")]
        return g.node("LayerNormalization", [total, *norm], "x", axis=-1, epsilon=self.file.epsilon)

    def _layer(self, at: str, x: str) -> str:
        g, hidden, wide = self.graph, self.hidden, self.wide
        projected = [self._matmul(f"{at}.{part}", x, hidden, hidden) for part in "qkv"]
        biases = np.concatenate([self.file.floats(f"{at}.{part}.b") for part in "qkv"])
        attended = g.node(
            "MultiHeadAttention",
            [*projected, g.constant(f"{at}.qkv.b", biases), "mask"],
            f"{at}.attention",
            domain=_CONTRIB,
            num_heads=self.heads,
        )
        x = self._add_norm(f"{at}.aln", self._matmul(f"{at}.ao", attended, hidden, hidden), x, f"{at}.ao.b")
        inner = self._matmul(f"{at}.fi", x, wide, hidden)
        inner = g.node("BiasGelu", [inner, self._floats(f"{at}.fi.b")], f"{at}.gelu", domain=_CONTRIB)
        return self._add_norm(f"{at}.oln", self._matmul(f"{at}.fo", inner, hidden, wide), x, f"{at}.fo.b")

    def _add_norm(self, name: str, x: str, skip: str, bias: str) -> str:
        inputs = [x, skip, self._floats(f"{name}.w"), self._floats(f"{name}.b"), self._floats(bias)]
        return self.graph.node(
            "SkipLayerNormalization", inputs, name, domain=_CONTRIB, epsilon=self.file.epsilon
        )

    def _matmul(self, name: str, x: str, outputs: int, inputs: int) -> str:
        weights = self.file.floats(f"{name}.w").reshape(outputs, inputs).T
        return self.graph.node("MatMul", [x, self.graph.constant(f"{name}.w", weights)], name)

    def _pooling(self, x: str) -> None:
        """Mean over the tokens that are no padding; the length of the sum falls out in normalising."""
        g = self.graph
        g.constant("last", np.asarray([2], np.int64))
        g.constant("middle", np.asarray([1], np.int64))
        weights = g.node("Cast", ["attention_mask"], "weights", to=1)  # float32
        weights = g.node("Unsqueeze", [weights, "last"], "weights3")
        total = g.node("ReduceSum", [g.node("Mul", [x, weights], "kept"), "middle"], "total", keepdims=0)
        g.node("LpNormalization", [total], "embedding", axis=-1, p=2)

    def _floats(self, name: str) -> str:
        return self.graph.constant(name, self.file.floats(name))


def _packed(
    blocks: npt.NDArray[Any], rows: int, columns: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Blocks as ONNX Runtime wants them: neighbours share a byte, the even one in its low half.

    In the file the low halves are weights 0 to 15 of a block and the high halves 16 to 31.
    """
    assert blocks.dtype == BLOCK
    n_blocks = columns // _PER_BLOCK
    nibbles = blocks["nibbles"]
    flat = np.concatenate([nibbles & 0x0F, nibbles >> 4], axis=1)
    packed = (flat[:, 0::2] | (flat[:, 1::2] << 4)).astype(np.uint8)
    scales = blocks["scale"].astype(np.float32).reshape(rows, n_blocks)
    return packed.reshape(rows, n_blocks, _PER_BLOCK // 2), scales


def write_graph(path: Path, file: WeightFile, rows: npt.NDArray[np.int64], positions: int) -> None:
    """Save the model: the graph in one file, its large tensors beside it in another that is mapped into memory.

    Inside of one file they would be read into memory as a message first and copied out of it then, and the process
    would keep the room of both.

    Inputs ``input_ids`` and ``attention_mask``, int64, (texts, tokens); output ``embedding``, float32,
    (texts, hidden), rows L2-normalised.

    Args:
        path: the graph's file; the tensors get its name with ``WEIGHTS_SUFFIX``.
        file: the weights.
        rows: vocabulary rows to keep, in the order of the tokenizer's ids.
        positions: longest input, tokens.
    """
    import onnx  # noqa: PLC0415 - only needed while building a model
    from onnx import TensorProto, helper  # noqa: PLC0415

    graph = _Bert(file, rows, positions).write()
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["texts", file.shape[0]])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "encoder", inputs, [output], graph.constants),
        opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(_CONTRIB, 1)],
        ir_version=9,
    )
    weights = path.with_name(path.name + WEIGHTS_SUFFIX)
    onnx.save(model, str(path), save_as_external_data=True, location=weights.name)
    weights.chmod(path.stat().st_mode)
