"""Finds secrets in text: tokens by their shape, and values that look random where a secret is assigned."""

import math
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SHAPES = {
    "Discord token": re.compile(r"(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6,8}\.[\w-]{27,50}(?![\w-])"),
    "Discord webhook": re.compile(r"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{17,20}/[\w-]{60,80}"),
    "GitHub token": re.compile(r"(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{60,255})"),
    "AWS key id": re.compile(r"(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])"),
    "Google key": re.compile(r"(?<!\w)AIza[\w-]{35}(?![\w-])"),
    "Slack token": re.compile(r"(?<!\w)xox[abprs]-[\w-]{10,100}"),
    "package index token": re.compile(r"(?<!\w)pypi-AgEI[\w-]{50,200}"),
    "model hub token": re.compile(r"(?<!\w)hf_[A-Za-z0-9]{34}(?!\w)"),
    "private key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----\s*\n\s*[A-Za-z0-9+/=]{16}"),
    "password in an address": re.compile(r"(?<![\w+])[a-z][a-z0-9+]{2,30}://[^\s:/@'\"]{1,60}:(?P<value>[^\s/@'\"]{6,100})@"),
}  # fmt: skip
_ASSIGNED = re.compile(
    r"(?i)(?:token|secret|password|passwd|api_?key|private_?key|credential)s?['\"]?\s{0,4}[:=]\s{0,4}['\"]?"
    r"(?P<value>[A-Za-z0-9+/_=.-]{16,200})"
)
RANDOM_BITS = 3.7
"""Entropy a character, from which a value looks random: words reach 3.5, base64 of 24 characters 4 and more."""


def entropy(text: str) -> float:
    """Bits a character."""
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())


def looks_random(value: str) -> bool:
    """Whether a value is more than a name, a path or an example."""
    mixed = bool(re.search(r"\d", value)) and bool(re.search(r"[A-Za-z]", value))
    return mixed and entropy(value) >= RANDOM_BITS


def found_in(text: str) -> Iterator[tuple[int, str]]:
    """Line and kind of everything in a text that looks like a secret."""
    for kind, shape in SHAPES.items():
        for match in shape.finditer(text):
            value = match.groupdict().get("value")
            if value is None or looks_random(value):
                yield text.count("\n", 0, match.start()) + 1, kind
    for match in _ASSIGNED.finditer(text):
        if looks_random(match["value"]):
            yield text.count("\n", 0, match.start()) + 1, "assigned value"


def tracked_files() -> list[Path]:
    """Every file of the repository as it stands here; where there is no git, every file but built ones."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        return [path for path in ROOT.rglob("*") if not any(part.startswith(".") for part in path.parts)]
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]
