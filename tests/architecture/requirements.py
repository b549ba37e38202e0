"""Which test holds which requirement: the table ``tests/REQUIREMENTS.md``, made from the tests' own markers.

python tests/architecture/requirements.py            write the table
python tests/architecture/requirements.py --missing  list what no test names
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

TESTS = Path(__file__).resolve().parents[1]
TABLE = TESTS / "REQUIREMENTS.md"
DEFINED = Path(__file__).with_name("requirements.yaml")

_HEAD = """# Requirements and the tests that hold them

Made by `python tests/architecture/requirements.py` from `@pytest.mark.req(...)` and
`tests/architecture/requirements.yaml`; a test checks that it is current. Paths are below `tests/`.
"""


class Requirement(NamedTuple):
    """One line of the table."""

    group: str
    id: str
    says: str
    not_tested: str


def defined() -> list[Requirement]:
    """All requirements in their order."""
    groups = yaml.safe_load(DEFINED.read_text("utf-8"))
    return [
        Requirement(group, id_, entry["says"], entry.get("not_tested", ""))
        for group, entries in groups.items()
        for id_, entry in entries.items()
    ]


def held() -> dict[str, list[str]]:
    """Requirement id → ``file::test`` of everything that is marked with it."""
    found: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS).as_posix()
        for scope, ids in _marked(ast.parse(path.read_text("utf-8")), ""):
            for id_ in ids:
                found.setdefault(id_, set()).add(f"{name}::{scope}" if scope else name)
    return {id_: sorted(names) for id_, names in found.items()}


def _marked(node: ast.AST, scope: str) -> Iterator[tuple[str, list[str]]]:
    """Marks below a node, each with the test or class that carries it; marks of ``pytestmark`` have no scope."""
    for child in ast.iter_child_nodes(node):
        inner = scope
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{scope}::{child.name}" if scope else child.name
        if isinstance(child, ast.Call) and _is_req(child.func):
            yield scope, [str(arg.value) for arg in child.args if isinstance(arg, ast.Constant)]
        yield from _marked(child, inner)


def _is_req(func: ast.expr) -> bool:
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "req"
        and isinstance(func.value, ast.Attribute)
        and func.value.attr == "mark"
    )


def table() -> str:
    """The Markdown table."""
    tests, lines, group = held(), [_HEAD], ""
    for requirement in defined():
        if requirement.group != group:
            group = requirement.group
            lines += [f"\n## {group}\n", "| | what | held by |", "|---|---|---|"]
        names = tests.get(requirement.id, [])
        held_by = "<br>".join(f"`{name}`" for name in names)
        if requirement.not_tested:
            held_by = "<br>".join(filter(None, [held_by, f"no test: {requirement.not_tested}"]))
        lines.append(f"| {requirement.id} | {requirement.says} | {held_by} |")
    return "\n".join(lines) + "\n"


def missing() -> list[Requirement]:
    """What neither a test names nor a reason explains."""
    tests = held()
    return [one for one in defined() if one.id not in tests and not one.not_tested]


if __name__ == "__main__":
    if "--missing" in sys.argv:
        print("\n".join(f"{one.id}: {one.says}" for one in missing()))
    else:
        TABLE.write_text(table(), "utf-8")
