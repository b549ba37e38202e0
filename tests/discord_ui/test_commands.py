"""The commands other than /ask: digits, locales, permissions, autocomplete, sizes."""

import json
import re
import shlex
import time

import discord
import pytest
from simcord import OptionError, SetupError

from bot.discord_ui.desk import Manners
from bot.errors import KnowledgeError, StoreError


@pytest.mark.req("R3")
@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        (
            "psu",
            {"gpu": "RTX 3090", "count": 4, "cpu": "Threadripper 3970X"},
            ("2050 W", "1680 W", "2032.8 W"),
        ),
        ("psu", {"gpu": "4x RTX 3090, 1x RTX 4090", "other_watts": 80.0}, ("1930 W",)),
        ("psu", {"gpu": "RTX 3090", "gpu_watts": 300.0, "efficiency": 92.0}, ("300 W", "92%")),
        ("cost", {"watts": 600.0, "price": 0.3, "currency": "eur"}, ("129.60 EUR", "432 kWh")),
        (
            "cost",
            {"watts": 1000.0, "to_watts": 1500.0, "hours_per_day": 12.0, "days": 10.0},
            ("120 to 180 kWh",),
        ),
        ("cost", {"watts": 600.0, "country": "TW"}, ("1196.64 TWD", "CO2")),
        ("cost", {"watts": 600.0, "country": "台灣"}, ("1196.64 TWD", "CO2")),
        ("cost", {"watts": 600.0, "country": "FR"}, ("no sourced price for FR",)),
        (
            "cost",
            {"parts": "2x RTX 3090, Threadripper 3970X", "watts": 20.0, "days": 1.0},
            ("24 kWh", "2 × RTX 3090"),
        ),
        ("ram", {"gpu": "RTX 3090", "count": 3}, ("24 GB", "32 GB")),
        ("ram", {"memory_gb": 12.0, "count": 2, "workload": "kaggle"}, ("12 GB",)),
    ],
)
async def test_calculators_answer_directly_with_their_digits(world, acks, name, options, words):
    result = await world.alice.slash(world.channel, name, **options)
    text = world.shown(result.response)
    assert all(word in text for word in words), text
    assert [how for how, _ in acks] == ["send_message"]
    assert acks[0][1] < 0.5


async def test_commands_and_questions_give_the_same_digits(world):
    by_command = await world.alice.slash(world.channel, "psu", gpu="RTX 3090", count=4)
    by_question = await world.alice.slash(world.channel, "ask", question="psu for four")
    block = [
        part.split("```")[1] for part in (world.shown(by_command.response), world.shown(by_question.response))
    ]
    assert block[0] == block[1]


@pytest.mark.req("R106", "R112")
@pytest.mark.parametrize(
    ("name", "options"),
    [("psu", {"gpu": "RTX 3090", "count": 65}), ("psu", {"gpu": "RTX 3090", "count": 0}), ("cost", {"watts": 0.0}),
     ("cost", {"watts": 600.0, "hours_per_day": 25.0}), ("cost", {"watts": 600.0, "base_kwh": -1.0}), ("psu", {"gpu": "x" * 101})],
)  # fmt: skip
async def test_discord_itself_refuses_values_out_of_range(world, name, options):
    with pytest.raises(OptionError):
        await world.alice.slash(world.channel, name, **options)


@pytest.mark.req("R110", "R112")
@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("psu", {"gpu": "RTX 3099"}, "RTX 3090"),
        ("psu", {}, "still need"),
        ("psu", {"gpu": "100x RTX 3090"}, "64"),
        ("cost", {"watts": 600.0, "price": 0.3}, "currency"),
        ("cost", {"watts": 600.0, "price": 0.3, "currency": "dollars"}, "code"),
        ("cost", {"watts": 600.0, "price": 0.3, "currency": "XTS"}, "no currency"),
        ("cost", {"watts": 600.0, "country": "ZZ"}, "Nearest"),
        ("cost", {}, "still need the load"),
        ("cost", {"parts": "RTX 3099"}, "RTX 3090"),
        ("ram", {}, "still need"),
        ("gpu", {"name": "banana"}, "banana"),
    ],
)
async def test_unusable_values_are_explained_privately(world, name, options, words):
    result = await world.alice.slash(world.channel, name, **options)
    assert result.response.ephemeral
    assert words in world.shown(result.response)


