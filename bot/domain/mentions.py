"""Part names inside a sentence, with their spans, so that no name is ever read as a quantity."""

import re
from collections.abc import Sequence

from bot.domain.bare_numbers import bare_numbers, tied_number
from bot.domain.lookup import PartIndex, Resolution
from bot.domain.model import Frozen
from bot.domain.part_names import EDITION_WORDS, VENDOR_WORDS, PartKind, Token, tokenize

_LONGEST = 9
"""Tokens of the longest name looked for ("nvidia rtx pro 6000 blackwell max-q workstation edition")."""

_UNIT = re.compile(
    r"\s*(?:kwh|kw|w(?!/(?:\s|o(?:ut)?(?![a-z])))(?:h|att?s?)?|k?瓦|千瓦|瓩|[mgk]?hz|mt/?s|[mgtk]i?b(?:/s|ps)?|tb|mm|cm|rpm|fps|ms|"
    r"美?元|圓|塊?錢|块?钱|[塊块](?!\s*[\d一二兩两三四])|毛|円|度|usd|eur|gbp|twd|ntd|cny|rmb|dollars?|euros?|bucks|"
    r"h|hrs?|hours?|sec(?:ond)?s?|小時|小时|days?|天|年|years?|分|秒|%|p|cuda|cores?|images?|張圖|张图|times|faster|倍)(?![a-z0-9])"
)
_MONEY_BEFORE = re.compile(r"(?:[$€£¥]|nt\$|usd|eur|twd|ntd|rmb)\s*$")
_PIXELS_BEFORE = re.compile(r"(?<!\d)\d{3,}\s*[x×*]\s*$")
_CPU_BEFORE = re.compile(r"(?:cpus?|處理器|处理器|双路|雙路|dual(?: socket)?|[顆颗])\s*$")
_RAM_AFTER = re.compile(r"\s*(?:of\s+)?(?:system\s+)?(?:ram|ddr|內存|内存|記憶體|主記憶體)")
_SYSTEM_RAM_AFTER = re.compile(r"\s*(?:of\s|system|host|ddr|主)")
_GLUED = re.compile("[a-z0-9]+")
_CARD_DIGITS = 4

_BRAND = r"(?:(?<![a-z])|(?<=\dx))"
_ALONE = r"(?:(?<![a-z0-9.,])|(?<=\dx))"
_END = r"(?![a-z0-9])"
_QUANTITY = r"\s?(?:[kmg]?w|[kmgt]i?b|h|hours?|days?|mm|rpm|ms|mhz|usd|eur|twd|cny|瓦|度|元|年|台|人|小时|小時|%)(?![a-z])"
_VARIANTS = r"(?:\s?(?:ti|super|xtx|xt|gre|laptop|mobile)(?![a-z]))"

