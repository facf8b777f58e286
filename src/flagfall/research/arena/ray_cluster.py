"""Work spread over an existing Ray cluster, whose machines have this package installed, too."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from flagfall.core import FlagfallError

Task = TypeVar("Task")
Result = TypeVar("Result")


class NoCluster(FlagfallError):  # noqa: N818 - named like the other errors
    """A Ray cluster cannot be used."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(f"Ray cluster {address!r}: {reason}")


def spread(work: Callable[[Task], Result], tasks: Sequence[Task], address: str) -> Iterator[Result]:
    """The result of each task, in the order of the tasks; each takes one core of the cluster."""
    ray = _joined(address)
    try:
        remote: Any = ray.remote(work)
        # A few more than there are cores, so that none waits for the slowest.
        ahead = 3 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        for task in tasks:
            waiting.append(remote.remote(task))
            if len(waiting) >= ahead:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    finally:
        ray.shutdown()  # ends what is still being played for us


def _joined(address: str) -> Any:
    """Ray, connected to the cluster."""
    try:
        import ray
    except ImportError:
        raise NoCluster(address, "Ray is not installed; it comes with flagfall[ray]") from None
    host, sign, port = address.removeprefix("ray://").rpartition(":")
    try:
        if sign:  # Ray itself would try for minutes
            socket.create_connection((host, int(port)), timeout=10).close()
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, ValueError, RuntimeError) as error:
        raise NoCluster(address, str(error).splitlines()[0]) from None
    return ray
