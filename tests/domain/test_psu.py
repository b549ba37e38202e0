"""The power supply: hand-worked tables, a second implementation in fractions, properties."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.inputs import PowerPart, PsuInputs
from bot.domain.psu import EIGHTY_PLUS, LARGEST_W, SIZES_W, plugs_of, psu

BIG = Fraction(121, 100)


def part(kind, count, watts, **more) -> PowerPart:
    return PowerPart(kind=kind, count=count, watts=Decimal(str(watts)), **more)


def gpus(count, watts, **more) -> PowerPart:
    return part("gpu", count, watts, **more)


def cpu(watts, peak=None, **more) -> PowerPart:
    return part("cpu", more.pop("count", 1), watts, peak_w=None if peak is None else Decimal(peak), **more)


def size(*parts: PowerPart, **more):
    return psu(PsuInputs(parts=parts, **more))


def keys(messages) -> list[str]:
    return [message.key for message in messages]


WORKED = [
    pytest.param([gpus(4, 250), cpu(150)], "1150", "1265", "1391.5", 1400, id="W01-guide-4x250+150"),
    pytest.param([gpus(1, 250), cpu(95)], "345", "379.5", "417.45", 450, id="W02-one-1080Ti"),
    pytest.param([gpus(2, 250), cpu(95)], "595", "654.5", "719.95", 750, id="W02-two-1080Ti"),
    pytest.param([gpus(1, 450), cpu(125, 253)], "703", "773.3", "850.63", 900, id="W02-4090+13900K-peak"),
    pytest.param([gpus(3, 350), cpu(280)], "1330", "1463", "1609.3", 1650, id="psu-003"),
    pytest.param([gpus(2, 575), cpu(280)], "1430", "1573", "1730.3", 1800, id="psu-014"),
    pytest.param([gpus(1, 100), cpu(65)], "165", "181.5", "199.65", 300, id="smallest-size"),
    pytest.param([part("other", 1, "247.9")], "247.9", "272.69", "299.959", 300, id="just-below-a-size"),
    pytest.param([part("other", 1, 1000)], "1000", "1100", "1210", 1250, id="one-load"),
    pytest.param([gpus(8, 250), cpu(280, count=1)], "2280", "2508", "2758.8", 3000, id="largest-size"),
    pytest.param([gpus(4, 0.5)], "2", "2.2", "2.42", 300, id="tiny"),
]


@pytest.mark.req("R108")
@pytest.mark.parametrize(("parts", "load", "minimum", "comfortable", "buy"), WORKED)
def test_hand_worked_sizes(check_steps, parts, load, minimum, comfortable, buy) -> None:
    result = size(*parts)
    assert result.results["load_w"] == Decimal(load)
    assert result.results["minimum_w"] == Decimal(minimum)
    assert result.results["comfortable_w"] == Decimal(comfortable)
    assert result.results["buy_w"] == buy
    assert (result.headline.key, result.headline.args["buy_w"]) == ("psu-buy", buy)
    check_steps(result)


def test_the_guides_own_figures_are_explained_for_its_example_only() -> None:
    """W01 prints 1250, 1375 and 1400 W: the first 10 % is rounded to 100 W; ours is 1265, 1391.5, 1400 W."""
    guide = 4 * 250 + 150 + 100
    assert (guide, guide * Decimal("1.10")) == (1250, 1375)
    assert "psu-guide-example" in keys(size(cpu(150), gpus(4, 250)).notes)
    assert "psu-guide-example" not in keys(size(gpus(4, 250), cpu(160)).notes)
    assert "psu-guide-example" not in keys(size(gpus(5, 250), cpu(150)).notes)


def test_steps_are_written_as_a_reader_would() -> None:
    steps = [(s.key, s.expression, s.unit) for s in size(gpus(4, 250), cpu(150)).steps]
    assert steps == [
        ("step-load", "4 * 250 + 1 * 150", "W"),
        ("step-minimum", "1150 * 1.10", "W"),
        ("step-comfortable", "1265 * 1.10", "W"),
        ("step-buy", "next(1391.5)", "W"),
    ]


def test_the_peak_of_a_cpu_counts_and_what_it_changes_is_said() -> None:
    result = size(gpus(2, 450), cpu(125, 253, name="Core i9-13900K"))
    assert result.results["load_w"] == 1153
    peak, base = result.assumptions
    assert (peak.key, peak.args) == ("psu-cpu-peak", {"name": "Core i9-13900K", "peak": 253, "base": 125})
    assert (base.key, base.args) == ("psu-cpu-base", {"base_buy": 1250})
    assert result.understood[1].args["watts"] == 253


def test_the_base_can_be_asked_for() -> None:
    result = size(gpus(2, 450), cpu(125, 253, name="Core i9-13900K"), use_cpu_peak=False)
    assert result.results["load_w"] == 1025
    assert result.assumptions == ()


def test_a_peak_below_the_base_never_lowers_the_load() -> None:
    assert size(cpu(280, 200)).results["load_w"] == 280


def test_a_peak_says_nothing_of_a_base_that_fits_no_unit() -> None:
    assert keys(size(*[cpu(400, 500, count=8, name="X")] * 1).assumptions) == ["psu-cpu-peak"]


def test_missing_knowledge_is_stated() -> None:
    assert keys(size(gpus(1, 350), cpu_assumed=True).assumptions) == ["psu-no-cpu"]
    assert keys(size(cpu(120, name="Xeon E5-2680 v4")).assumptions) == ["psu-cpu-rated"]
    assert keys(size(cpu(120)).assumptions) == []


SPLIT = [
    pytest.param([gpus(8, 350), cpu(280)], 3080, 2, 2050, "4 × 350 W + 1 × 280 W", id="8x350+280"),
    pytest.param([gpus(8, 700)], 5600, 3, 3000, "3 × 700 W", id="8x700-needs-3"),
    pytest.param([gpus(5, 600)], 3000, 2, 2400, "3 × 600 W", id="5x600-is-uneven"),
    pytest.param([gpus(3, 1500)], 4500, 3, 2000, "1 × 1500 W", id="3x1500-two-units-would-not-do"),
]


@pytest.mark.parametrize(("parts", "load", "units", "unit", "share"), SPLIT)
def test_above_the_largest_unit_several_serve(check_steps, parts, load, units, unit, share) -> None:
    result = size(*parts)
    assert result.results["load_w"] == load
    assert result.results["buy_w"] is None
    assert (result.results["units"], result.results["unit_w"]) == (units, unit)
    assert result.headline.key == "psu-no-single-unit"
    assert next(n for n in result.notes if n.key == "psu-split").args["share"] == share
    check_steps(result)


def test_a_part_beyond_any_unit_is_shared_evenly(check_steps) -> None:
    result = size(part("other", 1, 5000))
    assert (result.results["units"], result.results["unit_w"]) == (3, 2050)
    assert "psu-split-evenly" in keys(result.notes)
    check_steps(result)


@pytest.mark.parametrize(
    ("efficiency", "level"),
    [("0.94", "Titanium"), ("0.92", "Platinum"), ("0.9", "Gold"), ("0.88", "Silver"), ("0.85", "Bronze"),
     ("0.8", "White"), ("0.799", None), ("1", "Titanium")],
)  # fmt: skip
def test_wall_watts_and_class_on_request(check_steps, efficiency, level) -> None:
    result = size(gpus(4, 250), cpu(150), efficiency=Decimal(efficiency))
    assert result.results["wall_w"] == Decimal(1150) / Decimal(efficiency)
    assert result.results["efficiency_class"] == level
    assert ("psu-wall" if level else "psu-wall-unrated") in keys(result.notes)
    check_steps(result)


@pytest.mark.parametrize(
    ("supply", "enough", "key"),
    [
        ("1391.5", "yes", "psu-supply-yes"),
        ("1391.4", "tight", "psu-supply-tight"),
        ("1265", "tight", "psu-supply-tight"),
        ("1264.9", "no", "psu-supply-no"),
    ],
)
def test_a_supply_is_judged_at_the_minimum_and_the_comfortable_size(check_steps, supply, enough, key) -> None:
    found = size(gpus(4, 250), cpu(150), supply_w=Decimal(supply))
    check_steps(found)
    assert (found.results["enough"], found.headline.key) == (enough, key)
    assert found.results["supply_w"] == Decimal(supply)
    assert found.results["buy_w"] == 1400
    assert keys(found.understood)[-1] == "psu-supply"


def test_a_supply_beyond_one_unit_and_cards_alone_have_their_own_words() -> None:
    assert size(gpus(8, 450), supply_w=Decimal(3000)).headline.key == "psu-supply-no-units"
    assert size(gpus(8, 330), supply_w=Decimal(3000)).headline.key == "psu-supply-tight-units"
    alone = size(gpus(1, 350), supply_w=Decimal(850), cpu_assumed=True)
    assert alone.headline.key == "psu-supply-yes-cards"
    assert "enough" not in size(gpus(1, 350)).results


def test_wall_watts_are_left_out_unless_asked_for() -> None:
    assert "wall_w" not in size(gpus(1, 100)).results
    assert [asked for _, asked in EIGHTY_PLUS] == sorted((a for _, a in EIGHTY_PLUS), reverse=True)


PLUGS = [
    ("2x8-pin", {"8-pin": 2}),
    ("1x6-pin+1x8-pin", {"6-pin": 1, "8-pin": 1}),
    ("1x8-pin + 1x8-pin", {"8-pin": 2}),
    ("1x16-pin", {"16-pin": 1}),
    ("none", {}),
    ("", {}),
    (None, {}),
    ("axle", {}),
]


@pytest.mark.parametrize(("connectors", "plugs"), PLUGS)
def test_plugs_are_read_from_the_table(connectors, plugs) -> None:
    assert plugs_of(connectors) == plugs


def test_plugs_of_several_cards_are_counted() -> None:
    result = size(
        gpus(4, 350, name="RTX 3090", connectors="2x8-pin"),
        gpus(1, 450, name="RTX 4090", connectors="1x16-pin"),
    )
    notes = {n.key: n.args for n in result.notes if n.key != "psu-plugs"}
    lines = [n.args["total"] for n in result.notes if n.key == "psu-plugs"]
    assert lines == [8, 1]
    assert notes == {"psu-plugs-16pin": {"total": 1}}
    mixed = size(gpus(2, 250, connectors="2x8-pin"), gpus(1, 250, connectors="1x8-pin+1x6-pin"))
    assert next(n.args["total"] for n in mixed.notes if n.key == "psu-plugs-total") == "1 × 6-pin + 5 × 8-pin"


def test_sources_are_the_guide_and_each_table_row_once() -> None:
    row = {"name": "RTX 3090", "source_url": "https://example.org/3090", "checked_on": "2026-01-01"}
    sources = size(gpus(1, 350, **row), gpus(1, 350, **row), cpu(100)).sources
    assert [s.title for s in sources][1:] == ["RTX 3090"]
    assert size(cpu(100)).sections == ("psu-size-rule",)


watts = st.decimals(min_value="0.1", max_value=5000, places=1)
parts = st.builds(
    lambda kind, count, watts, peak: PowerPart(
        kind=kind, count=count, watts=watts, peak_w=peak if kind == "cpu" else None
    ),
    st.sampled_from(["gpu", "cpu", "other"]),
    st.integers(1, 64),
    watts,
    st.none() | watts,
)
part_lists = st.lists(parts, min_size=1, max_size=6)


@pytest.mark.req("R108")
@given(part_lists, st.booleans())
def test_a_second_implementation_agrees(check_steps, reference_next, given_parts, peak) -> None:
    load = Fraction(0)
    for p in given_parts:
        counted = max(p.watts, p.peak_w or p.watts) if peak else p.watts
        load += p.count * Fraction(counted)
    result = psu(PsuInputs(parts=tuple(given_parts), use_cpu_peak=peak))
    assert Fraction(result.results["load_w"]) == load
    assert Fraction(result.results["minimum_w"]) == load * Fraction(11, 10)
    assert Fraction(result.results["comfortable_w"]) == load * BIG
    assert result.results["buy_w"] == reference_next(load * BIG, "W")
    check_steps(result)


@given(part_lists, st.randoms())
def test_the_order_of_parts_changes_no_result(given_parts, random) -> None:
    shuffled = list(given_parts)
    random.shuffle(shuffled)
    first, second = (psu(PsuInputs(parts=tuple(p))).results for p in (given_parts, shuffled))
    assert {k: first[k] for k in ("load_w", "buy_w")} == {k: second[k] for k in ("load_w", "buy_w")}


@pytest.mark.req("R108")
@given(part_lists, parts)
def test_one_more_part_never_needs_a_smaller_supply(given_parts, extra) -> None:
    before = psu(PsuInputs(parts=tuple(given_parts))).results
    after = psu(PsuInputs(parts=(*given_parts, extra))).results
    assert after["load_w"] > before["load_w"]
    if after["buy_w"] is not None:
        assert before["buy_w"] is not None
        assert after["buy_w"] >= before["buy_w"]


@given(part_lists, st.integers(2, 5))
def test_load_scales(given_parts, factor) -> None:
    many = PsuInputs(parts=tuple(given_parts) * factor)
    assert psu(many).results["load_w"] == factor * psu(PsuInputs(parts=tuple(given_parts))).results["load_w"]


@pytest.mark.req("R108")
@given(part_lists)
def test_what_is_bought_carries_the_load(given_parts) -> None:
    r = psu(PsuInputs(parts=tuple(given_parts))).results
    if r["buy_w"] is None:
        assert r["comfortable_w"] > LARGEST_W
        assert r["unit_w"] in SIZES_W
        assert r["units"] * r["unit_w"] >= r["comfortable_w"]
    else:
        assert r["buy_w"] in SIZES_W
        assert r["buy_w"] >= r["comfortable_w"] > r["minimum_w"] > r["load_w"]