_PATTERNS: tuple[tuple[PartKind, str], ...] = (
    ("gpu", rf"{_BRAND}(?:geforce\s+)?(?:rtx|gtx|rx)[\s-]?(?:pro\s?)?[a-z]?\d{{3,5}}{_VARIANTS}*(?:\s?[ds]{_END})?"),
    ("gpu", rf"{_BRAND}(?:quadro|tesla|geforce|instinct|titan)[\s-](?:rtx\s)?[a-z]{{0,2}}\d{{1,5}}[a-z]?{_END}{_VARIANTS}*"),
    ("gpu", rf"{_ALONE}\d{{4}}{_VARIANTS}{{1,3}}"),
    ("gpu", rf"{_ALONE}(?:[abhv]\d00|[hl]20|a\d000|g[bh]\d00|mi\d{{3}}[ax]?){_END}"),
    # families that the tables hold in part or not at all: they are named as unknown rather than overlooked
    ("gpu", rf"{_BRAND}(?:geforce\s+)?gt[\s-]?\d{{3,4}}{_END}"),
    ("gpu", rf"{_BRAND}(?:radeon\s+)?hd[\s-]?[2-8]\d{{3}}{_END}"),
    ("gpu", rf"{_BRAND}(?:radeon\s+)?r[579]\s(?:[23]\d{{2}}x?|fury|nano){_END}"),
    ("gpu", rf"{_BRAND}radeon\s(?:pro\s)?(?:w|wx|v|vega)?\s?\d{{2,4}}[a-z]?{_END}"),
    ("gpu", rf"{_BRAND}(?:rx\s)?vega\s?\d{{2}}{_END}"),
    ("gpu", rf"{_BRAND}arc\s(?:pro\s)?[a-z]\d{{2,3}}{_END}"),
    ("gpu", rf"{_BRAND}firepro\s[a-z]?\d{{3,5}}{_END}"),
    ("gpu", rf"{_ALONE}(?<![$€£¥])[679]0[5-9]0{_END}(?!{_QUANTITY})"),
    ("cpu", rf"{_BRAND}(?:ryzen|锐龙|銳龍)\s?(?:[3579]\s)?(?:pro\s)?(?:\d{{1,3}}x3d|\d{{5}}[a-z]{{0,2}}){_END}"),
    ("cpu", rf"{_BRAND}ryzen\sai\s(?:max\+?\s)?(?:[3579]\s)?(?:hx\s|pro\s)?\d{{3}}{_END}"),
    ("cpu", rf"{_BRAND}(?:core\s)?ultra\s?[3579]\s\d{{3}}[a-z]{{0,2}}{_END}"),
    ("cpu", rf"{_BRAND}xeon\s[xel]\d{{4}}{_END}"),
    ("cpu", rf"{_BRAND}fx[\s-]?\d{{4}}[a-z]?{_END}"),
    ("cpu", rf"{_BRAND}(?:phenom|athlon)(?:\s(?:ii|64|gold|silver|x\d)){{0,2}}(?:\s\d{{3,4}}[a-z]{{0,2}})?{_END}"),
    ("cpu", rf"{_BRAND}(?:pentium|celeron|opteron|atom)\s(?:gold\s|silver\s)?[a-z]?\d{{3,5}}[a-z]?{_END}"),
    ("cpu", rf"{_BRAND}core\s?2\s?(?:duo|quad|extreme)(?:\s[eq]\d{{4}})?{_END}"),
    ("cpu", rf"{_BRAND}(?:core\s)?i[3579][\s-]?\d{{4,5}}[a-z]{{0,2}}{_END}"),
    ("cpu", rf"{_BRAND}(?:ryzen|锐龙|銳龍)\s?(?:[3579]\s)?(?:pro\s)?\d{{4}}(?:x3d|[a-z]{{0,2}}){_END}"),
    ("cpu", rf"{_BRAND}(?:threadripper|tr|撕裂者)\s?(?:pro\s)?\d{{4}}[a-z]{{0,2}}{_END}"),
    ("cpu", rf"{_BRAND}(?:epyc|霄龙|霄龍)\s?[0-9][0-9a-z]\d{{2}}[a-z]?{_END}"),
    ("cpu", rf"{_BRAND}(?:xeon|至强|至強)\s?(?:bronze|silver|gold|platinum|w\d?|e[357])?[\s-]?\d{{4}}[a-z]{{0,2}}(?:\s?v\d)?{_END}"),
    ("cpu", rf"{_ALONE}(?:e[357]|w\d?)-\d{{4}}[a-z]{{0,2}}(?:\s?v\d)?{_END}"),
    # "10000k" is a number of thousands or a colour temperature, "1000x faster" a ratio
    ("cpu", rf"{_ALONE}(?!\d+000k)\d{{4,5}}(?:x3d|xt|wx|kf|ks|x|k){_END}(?!\s*(?:faster|times|more|倍))"),
)  # fmt: skip
"""What a part looks like even if no table holds it."""

_UNKNOWN = re.compile("|".join(f"(?P<{kind}{i}>{pattern})" for i, (kind, pattern) in enumerate(_PATTERNS)))


class Mention(Frozen):
    """A part named in a text.

    Attributes:
        start, end: the span, in characters of the text that was searched.
        kind: ``gpu`` or ``cpu``.
        text: the words of the span.
        resolution: what the tables make of it; ``unknown`` where it only looks like a part.
    """

    start: int
    end: int
    kind: PartKind
    text: str
    resolution: Resolution

    @property
    def span(self) -> tuple[int, int]:
        """``(start, end)``."""
        return self.start, self.end


