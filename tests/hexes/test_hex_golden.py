"""A golden game of each scenario: recorded once, it has to replay to the same end and the same digest.

``python tests/hexes/test_hex_golden.py [ID ...]`` writes the files again, after a change of the rules that is
meant. A curious player plays them, who does what has not been done yet whenever that is possible, so that
together they hold every kind of action.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import msgspec
import pytest

import flagfall
from flagfall.core import PUBLIC, Action, View
from flagfall.core.record import Record, read_record, write_record
from flagfall.hexes.actions import End, Move, Transform
from flagfall.hexes.actions.act import Act, affordable
from flagfall.hexes.all_acts import KINDS, VERBS
from flagfall.hexes.events import Frame
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.scene import Scene
from flagfall.hexes.setup import Deploy
from flagfall.hexes.state import HexState

FOLDER = Path(__file__).with_name("golden")
SCENARIOS = tuple(id for id in flagfall.games() if id.startswith("hex-"))
SEEDS = {"hex-siege": 1, "hex-six": 8}
EXTRA: dict[str, object] = {
    "sprint": True,
    "careful_aim": True,
    "redirect_power": True,
    "brawl": True,
    "duck_and_cover": True,
}
FORCES = (
    ("scrapper", "hook", "bonecrusher", "scavenger", "long-haul", "bombshell", "vortex"),
    ("inferno", "grapple", "ratchet", "trailbreaker", "mirage"),
)


def path(id: str) -> Path:
    return FOLDER / f"{id}.txt"


class Curious:
    """Does what has not been done yet; else goes where something new can be done; else anything."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.done: set[str] = set()

    def choose(self, state: HexState) -> tuple[int, Action]:
        decision = state.pending()[0]
        if state.phase == "deploy":
            return decision.seat, self._together(state, decision)
        if state.phase != "play":
            return decision.seat, decision.sample(self.rng)
        action = self._new(state) or self._approach(state) or decision.sample(self.rng)
        self.done.add(self._word(action))
        return decision.seat, action

    def _word(self, action: Action) -> str:
        words = str(action).split()
        return " ".join(words[:2]) if words[0] == "move" and words[1] in ("into", "off", "via") else words[0]

    def _together(self, state: HexState, decision: object) -> Action:
        """Units side by side, so that they can combine, repair and carry each other."""
        units, seat = decision.units, decision.seat  # type: ignore[attr-defined]
        hexes = decision.hexes(units[0])  # type: ignore[attr-defined]
        own = [piece.hex for piece in state.pieces if piece.seat == seat and piece.hex >= 0]
        grid, find = state.board.grid, state.board.map.hex
        best = min(hexes, key=lambda hex: min((grid.distance(find(hex), at) for at in own), default=0))
        return Deploy(units[0], best, "N" if seat == 0 else "S", decision.modes(units[0])[0])  # type: ignore[attr-defined]

    def _new(self, state: HexState) -> Action | None:
        scene = Scene(state)
        found: list[Act] = []
        for kind in KINDS:
            if kind in (End, Transform) or (kind is Move and "move" in self.done):
                continue
            if not set(kind.names()) <= self.done:
                offered = [act for act in kind.legal(scene) if affordable(scene, act)]
                found += [act for act in offered if self._word(act) not in self.done][:40]
        return self.rng.choice(found) if found else None

    def _approach(self, state: HexState) -> Action | None:
        """A move after which something new could be done."""
        scene = Scene(state)
        if "move" in scene.frame.used or scene.frame.left < 2:
            return None
        found = scene.state.reach(scene.unit, scene.field.mode(scene.unit).speed)
        for word, count in (("into", len(found.aboard)), ("off", len(found.exits))):
            if count and f"move {word}" not in self.done:
                return next(act for act in Move.legal(scene) if getattr(act, word))
        ends = [place for place in found.ends() if place.stance == 0]
        if "E" in state.game.exits(scene.seat) and "move off" not in self.done and ends:
            place = max(ends, key=lambda end: end.hex % state.board.grid.width)
            return Move(scene.label(place.hex), DIRECTIONS[place.facing], "air" if place.layer else "")
        for place in self.rng.sample(ends, min(len(ends), 150)):
            there = state.copy()
            pieces = list(state.pieces)
            pieces[scene.unit] = msgspec.structs.replace(
                pieces[scene.unit],
                hex=place.hex,
                facing=place.facing,
                layer=place.layer,
                stance=0,
                carrier=-1,
            )
            there.pieces = tuple(pieces)
            there.stack = (*state.stack[:-1], Frame(scene.unit, 1, ("move",)))
            if self._new(there) is not None:
                return Move(
                    scene.label(place.hex),
                    DIRECTIONS[place.facing],
                    "air" if place.layer else "",
                )
        return None


def record(id: str) -> Record:
    """The golden game of a scenario, played now."""
    game = flagfall.game(id)
    seed = SEEDS.get(id, 7)
    options = game.read_options(EXTRA if id in ("hex-six", "hex-skirmish") else {})
    state = game.new(seed=seed, **options)
    player = Curious(seed)
    actions: list[tuple[int, Action]] = []
    while state.pending():
        if state.phase == "muster":
            seat = state.pending()[0].seat
            action = game.setup(
                "muster " + " ".join(u for force in FORCES for u in force if u in game.choices(seat))
            )
        else:
            seat, action = player.choose(state)
        actions.append((seat, action))
        state = state.apply(seat, action).state
    return Record(id, options, tuple(actions), seed=seed, outcome=state.outcome())


@pytest.mark.parametrize("id", SCENARIOS)
def test_the_golden_game_replays_to_the_same_digest(id: str) -> None:
    """Reading a record plays it, and holds it against its result and its digest."""
    found = read_record(path(id).read_text("utf-8"), path(id).name)
    assert found.outcome is not None
    assert found.seed is not None


def test_every_kind_of_action_is_in_a_golden_game() -> None:
    text = "\n".join(path(id).read_text("utf-8") for id in SCENARIOS)
    lines = [line.split()[1:] for line in text.splitlines() if len(line.split()) > 1]
    assert {words[0] for words in lines} >= set(VERBS) | {"muster", "deploy"}
    assert {" ".join(words[:2]) for words in lines} >= {"move into", "move off"}


@pytest.mark.parametrize("id", ["hex-base", "hex-cassettes", "hex-combiners", "hex-hunt", "hex-skirmish"])
def test_the_events_of_a_golden_game_fold_into_its_views(id: str) -> None:
    """Random games rarely combine, control or put out fires; the golden ones do."""
    game = flagfall.game(id)
    views: dict[int, View] = {}
    steps = read_record(path(id).read_text("utf-8")).steps()
    for count, step in enumerate(steps):
        for seat in (0, 1, PUBLIC):
            if count:
                views[seat] = game.fold_all(views[seat], step.events, seat)
            if not count or count % 5 == 0 or step.state.outcome() is not None:
                built = step.state.view(seat)
                assert views.setdefault(seat, built) == built


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for id in sys.argv[1:] or SCENARIOS:
        path(id).write_text(write_record(record(id)), "utf-8")


if __name__ == "__main__":
    main()
