"""Metrics: counted under the right names, bounded, readable by Prometheus's own parser."""

import time

from prometheus_client.parser import text_string_to_metric_families

from bot.discord_ui import ports
from bot.ops.metrics import MAX_LABELS, PrometheusMetrics, SnapshotFacts


def _value(metrics: PrometheusMetrics, metric: str, /, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(metric, labels)


def test_fits_the_adapters_protocol() -> None:
    metrics: ports.Metrics = PrometheusMetrics()
    metrics.question(surface="ask", kind="passages", seconds=0.2)
    metrics.command(name="psu")
    metrics.error(code="discord-50013")
    metrics.waiting(jobs=3)


def test_questions_by_route_language_and_outcome() -> None:
    metrics = PrometheusMetrics()
    metrics.question(surface="ask", kind="passages", seconds=0.2, lang="zh-Hant", route="guide")
    metrics.question(surface="ask", kind="unknown", seconds=0.1, lang="en")
    metrics.question(surface="dm", kind="clarify", seconds=0.1, lang="en")
    for labels in (
        {"surface": "ask", "route": "guide", "kind": "passages", "lang": "zh-Hant", "outcome": "answered"},
        {"surface": "ask", "route": "none", "kind": "unknown", "lang": "en", "outcome": "refused"},
        {"surface": "dm", "route": "none", "kind": "clarify", "lang": "en", "outcome": "asked_back"},
    ):
        assert _value(metrics, "rigwise_questions_total", **labels) == 1
    assert _value(metrics, "rigwise_refusals_total", kind="unknown") == 1
    assert _value(metrics, "rigwise_question_seconds_count", surface="ask") == 2
    assert _value(metrics, "rigwise_question_seconds_bucket", surface="ask", le="0.1") == 1


def test_questions_without_an_answer_count_and_only_waiting_takes_time() -> None:
    metrics = PrometheusMetrics()
    for outcome, seconds in (("busy", 0.0), ("failed", 0.1), ("timed_out", 60.0)):
        metrics.question(surface="ask", kind="none", seconds=seconds, lang="en", outcome=outcome)
        labels = {"surface": "ask", "route": "none", "kind": "none", "lang": "en", "outcome": outcome}
        assert _value(metrics, "rigwise_questions_total", **labels) == 1
    assert _value(metrics, "rigwise_question_seconds_count", surface="ask") == 1
    assert _value(metrics, "rigwise_question_seconds_sum", surface="ask") == 60


def test_thumbs_are_feedback() -> None:
    metrics = PrometheusMetrics()
    for name in ("button-up", "button-dn", "button-dn", "button-ed"):
        metrics.command(name=name)
    assert _value(metrics, "rigwise_feedback_total", vote="down") == 2
    assert _value(metrics, "rigwise_feedback_total", vote="up") == 1
    assert _value(metrics, "rigwise_commands_total", name="button-ed") == 1


def test_snapshot_replaces_the_last() -> None:
    metrics = PrometheusMetrics()
    metrics.snapshot(SnapshotFacts("aaaa", "e5", 10, 40, 1000.0))
    metrics.snapshot(SnapshotFacts("bbbb", "e5", 11, 44, 2000.0))
    assert _value(metrics, "rigwise_snapshot_info", version="aaaa", encoder="e5") is None
    assert _value(metrics, "rigwise_snapshot_info", version="bbbb", encoder="e5") == 1
    assert _value(metrics, "rigwise_snapshot_passages") == 44
    assert _value(metrics, "rigwise_snapshot_loaded_timestamp_seconds") == 2000.0


def test_gauges_that_ask_at_each_scrape() -> None:
    age = [3.5]
    metrics = PrometheusMetrics()
    metrics.frame_age(lambda: age[0])
    metrics.queue(lambda: 7)
    assert _value(metrics, "rigwise_gateway_frame_age_seconds") == 3.5
    assert _value(metrics, "rigwise_queue_depth") == 7


def test_labels_are_bounded() -> None:
    metrics = PrometheusMetrics()
    for number in range(MAX_LABELS + 50):
        metrics.error(code=f"code-{number}")
    metrics.error(code="code-1")
    assert _value(metrics, "rigwise_errors_total", code="other") == 50
    assert _value(metrics, "rigwise_errors_total", code="code-1") == 2


def test_a_first_failure_is_a_growth() -> None:
    """Prometheus sees no growth in a counter that begins with 1."""
    metrics = PrometheusMetrics()
    for result in ("done", "partial", "failed"):
        assert _value(metrics, "rigwise_reloads_total", result=result) == 0
    metrics.reload(result="partial")
    assert _value(metrics, "rigwise_reloads_total", result="partial") == 1


def test_exposition_is_prometheus_text() -> None:
    metrics = PrometheusMetrics(version='0.1"\n')
    metrics.stage(name="search", seconds=0.01)
    metrics.loop_lag(0.002)
    metrics.reload(result="failed")
    metrics.guilds(4)
    families = {family.name for family in text_string_to_metric_families(metrics.exposition().decode())}
    assert {"rigwise_stage_seconds", "rigwise_loop_lag_seconds", "rigwise_build_info"} <= families
    assert "process_resident_memory_bytes" in families


def test_two_in_one_process_do_not_meet() -> None:
    first, second = PrometheusMetrics(), PrometheusMetrics()
    first.command(name="psu")
    assert _value(second, "rigwise_commands_total", name="psu") is None


def test_counting_takes_microseconds() -> None:
    metrics = PrometheusMetrics()
    started = time.process_time()
    for _ in range(5_000):
        metrics.question(surface="ask", kind="passages", seconds=0.2)
    assert time.process_time() - started < 2.5  # 500 µs each would already be far too much
