"""How many processors this process may really use: affinity and the container's quota, not the host's count."""

import os
from collections.abc import Iterator
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")


def usable_cpus(cgroups: Path = CGROUPS, own: Path = OWN, affinity: int | None = None) -> int:
    """Whole processors that this process may keep busy without being throttled, at least 1.

    Args:
        cgroups: where control groups are mounted.
        own: the file that says in which groups this process is.
        affinity: processors the scheduler may use; asked of the system if ``None``.
    """
    allowed = affinity if affinity is not None else _affinity()
    limits = [limit for limit in (*_second_version(cgroups, own), *_first_version(cgroups, own)) if limit > 0]
    return max(1, min(allowed, int(min(limits, default=allowed))))


def _affinity() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _second_version(cgroups: Path, own: Path) -> Iterator[float]:
    """Limits of this group and those above it (``cpu.max``: quota or ``max``, then the period, in µs)."""
    for folder in _upwards(cgroups, _group(own, "")):
        fields = _text(folder / "cpu.max").split()
        if len(fields) == 2 and all(field.isdigit() for field in fields) and int(fields[1]):
            yield int(fields[0]) / int(fields[1])


def _first_version(cgroups: Path, own: Path) -> Iterator[float]:
    """The same in the older layout, in files of their own; a quota of -1 means none."""
    for mount in ("cpu", "cpu,cpuacct"):
        for folder in _upwards(cgroups / mount, _group(own, "cpu")):
            quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
            if quota.isdigit() and period.isdigit() and int(period):
                yield int(quota) / int(period)


def _group(own: Path, controller: str) -> str:
    """The path of this process's group for a controller; "" is the newer layout's only one."""
    for line in _text(own).splitlines():
        _, _, rest = line.partition(":")
        names, _, path = rest.partition(":")
        if controller in names.split(","):
            return path
    return "/"


def _upwards(root: Path, group: str) -> Iterator[Path]:
    """The folder of a group and those above it; in a container only the root may be visible."""
    parts = [part for part in group.split("/") if part and part != ".."]
    for count in range(len(parts), -1, -1):
        yield root.joinpath(*parts[:count])


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace").strip()
    except OSError:
        return ""
