"""faiss and torch crash in one process on some platforms if they are imported in one order: here in neither."""

import subprocess
import sys

import pytest

CODE = {
    "faiss": """
import numpy as np
from bot.retrieval.vector import VectorIndex
rows = np.eye(8, dtype=np.float32)
assert VectorIndex(rows).search(rows[3], 1)[0][0] == 3
""",
    "torch": """
import torch
torch.set_num_threads(2)
assert float((torch.ones(64, 64) @ torch.ones(64, 64)).sum()) == 64 ** 3
""",
}


@pytest.mark.model
@pytest.mark.req("R91", "B22")
@pytest.mark.parametrize("order", [("faiss", "torch"), ("torch", "faiss")], ids=" then ".join)
def test_either_order_of_imports(order: tuple[str, str]) -> None:
    code = "".join(CODE[name] for name in (*order, *order))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
