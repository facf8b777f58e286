"""How many cores a program may use: in a container or under ``taskset`` fewer than the machine has."""

from __future__ import annotations

import os
from pathlib import Path

QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""Where Linux says how many microseconds of processor time a container has in how many."""


def usable(quota: Path = QUOTA) -> int:
    """The cores that this process may run on and has all the time of; at least one."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        time, period = map(int, quota.read_text().split())
    except (OSError, ValueError):  # another system, an older one, or "max": no limit
        return allowed
    return max(1, min(allowed, time // period))
