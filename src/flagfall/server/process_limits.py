"""Limits that a process has from its system, or sets for itself; nothing happens where a system has none."""

from __future__ import annotations

import contextlib
from pathlib import Path

try:
    import resource
except ImportError:  # not every system has it
    resource = None  # type: ignore[assignment]


def allow_open_files() -> None:
    """Let this process have as many open connections as the system allows it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def limit_memory(more: int) -> None:
    """Let this process take so many bytes more than it has now."""
    if resource is None:
        return
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return
    most = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_seconds(more: int) -> None:
    """Let this process use a processor for so many seconds more, about; then the system ends it."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + 1 + more
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