def find_mentions(index: PartIndex, text: str) -> list[Mention]:
    """Parts named in a sentence, left to right, without overlaps; the longest name wins.

    Args:
        index: the tables.
        text: NFKC lower-case text; spans refer to it.

    Returns:
        Known parts (found or ambiguous) and words that look like a part but are in no table (unknown).
        A bare four-digit number counts only if a card of that name exists and no unit or currency is near.
    """
    tokens = tokenize(text)
    mentions: list[Mention] = []
    end = 0
    for at, token in enumerate(tokens):
        if token.start < end:
            continue
        mention = _longest_from(index, text, tokens, at) or _unknown_at(index, text, token.start)
        if mention is not None:
            mentions.append(mention)
            end = mention.end
    return _with_tied_numbers(index, text, tokens, mentions)


def _with_tied_numbers(
    index: PartIndex, text: str, tokens: Sequence[Token], mentions: list[Mention]
) -> list[Mention]:
    """The mentions and the bare processor numbers between them ("two 8480+", "and a 7763"), left to right."""
    found: list[Mention] = []
    for token in bare_numbers(tokens, [mention.span for mention in mentions]):
        at = tokens.index(token)
        if _glued(text, tokens, at) or not _may_end(text, tokens, at) or not _is_bare_name(text, token):
            continue
        resolution = tied_number(index, text, token, among_parts=bool(mentions))
        if resolution is not None:
            start, end = token.start, token.end
            named = text[start:end]
            found.append(
                Mention(start=start, end=end, kind=resolution.kind, text=named, resolution=resolution)
            )
    return sorted([*mentions, *found], key=lambda mention: mention.start) if found else mentions


def _longest_from(index: PartIndex, text: str, tokens: Sequence[Token], at: int) -> Mention | None:
    """The longest name of the tables that starts at one token."""
    if not _is_name_word(index, tokens[at]) or not _may_start(text, tokens, at):
        return None
    for size in range(_reach(index, text, tokens, at), 0, -1):
        window = tokens[at : at + size]
        if not _may_end(text, tokens, at + size - 1):
            continue
        resolution = _resolve(index, text, window)
        if resolution is not None and not _says_ram(index, text, window):
            start, end = window[0].start, window[-1].end
            return Mention(
                start=start, end=end, kind=resolution.kind, text=text[start:end], resolution=resolution
            )
    return None


def _says_ram(index: PartIndex, text: str, window: Sequence[Token]) -> bool:
    """Whether memory before the word RAM is the system's: the card has it in one size only ("3090 24GB RAM").

    In "V100 32G 内存要多少" the 32 GB say which card is meant.
    """
    last = window[-1]
    if last.role != "memory" or len(window) == 1 or not _RAM_AFTER.match(text, last.end):
        return False
    alone = index.match_tokens(window[:-1], "gpu")
    return len({index.catalogue.gpus[i].memory_gb for i in alone}) < 2


