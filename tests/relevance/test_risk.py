"""The curve of risk against coverage."""

import pytest

from tests.relevance.questions import SCRIPTS, golden, out_of_scope
from tests.relevance.risk import Point, area, at_floor, markdown, points, risk_at

SURE_AND_RIGHT = [Point(0.9, True), Point(0.8, True), Point(0.3, False), Point(0.1, False)]


def test_the_surest_are_answered_first():
    assert [risk_at(SURE_AND_RIGHT, c) for c in (0.25, 0.5, 0.75, 1.0)] == [0, 0, pytest.approx(1 / 3), 0.5]
    assert risk_at([Point(0.5, True), Point(0.5, False)], 0.5) == 1  # a tie hides nothing


def test_confidence_that_tells_right_from_wrong_has_the_smaller_area():
    confused = [Point(1 - point.confidence, point.right) for point in SURE_AND_RIGHT]
    assert area(SURE_AND_RIGHT) == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4)
    assert area(confused) > area(SURE_AND_RIGHT)


def test_the_floor_is_a_point_of_the_curve():
    assert at_floor(SURE_AND_RIGHT, 0.5) == (0.5, 0)
    assert at_floor(SURE_AND_RIGHT, 0.2) == (0.75, pytest.approx(1 / 3))
    assert at_floor(SURE_AND_RIGHT, 0.95) == (0, 0)


def test_every_question_of_a_script_counts_and_one_out_of_scope_is_never_right():
    wanted = {q.text: q.sections[0] for q in golden("tune")}
    for script in SCRIPTS:
        asked = points(lambda text, lang: (0.5, wanted.get(text, "psu-rule")), "tune", script)
        inside = sum(q.lang == script for q in golden("tune"))
        outside = sum(q.lang == script for q in out_of_scope("tune"))
        assert (len(asked), sum(p.right for p in asked)) == (inside + outside, inside)


def test_the_table_has_a_row_for_each_script():
    table = markdown(lambda text, lang: (len(text) % 7 / 7, "psu-rule"), "tune", 0.4)
    assert [line.split(":")[0].strip("| ") for line in table.splitlines()[2:]] == list(SCRIPTS)
    assert " at " in table
