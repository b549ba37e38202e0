"""YAML in a knowledge file: the front matter at its top and the metadata fence of a section.

Every scalar stays the text it was written as: ``no``, ``1.10`` and ``2025-11-30`` are strings, because a
maintainer means what is on the page and not what YAML 1.1 makes of it.
"""

import re
from collections.abc import Hashable, Mapping

import yaml

from bot.corpus.model import Problem
from bot.domain.model import LANGS, Frozen, Lang, Source

FRONT_KEYS = frozenset({"id", "title", "lang", "reviewed", "sources"})
META_KEYS = frozenset({"facts", "sources", "questions", "questions_hans", "figures_ok"})
ID_PATTERN = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")
MAX_BRACKETS = 500

_FENCE = re.compile(r"-{3}[ \t]*")


class YamlFault(Exception):
    """A YAML text cannot be used: 1-based line within the text, and why."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")


class NamedSource(Frozen):
    """A source of the front matter with the id that sections cite it by, and the line it starts on."""

    source_id: str
    source: Source
    line: int


class FrontMatter(Frozen):
    """What stands between the two ``---`` lines; empty strings where a key is absent.

    Attributes:
        last_line: line of the closing ``---``; 0 when the file has no front matter.
    """

    doc_id: str = ""
    title: str = ""
    lang: Lang | None = None
    reviewed: str = ""
    sources: tuple[NamedSource, ...] = ()
    last_line: int = 0


class SectionMeta(Frozen):
    """The ``meta`` fence of a section; ``line`` is the fence's first line, 0 when there is none.

    ``figures_ok`` lists figures that the section may state although none of its facts holds them.
    """

    facts: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    questions_hans: tuple[str, ...] = ()
    figures_ok: tuple[str, ...] = ()
    line: int = 0


# The same loader in C, ten times as fast, where PyYAML was built with it.
_Base: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _StringLoader(_Base):  # type: ignore[misc, valid-type]
    """PyYAML's loader that builds only strings, lists and mappings, and refuses a key given twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:  # noqa: FBT001, FBT002 - PyYAML's signature
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        twice = next((key for i, key in enumerate(keys) if key in keys[:i]), None)
        if twice is not None:
            mark = node.start_mark
            raise yaml.constructor.ConstructorError(None, None, f"the key {twice!r} is given twice", mark)
        built: dict[Hashable, object] = super().construct_mapping(node, deep=deep)
        return built


def load_strings(text: str) -> object:
    """A YAML text as strings, lists and mappings, nothing else.

    Raises:
        YamlFault: the text is not YAML, or is nested absurdly deep.
    """
    if text.count("[") + text.count("{") > MAX_BRACKETS:
        # PyYAML's time grows with the square of their nesting.
        raise YamlFault(1, f"more than {MAX_BRACKETS} brackets")
    try:
        return yaml.load(text, Loader=_StringLoader)  # noqa: S506 - a BaseLoader: builds no objects
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        line = min(mark.line + 1, text.rstrip().count("\n") + 1) if mark else 1
        raise YamlFault(line, fault.problem or "not YAML") from fault
    except (yaml.YAMLError, RecursionError) as fault:
        raise YamlFault(1, "not YAML: " + type(fault).__name__) from fault


def read_front_matter(lines: list[str], path: str) -> tuple[FrontMatter | None, tuple[Problem, ...]]:
    """The front matter of a file.

    Args:
        lines: the file's lines without their ends.
        path: for the problems.

    Returns:
        What was read, and what is wrong with it. ``None`` means the file cannot be used at all: the
        closing fence is missing, the YAML is broken, or it is not a mapping.
    """
    if not lines or not _FENCE.fullmatch(lines[0]):
        what = "The file does not start with a front matter between two --- lines."
        return FrontMatter(), (Problem(path=path, line=1, code="front-matter-absent", message=what),)
    end = next((i for i in range(1, len(lines)) if _FENCE.fullmatch(lines[i])), None)
    if end is None:
        what = "The front matter that starts here has no closing --- line."
        return None, (Problem(path=path, line=1, code="front-matter-unclosed", message=what),)
    try:
        data = load_strings("\n".join(lines[1:end]))
    except YamlFault as fault:
        what = f"The front matter is not valid YAML: {fault.reason}."
        return None, (Problem(path=path, line=fault.line + 1, code="front-matter-yaml", message=what),)
    if not isinstance(data, Mapping):
        what = "The front matter must be lines of 'key: value', not a list or a lone value."
        return None, (Problem(path=path, line=2, code="front-matter-not-mapping", message=what),)
    return _front_matter(data, lines[: end + 1], path)


