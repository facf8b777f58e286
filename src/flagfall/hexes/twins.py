"""What the law of secrecy needs: games that differ in nothing but the order of cards and unseen places."""

from __future__ import annotations

import random

import msgspec

from flagfall.core.errors import FlagfallError
from flagfall.core.protocol import Action, Event, Game, State
from flagfall.core.twins import TwinMaker, Twins
from flagfall.hexes import abilities as ab
from flagfall.hexes import actions as ac
from flagfall.hexes.actions.act import Act
from flagfall.hexes.actions.move import Travel
from flagfall.hexes.effects.turns import spent
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.rules.costs import may_stand
from flagfall.hexes.scene import Scene
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PLAY
from flagfall.hexes.view import HexView, hidden_from


class HexTwinMaker(TwinMaker):
    """Twins of a scenario."""

    def __init__(self, game: Game[HexState, HexView, Action]) -> None:
        self.game = game

    def make(self, seat: int, rng: random.Random, **options: object) -> Twins:
        """A random game up to some moment, and the same with cards swapped and the unseen moved."""
        state = self.game.new(seed=rng.getrandbits(32), **options)
        events: list[Event] = []
        wanted = rng.randrange(10, 120)
        for count in range(600):
            decisions = state.pending()
            if not decisions:
                break
            if count >= wanted and len(state.pile) > 2 and _worth_it(state, seat):
                break
            decision = rng.choice(decisions)
            step = state.apply(decision.seat, decision.sample(rng))
            state = step.state
            events.extend(step.events)
        other: HexState = state.copy()
        if len(state.pile) > 2:
            head, *rest = state.pile
            rng.shuffle(rest)
            other.pile = (head, *rest)
        for number, piece in enumerate(state.pieces):
            if hidden_from(piece, seat, state.options) and piece.hex >= 0:
                other = self._moved(other, number, rng)
        return Twins(state, other, tuple(events), tuple(events))

    def _moved(self, state: HexState, number: int, rng: random.Random) -> HexState:
        """The state with a unit elsewhere."""
        field = state.field()
        fit = [
            hex
            for hex in range(field.board.grid.size)
            if field.free(hex, state.pieces[number].layer) and may_stand(field, number, hex)
        ]
        pieces = list(state.pieces)
        pieces[number] = msgspec.structs.replace(pieces[number], hex=rng.choice(fit))
        moved = state.copy()
        moved.pieces = tuple(pieces)
        return moved

    def reveals(self, first: State, second: State, actor: int, action: Action) -> bool:
        """Whether the next card to be turned differs, or the action comes near somebody unseen."""
        assert isinstance(first, HexState) and isinstance(second, HexState)
        if not isinstance(action, Act):
            return False
        if first.pile != second.pile and _may_end_turn(first, action):
            drawn = [_next_cards(state) for state in (first, second)]
            if drawn[0] != drawn[1] or isinstance(action, (ac.Shoot, ac.Strike)):
                return True
        moved = [
            number
            for number, (one, two) in enumerate(zip(first.pieces, second.pieces, strict=True))
            if one.hex != two.hex
        ]
        if not moved:
            return False
        if first.actor in moved or (not first.pile and _may_end_turn(first, action)):
            return True
        near = {state.pieces[number].hex for state in (first, second) for number in moved}
        return any(_touches(state, action, near) for state in (first, second))

    def attempt(self, state: State, seat: int, rng: random.Random) -> Action:
        """Any act at any hex or unit, mostly impossible."""
        assert isinstance(state, HexState)
        grid = state.board.grid
        hex = state.board.label(rng.randrange(grid.size))
        keys = [piece.key for piece in state.pieces] or ["nobody"]
        tries: list[Action] = [
            ac.Move(hex, rng.choice(DIRECTIONS), rng.choice(("", "air", "prone", "hover"))),
            ac.Move(via=tuple(rng.choices("fblr", k=3))),
            ac.Move(into=rng.choice(keys)),
            ac.Teleport(hex, rng.choice(DIRECTIONS)),
            ac.Shoot(hex, rng.choice(("", "air", "construct"))),
            ac.Strike(),
            ac.Transform(rng.randrange(4)),
            ac.PickUp(rng.choice(keys)),
            ac.SetDown(rng.choice(keys), hex),
            ab.Build(hex),
            ab.Burn(hex),
            ab.Repair(rng.choice(keys)),
            ab.Command(rng.choice(keys)),
            ab.Control(),
        ]
        return rng.choice(tries)


def _worth_it(state: HexState, seat: int) -> bool:
    """Whether there is something hidden to differ in: where cloaks hide, wait for one that does."""
    if not state.options.cloak_hides_position:
        return True
    return any(hidden_from(piece, seat, state.options) for piece in state.pieces)


def _may_end_turn(state: HexState, action: Act) -> bool:
    """Whether a turn by card may be over after an action: it takes the last one, or may cost its own unit."""
    frame = state.stack[-1]
    left = frame.left - action.price()
    risky = isinstance(action, (Travel, ac.Teleport, ac.Transform, ac.End, ab.Combine, ab.Separate))
    return left <= 0 or risky


def _next_cards(state: HexState) -> tuple[int, ...]:
    """The cards that are turned until one gives a turn."""
    drawn: list[int] = []
    for unit in state.pile:
        drawn.append(unit)
        if state.pieces[unit].status == PLAY and not spent(state.used, unit):
            break
    return tuple(drawn)


def _touches(state: HexState, action: Act, near: set[int]) -> bool:
    """Whether an action goes through, or works on, hexes where somebody unseen may be."""
    scene = Scene(state)
    grid = state.board.grid
    reach = {hex for at in near if at >= 0 for hex in range(grid.size) if grid.distance(at, hex) <= 2}
    if isinstance(action, Travel):
        try:
            path, _ = action.plan(scene)
        except FlagfallError:
            return True
        return any(place.hex in reach for place in path)
    if isinstance(action, (ac.Transform, ac.Strike, ab.Demolish, ab.Control, ab.Combine, ab.Separate)):
        return scene.me.hex in reach or scene.me.carrier >= 0
    at = getattr(action, "at", "") or getattr(action, "to", "")
    return bool(at) and scene.hex(at) in reach
