"""Every requirement is held by a test or has a stated reason, and the table says so."""

from tests.architecture import requirements


def test_the_table_is_current() -> None:
    current = requirements.TABLE.read_text("utf-8")
    assert current == requirements.table(), "run: python tests/architecture/requirements.py"


def test_every_requirement_is_held_or_explained() -> None:
    assert [one.id for one in requirements.missing()] == []


def test_every_marker_names_a_requirement() -> None:
    assert set(requirements.held()) <= {one.id for one in requirements.defined()}


def test_all_requirements_are_there() -> None:
    expected = [f"R{n}" for n in range(1, 129)] + [f"B{n}" for n in range(1, 31)]
    assert [one.id for one in requirements.defined()] == expected
