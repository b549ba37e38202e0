"""Every regular expression of the program, with the ways in which it is used."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import regex

import bot
from bot.corpus import check_figures, figures
from bot.corpus.tables import read_tables
from bot.retrieval import patterns

_NOT_IMPORTED = ("bot.__main__", "bot.store.migrations")
_SCANNING = frozenset({"search", "finditer", "findall", "sub", "subn", "split"})
_ANCHORED = frozenset({"match", "fullmatch"})
_MOST_DEEP = 4


class Expression(NamedTuple):
    """A pattern, where it stands, and how it is run: over the whole text, or at its beginning alone."""

    place: str
    pattern: Any
    methods: tuple[str, ...]


def expressions() -> list[Expression]:
    """All patterns: those kept in modules, and those written inside of functions."""
    modules = [importlib.import_module(name) for name in _module_names()]
    trees = {module.__name__: ast.parse(inspect.getsource(module)) for module in modules}
    everywhere = _used(trees.values())
    found: dict[tuple[object, int], Expression] = {}
    for module in modules:
        here = _used([trees[module.__name__]])
        for name, value in vars(module).items():
            used = (here if name.startswith("_") else everywhere).get(name, frozenset())
            for pattern in _patterns_in(value):
                one = Expression(f"{module.__name__}.{name}", pattern, _methods(used))
                found.setdefault((pattern.pattern, pattern.flags), one)
        for line, method, pattern in _inline(trees[module.__name__], dict(vars(module))):
            one = Expression(f"{module.__name__}:{line}", pattern, _methods(frozenset({method})))
            found.setdefault((pattern.pattern, pattern.flags), one)
    for place, pattern in _made_of_data():
        found.setdefault((pattern.pattern, pattern.flags), Expression(place, pattern, ("finditer",)))
    return list(found.values())


def _made_of_data() -> Iterator[tuple[str, Any]]:
    """Patterns that functions make of the tables and the glossary, made of the shipped ones."""
    shelf_tables, glossary, _ = read_tables(Path(__file__).parents[2] / "knowledge")
    words = [word for term in glossary for word in (*term.en, *term.zh_tw, *term.zh_cn, *term.typos)]
    yield "bot.corpus.figures._pattern", figures._pattern()
    named, _ = check_figures._named_figures(shelf_tables)
    for place, pattern in (
        ("bot.corpus.check_figures._named_figures", named),
        ("bot.retrieval.patterns.any_of", patterns.any_of(words)),
    ):
        assert pattern is not None
        yield place, pattern


def _module_names() -> Iterator[str]:
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.startswith(_NOT_IMPORTED):
            yield module.name


def _patterns_in(value: object, depth: int = 0) -> Iterator[Any]:
    """Patterns in a value, in containers, and in the attributes of our own objects."""
    if isinstance(value, re.Pattern | regex.Pattern):
        yield value
    elif depth < _MOST_DEEP:
        if isinstance(value, dict):
            inside = [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            inside = list(value)
        elif type(value).__module__.startswith("bot.") and hasattr(value, "__dict__"):
            inside = list(vars(value).values())
        else:
            return
        for item in inside:
            yield from _patterns_in(item, depth + 1)


def _used(trees: Any) -> dict[str, frozenset[str]]:
    """Last part of a name → methods called on it anywhere, and ``?`` where the name is handed on."""
    used: dict[str, set[str]] = {}
    for tree in trees:
        called: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in _SCANNING | _ANCHORED:
                name = _last(node.value)
                if name:
                    used.setdefault(name, set()).add(node.attr)
                    called.add(id(node.value))
        for node in ast.walk(tree):
            loaded = isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
            if loaded and id(node) not in called and (name := _last(node)):
                used.setdefault(name, set()).add("?")
    return {name: frozenset(methods) for name, methods in used.items()}


def _last(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _methods(used: frozenset[str]) -> tuple[str, ...]:
    """``finditer`` stands for everything that scans; a pattern of unknown use is scanned with."""
    anchored = tuple(sorted(used & _ANCHORED))
    return anchored if anchored and not used - _ANCHORED else (*anchored, "finditer")


def _inline(tree: ast.Module, names: dict[str, Any]) -> Iterator[tuple[int, str, Any]]:
    """Calls such as ``re.search("…", text)``; patterns made of a function's own variables are left out."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        engine = {"re": re, "regex": regex}.get(_last(node.func.value))
        if engine is None or node.func.attr not in _SCANNING | _ANCHORED:
            continue
        try:
            source = eval(compile(ast.Expression(node.args[0]), "pattern", "eval"), names)
        except NameError:
            continue
        if isinstance(source, str):
            yield node.lineno, node.func.attr, engine.compile(source)
