"""Text made comparable: one spelling for every way of writing the same thing.

Folding is for comparing only; what is shown to people is always the original text. Every step is linear in
the length of the text.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from bot.corpus.mainland_words import PAIRS
from bot.corpus.model import Term
from bot.corpus.script import to_simplified
from bot.retrieval.patterns import any_of
from bot.retrieval.words import HAN_DIGITS, NUMBER_WORDS, STOP_EN, STOP_ZH

MAX_CHARS = 100_000
"""Longer text is cut before folding; no passage comes near it, so only hostile questions are."""

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN_RUN = re.compile(f"[{_HAN}]+")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\x00-\x08\x0e-\x1f\x7f]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")

# "RTX2080Ti", "2080 ti", "rx-7900 xtx": series apart from the number, suffix joined to it.
_SERIES = r"(?P<series>rtx|gtx|rx|arc|titan|quadro|geforce|radeon|xeon|epyc|ryzen|threadripper|core)"
_PART = re.compile(
    rf"(?<![a-z0-9])(?:{_SERIES}[ _-]{{0,2}})?(?P<number>[abhlvtpk]?\d{{3,5}})[ _-]?"
    r"(?P<suffix>ti super|ti|super|xtx|xt|ada|gre)(?![a-z0-9])"
)
_GLUED = re.compile(rf"(?<![a-z0-9]){_SERIES}[ _-]{{0,2}}(?=[a-z]?\d{{2,5}})")
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+)(?![\d,])")

_UNITS = (
    "kwh|wh|kw|w|v|a|tb|gb|mb|kb|tib|gib|mib|ghz|mhz|hz|gbps|mbps|gb/s|mb/s|gt/s|ms|ns|us|s|h|mm|cm|m|%|x|bit|bits|"
    "pin|pins|usd|eur|twd|cny|nt|cents|fps|tflops|tops|db|c|k|b"
)
_TOKEN = re.compile(
    rf"(?P<quantity>(?<![a-z0-9.])\d+(?:\.\d+)?[ -]?(?:{_UNITS})(?![a-z0-9]))"
    r"|(?P<latin>[a-z0-9]+(?:[.+#'-][a-z0-9]+)*\+*)"
    rf"|(?P<han>[{_HAN}]+)"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_PIECE = re.compile(r"[a-z]+|\d+(?:\.\d+)?")

_COUNTED = re.compile(r"([一二两双单三四五六七八九十])(?=[张块台个颗条根路通槽核卡片支组])")


_HAN_BLOCKS = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0xF900, 0xFB00))


class _Simplified(dict[int, int | str]):
    """Traditional to Simplified, character by character, for ``str.translate``; filled as characters are met.

    Converting all 27,000 beforehand would take most of a second at every start, and a shelf has some 3,000.
    Both sides of every comparison pass through it, so the few characters whose reading depends on the
    word do no harm here.
    """

    def __missing__(self, code: int) -> int | str:
        found: int | str = code
        if any(code in block for block in _HAN_BLOCKS):
            found = to_simplified(chr(code))
            # 麼 becomes 么, and 么 on its own 幺: each goes to the end of its way, so that folding twice changes nothing
            found = to_simplified(found) if len(found) == 1 else found
        self[code] = found
        return found


_SIMPLIFIED = _Simplified()


@cache
def _mainland() -> dict[str, str]:
    """Taiwan words and the mainland's, folded: what derived Simplified text was written with."""
    pairs = (line.split(" = ") for line in PAIRS.strip().splitlines())
    return {_plain(taiwan): _plain(mainland) for taiwan, mainland in pairs}


@cache
def _stop_zh() -> re.Pattern[str]:
    pattern = any_of(w.translate(_SIMPLIFIED) for w in STOP_ZH)
    assert pattern is not None
    return pattern


def _plain(text: str) -> str:
    """NFKC, lower case, Simplified characters, without invisible characters."""
    text = _SURROGATE.sub(" ", text[:MAX_CHARS])
    text = unicodedata.normalize("NFKC", text)[:MAX_CHARS]
    return _INVISIBLE.sub("", text).casefold().translate(_SIMPLIFIED)


