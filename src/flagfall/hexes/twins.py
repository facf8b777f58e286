"""What the law of secrecy needs: games that differ in nothing but the order of cards and unseen places."""

from __future__ import annotations

import random

from flagfall.core.protocol import Action, Event, Game, State
from flagfall.core.twins import TwinMaker, Twins
from flagfall.hexes import abilities as ab
from flagfall.hexes import actions as ac
from flagfall.hexes.actions.act import Act
from flagfall.hexes.actions.move import Travel
from flagfall.hexes.effects.turns import spent
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PLAY
from flagfall.hexes.unseen_staging import stage
from flagfall.hexes.view import HexView


class HexTwinMaker(TwinMaker):
    """Twins of a scenario."""

    def __init__(self, game: Game[HexState, HexView, Action]) -> None:
        self.game = game

    def make(self, seat: int, rng: random.Random, **options: object) -> Twins:
        """A random game up to some moment, and the same with cards swapped or the unseen moved."""
        state = self.game.new(seed=rng.getrandbits(32), **options)
        events: list[Event] = []
        wanted = rng.randrange(10, 120)
        for count in range(600):
            decisions = state.pending()
            if not decisions or (count >= wanted and len(state.pile) > 2):
                break
            decision = rng.choice(decisions)
            step = state.apply(decision.seat, decision.sample(rng))
            state = step.state
            events.extend(step.events)
        staged = None
        if state.options.cloak_hides_position and rng.random() < 0.8:
            staged = stage(state, seat, rng)
        if staged is not None:
            return Twins(staged.first, staged.second, tuple(events), tuple(events), staged.plan)
        other: HexState = state.copy()
        if len(state.pile) > 2:
            head, *rest = state.pile
            rng.shuffle(rest)
            other.pile = (head, *rest)
        return Twins(state, other, tuple(events), tuple(events))

    def reveals(self, first: State, second: State, actor: int, action: Action) -> bool:
        """Whether the next card to be turned differs, or somebody unseen is met."""
        assert isinstance(first, HexState) and isinstance(second, HexState)
        if not isinstance(action, Act):
            return False
        if first.pile != second.pile and _may_end_turn(first, action):
            drawn = [_next_cards(state) for state in (first, second)]
            # What takes units out of play changes which cards are turned next.
            if drawn[0] != drawn[1] or isinstance(action, (ac.Shoot, ac.Strike, ab.Combine, ab.Separate)):
                return True
        moved = [
            number
            for number, (one, two) in enumerate(zip(first.pieces, second.pieces, strict=True))
            if (one.hex, one.carrier) != (two.hex, two.carrier)
        ]
        if not moved:
            return False
        if first.actor in moved and not isinstance(action, (ac.End, ac.Move)):
            return True  # what the unseen do themselves may be seen: smoke, building, repairing
        # A unit that is met is revealed (HX-ABL-CLK). Nothing else may show where the unseen are.
        after = [state.apply(actor, action).state for state in (first, second)]
        if first.actor in moved:  # and so is who is met by an unseen one
            met = zip(first.pieces, *(state.pieces for state in after), strict=True)
            if any(before.cloaked and not (one.cloaked and two.cloaked) for before, one, two in met):
                return True
        return any(not state.pieces[number].cloaked for state in after for number in moved)

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