async def test_gpu_cards_side_by_side(world):
    result = await world.alice.slash(world.channel, "gpu", name="RTX 3090", other="RTX 4090")
    fields = result.response.embeds[0].fields
    assert [field.name for field in fields] == ["NVIDIA RTX 3090", "NVIDIA RTX 4090"]
    assert "350 W" in fields[0].value
    assert "24 GB" in fields[0].value


@pytest.mark.req("R22")
@pytest.mark.parametrize(
    ("command", "option", "typed"),
    [("psu", "gpu", ""), ("psu", "gpu", "r"), ("psu", "gpu", "4x 30"), ("psu", "gpu", "2x RTX 3090, rtx"),
     ("gpu", "name", "50"), ("psu", "cpu", "3970"), ("cost", "currency", "d"), ("cost", "country", "tai"),
     ("cost", "parts", "2x RTX 3090, 39"),
     ("psu", "gpu", "x" * 500), ("psu", "gpu", "\u0000@everyone")],
)  # fmt: skip
async def test_suggestions_keep_the_limits_and_come_fast(world, command, option, typed):
    filled = {"watts": 600.0} if command == "cost" else {}
    started = time.perf_counter()
    found = await world.alice.autocomplete(world.channel, command, option, typed, **filled)
    assert time.perf_counter() - started < 0.5
    assert len(found) <= 25
    assert all(1 <= len(choice["name"]) <= 100 and 1 <= len(choice["value"]) <= 100 for choice in found)


@pytest.mark.parametrize(
    ("typed", "first"),
    [("4x 309", "4x RTX 3090"), ("2x RTX 3090, 309", "2x RTX 3090, RTX 3090"), ("3090", "RTX 3090")],
)
async def test_suggestions_keep_counts_and_earlier_parts(world, typed, first):
    found = await world.alice.autocomplete(world.channel, "psu", "gpu", typed)
    assert found[0]["value"] == first


async def test_parts_of_a_load_are_cards_or_processors(world):
    found = await world.alice.autocomplete(world.channel, "cost", "parts", "2x RTX 3090, 3970")
    assert found[0]["value"] == "2x RTX 3090, Threadripper 3970X"


@pytest.mark.parametrize(
    ("locale_name", "typed", "name"),
    [
        ("en-US", "tai", "Taiwan (TW)"),
        ("zh-TW", "台", "台灣 (TW)"),
        ("zh-CN", "德", "德国 (DE)"),
        ("zh-TW", "germ", "德國 (DE)"),
    ],
)
async def test_countries_are_named_in_the_members_language(world, locale, locale_name, typed, name):
    locale(locale_name)
    found = await world.alice.autocomplete(world.channel, "cost", "country", typed, watts=600.0)
    assert found[0]["name"] == name


@pytest.mark.parametrize(
    ("locale_name", "words"), [("en-US", "Try"), ("zh-TW", "試試看"), ("zh-CN", "试试看")]
)
async def test_help_in_every_language(world, locale, locale_name, words):
    locale(locale_name)
    result = await world.alice.slash(world.channel, "help")
    assert result.response.ephemeral
    assert words in world.shown(result.response)


@pytest.mark.req("R117")
async def test_privacy_shows_exports_and_deletes(world):
    await world.alice.send(world.channel, f"{world.mention} x16")
    await world.click(world.alice, world.channel.last_message, "up")
    shown = await world.alice.slash(world.channel, "privacy show")
    assert "180" in world.shown(shown.response)
    exported = await world.alice.slash(world.channel, "privacy export")
    data = json.loads(await exported.response.attachments[0].read())
    assert data["votes"][0]["up"] is True
    deleted = await world.alice.slash(world.channel, "privacy delete")
    assert "1" in world.shown(deleted.response)
    assert world.store.export_user(world.alice.id)["votes"] == []
    assert all(result.response.ephemeral for result in (shown, exported, deleted))