def _may_start(text: str, tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.role in {"count", "memory", "tail", "variant"} or _glued(text, tokens, at):
        return False
    return token.end - token.start > 1 or token.values[0] == "w"


def _glued(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether a token continues the letters and digits before it (a count such as ``4x`` does not bind)."""
    start = tokens[at].start
    if at and tokens[at - 1].end == start and tokens[at - 1].role in {"count", "han"}:
        return False
    return start > 0 and _alnum(text[start - 1])


def _may_end(text: str, tokens: Sequence[Token], last: int) -> bool:
    """A name ends where its letters and digits end, or before a plural s or a glued count ("3090x2").

    It does not end before a word that would make it another card: "RTX 3090" is not in "RTX 3090 Super".
    """
    token = tokens[last]
    if token.role in {"count", "tail"} or token.values[-1] in VENDOR_WORDS:
        return False
    if token.role == "han":  # only "RTX 泰坦" is a name; "泰坦" and "撕裂者" alone are several
        return token.values == ("titan",) and last > 0 and tokens[last - 1].values == ("rtx",)
    if token.role == "memory" and _RAM_AFTER.match(text, token.end):
        return last > 0 and not _SYSTEM_RAM_AFTER.match(text, token.end)
    following = tokens[last + 1] if last + 1 < len(tokens) else None
    if following and following.role == "variant" and text[token.end : following.start] in {"", " ", "-"}:
        return False
    behind = _GLUED.match(text, token.end)
    allowed = r"x?\d{1,2}" if token.role == "variant" else r"s|x\d{1,2}"
    return behind is None or bool(re.fullmatch(allowed, behind.group()))


def _is_name_word(index: PartIndex, token: Token) -> bool:
    return token.role == "memory" or all(value in index.vocabulary for value in token.values)


def _reach(index: PartIndex, text: str, tokens: Sequence[Token], at: int) -> int:
    """How many tokens hang together from one on: joined, or apart by one space, hyphen or underscore."""
    size = 1
    while size < _LONGEST and at + size < len(tokens):
        before, token = tokens[at + size - 1], tokens[at + size]
        gap = text[before.end : token.start]
        if (
            gap not in {"", " ", "-", "_"}
            or token.role in {"count", "tail"}
            or not _is_name_word(index, token)
        ):
            break
        if gap == " " and _stray_letter(text, before, token):
            break
        size += 1
    return size


def _stray_letter(text: str, before: Token, token: Token) -> bool:
    """A single letter apart from its number is a word of the sentence ("a 100", "3970 x"), not of a name.

    Names have such letters only in "4090 D", "Titan X" and "Xeon W-2195".
    """
    letter = token.values[0]
    if len(letter) > 1 or letter.isdigit() or letter == "d":
        return False
    return before.values[0] != "titan" and not (letter == "w" and text[token.end : token.end + 1] == "-")


def _resolve(index: PartIndex, text: str, window: Sequence[Token]) -> Resolution | None:
    start, end = window[0].start, window[-1].end
    named = text[start:end]
    matches: dict[PartKind, tuple[int, ...]] = {
        "gpu": index.match_tokens(window, "gpu"),
        "cpu": index.match_tokens(window, "cpu") if all(token.role != "memory" for token in window) else (),
    }
    said_cpu = bool(_CPU_BEFORE.search(text[max(0, start - 12) : start]))
    bare = [token for token in window if token.values[0] not in EDITION_WORDS | VENDOR_WORDS]
    if len(bare) == 1 and bare[0].values[0].isdigit() and len(window) == 1:
        if end - start != _CARD_DIGITS or not _is_bare_name(text, window[0]):
            return None
        if not said_cpu:
            matches["cpu"] = ()
    order: tuple[PartKind, ...] = ("cpu", "gpu") if said_cpu else ("gpu", "cpu")
    for kind in order:
        if matches[kind]:
            return index.resolution(named, kind, matches[kind])
    return None


def _is_bare_name(text: str, token: Token) -> bool:
    """Whether a lone number can be a name: no unit behind it, no money or pixels before it."""
    before = text[max(0, token.start - 12) : token.start]
    if re.search(r"[.,]$", before) and before[-2:-1].isdigit():
        return False
    if _MONEY_BEFORE.search(before) or _PIXELS_BEFORE.search(before):
        return False
    return not (_UNIT.match(text, token.end) or re.match(r"[.,]\d", text[token.end :]))


def _unknown_at(index: PartIndex, text: str, start: int) -> Mention | None:
    """Words at one place that look like a part, though no table holds it."""
    match = _UNKNOWN.match(text, start)
    if match is None:
        return None
    named = match.group()
    kind: PartKind = "gpu" if str(match.lastgroup).startswith("gpu") else "cpu"
    resolution = Resolution(kind=kind, text=named, nearest=index.nearest(named, kind))
    return Mention(start=start, end=match.end(), kind=kind, text=named, resolution=resolution)


def _alnum(character: str) -> bool:
    return character.isascii() and character.isalnum()
