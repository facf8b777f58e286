"""What an operator wants to know, counted as it happens, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.moves = self._counter("moves", "Actions that were stored")
        self.refusals = self._counter("refusals", "Messages of clients that were refused", "code")
        self.takeovers = self._counter("takeovers", "Tables taken over from another process")
        self.fenced = self._counter("fenced", "Appends refused since the table has another owner")
        self.breaks = self._counter("breaks", "Times that messages between this process and another got lost")
        self.notices = self._counter(
            "notices", "Notices by push and e-mail, by what became of them", "way", "outcome"
        )
        self.appends = self._histogram("append_seconds", "Time to store an entry")
        self.answers = self._histogram(
            "answer_seconds", "Time from receiving a message to having dealt with it"
        )
        self.thoughts = self._histogram("bot_seconds", "Time from asking a bot to its answer")

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"flagfall_{name}", text, labels, registry=self._registry)

    def _histogram(self, name: str, text: str) -> Histogram:
        return Histogram(f"flagfall_{name}", text, registry=self._registry, buckets=SECONDS)

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Report what a function gives whenever the counters are read."""
        Gauge(f"flagfall_{name}", text, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """All counters, as Prometheus reads them."""
        return generate_latest(self._registry)
