"""The registry of games: loaded once, by the first who asks, and once more after a failure."""

from __future__ import annotations

import json
import sys
import threading
import types
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from tests.waits import PATIENCE

from flagfall.core import UnknownGame, registry


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Makes an empty registry whose only family announces in a given way."""
    empty = {"_makers": {}, "_families": {}, "_built": {}, "_readers": [], "_loaded": False}
    for name, value in empty.items():
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
        assert go_on.wait(PATIENCE)
        registry.register("two", _maker(built, "two"))

    family(announce)
    seen: list[tuple[str, ...]] = []

    def ask() -> None:
        seen.append(registry.games())
        registry.game("two")

    threads = [threading.Thread(target=ask) for _ in range(4)]
    threads[0].start()
    assert half.wait(PATIENCE)
    for thread in threads[1:]:
        thread.start()
    for thread in threads[1:]:
        thread.join(0.05)  # Time enough to see half of the games, if somebody could.
    go_on.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert seen == [("one", "two")] * 4
    assert built == ["two"]


def test_a_text_becomes_a_game_of_the_family_that_knows_such_texts() -> None:
    edition = (files("flagfall.ranks") / "editions" / "duel.toml").read_text(encoding="utf-8")
    scenario = (files("flagfall.hexes") / "data" / "scenarios" / "hex-duel.toml").read_text(encoding="utf-8")
    bundle = json.dumps({"scenario": scenario})
    assert registry.game_from_text("duel-0123456789", edition).family == "ranks"
    assert registry.game_from_text("duel-0123456789", edition).id == "duel-0123456789"
    assert registry.game_from_text("hexes_own", bundle).family == "hexes"
    assert "duel-0123456789" not in registry.games()


def test_the_family_announced_last_is_asked_first_and_a_text_that_none_knows_is_no_game(family: Any) -> None:
    def announce() -> None:
        registry.register_reader(lambda text: text.startswith("cards"), lambda id, text: ("first", id, text))
        registry.register_reader(lambda text: text == "cards 13", lambda id, text: ("last", id, text))

    family(announce)
    assert registry.game_from_text("a", "cards 13") == ("last", "a", "cards 13")
    assert registry.game_from_text("a", "cards 5") == ("first", "a", "cards 5")
    with pytest.raises(UnknownGame):
        registry.game_from_text("a", "dice")
