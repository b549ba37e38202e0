"""Buttons and forms, fresh and after a restart."""

import discord
import pytest

from bot.discord_ui import limits, render, state
from bot.errors import InputError
from bot.presentation import charts


@pytest.fixture
async def answer(world):
    """A cited answer that alice asked for."""
    await world.alice.send(world.channel, f"{world.mention} do i need x16")
    return world.channel.last_message


@pytest.fixture
async def sums(world):
    """A calculation that alice asked for."""
    result = await world.alice.slash(world.channel, "psu", gpu="RTX 3090", count=4, cpu="Threadripper 3970X")
    return result.response


@pytest.mark.req("R56")
@pytest.mark.parametrize("restart", [False, True], ids=["fresh", "after a restart"])
async def test_thumbs_up_is_kept_and_thanked(world, answer, restart, acks):
    if restart:
        await world.restart()
    result = await world.click(world.alice, answer, "up")
    assert result.response.ephemeral
    assert acks[-1][1] < 1
    await world.env.settle()
    (row,) = world.store.votes(guild_id=world.guild.id, limit=5)
    assert (row.section_id, row.up, row.down) == ("pcie-two-gpus", 1, 0)


@pytest.mark.req("R115")
async def test_a_double_click_is_one_vote_and_the_last_one_wins(world, answer):
    for action in ("up", "up", "dn"):
        await world.click(world.alice, answer, action)
    await world.env.settle()
    (row,) = world.store.votes(guild_id=None, limit=5)
    assert (row.up, row.down) == (0, 1)


@pytest.mark.req("R13")
@pytest.mark.parametrize("restart", [False, True], ids=["fresh", "after a restart"])
async def test_thumbs_down_asks_what_is_wrong_and_tells_the_maintainers(world, answer, restart):
    room = world.guild.create_text_channel("maintainers")
    await world.env.settle()
    await world.bot.desk.guilds.change(world.guild.id, channel_id=room.id)
    if restart:
        await world.restart()
    form = await world.click(world.alice, answer, "dn")
    assert form.modal["title"] == "What is wrong?"
    done = await world.alice.submit_modal(form, {"note": "8 lanes are @everyone enough"})
    assert done.response.ephemeral
    await world.env.settle()
    assert world.store.export_user(world.alice.id)["notes"][0]["text"] == "8 lanes are @everyone enough"
    note = world.shown(room.last_message)
    assert "lanes are" in note
    assert "pcie-two-gpus" in note


async def test_a_note_without_words_is_not_kept(world, answer):
    form = await world.click(world.alice, answer, "dn")
    await world.alice.submit_modal(form, {})
    assert world.store.export_user(world.alice.id)["notes"] == []


@pytest.mark.parametrize("restart", [False, True], ids=["fresh", "after a restart"])
async def test_numbers_change_in_place_for_whoever_asked(world, sums, restart):
    if restart:
        await world.restart()
    form = await world.click(world.alice, sums, "ed")
    lines = {row["component"]["custom_id"]: row["component"].get("value") for row in form.modal["components"]}
    assert lines == {"gpu": "4x RTX 3090", "cpu": "Threadripper 3970X", "other": None, "efficiency": None}
    changed = {"gpu": "3x RTX 3090", "cpu": "Threadripper 3970X", "other": "80W", "efficiency": "92%"}
    await world.alice.submit_modal(form, changed)
    text = world.shown(world.channel.last_message)
    assert world.channel.last_message.id == sums.id
    assert "3 × 350 + 1 × 280 + 1 × 80" in text
    assert "1410 W" in text
    carried = state.of_components(world.channel.last_message.components)
    assert carried.inputs["efficiency"] == 0.92


async def test_numbers_that_another_member_changes_are_a_private_copy(world, sums):
    bob = world.guild.add_member(world.env.create_user("bob"))
    form = await world.click(bob, sums, "ed")
    done = await bob.submit_modal(form, {"gpu": "1x RTX 3090"})
    assert done.response.ephemeral
    assert "1 × RTX 3090" in world.shown(done.response)
    assert "4 × RTX 3090" in world.shown(world.channel.last_message)


@pytest.mark.req("R112")
async def test_unusable_numbers_are_explained_and_change_nothing(world, sums):
    form = await world.click(world.alice, sums, "ed")
    done = await world.alice.submit_modal(form, {"gpu": "99x RTX 3090"})
    assert done.response.ephemeral
    assert "64" in world.shown(done.response)
    assert "4 × RTX 3090" in world.shown(world.channel.last_message)


