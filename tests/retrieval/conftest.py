"""A deterministic encoder on the real protocol, and small shelves built by hand."""

import hashlib
import re
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from bot.corpus.model import Document, Section, Shelf, Term
from bot.errors import EncoderError
from bot.retrieval import index, negatives
from bot.retrieval.encoder import Progress, Vectors, check_lengths, clean_query, unit_rows
from bot.retrieval.fold import Folder

GLOSSARY = (
    Term(en=("power supply", "psu"), zh_tw=("電源供應器", "電源"), zh_cn=("电源",), typos=("powersuply",)),
    Term(en=("graphics card", "gpu"), zh_tw=("顯示卡", "顯卡"), zh_cn=("显卡",)),
    Term(en=("ram", "memory"), zh_tw=("記憶體",), zh_cn=("内存",)),
    Term(en=("pcie lane",), zh_tw=("PCIe 通道",), zh_cn=("PCIe 通道",)),
)


class HashingEncoder:
    """Bags of words and Han pairs hashed to a vector; same text, same vector, on every machine."""

    def __init__(self, dim: int = 64, max_tokens: int = 120, revision: str = "1") -> None:
        self.name, self.revision, self.dim, self.max_tokens = "hashing", revision, dim, max_tokens
        self.prefixes = ("query: ", "passage: ")
        self.encoded: list[str] = []
        self._fold = Folder(GLOSSARY)

    def encode_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        vectors = self._encode([self.prefixes[0] + clean_query(t) for t in texts])
        if progress:
            progress(len(texts), len(texts))
        return vectors

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        check_lengths(self, texts)
        vectors = self._encode([self.prefixes[1] + t for t in texts])
        if progress:
            progress(len(texts), len(texts))
        return vectors

    def count_tokens(self, text: str) -> int:
        return 3 + len(re.findall(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+", self.prefixes[1] + text))

    def _encode(self, texts: list[str]) -> Vectors:
        self.encoded += texts
        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0] = 0.3  # all texts share something, as with a real model
            for token in self._fold.tokens(text.split(": ", 1)[1]):
                digest = hashlib.blake2b(token.encode(), digest_size=4).digest()
                row[1 + int.from_bytes(digest[:3], "big") % (self.dim - 1)] += 1 if digest[3] % 2 else -1
        return unit_rows(rows, self.dim) if texts else rows


class BrokenEncoder(HashingEncoder):
    """Fails the way a missing model does."""

    def _encode(self, texts: list[str]) -> Vectors:
        raise EncoderError("err-encoder-load", model=self.name, reason="test")


def make_section(
    section_id: str, title: str, text: str, questions: Sequence[str] = (), first_line: int = 1
) -> Section:
    return Section(
        section_id=section_id,
        title=title,
        text=text,
        answer=text.split("\n\n", 1)[0],
        first_line=first_line,
        last_line=first_line + 1 + text.count("\n"),
        questions=tuple(questions),
    )


def make_document(doc_id: str, lang: str, sections: Sequence[Section], title: str = "Guide") -> Document:
    return Document(
        doc_id=doc_id,
        title=title,
        path=f"guide/{doc_id}.{lang}.md",
        lang=lang,  # type: ignore[arg-type]
        sections=tuple(sections),
        reviewed="2026-01-01",
    )


def make_shelf(documents: Sequence[Document], content_hash: str = "aa") -> Shelf:
    return Shelf(documents=tuple(documents), glossary=GLOSSARY, content_hash=content_hash)


ENGLISH = make_document(
    "guide",
    "en",
    [
        make_section(
            "psu-size",
            "How large a power supply?",
            "Add the watts of all graphics cards and the processor, then add ten percent twice.\n\nA 1600 W unit suits four cards.",
            ["how many watts should my psu have", "what size power supply for four gpus"],
        ),
        make_section(
            "pcie-lanes",
            "Do PCIe lanes matter?",
            "With four graphics cards or fewer, PCIe lanes have almost no effect on training speed.",
            ["how many pcie lanes per gpu", "do lanes matter for two cards"],
        ),
        make_section(
            "ram-clock",
            "Does memory clock matter?",
            "Hardly: faster RAM gains at most a few percent, so buy the cheapest.",
            ["is fast ram worth it", "should i care about ram speed"],
        ),
        make_section(
            "monitors",
            "How many monitors?",
            "The author uses three monitors of 27 inches.",
            ["how many monitors do i need", "are three screens useful"],
        ),
    ],
)
CHINESE = make_document(
    "guide",
    "zh-Hant",
    [
        make_section(
            "psu-size",
            "電源供應器要多大？",
            "把所有顯示卡和處理器的瓦數相加，再加兩次百分之十。",
            ["電源要買幾瓦", "四張顯卡的電源怎麼選"],
        ),
        make_section(
            "pcie-lanes",
            "PCIe 通道重要嗎？",
            "四張以內的顯示卡，PCIe 通道幾乎不影響訓練速度。",
            ["通道數重要嗎"],
        ),
        make_section(
            "ram-clock", "記憶體時脈重要嗎？", "幾乎不重要，買最便宜的記憶體就好。", ["記憶體要買快的嗎"]
        ),
        make_section("monitors", "要幾台螢幕？", "作者用三台 27 吋螢幕。", ["需要幾個螢幕"]),
    ],
)


@pytest.fixture(autouse=True)
def few_negatives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tenth topic question: the whole list would be most of what these small shelves hold."""
    monkeypatch.setattr(index, "shipped_negatives", lambda: negatives.shipped_negatives()[::10])


@pytest.fixture
def encoder() -> HashingEncoder:
    return HashingEncoder()


@pytest.fixture
def new_encoder() -> Callable[..., HashingEncoder]:
    return HashingEncoder


@pytest.fixture
def broken_encoder() -> HashingEncoder:
    return BrokenEncoder()


@pytest.fixture
def section() -> Callable[..., Section]:
    return make_section


@pytest.fixture
def document() -> Callable[..., Document]:
    return make_document


@pytest.fixture
def shelf_of() -> Callable[..., Shelf]:
    return make_shelf


@pytest.fixture
def shelf() -> Shelf:
    return make_shelf([ENGLISH, CHINESE])
