"""The registry of games: loaded once, by whoever asks first, and once more after a failure."""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from flagfall.core import registry


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Makes an empty registry whose only family announces in a given way."""
    for name, value in (("_makers", {}), ("_families", {}), ("_built", {}), ("_loaded", False)):
        monkeypatch.setattr(registry, name, value)
    monkeypatch.setattr(registry, "FAMILIES", ("a_test_family",))
    monkeypatch.setattr(registry, "entry_points", lambda group: ())

    def announce_by(announce: Callable[[], None]) -> None:
        module = types.ModuleType("a_test_family")
        module.announce = announce  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "a_test_family", module)

    yield announce_by


def _maker(built: list[str], id: str) -> Callable[[], Any]:
    def make() -> Any:
        built.append(id)
        return types.SimpleNamespace(id=id)

    return make


def test_after_a_failure_the_next_who_asks_gets_all_games(family: Any) -> None:
    tries: list[int] = []

    def announce() -> None:
        tries.append(1)
        registry.register("one", _maker([], "one"))
        if len(tries) == 1:
            raise OSError("the disk has hiccups")
        registry.register("two", _maker([], "two"))

    family(announce)
    with pytest.raises(OSError, match="hiccups"):
        registry.games()
    assert registry.games() == registry.games() == ("one", "two")
    assert registry.family_of("two") == "a_test_family"
    assert len(tries) == 2


def test_who_asks_while_the_games_are_loaded_waits_for_all_of_them(family: Any) -> None:
    half, go_on = threading.Event(), threading.Event()
    built: list[str] = []

    def announce() -> None:
        registry.register("one", _maker(built, "one"))
        half.set()
        assert go_on.wait(60)
        registry.register("two", _maker(built, "two"))

    family(announce)
    seen: list[tuple[str, ...]] = []

    def ask() -> None:
        seen.append(registry.games())
        registry.game("two")

    threads = [threading.Thread(target=ask) for _ in range(4)]
    threads[0].start()
    assert half.wait(60)
    for thread in threads[1:]:
        thread.start()
    for thread in threads[1:]:
        thread.join(0.05)  # Time enough to see half of the games, if somebody could.
    go_on.set()
    for thread in threads:
        thread.join(60)
    assert seen == [("one", "two")] * 4
    assert built == ["two"]
