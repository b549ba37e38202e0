"""``make pictures``: one picture per kind of reply, drawn by headless Chromium from simcord's preview.

The two of the README go to ``.github/pictures``; ``--all`` draws every scene into a folder to look at before a release.
Without Chromium or the extra ``preview`` it says so and ends well.

    python -m tests.preview.pictures [--all FOLDER] [--only NAME]
"""

import argparse
import asyncio
import importlib.util
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.preview.stage import Stage, speak, stage

README_FOLDER = Path(".github/pictures")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE = (420, 900)
DESK = (760, 900)


class Scene(NamedTuple):
    """One picture.

    Attributes:
        name: of the file.
        locale: of the member.
        act: what happens; returns the message to show.
        size: of the window.
        readme: whether the README shows it.
    """

    name: str
    locale: str
    act: Callable[[Stage, Any, Any], Awaitable[Any]]
    size: tuple[int, int] = DESK
    readme: bool = False


def slash(name: str, /, **options: Any) -> Callable[[Stage, Any, Any], Awaitable[Any]]:
    """The reply to a command."""

    async def act(made: Stage, channel: Any, member: Any) -> Any:
        del made
        return (await member.slash(channel, name, **options)).response

    return act


def mention(text: str) -> Callable[[Stage, Any, Any], Awaitable[Any]]:
    """The reply to a mention."""

    async def act(made: Stage, channel: Any, member: Any) -> Any:
        assert made.bot.user is not None
        await member.send(channel, f"<@{made.bot.user.id}> {text}")
        return channel.last_message

    return act


def then(
    first: Callable[..., Awaitable[Any]], action: str, *, modal: bool = False
) -> Callable[..., Awaitable[Any]]:
    """What a button of a reply does."""

    async def act(made: Stage, channel: Any, member: Any) -> Any:
        message = await first(made, channel, member)
        rows = getattr(message, "message", message).components
        ids = [child.custom_id for row in rows for child in row.children]
        result = await member.click(
            message, custom_id=next(id_ for id_ in ids if id_.split(":")[1] == action)
        )
        if modal:
            return result
        return result.response if action == "sr" else channel.last_message

    return act


PSU = slash("psu", gpu="RTX 3090", count=4, cpu="Threadripper 3970X")
PSU_ZH = slash("psu", gpu="4x RTX 4090", cpu="i9-13900K", other_watts=80.0, efficiency=92.0)
COST = slash(
    "cost", watts=1000.0, to_watts=1500.0, hours_per_day=12.0, price=0.3, currency="EUR", efficiency=92.0
)
COST_ZH = slash("cost", watts=600.0, country="TW")

SCENES = (
    Scene("psu", "en-US", PSU, readme=True),
    Scene("ask-zh", "zh-TW", slash("ask", question="四張顯示卡需要幾條 PCIe 通道？"), readme=True),
    Scene("ask", "en-US", slash("ask", question="do I need x16 for 2 GPUs?")),
    Scene("ask-both", "en-US", slash("ask", question="how big a power supply for 4x 3090 and a 3970X, and why the headroom?")),
    Scene("mention", "en-US", mention("does RAM clock speed matter?")),
    Scene("mention-zh", "zh-TW", mention("四張 3090 配 3970X 要多大的電源")),
    Scene("psu-phone", "en-US", PSU, size=PHONE),
    Scene("psu-zh-phone", "zh-TW", PSU_ZH, size=PHONE),
    Scene("cost", "en-US", COST),
    Scene("cost-zh-phone", "zh-TW", COST_ZH, size=PHONE),
    Scene("ram-zh", "zh-TW", slash("ram", gpu="RTX 4090", count=3, workload="large_data")),
    Scene("gpu-two", "en-US", slash("gpu", name="RTX 3090", other="RTX 4090")),
    Scene("gpu-zh", "zh-TW", slash("gpu", name="A100 80GB PCIe")),
    Scene("spec", "en-US", slash("ask", question="how much vram does a 3060 have, and what does it draw?")),
    Scene("spec-zh", "zh-TW", slash("ask", question="3090 跟 4090 顯存多大")),
    Scene("two-parts-zh", "zh-TW", slash("ask", question="水冷好嗎？電源要多大？")),
    Scene("two-prices", "en-US", slash("ask", question="600W 12h a day for a month, $0.12 vs $0.30 per kWh")),
    Scene("clarify", "en-US", slash("ask", question="what power supply for my cards?")),
    Scene("unknown", "en-US", slash("ask", question="which riser cable brand is the quietest with water blocks?")),
    Scene("off-topic-zh", "zh-TW", slash("ask", question="明天台北會下雨嗎")),
    Scene("error", "en-US", slash("psu", gpu="RTX 3099")),
    Scene("help-zh", "zh-TW", slash("help")),
    Scene("privacy", "en-US", slash("privacy show")),
    Scene("chart-psu", "en-US", then(PSU, "ch")),
    Scene("chart-cost-zh", "zh-TW", then(COST_ZH, "ch")),
    Scene("sources", "en-US", then(PSU, "sr")),
    Scene("form", "en-US", then(PSU, "ed", modal=True)),
    Scene("form-zh", "zh-TW", then(COST_ZH, "ed", modal=True)),
)  # fmt: skip


def browser() -> str | None:
    """The path of an installed Chromium."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def missing() -> str | None:
    """What is not there, in one sentence."""
    absent = [name for name in ("playwright", "av", "linkify_it") if importlib.util.find_spec(name) is None]
    if absent:
        return f"No pictures: {', '.join(absent)} not installed; `pip install -e '.[preview]'` brings them."
    if browser() is None:
        return "No pictures: no Chromium found; on Debian, `apt install chromium` brings it."
    return None


def use_system_browser(path: str) -> None:
    """simcord starts Playwright's own browser; give it the system's instead."""
    from playwright.async_api import BrowserType

    original = BrowserType.launch

    async def launch(self: Any, **options: Any) -> Any:
        return await original(self, **options | {"executable_path": path, "args": ["--no-sandbox"]})

    BrowserType.launch = launch


async def draw(scenes: list[Scene], folder: Path) -> None:
    """Draw scenes into a folder."""
    async with stage() as made:
        for scene in scenes:
            speak(scene.locale)
            channel, member = made.channels[scene.locale], made.members[scene.locale]
            async with made.env.preview(
                channel,
                viewers=[member],
                layout="message",
                locale=scene.locale,
                width=scene.size[0],
                height=scene.size[1],
            ) as preview:
                target = await scene.act(made, channel, member)
                await preview.show(target)
                await preview.screenshot(folder / f"{scene.name}.png", target=target, allow_incomplete=True)
                print(f"{folder / scene.name}.png", flush=True)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="draw every scene into this folder")
    parser.add_argument("--only", action="append", help="draw only scenes of this name")
    chosen = parser.parse_args()
    lacking = missing()
    if lacking:
        print(lacking)
        return 0
    use_system_browser(browser() or "")
    scenes = [
        scene
        for scene in SCENES
        if (chosen.all or scene.readme) and (not chosen.only or scene.name in chosen.only)
    ]
    folder = chosen.all or README_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(draw(scenes, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
