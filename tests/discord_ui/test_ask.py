"""Questions by /ask, by menu, by mention, by pinged reply and by direct message."""

import discord
import pytest

from bot.discord_ui import state
from bot.errors import BusyError, KnowledgeError

QUESTION = "do i need x16 for 2 gpus?"


@pytest.mark.req("R1", "R4")
async def test_ask_defers_first_and_edits_the_original(world, acks):
    result = await world.alice.slash(world.channel, "ask", question=QUESTION)
    assert "Two GPUs run well" in world.shown(result.response)
    assert result.followups == []
    assert [name for name, _ in acks] == ["defer"]
    assert acks[0][1] < 1
    methods = [(entry.method, entry.path.rsplit("/", 1)[-1]) for entry in world.env.http_requests[-2:]]
    assert methods == [("POST", "callback"), ("PATCH", "@original")]


async def test_the_same_question_gets_the_same_words_everywhere(world):
    asked = await world.alice.slash(world.channel, "ask", question=QUESTION)
    await world.alice.send(world.channel, f"{world.mention} {QUESTION}")
    mentioned = world.channel.last_message
    await world.alice.send_dm(QUESTION)
    direct = world.alice.user.dm_channel.last_message
    menu_target = await world.alice.send(world.channel, f"{QUESTION} {world.mention}")
    by_menu = await world.alice.context_menu(world.channel, "Answer this", menu_target)
    texts = {world.shown(message) for message in (asked.response, mentioned, direct, by_menu.response)}
    assert len(texts) == 1


async def test_private_answers_are_ephemeral(world):
    result = await world.alice.slash(world.channel, "ask", question=QUESTION, private=True)
    assert result.response.ephemeral


@pytest.mark.req("R8")
@pytest.mark.parametrize(
    ("fault", "words"),
    [(BusyError("busy-deadline"), "took too long"), (RuntimeError("boom"), "went wrong")],
    ids=["ours", "unexpected"],
)
async def test_a_failure_takes_the_place_of_thinking(world, fault, words):
    world.answerer.fault = fault
    result = await world.alice.slash(world.channel, "ask", question=QUESTION)
    assert words in world.shown(result.response)
    assert result.deferred is False


@pytest.mark.req("R6", "R58")
async def test_a_failure_before_the_ack_is_told_once_and_privately(world):
    world.holder.engine = None
    result = await world.alice.slash(world.channel, "ask", question=QUESTION)
    assert result.response.ephemeral
    assert "warming up" in world.shown(result.response)
    assert result.followups == []


@pytest.mark.req("R7")
@pytest.mark.parametrize("code", [10062, 40060, 10015])
async def test_a_lost_interaction_is_one_line_in_the_log(world, caplog, code):
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=code)
    await world.alice.slash(world.channel, "ask", question=QUESTION)
    lines = [record for record in caplog.records if record.name == "rigwise.discord"]
    assert len(lines) == 1
    assert lines[0].exc_info is None
    assert str(code) in lines[0].getMessage()


async def test_a_500_on_the_edit_is_told_when_the_next_edit_passes(world):
    world.env.inject_error("PATCH", "/webhooks/*", status=500, code=0, times=1)
    result = await world.alice.slash(world.channel, "ask", question=QUESTION)
    assert "slow down" in world.shown(result.response)


@pytest.mark.req("R61")
@pytest.mark.parametrize(
    ("locale_name", "words"),
    [
        ("zh-TW", "不需要。**兩張顯示卡"),
        ("zh-CN", "不需要。**两张显卡"),
        ("en-GB", "**No.**"),
        ("ja", "**No.**"),
    ],
)
async def test_slash_replies_follow_the_locale(world, locale, locale_name, words):
    locale(locale_name)
    result = await world.alice.slash(world.channel, "ask", question=QUESTION)
    assert words.replace("**", "") in world.shown(result.response).replace("**", "")


async def test_errors_follow_the_locale(world, locale):
    locale("zh-TW")
    world.answerer.fault = KnowledgeError("err-knowledge-missing", path="knowledge")
    result = await world.alice.slash(world.channel, "ask", question=QUESTION)
    assert "沒有可讀的知識檔案" in world.shown(result.response)


@pytest.mark.req("R61")
@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("兩張顯示卡需要 x16 嗎", "zh-Hant"),
        ("两张显卡需要 x16 吗", "zh-Hans"),
        ("do two cards need x16", "en"),
        ("4x 3090 + 3970x", "zh-Hant"),
    ],
    ids=["traditional", "simplified", "english", "part names only: the server's"],
)
async def test_mentions_follow_the_script_then_the_server(world, text, lang):
    guild = world.env.create_guild("台北", preferred_locale="zh-TW")
    channel = guild.create_text_channel("chat")
    bob = guild.add_member(world.env.create_user("bob"))
    await bob.send(channel, f"{world.mention} {text}")
    assert world.answerer.asked[-1][1] == lang