@pytest.mark.parametrize(
    ("command", "options", "typed", "words"),
    [
        ("cost", {"watts": 600.0, "price": 0.3, "currency": "EUR"}, {"load": "700 W", "hours": "10", "days": "20", "price": "0.5 USD"}, "70.00 USD"),
        ("cost", {"watts": 600.0, "country": "TW"}, {"load": "600 W", "hours": "100", "price": "0.3 EUR"}, "18.00 EUR"),
        ("cost", {"watts": 600.0}, {"load": "2x RTX 3090 + Threadripper 3970X + 20W", "hours": "10", "days": "10"}, "100 kWh"),
        ("cost", {"watts": 600.0}, {"load": "1000-1500", "hours": "10", "days": "10", "price": "DE"}, "40.00 EUR to 60.00 EUR"),
        ("ram", {"gpu": "RTX 3090", "count": 2}, {"gpu": "RTX 3080 x2", "workload": ["kaggle"]}, "10 GB"),
    ],
    ids=["price and currency", "total hours", "parts", "a country as price", "ram"],
)  # fmt: skip
async def test_forms_of_the_other_calculators(world, command, options, typed, words):
    result = await world.alice.slash(world.channel, command, **options)
    form = await world.click(world.alice, result.response, "ed")
    done = await world.alice.submit_modal(form, typed)
    assert words in world.shown(world.channel.last_message), world.shown(
        done.response or world.channel.last_message
    )


@pytest.mark.req("R15")
async def test_long_results_are_several_messages_and_none_is_over_the_limit(world, sums, monkeypatch):
    embeds = tuple(discord.Embed(description=letter * 3900) for letter in "abc")
    file = render.Attachment("answer.md", b"all of it")
    monkeypatch.setattr(render, "render", lambda reply: render.Parcel(embeds, file))
    form = await world.click(world.alice, sums, "ed")
    sent = len(world.bodies())
    await world.alice.submit_modal(form, {"gpu": "2x RTX 3090"})
    messages = [(body or {}).get("data") or body for _, _, body in world.bodies()[sent:]]
    shown = ["".join(embed["description"] for embed in message["embeds"]) for message in messages]
    assert [text[:1] for text in shown] == ["a", "b", "c"]
    assert all(limits.length(text) <= limits.EMBED_TOTAL for text in shown)
    assert [bool(message.get("components")) for message in messages] == [False, False, True]


async def test_sources_name_sections_and_tables(world, sums):
    result = await world.click(world.alice, sums, "sr")
    text = world.shown(result.response)
    assert result.response.ephemeral
    assert "guide/pcie.en.md" in text
    assert "https://example.org/guide" in text


@pytest.mark.parametrize("restart", [False, True], ids=["fresh", "after a restart"])
async def test_the_chart_is_drawn_into_the_answer(world, sums, restart):
    if restart:
        await world.restart()
    await world.click(world.alice, sums, "ch")
    message = world.channel.last_message
    (picture,) = message.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
    assert "1400" in picture.description
    assert "ch" not in world.buttons(message)
    assert state.of_components(message.components).inputs


async def test_a_chart_that_fails_is_a_private_note_and_the_answer_stays(world, sums, monkeypatch):
    def broken(*args):
        raise OSError("no space")

    monkeypatch.setattr(charts, "draw", broken)
    result = await world.click(world.alice, sums, "ch")
    assert "went wrong" in world.shown(result.followups[0])
    assert result.followups[0].ephemeral
    assert "4 × RTX 3090" in world.shown(world.channel.last_message)


@pytest.mark.req("R57")
@pytest.mark.parametrize("custom_id", ["old:feedback:1", "rw1:up:damaged", "rw0:up:abc", "rw1:zz:"])
async def test_old_and_damaged_buttons_explain_themselves(world, custom_id):
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="old", custom_id=custom_id))
    view.stop()
    channel = await world.bot.fetch_channel(world.channel.id)
    await channel.send("an answer of long ago", view=view)
    result = await world.alice.click(world.channel.last_message, label="old")
    assert result.response.ephemeral
    assert "earlier version" in world.shown(result.response)


@pytest.mark.req("R57")
async def test_a_form_from_before_a_restart_explains_itself(world, answer, monkeypatch):
    form = await world.click(world.alice, answer, "dn")
    monkeypatch.setattr("bot.discord_ui.views.forms.BOOT", "another")
    await world.restart()
    done = await world.alice.submit_modal(form, {"note": "late"})
    assert "earlier version" in world.shown(done.response)


async def test_labels_follow_the_language_of_the_answer(world, locale):
    locale("zh-TW")
    result = await world.alice.slash(world.channel, "psu", gpu="RTX 3090")
    labels = [child.get("label") for row in result.response.components for child in row["components"]]
    assert labels == [None, None, "修改數字", "資料來源", "顯示圖表"]


@pytest.mark.req("R57")
@pytest.mark.parametrize("action", ["ch", "sr"])
async def test_numbers_that_fit_the_tables_no_more(world, sums, monkeypatch, action):
    def gone(name, inputs):
        raise InputError("ui-stale-numbers")

    monkeypatch.setattr(world.bot.desk.ports.answers, "restore", gone)
    result = await world.click(world.alice, sums, action)
    assert result.response.ephemeral
    words = "no longer fit" if action == "ch" else "guide/pcie.en.md"
    assert words in world.shown(result.response)


async def test_an_answer_without_a_section_has_no_sources_to_show(world):
    world.answerer.searcher.section = lambda section_id, lang: None
    result = await world.alice.slash(world.channel, "ask", question="do i need x16")
    shown = await world.click(world.alice, result.response, "sr")
    assert "quotes nothing" in world.shown(shown.response)