def _front_matter(
    data: Mapping[object, object], lines: list[str], path: str
) -> tuple[FrontMatter, tuple[Problem, ...]]:
    """Check the keys of a front matter and take what is usable."""
    problems = [
        Problem(path=path, line=1, code="front-matter-key", message=f"The front matter lacks '{key}'.")
        for key in sorted(FRONT_KEYS)
        if not data.get(key)
    ]
    problems += [
        Problem(
            path=path, line=_line_of(lines, str(key)), code="front-matter-unknown-key", severity="warning",
            message=f"The front matter has the unknown key '{key}'.",
        )
        for key in data if key not in FRONT_KEYS
    ]  # fmt: skip
    lang = next((known for known in LANGS if known == data.get("lang")), None)
    if data.get("lang") and lang is None:
        what = f"'lang' must be one of {', '.join(LANGS)}, not {_text(data['lang'])!r}."
        problems.append(Problem(path=path, line=_line_of(lines, "lang"), code="lang-unknown", message=what))
    sources, faults = _sources(data.get("sources"), lines, path)
    front = FrontMatter(
        doc_id=_text(data.get("id")), title=_text(data.get("title")), lang=lang,
        reviewed=_text(data.get("reviewed")), sources=sources, last_line=len(lines),
    )  # fmt: skip
    return front, (*problems, *faults)


def _sources(
    data: object, lines: list[str], path: str
) -> tuple[tuple[NamedSource, ...], tuple[Problem, ...]]:
    """The list of sources; a row that is not a mapping or lacks its id or title is reported and left out."""
    if data is None or data == "":
        return (), ()
    if not isinstance(data, list):
        what = "'sources' must be a list of entries with id, title, url and date."
        line = _line_of(lines, "sources")
        return (), (Problem(path=path, line=line, code="sources-not-list", message=what),)
    found: list[NamedSource] = []
    problems: list[Problem] = []
    for row in data:
        source_id = _text(row.get("id")) if isinstance(row, Mapping) else ""
        line = _line_of(lines, "id", source_id)
        if not isinstance(row, Mapping) or not source_id or not row.get("title"):
            what = "Each source needs at least an id and a title."
            problems.append(Problem(path=path, line=line, code="source-incomplete", message=what))
            continue
        if any(source.source_id == source_id for source in found):
            what = f"The source id '{source_id}' is given twice."
            problems.append(Problem(path=path, line=line, code="source-duplicate", message=what))
            continue
        problems += [
            Problem(
                path=path, line=line, code="source-incomplete",
                message=f"The source '{source_id}' lacks '{key}'" + (" (write '' if there is none)." if key == "url" else "."),
            )
            for key in ("url", "date") if key not in row or (key == "date" and not row[key])
        ]  # fmt: skip
        source = Source(title=_text(row["title"]), url=_text(row.get("url")), date=_text(row.get("date")))
        found.append(NamedSource(source_id=source_id, source=source, line=line))
    return tuple(found), tuple(problems)


def read_meta(text: str, line: int, path: str) -> tuple[SectionMeta, tuple[Problem, ...]]:
    """The metadata fence of a section.

    Args:
        text: the fence's content.
        line: 1-based line of the opening fence.
        path: for the problems.
    """
    try:
        data = load_strings(text)
    except YamlFault as fault:
        what = f"The meta block is not valid YAML: {fault.reason}."
        problem = Problem(path=path, line=line + fault.line, code="meta-yaml", message=what)
        return SectionMeta(line=line), (problem,)
    if not isinstance(data, Mapping):
        what = "The meta block must be lines of 'key: value'."
        return SectionMeta(line=line), (Problem(path=path, line=line, code="meta-not-mapping", message=what),)
    problems = tuple(
        Problem(path=path, line=line, code="meta-unknown-key", message=f"The meta block has the unknown key '{key}'.")
        for key in data if key not in META_KEYS
    )  # fmt: skip
    meta = SectionMeta(
        facts=_texts(data.get("facts")), sources=_texts(data.get("sources")),
        questions=_texts(data.get("questions")), questions_hans=_texts(data.get("questions_hans")),
        figures_ok=_texts(data.get("figures_ok")), line=line,
    )  # fmt: skip
    return meta, problems


def _text(value: object) -> str:
    """A scalar as stripped text; anything else is nothing."""
    return value.strip() if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    """A list of texts; a lone text is a list of one.

    YAML reads ``- 4 x 3090: how big?`` as a mapping; its author meant the sentence, so it is put together again.
    """
    items = value if isinstance(value, list) else [value]
    texts: list[str] = []
    for item in items:
        if isinstance(item, Mapping):
            texts += [f"{key}: {_text(rest)}".strip() for key, rest in item.items()]
        elif _text(item):
            texts.append(_text(item))
    return tuple(texts)


def _line_of(lines: list[str], key: str, value: str = "") -> int:
    """1-based line of ``key: value`` in the front matter; 1 if it is not found."""
    wanted = re.compile(rf"[\s\-{{]*{re.escape(key)}\s*:\s*['\"]?{re.escape(value)}")
    return next((i + 1 for i, line in enumerate(lines) if wanted.match(line)), 1)
