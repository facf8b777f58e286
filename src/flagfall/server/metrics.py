"""What an operator wants to know, counted as it happens, in the format of Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from flagfall.server.tables.tables import Tables

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one process."""

    def __init__(self, tables: Tables) -> None:
        self._registry = CollectorRegistry()
        self.moves = self._counter("moves", "Actions that were stored")
        self.refusals = self._counter("refusals", "Messages of clients that were refused", "code")
        self.takeovers = self._counter("takeovers", "Tables taken over from another process")
        self.fenced = self._counter("fenced", "Appends refused since the table has another owner")
        self.breaks = self._counter("breaks", "Times that messages between this process and another got lost")
        self.appends = self._histogram("append_seconds", "Time to store an entry")
        self.answers = self._histogram(
            "answer_seconds", "Time from hearing a message to having dealt with it"
        )
        self.thoughts = self._histogram("bot_seconds", "Time from asking a bot to its answer")
        self._gauge("tables", "Tables in memory", lambda: len(tables.actors))
        self._gauge("tables_live", "Those whose game goes on", lambda: _live(tables))
        self._gauge("lines", "Websockets to tables here", lambda: len(tables.local_sockets))
        self._gauge("visitors", "Websockets at tables of this process", lambda: len(tables.remote_sockets))
        self._gauge("members", "Processes that live, this one included", lambda: len(tables.members.alive))
        self._gauge("ready", "Whether this process can do its work", lambda: tables.ready)
        self._gauge("bot_queue", "Decisions that wait for a bot process", lambda: tables.bots.waiting)
        self._gauge("bot_replaced", "Bot processes that had to be replaced", lambda: tables.bots.replaced)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"flagfall_{name}", text, labels, registry=self._registry)

    def _histogram(self, name: str, text: str) -> Histogram:
        return Histogram(f"flagfall_{name}", text, registry=self._registry, buckets=SECONDS)

    def _gauge(self, name: str, text: str, value: object) -> None:
        Gauge(f"flagfall_{name}", text, registry=self._registry).set_function(value)  # type: ignore[arg-type]

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


def _live(tables: Tables) -> int:
    return sum(actor.table_state.live for actor in tables.actors.values())
