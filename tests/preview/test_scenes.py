"""Every kind of reply has a picture to look at; without a browser that is said in one sentence."""

import pytest

from bot.discord_ui.render import LOOKS
from tests.preview import pictures

KINDS = {"passages": "ask", "off_topic": "off-topic", "settings": "privacy", "copy": None, "disk": None}
"""Kinds whose scene has another name; copy and disk look like every calculation."""


@pytest.mark.req("R126")
@pytest.mark.parametrize("kind", LOOKS)
def test_every_kind_of_reply_has_a_scene(kind):
    name = KINDS.get(kind, kind)
    assert name is None or any(scene.name.split("-zh")[0].startswith(name) for scene in pictures.SCENES)


@pytest.mark.req("R126")
def test_scenes_have_names_of_their_own_and_both_languages():
    names = [scene.name for scene in pictures.SCENES]
    assert len(set(names)) == len(names)
    assert {scene.locale for scene in pictures.SCENES} == {"en-US", "zh-TW"}
    assert sum(scene.readme for scene in pictures.SCENES) == 2


def test_a_missing_browser_is_said_and_no_failure(monkeypatch, capsys):
    monkeypatch.setattr(pictures, "browser", lambda: None)
    monkeypatch.setattr(pictures.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr("sys.argv", ["pictures"])
    assert pictures.main() == 0
    assert "no Chromium" in capsys.readouterr().out