async def test_a_broken_store_is_explained(world, monkeypatch):
    def broken(user_id):
        raise StoreError("busy-queue")

    monkeypatch.setattr(world.store, "export_user", broken)
    result = await world.alice.slash(world.channel, "privacy export")
    assert "try again" in world.shown(result.response)


class TestSetup:
    @pytest.fixture
    def admin(self, world):
        role = world.guild.create_role("admin", permissions=discord.Permissions(manage_guild=True))
        return world.guild.add_member(world.env.create_user("admin"), roles=[role])

    async def test_members_do_not_see_it(self, world):
        with pytest.raises(SetupError, match="default-member-permissions"):
            await world.alice.slash(world.channel, "setup show")

    @pytest.mark.req("R40")
    async def test_the_bot_checks_again_where_a_guild_opened_the_command(self, world):
        setup = next(c for c in await world.bot.tree.fetch_commands() if c.name == "setup")
        world.guild.set_command_permissions(setup, {world.alice: True})
        result = await world.alice.slash(world.channel, "setup show")
        assert "Manage Server" in world.shown(result.response)

    async def test_settings_are_kept_over_a_restart(self, world, admin):
        await admin.slash(world.channel, "setup channel", channel=world.channel, mode="thread")
        await admin.slash(world.channel, "setup language", language="zh-Hant")
        await admin.slash(world.channel, "setup gaps", keep_text=True)
        await world.restart()
        result = await admin.slash(world.channel, "setup show")
        text = world.shown(result.response)
        assert "in a thread per question" in text
        assert "繁體中文" in text
        await world.alice.send(world.channel, f"{world.mention} something unknown")
        assert [row.text for row in world.store.gaps(guild_id=world.guild.id, limit=5)] == [
            "something unknown"
        ]

    async def test_maintainers_role_and_channel(self, world, admin):
        role = world.guild.create_role("curators")
        result = await admin.slash(world.channel, "setup maintainers", role=role, channel=world.channel)
        assert f"<@&{role.id}>" in world.shown(result.response)

    async def test_unasked_answers_need_the_intent(self, world, admin):
        result = await admin.slash(world.channel, "setup channel", channel=world.channel, mode="auto")
        assert "Message Content" in world.shown(result.response)

    @pytest.mark.req("R42")
    async def test_missing_permissions_are_named_per_channel(self, world, admin):
        deny = discord.PermissionOverwrite(embed_links=False, create_public_threads=False)
        muted = world.guild.create_text_channel("muted", overwrites={world.guild.me: deny})
        await world.env.settle()
        result = await admin.slash(world.channel, "setup channel", channel=muted, mode="thread")
        check = result.response.embeds[0].fields[-1].value
        assert f"<#{muted.id}>" in check
        assert "Embed Links" in check
        assert "Create Public Threads" in check
        assert "Attach Files" not in check


