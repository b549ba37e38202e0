"""A few seconds of the soak that ``make soak`` runs for ten minutes, with a reload and every kind of drop."""

import pytest

from tests.e2e import shelves, soak
from tests.e2e.conftest import Stage

pytestmark = pytest.mark.e2e


@pytest.mark.req("R124", "R49", "R77")
def test_seconds_of_soak_lose_nothing(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "RELOAD_S", 4.0)
    monkeypatch.setattr(soak, "DROP_S", 2.5)
    monkeypatch.setattr(soak, "SAMPLE_S", 1.0)
    shelves.one(stage.knowledge, "riser", "How long may a riser cable be?", "A riser cable may be 0 cm long.")
    bot = stage.running(maintainers=stage.fake.alice["id"])
    figures = soak.Soak(bot, stage.knowledge, rate=5).run(10)
    assert (figures.lost, figures.wrong, figures.errors) == ([], [], [])
    assert (figures.reloads, figures.drops) == (2, 3)
    assert figures.asked >= 45
    assert "lost" in soak.report(figures, 0.1, 5, (0.0, 0.0))
