"""Questions to a running bot: speed, language, limits, mentions, and whatever REST does to the answers."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.e2e import faults, shapes
from tests.e2e.fake_discord import FakeDiscord
from tests.e2e.process import Bot, allowed_ms

pytestmark = pytest.mark.e2e

LANES = "do two cards need sixteen lanes each?"
LANES_SAID = "Two cards run well with eight lanes each"
POWER_SAID = "把所有顯示卡和處理器的瓦數加起來"


@pytest.mark.req("R1", "R2", "R4")
def test_thirty_questions_at_once(fake: FakeDiscord, bot: Bot) -> None:
    begun = time.time()
    people = [fake.member(f"asker{number}") for number in range(30)]
    asked = [fake.slash("ask", {"question": LANES}, user=person) for person in people]
    for one in asked:
        assert LANES_SAID in one.wait().text
        assert one.steps == ["ack-5", "edit"]
    assert max(one.ack_ms or 9999 for one in asked) <= allowed_ms(300)
    assert max(bot.lags_ms(begun)) <= allowed_ms(100)


@pytest.mark.req("R1", "R2", "B1")
def test_an_encoder_that_takes_five_seconds_delays_nothing_but_the_answer(
    fake: FakeDiscord, bot: Bot
) -> None:
    bot.stall(5)
    begun = time.time()
    asked = fake.slash("ask", {"question": "why is efficiency worth money, all in all?"})
    while not asked.answered.wait(0.5):
        assert fake.slash("psu", {"gpu": "RTX 3090", "count": 2}).wait(3).steps == ["ack-4"]
    assert asked.ack_ms is not None
    assert asked.ack_ms <= allowed_ms(300)
    assert (asked.done_ms or 0) >= 5000
    assert "heat" in asked.text
    assert max(bot.lags_ms(begun)) <= allowed_ms(100)


@pytest.mark.req("R81", "B23")
def test_nothing_is_asked_of_the_network(fake: FakeDiscord, bot: Bot) -> None:
    """The launcher lets no connection leave this machine, from the start of the process."""
    assert LANES_SAID in fake.slash("ask", {"question": LANES}).wait().text
    assert "the test blocks" not in bot.output


@pytest.mark.req("R61")
@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("zh-TW", POWER_SAID),
        ("zh-CN", "把所有显卡和处理器的瓦数加起来"),
        ("en-GB", "Add the watts"),
        ("ja", "Add the watts"),
    ],
)
def test_a_command_answers_in_the_members_language(fake: FakeDiscord, locale: str, said: str) -> None:
    asked = fake.slash("ask", {"question": "how do I size the power supply?"}, locale=locale)
    assert said in asked.wait().text


@pytest.mark.req("R61", "R63", "R30")
def test_a_mention_is_answered_in_the_script_of_the_question(fake: FakeDiscord) -> None:
    sent = fake.mention("效率為什麼值得花錢？", author=fake.member("bo"))
    assert "效率差的電源供應器" in shapes.words(fake.reply(sent))


@pytest.mark.req("R35", "R31")
def test_a_direct_message_is_answered(fake: FakeDiscord) -> None:
    sent = fake.dm(LANES, fake.member("dora"))
    assert LANES_SAID in shapes.words(fake.reply(sent))


@pytest.mark.req("R31")
def test_what_the_bot_may_not_read_it_does_not_answer(fake: FakeDiscord) -> None:
    before = len(fake.said(fake.channel))
    fake.send(LANES)
    sent = fake.mention("hello there, " + LANES, author=fake.member("eve"))
    fake.reply(sent)
    assert len(fake.said(fake.channel)) == before + 1


@pytest.mark.req("R11")
def test_the_same_event_twice_is_answered_once(fake: FakeDiscord) -> None:
    message = fake.compose(f"<@{fake.world.bot['id']}> {LANES}", author=fake.member("twin"))
    fake.deliver(message)
    fake.deliver(message)
    asked = fake.slash("ask", {"question": LANES})
    fake.again(asked)
    fake.reply(message)
    asked.wait()
    time.sleep(1.0)
    assert len(fake.replies(message)) == 1
    assert (asked.steps, asked.refused) == (["ack-5", "edit"], [])


@pytest.mark.req("R29", "B7")
def test_other_bots_and_webhooks_are_not_answered(fake: FakeDiscord) -> None:
    robot = fake.member("robot", bot=True)
    ours = fake.reply(fake.mention(LANES, author=fake.member("first")))
    ignored = [
        fake.mention(LANES, author=robot),
        fake.mention(LANES, author=robot, reply_to=ours),
        fake.mention(LANES, webhook_id=shapes.snowflake()),
        fake.mention(LANES, type=6),
    ]
    sent = fake.mention(LANES, author=fake.member("person"))
    fake.reply(sent)
    assert [fake.replies(message) for message in ignored] == [[], [], [], []]


@pytest.mark.req("R33", "R25", "B6")
def test_a_question_deleted_meanwhile_leaves_nothing(fake: FakeDiscord, bot: Bot) -> None:
    bot.stall(1.5)
    before = len(fake.said(fake.channel))
    sent = fake.mention("why is efficiency worth money, in one word?", author=fake.member("shy"))
    time.sleep(0.5)
    fake.delete(sent)
    bot.stall(0)
    time.sleep(2.0)
    assert len(fake.said(fake.channel)) == before


@pytest.mark.req("R25", "B6")
def test_a_deletion_the_bot_has_not_heard_of_loses_no_answer(fake: FakeDiscord, bot: Bot) -> None:
    bot.stall(1.0)
    before = len(fake.said(fake.channel))
    sent = fake.mention("why is efficiency worth money, in two words?", author=fake.member("quick"))
    time.sleep(0.3)
    del fake.world.messages[sent["id"]]
    bot.stall(0)
    fake.until(lambda: len(fake.said(fake.channel)) == before + 1)


@pytest.mark.req("R27", "R28", "R101", "B3", "B27")
def test_hostile_words_ping_nobody_and_link_nowhere(fake: FakeDiscord) -> None:
    question = "which card do gardeners recommend, @everyone @here <@&42> <@7>?"
    asked = fake.slash("ask", {"question": question}).wait()
    assert "green card" in asked.text
    assert "javascript" not in asked.text
    sent = fake.mention(question, author=fake.member("loud"))
    reply = fake.reply(sent)
    for words in (asked.text, shapes.words(reply)):
        assert "@everyone" not in words
        assert not re.search(r"(?<!\\)<@", words)
    assert reply["mention_everyone"] is False


@pytest.mark.req("R17", "R18", "B4")
def test_a_long_code_block_arrives_whole_or_as_a_file(fake: FakeDiscord) -> None:
    asked = fake.slash("ask", {"question": "which script prints the temperature of the cards?"}).wait()
    assert "prints the temperature" in asked.text
    for message in filter(None, [asked.original, *asked.followups]):
        for embed in message["embeds"]:
            assert embed.get("description", "").count("```") % 2 == 0


@pytest.mark.req("R24")
def test_a_question_has_a_greatest_length(fake: FakeDiscord) -> None:
    with pytest.raises(LookupError):
        fake.slash("ask", {"question": "x" * 501})
    sent = fake.mention("x " * 900, author=fake.member("long"))
    assert fake.reply(sent)


@pytest.mark.req("R10", "R7")
def test_two_server_errors_lose_one_interaction_and_nothing_else(fake: FakeDiscord, bot: Bot) -> None:
    before = bot.output
    with fake.ordered(faults.server_error("POST", "*/callback", 503, times=2)):
        lost = fake.slash("ask", {"question": LANES})
        fake.until(lambda: lost.refused, 12)
    assert lost.refused == [10062]
    assert LANES_SAID in fake.slash("ask", {"question": LANES}, user=fake.member("next")).wait().text
    assert "Traceback" not in bot.since(before)


@pytest.mark.req("R7", "R6")
def test_a_late_acknowledgement_is_one_line(fake: FakeDiscord, bot: Bot) -> None:
    before = bot.output
    with fake.ordered(faults.slow("POST", "*/callback", 3.2)):
        lost = fake.slash("ask", {"question": LANES})
        fake.until(lambda: lost.refused, 8)
    assert lost.refused == [10062]
    time.sleep(0.3)
    said = bot.since(before)
    assert "Traceback" not in said
    assert said.count("10062") == 1


@pytest.mark.req("R8", "R48")
@pytest.mark.parametrize(
    "fault",
    [
        faults.rate_limit("PATCH", "*/@original", 0.5),
        faults.server_error("PATCH", "*/@original", 502, times=2),
    ],
    ids=["429 with Via", "two 502"],
)
def test_the_edit_is_tried_again(fake: FakeDiscord, fault: faults.Fault) -> None:
    with fake.ordered(fault):
        asked = fake.slash("ask", {"question": LANES})
        assert LANES_SAID in asked.wait(15).text
    assert fault.times == 0


@pytest.mark.req("R8", "R48")
def test_an_edit_that_is_refused_is_replaced_by_a_sentence(fake: FakeDiscord, bot: Bot) -> None:
    with fake.ordered(faults.rate_limit("PATCH", "*/@original", 0.5, via=False)):
        asked = fake.slash("ask", {"question": LANES}).wait(15)
    assert asked.text
    assert LANES_SAID not in asked.text


@pytest.mark.req("R48")
def test_a_long_rate_limit_is_no_hang(fake: FakeDiscord) -> None:
    fake.order(faults.rate_limit("POST", f"/channels/{fake.channel['id']}/messages", 3600))
    sent = fake.mention(LANES, author=fake.member("limited"))
    time.sleep(2.0)
    assert fake.replies(sent) == []
    other = fake.new_channel("elsewhere")
    again = fake.mention(LANES, author=fake.member("patient"), channel=other)
    assert fake.reply(again)


@pytest.mark.req("R39", "R38", "B13")
def test_denied_channels_stay_silent_and_threads_are_answered(fake: FakeDiscord, bot: Bot) -> None:
    quiet = fake.new_channel("quiet")
    thread = fake.new_channel("thread", kind=shapes.PUBLIC_THREAD, parent_id=quiet["id"])
    fake.overwrite(quiet, deny=("send_messages",))
    for number in range(5):
        fake.mention(LANES, author=fake.member(f"q{number}"), channel=quiet)
    in_thread = fake.mention(LANES, author=fake.member("t"), channel=thread)
    assert LANES_SAID in shapes.words(fake.reply(in_thread))
    assert LANES_SAID in fake.slash("ask", {"question": LANES}, channel=quiet).wait().text
    assert [one for one in fake.said(quiet) if "webhook_id" not in one] == []
    assert fake.rest.invalid == 0
    assert bot.output.count(f"channel {quiet['id']}") == 1


@pytest.mark.req("R38")
def test_a_channel_that_refuses_unexpectedly_is_not_tried_for_ever(fake: FakeDiscord, bot: Bot) -> None:
    before = bot.output
    odd = fake.new_channel("odd")
    fake.world.secretly_denied.add(odd["id"])
    for number in range(5):
        fake.mention(LANES, author=fake.member(f"o{number}"), channel=odd)
    fake.until(lambda: fake.rest.invalid, what="a refusal")
    time.sleep(2.0)
    assert fake.rest.invalid <= 10  # one answer and at most one typing notice for each question
    said = bot.since(before)
    assert said.count(f"channel {odd['id']}") == 1
    assert "Traceback" not in said


@pytest.mark.req("R22", "B8")
def test_completion_offers_at_most_25_and_fast(fake: FakeDiscord) -> None:
    typed = fake.type_option("psu", "gpu", "r").wait(3)
    assert len(typed.choices) == 25
    assert typed.ack_ms is not None
    assert typed.ack_ms <= allowed_ms(200)


@pytest.mark.req("R106", "R112", "B29")
def test_values_no_client_would_send_are_refused_politely(fake: FakeDiscord) -> None:
    with pytest.raises(LookupError):
        fake.slash("psu", {"gpu": "RTX 3090", "count": 100_000})
    asked = fake.slash("psu", {"gpu": "RTX 99999"}, locale="zh-TW").wait()
    assert asked.ephemeral
    assert "RTX" in asked.text


@pytest.mark.req("R107", "B30")
def test_memory_is_worded_in_gb(fake: FakeDiscord) -> None:
    asked = fake.slash("ram", {"gpu": "RTX 3090", "count": 2}).wait()
    assert "24 GB" in asked.text
    assert not re.search(r"\b22(\.\d+)? ?G", asked.text)
    assert "GiB" not in asked.text


@pytest.mark.req("R115", "R12", "B28")
def test_fifty_clicks_at_once(fake: FakeDiscord, bot: Bot) -> None:
    answer = fake.slash("ask", {"question": LANES}).wait().original
    assert answer is not None
    people = [fake.member(f"c{number}") for number in range(50)]
    with ThreadPoolExecutor(8) as pool:
        up = fake.button(answer, "up")
        clicks = list(pool.map(lambda person: fake.click(answer, up, user=person), people))
    for click in clicks:
        assert click.wait().steps == ["ack-4"]
        assert click.ephemeral
    assert "locked" not in bot.output


@pytest.mark.req("R5")
def test_a_private_question_stays_private(fake: FakeDiscord) -> None:
    before = len(fake.said(fake.channel))
    asked = fake.slash("ask", {"question": LANES, "private": True}).wait()
    assert asked.ephemeral
    assert len(fake.said(fake.channel)) == before


@pytest.mark.req("R57")
def test_a_button_of_an_older_version_explains_itself(fake: FakeDiscord) -> None:
    answer = fake.slash("ask", {"question": LANES}).wait().original
    assert answer is not None
    for custom_id in ("feedback:up:17", "rw0:up:abc"):
        click = fake.click(answer, custom_id, force=True).wait(3)
        assert click.ephemeral
        assert "earlier version" in click.text


@pytest.mark.req("R57", "B9")
def test_a_button_whose_state_is_damaged_explains_itself(fake: FakeDiscord) -> None:
    answer = fake.slash("ask", {"question": LANES}).wait().original
    assert answer is not None
    for number, child in enumerate(answer["components"][0]["components"]):
        child["custom_id"] = f"{child['custom_id'][:7]}damaged{number}"
    click = fake.click(answer, fake.button(answer, "up")).wait(3)
    assert "earlier version" in click.text


@pytest.mark.req("R13", "R12")
def test_numbers_are_changed_by_a_form(fake: FakeDiscord) -> None:
    asked = fake.slash("psu", {"gpu": "RTX 3090", "count": 2}).wait()
    assert asked.original is not None
    form = fake.click(asked.original, fake.button(asked.original, "ed")).wait(3)
    assert form.steps == ["ack-9"]
    changed = fake.submit(form, {"gpu": "4x RTX 3090"}).wait(5)
    assert changed.steps == ["ack-7"]
    assert "4 ×" in shapes.words(asked.original) or "4 x" in shapes.words(asked.original)


@pytest.mark.req("R59", "R119")
def test_nothing_private_is_logged(fake: FakeDiscord, bot: Bot) -> None:
    secret = "zebra-crossing-77"
    fake.slash("ask", {"question": f"{LANES} {secret}"}).wait()
    forged = f"{secret}\n2026-01-01 ERROR forged line"
    fake.reply(fake.mention(forged, author=fake.member("forger")))
    fake.dm(secret, fake.member("private"))
    time.sleep(0.5)
    assert secret not in bot.output
    assert "fake.token" not in bot.output
