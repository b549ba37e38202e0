"""Segmentation by hand-made vocabularies; the real one is compared with the library in test_model."""

from pathlib import Path

import pytest

from bot.retrieval.unigram import PIECES_FILE, SCORES_FILE, UnigramTokenizer, write_pieces

_SPECIAL = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]


def _tokenizer(folder: Path, *pieces: tuple[str, float]) -> UnigramTokenizer:
    write_pieces(folder, [*_SPECIAL, *pieces, ("<mask>", 0.0)])
    return UnigramTokenizer(folder)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("ab", ["▁", "ab"]),
        ("aab", ["▁a", "ab"]),
        ("a  b", ["▁a", "▁", "b"]),
        ("aqqb", ["▁a", "<unk>", "b"]),
        ("qqq", ["▁", "<unk>"]),
        ("a<mask>b", ["▁a", "<mask>", "▁", "b"]),
        ("ＡＢ", ["▁", "<unk>"]),
        ("ａｂ", ["▁", "ab"]),
    ],
)
def test_the_likeliest_segmentation(tmp_path: Path, text: str, pieces: list[str]) -> None:
    tokenizer = _tokenizer(tmp_path, ("▁", -1.0), ("a", -3.0), ("b", -3.0), ("ab", -2.0), ("▁a", -1.5))
    assert tokenizer.pieces(text) == ["<s>", *pieces, "</s>"]


def test_the_product_of_probabilities_decides_and_not_the_longest_piece(tmp_path: Path) -> None:
    tokenizer = _tokenizer(tmp_path, ("▁", -1.0), ("a", -1.0), ("b", -1.0), ("c", -1.0), ("abc", -9.0))
    assert tokenizer.pieces("abc")[1:-1] == ["▁", "a", "b", "c"]


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    _tokenizer(tmp_path, ("▁", -1.0))
    for name, content in ((PIECES_FILE, b"a\nb"), (PIECES_FILE, b"\xff"), (SCORES_FILE, b"123")):
        kept = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError, match=r"pieces|decode|bytes"):
            UnigramTokenizer(tmp_path)
        (tmp_path / name).write_bytes(kept)