def _stem(word: str) -> str:
    """Without a plural or third-person s; words that end in ss, us, is keep it."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "'s")):
        return word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    return word.removesuffix("'s")


def _join_part(found: re.Match[str]) -> str:
    series, number, suffix = found["series"], found["number"], found["suffix"].replace(" ", "")
    return f"{series} {number}{suffix}" if series else f"{number}{suffix}"


class Folder:
    """Folds text with one hardware glossary.

    Args:
        glossary: rows of words for one thing. Chinese words of a row become its first mainland word, typos
            its first English word; a row also lends its English and Chinese words one shared token, so a
            question in one language finds text in the other.
        part_names: names of parts from the catalogue; words of theirs count as domain words.
    """

    def __init__(self, glossary: Iterable[Term] = (), part_names: Iterable[str] = ()) -> None:
        self._words = _mainland()
        self._pairs = any_of(self._words)
        self._canonical: dict[str, str] = {}
        self._concept: dict[str, str] = {}
        for term in glossary:
            self._learn(term)
        self._alternation = any_of(self._canonical)
        self._concepts = any_of(self._concept)
        self._parts = frozenset(t for name in part_names for t in self._latin_tokens(self.fold(name)))

    def _learn(self, term: Term) -> None:
        chinese = [self._regional(_plain(w)) for w in (*term.zh_cn, *term.zh_tw)]
        english = [_plain(w) for w in term.en]
        if term.zh_cn:
            for word in chinese:
                self._canonical.setdefault(word, chinese[0])
        if english:
            for typo in term.typos:
                self._canonical.setdefault(_plain(typo), english[0])
        name = "§" + (english or chinese or [""])[0].replace(" ", "_")
        plurals = [word + "s" for word in english if word and not word.endswith("s")]
        for word in (*english, *plurals, *chinese[:1]):
            if word and word not in STOP_EN:
                self._concept.setdefault(word, name)

    def _regional(self, text: str) -> str:
        """A plain text in mainland words."""
        return self._pairs.sub(lambda m: self._words[m[0]], text) if self._pairs else text

    def fold(self, text: str) -> str:
        """The comparable form of a text."""
        text = _plain(text)
        text = _THOUSANDS.sub(lambda m: m[1].replace(",", ""), self._regional(text))
        if self._alternation:
            text = self._alternation.sub(lambda m: self._canonical[m[0]], text)
        text = _PART.sub(_join_part, text)
        return _GLUED.sub(lambda m: m["series"] + " ", text)

    def tokens(self, text: str) -> list[str]:
        """Tokens for keyword search, in order of occurrence, repeated as often as they occur.

        Latin words (plural s dropped), numbers and part names, numbers with units, pairs of Han characters
        (single ones only where they stand alone), and one ``§`` token per glossary word; stop words of both
        languages are left out.
        """
        return self.tokens_of(self.fold(text))

    def tokens_of(self, folded: str) -> list[str]:
        """The tokens of an already folded text."""
        found = self._latin_tokens(folded)
        found += self.concepts_in(folded)
        for run in _HAN_RUN.findall(folded):
            found += self._han_tokens(run)
        return found

    def concepts_in(self, folded: str) -> list[str]:
        """The glossary's concept tokens in an already folded text."""
        if not self._concepts:
            return []
        return [self._concept[m[0]] for m in self._concepts.finditer(folded)]

    def is_domain(self, token: str) -> bool:
        """Whether a token belongs to the field: a glossary concept or a word of a catalogue part's name."""
        return token.startswith("§") or (token in self._parts and not token.isdigit())

    @staticmethod
    def _latin_tokens(folded: str) -> list[str]:
        found: list[str] = []
        for match in _TOKEN.finditer(folded):
            if match.lastgroup == "quantity":
                compact = match[0].replace(" ", "").replace("-", "")
                number = _NUMBER.match(compact)
                found.append(compact)
                if number:
                    found.append(number[0])
            elif match.lastgroup == "latin":
                found += _word_tokens(match[0])
        return found

    @staticmethod
    def _han_tokens(run: str) -> list[str]:
        found = [HAN_DIGITS[m[1]] for m in _COUNTED.finditer(run)]
        for piece in _stop_zh().sub(" ", run).split():
            if len(piece) == 1:
                found.append(piece)
            else:
                found += [piece[i : i + 2] for i in range(len(piece) - 1)]
        return found


def _word_tokens(word: str) -> list[str]:
    """A Latin word, its stem, and for compounds and part names (``i9-10900k``, ``2080ti``) their pieces."""
    if word in STOP_EN and word != "one":
        return []
    if word in NUMBER_WORDS:
        return [NUMBER_WORDS[word]]
    if word.isalpha():
        return [_stem(word)]
    found = [word]
    if not _NUMBER.fullmatch(word):
        pieces = [p for p in re.split(r"[.+#'-]", word) if p not in ("", word)]
        found += [_stem(p) for p in pieces if p not in STOP_EN]
        found += [p for p in _PIECE.findall(word) if len(p) > 2 and p[0].isdigit() and p not in found]
    return found
