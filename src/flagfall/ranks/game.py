"""A hidden-rank game: one edition under the protocol of every game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from flagfall.core import Event, Game
from flagfall.core.feats import LEADER, UNBROKEN
from flagfall.core.landmarks import FIRST, FLAG, Landmark
from flagfall.core.options import Value
from flagfall.core.presentation import Presentation, Side
from flagfall.ranks.actions import Deploy, PlayAction, RankAction
from flagfall.ranks.board import NAMES, NOWHERE, Board
from flagfall.ranks.draft import Draft
from flagfall.ranks.edition import Army, Edition
from flagfall.ranks.events import RankEvent
from flagfall.ranks.notation import position, text
from flagfall.ranks.notation.codec import Codec
from flagfall.ranks.options import BEFORE, recorded
from flagfall.ranks.rules import Rules
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView, fold
from flagfall.ranks.worlds.determinize import determinize
from flagfall.ranks.worlds.fits import fits
from flagfall.ranks.worlds.twins import RankTwinMaker

FACES = 9
"""Pieces of an army that a picture may show."""


def _faces(army: Army) -> tuple[tuple[str, str], ...]:
    """The strongest kinds of an army that have a number and an emblem."""
    ranked = [kind for kind in army.kinds if kind.rank.isdecimal() and kind.emblem]
    ranked.sort(key=lambda kind: -int(kind.rank))
    return tuple((kind.rank, kind.emblem) for kind in ranked[:FACES])


class RankGame(Game[RankState, RankView, RankAction]):
    """One edition: its board, its armies, its rules."""

    family: ClassVar[str] = "ranks"
    chance: ClassVar[bool] = False
    end_rule: ClassVar[str] = "ST-END-3"
    before: ClassVar[Mapping[str, Value]] = BEFORE
    bots: ClassVar[str] = "flagfall.bots.ranks"
    terminal: ClassVar[str] = "flagfall.terminal.ranks.family"
    printing: ClassVar[str] = "flagfall.printing.ranks.kit"
    wire: ClassVar[tuple[str, ...]] = (
        "flagfall.server.wire.ranks",
        "flagfall.server.wire.advice",
        "flagfall.server.wire.learning.review",
        "flagfall.server.wire.learning.analysis",
        "flagfall.server.wire.learning.setup_lab",
        "flagfall.server.wire.learning.lessons",
        "flagfall.server.wire.learning.puzzles",
    )

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.id = edition.id
        self.colours = tuple(army.id for army in edition.armies)
        self.options = edition.options
        self.board = Board(edition.picture)
        first, second = ({kind.id: kind.rank for kind in army.kinds} for army in edition.armies)
        self._ranks = (first, second)
        self._rules: dict[tuple[tuple[str, Value], ...], Rules] = {}
        self._codec: Codec | None = None

    def rules(self, **options: object) -> Rules:
        """The edition with options settled; the same object for the same options."""
        values = self.read_options(options)
        key = tuple(values.items())
        if key not in self._rules:
            self._rules[key] = Rules(self.edition, self.board, values)
        return self._rules[key]

    def recorded_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All options of a record or a log, as they were meant when it was written."""
        return super().recorded_options(recorded(given))

    def new(self, seed: int = 0, **options: object) -> RankState:
        """The state before the set-up. Nothing is left to chance here: the seed is only recorded."""
        return RankState.of(Draft.empty(self.rules(**options), seed))

    def action(self, text_: str) -> RankAction:
        """The action that a text names: ``b4-b5``, ``b4xb9``, ``c3 vision d5``, ``deploy …``."""
        return text.read_action(self, text_)

    def setup(self, text_: str, seat: int = 0) -> Deploy:
        """The set-up that letters draw, front row first, as its player sees it, or ``deploy …`` lists."""
        if text_.lstrip().lower().startswith("deploy"):
            found = self.action(text_)
            if isinstance(found, Deploy):
                return found
        return text.read_setup(self, text_, seat)

    def position(self, text_: str) -> RankState:
        """The state that a text draws; without a legal action for the mover it has its outcome."""
        return RankState.judged(position.read_position(self, text_))

    def write(self, state: RankState, action: RankAction) -> str:
        """An action as text, with an ``x`` for an attack and squares of this board."""
        return text.write(self, state, action)

    def write_setup(self, action: RankAction, seat: int = 0) -> str | None:
        """A set-up as letters, front row first; None for a move."""
        return text.write_setup(self, action, seat) if isinstance(action, Deploy) else None

    def settled(self, state: RankState, seat: int, action: RankAction) -> RankAction:
        """A set-up as the rules sorted it, by square."""
        pieces = state.setups[seat]
        return replace(action, pieces=pieces) if isinstance(action, Deploy) and pieces is not None else action

    def commitment(self, setup: RankAction) -> str:
        """A set-up as it is committed to: ``a1=flag b1=bomb ...`` by square."""
        return str(setup).removeprefix("deploy ")

    def counted_moves(self, state: RankState) -> int:
        """Turns, however many decisions each took."""
        return state.track.ply

    def from_memory(self, options: Mapping[str, Value]) -> bool:
        """Whether players remember for themselves what they were shown (ST-KNOW-2)."""
        return options.get("memory") == "table"

    def feats(self, state: RankState, seat: int) -> tuple[str, ...]:
        """Whether every piece of the highest rank still stands, and whether every piece does."""
        own = [piece for piece in range(len(state.where)) if state.seat_of(piece) == seat]
        ranks = [state.kinds[piece].strength for piece in own if state.kinds[piece].role == "soldier"]
        lost = [state.kinds[piece].strength for piece in own if state.where[piece] == NOWHERE]
        found = (LEADER,) if ranks and max(ranks) not in lost else ()
        return found if not own or lost else (*found, UNBROKEN)

    def landmarks(
        self, seat: int, setup: RankAction | None, first: RankAction | None
    ) -> tuple[Landmark, ...]:
        """Where the flag stood, and the first move as it is written without knowing what it meets."""
        flags = {kind.id for kind in self.edition.armies[seat].kinds if kind.role == "flag"}
        pieces = setup.pieces if isinstance(setup, Deploy) else ()
        found = tuple(Landmark(FLAG, NAMES[square]) for square, kind in pieces if kind in flags)
        return found if first is None else (*found, Landmark(FIRST, str(first)[:64]))

    def overheard(self, action: RankAction) -> bool:
        """Everything but the set-up is done in the open (ST-SET-1)."""
        return not isinstance(action, Deploy)

    def fold(self, view: RankView, event: Event) -> RankView:
        """The view after an event that its seat heard."""
        assert isinstance(event, RankEvent)
        return fold(view, event, self.board, self._ranks)

    def determinize(self, view: RankView, rng: random.Random) -> RankState:
        """A random state that fits a view, every one equally likely."""
        return determinize(self.rules(**view.options), view, rng)

    def fits(self, view: RankView, state: RankState) -> bool:
        """Whether a state may be the truth behind a view."""
        return fits(view, state)

    def twins(self) -> RankTwinMaker:
        """Twins for the law of secrecy: two pieces of a set-up in each other's places."""
        return RankTwinMaker(self.new)

    @property
    def presentation(self) -> Presentation:
        """The edition as lists show it."""
        edition = self.edition
        return Presentation(
            names=edition.names,
            summary=edition.summary,
            theme=edition.theme,
            width=self.board.width,
            height=self.board.height,
            sides=tuple(
                Side(army.id, army.names, army.colour, army.size, _faces(army)) for army in edition.armies
            ),
            powers=len(edition.powers),
            modes=edition.has_modes,
        )

    @property
    def codec(self) -> Codec:
        """The integer codec of play actions."""
        if self._codec is None:
            self._codec = Codec(self.rules())
        return self._codec

    def encode(self, action: RankAction) -> int:
        """The integer of a play action."""
        return self.codec.encode(action)

    def decode(self, code: int) -> PlayAction:
        """The play action of an integer."""
        return self.codec.decode(code)

    @property
    def num_actions(self) -> int:
        """How many integers the codec uses."""
        return self.codec.size

    @property
    def action_type(self) -> object:
        """The union of all actions."""
        return RankAction

    @property
    def event_type(self) -> object:
        """The union of all events."""
        return RankEvent

    @property
    def view_type(self) -> type[RankView]:
        """The struct of a view of this family."""
        return RankView