class TestKnowledge:
    @pytest.fixture
    def manners(self):
        return Manners(cooldown_user_s=0, cooldown_channel_s=0, shard_count=1, maintainers=frozenset({4242}))

    @pytest.fixture
    def admin(self, world):
        role = world.guild.create_role("admin", permissions=discord.Permissions(administrator=True))
        return world.guild.add_member(world.env.create_user("admin"), roles=[role])

    @pytest.fixture
    def listed(self, world, admin, monkeypatch):
        chosen = Manners(
            shard_count=1, cooldown_user_s=0, cooldown_channel_s=0, maintainers=frozenset({admin.id})
        )
        monkeypatch.setattr(world.bot.desk, "manners", chosen)
        return admin

    @pytest.mark.req("R40")
    @pytest.mark.parametrize("name", ["status", "reload", "gaps", "feedback"])
    async def test_an_administrator_who_is_no_maintainer_is_refused(self, world, admin, name):
        result = await admin.slash(world.channel, f"knowledge {name}")
        assert "maintainers" in world.shown(result.response)
        assert result.response.ephemeral
        assert world.knowledge.reloads == 0

    @pytest.mark.req("R78")
    async def test_reload_reports_what_changed_and_who_asked(self, world, listed):
        result = await listed.slash(world.channel, "knowledge reload")
        text = world.shown(result.response)
        assert all(word in text for word in ("new-section", "broken.md", "v2", "0.4", "admin"))

    async def test_a_failed_reload_is_explained(self, world, listed):
        world.knowledge.fault = KnowledgeError("err-knowledge-missing", path="knowledge")
        result = await listed.slash(world.channel, "knowledge reload")
        assert "No readable knowledge" in world.shown(result.response)

    async def test_why_is_for_the_operators_maintainers(self, world, admin):
        result = await admin.slash(world.channel, "why", answer="abcdef0123")
        assert "maintainers" in world.shown(result.response)
        assert result.response.ephemeral

    async def test_why_shows_ranks_floor_and_version(self, world, listed):
        await world.alice.send(world.channel, f"{world.mention} x16")
        pressed = await world.click(world.alice, world.channel.last_message, "sr")
        answer = pressed.response.embeds[0].footer.text.removeprefix("Answer ")
        result = await listed.slash(world.channel, "why", answer=answer)
        text = world.shown(result.response).replace("\\", "")
        assert result.response.ephemeral
        assert "1. pcie-two-gpus: by words 3, by meaning 2, fused 0.712" in text
        assert all(word in text for word in ("v1", "0.900", "0.410", "passages"))
        assert "x16" not in text

    async def test_why_says_what_it_does_not_know(self, world, listed):
        result = await listed.slash(world.channel, "why", answer="0000000000")
        assert "0000000000" in world.shown(result.response)
        assert "rigwise why" in world.shown(result.response)

    async def test_status_names_counts_and_faults(self, world, listed):
        result = await listed.slash(world.channel, "knowledge status")
        assert all(word in world.shown(result.response) for word in ("v1", "120", "guide/a.md:3"))

    async def test_gaps_and_feedback_of_all_guilds_for_the_operator(self, world, listed):
        await world.alice.send(world.channel, f"{world.mention} something unknown")
        await world.alice.send(world.channel, f"{world.mention} x16")
        await world.click(world.alice, world.channel.last_message, "dn")
        gaps = await listed.slash(world.channel, "knowledge gaps")
        votes = await listed.slash(world.channel, "knowledge feedback")
        assert "pcie-two-gpus" in world.shown(gaps.response)
        assert "knowledge new" not in world.shown(gaps.response)
        assert "pcie-two-gpus: 👍 0 👎 1" in world.shown(votes.response)

    async def test_a_gap_whose_text_is_kept_has_its_stub_ready(self, world, listed):
        await world.bot.desk.guilds.change(world.guild.id, keep_gap_text=True)
        await world.alice.send(world.channel, f"{world.mention} something unknown; `rm -rf ~`")
        text = world.shown((await listed.slash(world.channel, "knowledge gaps")).response)
        (command,) = re.findall(r"`(rigwise [^`]*)`", text)
        assert shlex.split(command) == ["rigwise", "knowledge", "new", "something unknown; rm -rf ~"]
        assert "nearest section: pcie-two-gpus" in text.replace("\\", "")

    @pytest.mark.req("R40")
    async def test_the_guilds_own_role_sees_its_guild_but_cannot_reload(self, world):
        role = world.guild.create_role("curators", permissions=discord.Permissions(manage_guild=True))
        curator = world.guild.add_member(world.env.create_user("curator"), roles=[role])
        await world.bot.desk.guilds.change(world.guild.id, role_id=role.id)
        world.store.gap(question="from elsewhere", nearest=(), lang="en", guild_id=1)
        gaps = await curator.slash(world.channel, "knowledge gaps")
        assert "from elsewhere" not in world.shown(gaps.response)
        refused = await curator.slash(world.channel, "knowledge reload")
        assert "maintainers" in world.shown(refused.response)
