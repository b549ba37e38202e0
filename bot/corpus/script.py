"""Chinese scripts: which one a text is in, and Traditional text in Simplified characters and mainland words.

The only door to OpenCC, and of OpenCC only the character profile ``tw2s`` is used. Its phrase profiles turn
通道 into 信道 and 核心 into 内核, which is wrong in this field; the words come from our own list.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any

from bot.corpus.mainland_words import PAIRS
from bot.corpus.model import Document, Section, Term
from bot.domain.model import Lang

HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_HAN_RUN = re.compile(f"{HAN.pattern}+")

NEUTRAL: Lang = "zh-Hant"
"""What Chinese is taken for that could be either script, where nothing else tells: most of the texts and the first
market of the tables are Taiwanese. A reader of Simplified reads it too, and one word more decides."""

_ENGLISH = re.compile(
    r"\b(?:a|an|the|is|are|was|do|does|did|can|could|should|would|will|what|which|why|when|how|who|where|many|much"
    r"|i|my|it|of|to|for|in|on|with|and|or|not|if|than|need|have|has|mean|means|between)\b",
    re.IGNORECASE,
)

Pairs = tuple[tuple[str, str], ...]
"""Taiwan word and mainland word; a tuple, so that caches can be keyed by it."""

# Look-alikes that stand for plain characters in text copied from damaged web pages.
_DAMAGED = str.maketrans("夶鉲喥囷戓尐洳", "大卡度和或少如")


@lru_cache(maxsize=4)
def _converter(profile: str) -> Any:
    """An OpenCC converter; loaded on first use because its dictionaries take a tenth of a second."""
    return import_module("opencc").OpenCC(profile)


@lru_cache(maxsize=8192)
def to_simplified(text: str) -> str:
    """The text in Simplified characters; words stay as they are (記憶體 becomes 记忆体).

    Look-alike characters of damaged web pages (夶 for 大) are mended too. Text without Han characters is
    returned as it came.
    """
    if not HAN.search(text):
        return text
    return _HAN_RUN.sub(_run_simplified, text.translate(_DAMAGED))


def _run_simplified(run: re.Match[str]) -> str:
    return _simplified(run[0])


@lru_cache(maxsize=32_768)
def _simplified(run: str) -> str:
    """Han characters without anything between them: OpenCC's phrases never reach beyond one.

    Remembered, because an answer stands in its section's text and sentences repeat; OpenCC itself is slow.
    """
    converted: str = _converter("tw2s").convert(run)
    return converted


def to_mainland(text: str, glossary: tuple[Term, ...]) -> str:
    """The text in Simplified characters and mainland words (記憶體 becomes 内存).

    Taiwan words are replaced before the characters are converted, the longest first, so 顯示記憶體 becomes
    显存 and not 显示内存. A word typed in Simplified characters (硬碟, 记忆体) is replaced as well.
    """
    return _in_mainland_words(text, _own_words(glossary))


def derive_simplified(document: Document, glossary: tuple[Term, ...]) -> Document:
    """A Traditional document as Simplified: same ids, same lines, marked ``derived``.

    Names of sources stay as their publishers write them.
    """
    own_words = _own_words(glossary)
    return document.model_copy(
        update={
            "title": _in_mainland_words(document.title, own_words),
            "lang": "zh-Hans",
            "derived": True,
            "sections": tuple(_simplified_section(section, own_words) for section in document.sections),
        }
    )


def detect_lang(text: str, glossary: tuple[Term, ...] = (), *, ambiguous: Lang = NEUTRAL) -> Lang:
    """The language of a text.

    English with a Chinese word or two in it is English; otherwise any Han text decides, by which of the
    scripts more of its characters belong to. Where all characters are common to both, a word only Taiwan
    uses (固態硬碟) makes it Traditional, and ``ambiguous`` is the answer for the rest.
    """
    han = HAN.findall(text)
    english = len(_ENGLISH.findall(text))
    if not han or (english >= 2 and len(han) <= 2 * english):
        return "en"
    n_traditional = sum(_exists(char, "big5") and not _exists(char, "gb2312") for char in han)
    n_simplified = sum(_exists(char, "gb2312") and not _exists(char, "big5") for char in han)
    if n_traditional != n_simplified:
        return "zh-Hant" if n_traditional > n_simplified else "zh-Hans"
    if n_traditional or _has_taiwan_word(text, glossary):
        return "zh-Hant"
    return ambiguous


def _simplified_section(section: Section, own_words: Pairs) -> Section:
    # A question already in Simplified passes through unchanged and may equal a converted one.
    questions = dict.fromkeys(_in_mainland_words(question, own_words) for question in section.questions)
    texts = {
        name: _in_mainland_words(getattr(section, name), own_words) for name in ("title", "text", "answer")
    }
    return section.model_copy(update={**texts, "questions": tuple(questions)})


@lru_cache(maxsize=8192)
def _in_mainland_words(text: str, own_words: Pairs) -> str:
    """Words replaced, then characters; remembered, because a reload meets the same texts again."""
    if not HAN.search(text):
        return text
    return to_simplified(_replacer(own_words)(text))


@lru_cache(maxsize=8192)
def _exists(char: str, charset: str) -> bool:
    """Whether a character is in a national character set: Big5 for Taiwan, GB 2312 for the mainland.

    This is surer than asking OpenCC what it would change: 台, 里 and 后 are right in both scripts.
    """
    try:
        char.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _own_words(glossary: tuple[Term, ...]) -> Pairs:
    """Taiwan words of the glossary that are not in our own list, with the mainland word for each.

    A row adds a word only where its author left the Simplified spelling out of the mainland column: with it
    there (冷却 beside 散热) the row is a synonym to search by, not one to write.
    """
    return tuple(
        (word, term.zh_cn[0])
        for term in glossary
        for word in term.zh_tw
        if term.zh_cn and HAN.search(word) and to_simplified(word) not in term.zh_cn
    )


@lru_cache(maxsize=8)
def _taiwan_words(own_words: Pairs) -> Mapping[str, str]:
    """Taiwan words, in both spellings, each with the mainland word that replaces it; our own list comes first."""
    listed = dict(line.split(" = ") for line in PAIRS.strip().splitlines())
    words = {**dict(own_words), **listed}
    return {**{to_simplified(word): mainland for word, mainland in words.items()}, **words}


@lru_cache(maxsize=8)
def _replacer(own_words: Pairs) -> Callable[[str], str]:
    """A function that puts mainland words for Taiwan words, longest first, in one pass."""
    words = _taiwan_words(own_words)
    ordered = sorted(words, key=lambda word: (-len(word), word))
    pattern = re.compile("|".join(map(re.escape, ordered)))
    return lambda text: pattern.sub(lambda found: words[found[0]], text)


def _has_taiwan_word(text: str, glossary: tuple[Term, ...]) -> bool:
    """Whether a Taiwan-only word stands in a text whose characters are all common to both scripts."""
    words = _taiwan_words(_own_words(glossary))
    return any(word in text and word != mainland for word, mainland in words.items())
