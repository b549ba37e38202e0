"""RAM: hand-worked tables, a second implementation in fractions, properties."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.inputs import MemoryPart, RamInputs
from bot.domain.memory import KITS_GB, ram


def size(*cards: tuple[int, object], workload="normal", **more):
    gpus = tuple(MemoryPart(count=count, memory_gb=Decimal(str(gb)), **more) for count, gb in cards)
    return ram(RamInputs(gpus=gpus, workload=workload))


def keys(messages) -> list[str]:
    return [message.key for message in messages]


WORKED = [
    # W16 says 64 GB in practice for more than 44 GB; the list of kits knows 48 GB
    pytest.param([(4, 11)], 11, 16, 44, 48, id="W16-4x2080Ti"),
    # F079's note says 32 GB in practice: the note beside the result says so too
    pytest.param([(1, 24)], 24, 24, None, None, id="W16-one-Titan-RTX"),
    pytest.param([(4, 24)], 24, 24, 96, 128, id="F086-4x24-more-than-96"),
    pytest.param([(1, 80), (2, 24)], 80, 96, 128, 192, id="ram-008"),
    pytest.param([(3, 12)], 12, 16, 36, 48, id="ram-009"),
    pytest.param([(1, 6)], 6, 8, None, None, id="smallest-kit"),
    pytest.param([(8, 141)], 141, 192, 1128, 1536, id="8xH200"),
    pytest.param([(16, 288)], 288, 384, 4608, None, id="sum-beyond-every-kit"),
    pytest.param([(1, 2000)], 2000, 2048, None, None, id="largest"),
]


@pytest.mark.req("R108")
@pytest.mark.parametrize(("cards", "minimum", "suggested", "total", "more"), WORKED)
def test_hand_worked_sizes(check_steps, cards, minimum, suggested, total, more) -> None:
    result = size(*cards)
    assert result.results["minimum_gb"] == minimum
    assert result.results["suggested_gb"] == suggested
    assert result.results.get("sum_gb") == total
    assert result.results.get("sum_rule_gb") == more
    assert result.headline.key == "ram-buy"
    check_steps(result)


@pytest.mark.parametrize(
    ("have", "workload", "enough", "notes"),
    [
        (64, "normal", "yes", ["ram-more"]),
        (24, "normal", "yes", ["ram-more"]),
        (16, "normal", "no", ["ram-buy", "ram-more"]),
        (32, "kaggle", "tight", ["ram-buy-workload"]),
        (48, "kaggle", "yes", []),
    ],
)
def test_ram_in_mind_is_judged(have, workload, enough, notes) -> None:
    card = MemoryPart(memory_gb=Decimal(24))
    result = ram(RamInputs(gpus=(card,), workload=workload, have_gb=Decimal(have)))
    assert (result.results["have_gb"], result.results["enough"]) == (have, enough)
    assert result.headline.key == f"ram-have-{enough}"
    assert [key for key in keys(result.notes) if key != "ram-odd-kit"] == notes


def test_the_two_texts_stand_side_by_side_with_their_sources() -> None:
    """X02: the guide says the largest card, the workstation text more than the sum of all."""
    result = size((4, 24))
    assert [s.title for s in result.sources] == [
        "A Full Hardware Guide to Deep Learning (Tim Dettmers)",
        "Workstation advertisement (UltraLAB)",
    ]
    assert keys(result.notes) == ["ram-odd-kit", "ram-sum-rule", "ram-more"]
    assert keys(size((16, 256)).notes) == ["ram-sum-rule-beyond", "ram-more"]
    assert keys(size((1, 32)).notes) == ["ram-more"]
    assert result.sections == ("ram-size-rule",)


@pytest.mark.parametrize(
    ("memory", "usual"), [(24, 32), (48, 64), (90, 128), (1100, 2048), (16, None), (1024, None)]
)
def test_kits_that_are_no_power_of_two_are_remarked_on(memory, usual) -> None:
    found = [n.args["usual"] for n in size((1, memory)).notes if n.key == "ram-odd-kit"]
    assert found == ([] if usual is None else [usual])


@pytest.mark.parametrize(
    ("cards", "suggested"),
    [([(1, 24)], 48), ([(2, 24)], 48), ([(4, 24)], 96), ([(1, 11), (1, 24)], 48), ([(1, 12)], 24)],
)
@pytest.mark.parametrize("workload", ["large_data", "preprocessing", "kaggle"])
def test_a_heavy_workload_raises_the_suggestion_by_our_own_rule(
    check_steps, cards, suggested, workload
) -> None:
    result = size(*cards, workload=workload)
    assert result.results["suggested_gb"] == suggested
    assert result.results["minimum_gb"] == max(gb for _, gb in cards)
    assert [a.args["workload"] for a in result.assumptions if a.key == "ram-workload"] == [workload]
    check_steps(result)


def test_beyond_every_kit_there_is_no_suggestion() -> None:
    result = size((64, 80), workload="kaggle")
    assert result.results["suggested_gb"] is None
    assert result.headline.key == "ram-no-kit"


def test_cards_are_named_where_they_were() -> None:
    named = size((2, 24), name="RTX 3090", source_url="https://example.org", checked_on="2026-01-01")
    assert named.understood[0].args == {"count": 2, "memory": 24, "name": "RTX 3090"}
    assert named.sources[-1].title == "RTX 3090"
    assert size((2, 24)).understood[0].key == "ram-card"


cards = st.lists(st.tuples(st.integers(1, 64), st.decimals("0.5", 2000, places=1)), min_size=1, max_size=6)


@given(cards, st.sampled_from(["normal", "kaggle"]))
def test_a_second_implementation_agrees(check_steps, reference_next, given_cards, workload) -> None:
    sizes = [Fraction(gb) for count, gb in given_cards for _ in range(count)]
    needed = max(sizes) if workload == "normal" else max(2 * max(sizes), sum(sizes))
    result = size(*given_cards, workload=workload)
    assert Fraction(result.results["minimum_gb"]) == max(sizes)
    assert result.results["suggested_gb"] == reference_next(needed, "GB")
    if len(sizes) > 1:
        assert Fraction(result.results["sum_gb"]) == sum(sizes)
        assert result.results["sum_rule_gb"] == reference_next(sum(sizes) + 1, "GB")
    check_steps(result)


@given(cards, st.randoms())
def test_neither_order_nor_number_of_equal_cards_matters(given_cards, random) -> None:
    shuffled = [(1, gb) for _, gb in given_cards]
    random.shuffle(shuffled)
    for key in ("minimum_gb", "suggested_gb"):
        assert size(*given_cards).results[key] == size(*shuffled).results[key]


@pytest.mark.req("R108")
@given(cards, st.decimals("0.5", 2000, places=1))
def test_a_further_card_never_lowers_anything(given_cards, extra) -> None:
    before, after = size(*given_cards).results, size(*given_cards, (1, extra)).results
    assert after["minimum_gb"] >= before["minimum_gb"]
    assert after["suggested_gb"] >= before["suggested_gb"]
    assert after["suggested_gb"] in KITS_GB
