"""What is installed is what was locked; nothing in the program runs code that it was not shipped with."""

import ast
import contextlib
import re
from pathlib import Path

import pytest
import yaml

from tests.architecture.test_hygiene import calls, trees

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted(path.name for path in ROOT.glob("requirements*.lock"))
PINNED = re.compile(r"[a-z0-9][a-z0-9._-]*==[^\s;]+(?: ; .+)?")
_IMPORT_TIME_OR_SHELL = frozenset({"os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput", "pty.spawn"})  # fmt: skip
_SAFE_LOADERS = frozenset({"_StringLoader", "_LOADER"})
"""Of ``front_matter.py``, a BaseLoader, and of ``negatives.py``, a SafeLoader: neither builds objects."""


def requirements(lock: str) -> dict[str, list[str]]:
    """Each requirement line of a lock, as ``name==version``, with its hashes."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / lock).read_text("utf-8"))
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            named, *hashes = re.split(r"\s+--hash=", line.split(" #")[0].strip())
            found[named] = hashes
    return found


def test_the_locks_are_there() -> None:
    assert {"requirements.lock", "requirements-dev.lock"} <= set(LOCKS)


@pytest.mark.req("R98")
@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_and_hashed(lock: str) -> None:
    found = requirements(lock)
    assert len(found) > 10
    assert [name for name in found if not PINNED.fullmatch(name)] == []
    bad = [n for n, hashes in found.items() if not hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", h) for h in hashes)]  # fmt: skip
    assert bad == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_torch_and_no_place(lock: str) -> None:
    """torch is installed before, by the index that the operator names; where the rest comes from is pip's setting."""
    assert [name for name in requirements(lock) if name.startswith("torch==")] == []
    assert not re.search(r"https?://|file://|@ |--(?:extra-)?index|--find-links|--trusted-host", (ROOT / lock).read_text("utf-8"))  # fmt: skip


def test_the_makefile_checks_the_hashes() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    installs = [
        line for line in makefile.splitlines() if re.search(r"install .*-r requirements\S*\.lock", line)
    ]
    assert installs
    assert all("--require-hashes" in line and "--no-deps" in line for line in installs)
    dockerfile = (ROOT / "deploy/Dockerfile").read_text("utf-8")
    assert "--require-hashes" in dockerfile


@pytest.mark.req("R90")
def test_no_shell_no_built_objects_no_unfiltered_archive() -> None:
    found = []
    for path, tree in trees():
        for name, call in calls(tree):
            given = {k.arg: ast.unparse(k.value) for k in call.keywords}
            shell = given.get("shell", "False") != "False" or name in _IMPORT_TIME_OR_SHELL
            loads = name.startswith("yaml.") and (
                name in {"yaml.unsafe_load", "yaml.full_load", "yaml.load_all"}
                or (name == "yaml.load" and given.get("Loader") not in _SAFE_LOADERS)
            )
            unpacks = name.endswith(".extractall") and given.get("filter") != "'data'"
            if shell or loads or unpacks:
                found.append(f"{path}:{call.lineno}: {name}")
    assert found == []


def test_the_loaders_build_no_objects() -> None:
    from bot.corpus import front_matter
    from bot.retrieval import negatives

    for loader in (front_matter._StringLoader, negatives._LOADER):
        built = None
        with contextlib.suppress(yaml.YAMLError):
            built = yaml.load("!!python/object/apply:os.getcwd []", Loader=loader)
        assert not built, "a BaseLoader ignores the tag, a SafeLoader refuses it"


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.name
)
def test_a_workflow_has_no_more_rights_than_it_needs(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["permissions"]["contents"] == "read"
    triggers = workflow[True] if True in workflow else workflow["on"]  # YAML 1.1 reads "on" as true
    assert "pull_request_target" not in triggers, "runs a stranger's code with the repository's rights"
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    commands = "\n".join(step.get("run", "") for step in steps)
    assert "${{" not in commands, "an expression in a command is text that a stranger may have written"
    assert all(step["uses"].startswith("actions/") for step in steps if "uses" in step)
