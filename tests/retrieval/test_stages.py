"""The clock of a question's stages."""

import time

import pytest

from bot.retrieval.stages import stage, timed


def test_a_stage_within_a_stage_counts_for_itself_only():
    begun = time.perf_counter()
    with timed() as seconds, stage("search"):
        time.sleep(0.01)
        for _ in range(2):
            with stage("encode"):
                time.sleep(0.02)
    whole = time.perf_counter() - begun
    assert list(seconds) == ["encode", "search"]
    assert seconds["encode"] >= 0.04
    assert 0.01 <= seconds["search"] <= whole - seconds["encode"]
    assert sum(seconds.values()) <= whole


def test_stages_one_after_another_are_summed():
    with timed() as seconds:
        for _ in range(3):
            with stage("compose"):
                time.sleep(0.002)
    assert seconds["compose"] >= 0.006


def test_a_stage_that_fails_is_counted_and_its_failure_goes_on():
    with timed() as seconds, pytest.raises(ZeroDivisionError), stage("route"):
        1 / 0  # noqa: B018
    assert list(seconds) == ["route"]


def test_without_a_clock_nothing_is_kept_and_a_clock_ends_with_its_block():
    with stage("route"):
        pass
    with timed() as seconds:
        pass
    with stage("route"):
        pass
    assert seconds == {}
