"""Figures looked up: sentences, results, versions, claims, gaps; the rows are those of the hand-made catalogue."""

from decimal import Decimal

import pytest

from bot.domain.hardware import Catalogue
from bot.domain.inputs import SpecInputs
from bot.domain.lookup import PartIndex
from bot.domain.specs import figures_of, spec, spec_row

D = Decimal


@pytest.fixture
def look_up(catalogue: Catalogue):
    """Figures of parts by their names."""
    index = PartIndex(catalogue)

    def _look_up(*names: str, figures=("memory",), kind="gpu", **more):
        rows = tuple(spec_row(row, name) for name in names for row in index.resolve(name, kind).rows)
        return spec(SpecInputs(rows=rows, figures=figures, **more), catalogue)

    return _look_up


def keys(messages) -> list[str]:
    return [message.key for message in messages]


def test_one_figure_of_one_part_with_its_source_and_day(look_up) -> None:
    found = look_up("3090")
    assert (found.headline.key, found.headline.args["value"]) == ("spec-one", "24 GB")
    assert found.results == {"part": "RTX 3090", "memory_gb": 24}
    assert [(s.title, s.url, s.date) for s in found.sources] == [
        ("RTX 3090", "https://example.org/part", "2026-01-01")
    ]
    assert keys(found.notes) == ["spec-as-of"]
    assert found.notes[0].args == {"date": "2026-01-01"}
    assert not found.sections


def test_board_power_comes_with_a_word_about_the_supply(look_up) -> None:
    found = look_up("3090", figures=("power",))
    assert found.results["board_power_w"] == 350
    assert keys(found.notes) == ["spec-as-of", "spec-supply"]


def test_a_processor_has_base_and_peak_power(look_up) -> None:
    found = look_up("7950X", figures=("power",), kind="cpu")
    assert found.headline.key == "spec-one-cpu"
    assert (found.results["base_w"], found.results["peak_w"]) == (170, 230)
    assert keys(found.notes) == ["spec-peak", "spec-as-of"]
    assert look_up("1950X", figures=("power",), kind="cpu").results["peak_w"] is None


def test_every_version_of_an_ambiguous_name(look_up) -> None:
    found = look_up("3060")
    assert found.headline.key == "spec-versions"
    assert (found.headline.args["name"], found.headline.args["value"]) == ("RTX 3060", "8 / 12 GB")
    assert found.results["part_2"] == "RTX 3060 8GB"
    assert keys(found.understood) == ["spec-row", "spec-row"]


@pytest.mark.parametrize(("versions", "parts"), [(True, 2), (False, 1)])
def test_a_card_with_other_memory_belongs_to_the_name_unless_memory_was_said(
    look_up, versions, parts
) -> None:
    found = look_up("3060 12gb", versions=versions)
    assert len([key for key in found.results if key.startswith("part")]) == parts


def test_two_parts_are_compared_the_greater_first(look_up, check_steps) -> None:
    found = look_up("3090", "4090", figures=("power",))
    assert found.headline.key == "spec-more"
    assert found.headline.args["name"] == "RTX 4090"
    assert found.results["difference_board_power_w"] == 100
    check_steps(found)
    same = look_up("3090", "4090")
    assert (same.headline.key, same.results["difference_memory_gb"], same.steps) == ("spec-same", 0, ())


def test_more_rows_than_two_are_listed_by_name(look_up) -> None:
    found = look_up("a100", "3090", "4060 ti")
    assert found.headline.args["rows"] == "A100 40 / 80 GB · RTX 3090 24 GB · RTX 4060 Ti 8 / 16 GB"


@pytest.mark.parametrize(
    ("name", "claimed", "claim"), [("2080 ti", 11, "yes"), ("2080 ti", 12, "no"), ("3060", 8, "some")]
)
def test_what_the_asker_believes_is_confirmed_or_put_right(look_up, name, claimed, claim) -> None:
    found = look_up(name, claimed=D(claimed))
    assert (found.headline.key, found.results["claim"]) == (f"spec-claim-{claim}", claim)


def test_a_figure_that_no_row_has_is_said_to_be_missing_and_what_there_is_listed(look_up) -> None:
    found = look_up("3090", figures=("length",))
    assert found.headline.key == "spec-missing"
    assert found.results["length_mm"] is None
    assert [message.args["figure"] for message in found.understood] == [
        "memory",
        "power",
        "plugs",
        "released",
    ]
    assert look_up("3090", figures=("cores",)).results == {"part": "RTX 3090", "cores": None}


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [("2080", "spec-one", "1 × 8-pin + 1 × 6-pin"), ("MI300X", "spec-no-plug", "0")],
)
def test_plugs_are_written_for_people(look_up, name, key, value) -> None:
    found = look_up(name, figures=("plugs",))
    assert (found.headline.key, found.headline.args["value"]) == (key, value)


def test_words_are_listed_and_not_subtracted(look_up) -> None:
    assert look_up("3090", "4090", figures=("plugs",)).headline.key == "spec-list"


def test_further_figures_are_further_sentences(look_up) -> None:
    found = look_up("3970X", figures=("cores", "threads"), kind="cpu")
    assert found.headline.args["figure"] == "cores"
    assert keys(found.notes) == ["spec-one", "spec-as-of"]
    assert found.results == {"part": "Threadripper 3970X", "cores": 32, "threads": 64}
    assert not found.understood


@pytest.mark.parametrize("kind", ["gpu", "cpu"])
def test_each_figure_of_a_kind_is_in_its_rows_or_none(catalogue, kind) -> None:
    rows = catalogue.gpus if kind == "gpu" else catalogue.cpus
    for row in rows:
        assert set(spec_row(row, "it").values) <= set(figures_of(kind))