async def test_a_pinged_reply_keeps_the_numbers_even_after_a_restart(world):
    await world.alice.send(world.channel, f"{world.mention} psu for four?")
    first = world.channel.last_message
    await world.restart()
    await world.alice.send(world.channel, f"{world.mention} 那三張呢", reply_to=first)
    _, lang, previous = world.answerer.asked[-1]
    assert previous.results["load_w"] == 1400
    assert lang == "zh-Hant"
    assert "3 × RTX 3090" in world.shown(world.channel.last_message)


async def test_a_direct_conversation_keeps_the_numbers(world):
    await world.alice.send_dm("psu for four?")
    await world.alice.send_dm("and with three?")
    assert world.answerer.asked[-1][2].results["load_w"] == 1400


async def test_slash_commands_work_in_direct_messages(world):
    await world.alice.send_dm("hello x16")
    result = await world.alice.user.slash("ask", question=QUESTION)
    assert "Two GPUs" in world.shown(result.response)


async def test_answer_this_on_a_message_without_text(world):
    target = await world.alice.send(world.channel, "", attachments=[("a.png", b"x")])
    result = await world.alice.context_menu(world.channel, "Answer this", target)
    assert result.response.ephemeral
    assert "no text" in world.shown(result.response)


async def test_unknown_names_the_nearest_topics_and_counts_a_gap(world):
    result = await world.alice.slash(world.channel, "ask", question="something unknown")
    text = world.shown(result.response)
    assert "not in my guide" in text
    assert "PCIe lanes" in text
    assert [row.text for row in world.store.gaps(guild_id=world.guild.id, limit=5)] == ["pcie-two-gpus"]


async def test_a_gap_is_the_same_in_every_language(world, locale):
    """Kept by the section's id: a title would be in the language of whoever asks."""
    for language in ("en-US", "zh-TW", "zh-CN"):
        locale(language)
        await world.alice.slash(world.channel, "ask", question="something unknown")
    (row,) = world.store.gaps(guild_id=world.guild.id, limit=5)
    assert (row.text, row.count, row.kept) == ("pcie-two-gpus", 3, False)


async def test_clarifying_questions_have_no_buttons(world):
    result = await world.alice.slash(world.channel, "ask", question="which one")
    assert result.response.components == []


@pytest.mark.req("R18")
async def test_a_very_long_answer_becomes_a_file(world):
    world.answerer.text = "A sentence of many words that goes on. " * 500
    result = await world.alice.slash(world.channel, "ask", question=QUESTION)
    assert [file.filename for file in result.response.attachments] == ["answer.md"]
    assert "attached file" in world.shown(result.response)


@pytest.mark.req("R17")
async def test_a_long_answer_comes_in_at_most_three_parts(world):
    world.answerer.text = "```py\nline = 1\n```\n" + "A sentence of many words that goes on. " * 200
    result = await world.alice.slash(world.channel, "ask", question=QUESTION)
    parts = [result.response, *result.followups]
    assert 2 <= len(parts) <= 3
    assert all(world.shown(part).count("```") % 2 == 0 for part in parts)
    assert result.response.components == []
    assert state.of_components(parts[-1].message.components) is not None


@pytest.mark.req("R27", "R28")
async def test_nothing_pings(world):
    evil = "@everyone @here <@&1> <@123> `x16`"
    world.answerer.text = evil
    await world.alice.slash(world.channel, "ask", question=evil)
    await world.alice.send(world.channel, f"{world.mention} {evil}")
    await world.click(world.alice, world.channel.last_message, "up")
    bodies = [body.get("data", body) for _, _, body in world.bodies() if body]
    sent = [body for body in bodies if body.get("content") or body.get("embeds")]
    assert len(sent) >= 3
    assert all(body["allowed_mentions"]["parse"] == [] for body in sent)
    assert isinstance(world.bot.allowed_mentions, discord.AllowedMentions)


@pytest.mark.req("R11")
async def test_a_message_delivered_twice_is_answered_once(world):
    message = await world.alice.send(world.channel, f"{world.mention} x16")
    before = len(world.answerer.asked)
    world.bot.dispatch("message", message)
    await world.env.settle()
    assert len(world.answerer.asked) == before == 1
