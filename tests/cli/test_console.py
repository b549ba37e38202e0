import pytest

from bot.cli.console import Progress


def test_what_an_interrupted_build_left_is_shown_as_done(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Progress("building the index")
    bar(75, 100)
    assert " 75%" in capsys.readouterr().err
    bar(100, 100)
    assert "100/100" in capsys.readouterr().err
    bar(0, 10)
    assert " 0%" in capsys.readouterr().err, "a second build begins anew"
    bar(10, 10)
