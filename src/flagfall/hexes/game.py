"""A scenario as a game of the core protocol."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, Union

import msgspec

from flagfall.core import chance
from flagfall.core.feats import UNBROKEN
from flagfall.core.options import NO_AMOUNTS, Value
from flagfall.core.presentation import Presentation, Side
from flagfall.core.protocol import Action, Event, Game
from flagfall.hexes.abilities.repair import Repair
from flagfall.hexes.actions import PickUp, SetDown, Teleport
from flagfall.hexes.actions.move import Travel
from flagfall.hexes.all_acts import KINDS, read, reading
from flagfall.hexes.draft import Draft
from flagfall.hexes.events import HexEvent, Rolled
from flagfall.hexes.notation.codec import Codec
from flagfall.hexes.notation.position import read_position
from flagfall.hexes.options import FIRST, PRESETS, Options, declared
from flagfall.hexes.rules.costs import may_stand
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scenarios.loaded import LoadedScenario
from flagfall.hexes.setup import Chain, Deploy, Muster, begin, gather, read_setup
from flagfall.hexes.state import HexState
from flagfall.hexes.twins import HexTwinMaker
from flagfall.hexes.units.pieces import OUT, WRECK, Piece
from flagfall.hexes.view import HexView, folded

if TYPE_CHECKING:
    HexAction: TypeAlias = Action
else:  # a union of a tuple, which mypy cannot read
    HexAction = Union[(*KINDS, Muster, Deploy, Chain)]
COLOURS = ("#9c2f24", "#27508c")
"""Of the sides of a scenario, which names none: they differ in lightness too."""


class HexGame(LoadedScenario, Game[HexState, HexView, Action]):
    """One scenario as a game: its states, its text forms, its codec."""

    family: ClassVar[str] = "hexes"
    chance: ClassVar[bool] = True
    end_rule: ClassVar[str] = "HX-END-2"
    slow_to_list: ClassVar[bool] = True
    prefix: ClassVar[str] = "hex"
    bots: ClassVar[str] = "flagfall.bots.hexes"
    terminal: ClassVar[str] = "flagfall.terminal.hexes.family"
    printing: ClassVar[str] = "flagfall.printing.hexes.kit"
    before: ClassVar[Mapping[str, Value]] = {
        "revision": FIRST,
        "damage_offset": 0,
        "start_damage": NO_AMOUNTS,
    }
    wire: ClassVar[tuple[str, ...]] = (
        "flagfall.server.wire.hexes",
        "flagfall.server.wire.missions",
        "flagfall.server.wire.workshop",
        "flagfall.server.wire.learning.hex_puzzles",
        "flagfall.server.wire.learning.hex_analysis",
    )

    earlier: Mapping[int, Callable[[], HexGame]] = {}
    """The game with the data that older games are played with, by their last revision (HX-CONV-8)."""

    def under(self, revision: int) -> HexGame:
        """The game with the sheets, the map and the scenario that a revision is played with (HX-CONV-8)."""
        last = min((last for last in self.earlier if revision <= last), default=None)
        return self if last is None else self._under(last)

    @lru_cache  # noqa: B019 - games live as long as the process
    def _under(self, last: int) -> HexGame:
        return self.earlier[last]()

    def field(self, view: HexView) -> Field:
        """The field that a view shows: for bots, hints and pictures, which have no state."""
        game = self.under(view.options.revision)
        changes = dict(view.changes)
        return Field(
            game.board(view.map_seed).changed(changes),
            game.roster,
            view.options,
            view.pieces,
            changes,
            {mark.hex for mark in view.smoke},
            frozenset(view.fires),
        )

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values; a preset other than the scenario's brings all of its own."""
        values = super().read_options(given)
        preset = str(values["preset"])
        if preset != self.scenario.preset:
            for name in set(PRESETS["arena"]) - set(given):
                default = next(option.default for option in declared(preset) if option.name == name)
                values[name] = default
        return values

    def new(self, seed: int = 0, **options: object) -> HexState:
        """The first state: both seats choose, write, deploy, or the first card lies open."""
        values = self.read_options(options)
        game = self.under(int(values["revision"]))
        if game is not self:  # an option that its scenario did not have is none of it
            names = {option.name for option in game.options}
            return game.new(seed, **{name: value for name, value in values.items() if name in names})
        map_seed = chance.map_seed(seed) if self.map is None else 0
        state = self.state(
            card=-1,
            chains=((), ()),
            changes={},
            deploying=-1,
            dice=0,
            fires=(),
            holds=(0,) * len(self.scenario.victory),
            map_seed=map_seed,
            musters=(None, None) if self.by_points else (),
            opening=(),
            options=msgspec.convert(values, Options),
            phase="muster",
            pieces=(),
            pile=(),
            result=None,
            round=0,
            seed=seed,
            smoke=(),
            stack=(),
            used=(),
            wind=-1,
        )
        if self.by_points:
            return state
        state.musters = ((), ())
        first = state.copy()
        draft = Draft(state, first)
        gather(draft)
        begin(draft)
        first.opening = tuple(event for event in draft.finish() if isinstance(event, Rolled))
        return first

    def state(self, **content: Any) -> HexState:
        """A state of this game with some content."""
        return HexState(game=self, board=self.board(content["map_seed"]), **content)

    def action(self, text: str) -> Action:
        """The action that a text names."""
        with reading(text):
            found = read_setup(text.split())
        return found if found is not None else read(text)

    def setup(self, text: str, seat: int = 0) -> Action:
        """A set-up action: ``deploy UNIT HEX FACING [MODE]``, ``chain UNIT ...``, ``muster UNIT ...``."""
        return self.action(text)

    def position(self, text: str) -> HexState:
        """The state that a text describes."""
        content = read_position(self, text)
        return self.under(content["options"].revision).state(**content)

    def fold(self, view: HexView, event: Event) -> HexView:
        """The view after an event."""
        return folded(view, event)

    def determinize(self, view: HexView, rng: random.Random) -> HexState:
        """A state that fits a view: cards in a random order, the unseen at random places, dice of its own."""
        game = self.under(view.options.revision)
        if game is not self:
            return game.determinize(view, rng)
        pile = list(view.table.pile)
        rng.shuffle(pile)
        musters: tuple[tuple[str, ...] | None, ...] = ((), ())
        if self.by_points and view.table.phase == "muster":
            musters = tuple(
                None if not done else view.muster if seat == view.seat else self._any_force(seat, rng)
                for seat, done in enumerate(view.table.mustered)
            )
        state = self.state(
            card=view.table.stack[0].unit if view.table.stack else -1,
            chains=view.table.chains,
            changes=dict(view.changes),
            deploying=view.table.deploying,
            dice=0,
            fires=view.fires,
            holds=view.table.holds,
            map_seed=view.map_seed,
            musters=musters,
            opening=view.opening,
            options=view.options,
            phase="play" if view.table.phase == "over" else view.table.phase,
            pieces=view.pieces,
            pile=tuple(pile),
            result=view.outcome,
            round=view.table.round,
            seed=rng.getrandbits(62),
            smoke=view.smoke,
            stack=view.table.stack,
            used=view.table.used,
            wind=view.wind,
        )
        for number, piece in enumerate(view.pieces):
            if piece.unseen:
                self._hide(state, number, rng)
        return state

    def fits(self, view: HexView, state: HexState) -> bool:
        """Whether a state may be the truth behind a view: the unseen stand where they may."""
        if msgspec.json.encode(state.view(view.seat)) != msgspec.json.encode(view):
            return False
        field = state.field()
        taken = Counter((piece.hex, piece.layer) for piece in state.pieces if piece.present)
        for number, piece in enumerate(state.pieces):
            if view.pieces[number].unseen and piece.carrier >= 0:
                if state.pieces[piece.carrier].seat != piece.seat:
                    return False
            elif view.pieces[number].unseen and (
                piece.hex < 0 or taken[piece.hex, piece.layer] > 1 or not may_stand(field, number, piece.hex)
            ):
                return False
        return True

    def _hide(self, state: HexState, number: int, rng: random.Random) -> None:
        """Put an unseen unit at a random place where it might be."""
        field = state.field_with(state.pieces)
        places = [h for h in range(state.board.grid.size) if field.free(h) and may_stand(field, number, h)]
        pieces: list[Piece] = list(state.pieces)
        pieces[number] = msgspec.structs.replace(
            pieces[number], unseen=False, hex=rng.choice(places), facing=rng.randrange(6)
        )
        state.pieces = tuple(pieces)

    def _any_force(self, seat: int, rng: random.Random) -> tuple[str, ...]:
        choices = self.choices(seat)
        budget = self.scenario.sides[seat].points or 0
        return (rng.choice([unit for unit, cost in choices.items() if cost <= budget]),)

    def twins(self) -> HexTwinMaker:
        """Twins for the law of secrecy: cards in another order, the unseen in other places."""
        return HexTwinMaker(self)

    @property
    def presentation(self) -> Presentation:
        """The scenario as lists show it."""
        scenario, map = self.scenario, self.board().map
        return Presentation(
            names=scenario.title,
            summary=scenario.text,
            theme="robots",
            series="hex",
            width=map.width,
            height=map.height,
            sides=tuple(
                Side(side.id, side.name, COLOURS[seat], len(side.units))
                for seat, side in enumerate(scenario.sides)
            ),
            modes=True,
        )

    def feats(self, state: HexState, seat: int) -> tuple[str, ...]:
        """Whether no unit that the seat began with was lost."""
        own = [piece.status for piece in state.pieces if piece.owner == seat]
        return (UNBROKEN,) if own and WRECK not in own and OUT not in own else ()

    def overheard(self, action: Action) -> bool:
        """Whether every seat hears an action: no force being chosen, nothing that the unseen may do."""
        if isinstance(action, Muster):
            return False
        return not self._may_hide or not isinstance(action, (Travel, Teleport, PickUp, SetDown, Repair))

    @cached_property
    def _may_hide(self) -> bool:
        """Whether some unit can cloak, so that the option of hidden places matters."""
        sheets = (
            self.roster.values() if self.by_points else (self.roster[e.unit] for e in self.entries.values())
        )
        return any("cloak" in mode.abilities for sheet in sheets for mode in sheet.modes)

    @cached_property
    def _codec(self) -> Codec:
        return Codec(self)

    def encode(self, action: Action) -> int:
        """The number of a play action; ValueError for a free-form path."""
        return self._codec.encode(action)

    def decode(self, code: int) -> Action:
        """The play action of a number."""
        found: Action = self._codec.decode(code)
        return found

    @property
    def num_actions(self) -> int:
        """How many numbers there are."""
        return self._codec.size

    @property
    def action_type(self) -> object:
        """The union of all actions."""
        return HexAction

    @property
    def event_type(self) -> object:
        """The union of all events."""
        return HexEvent

    @property
    def view_type(self) -> type[HexView]:
        """The struct of a view of this family."""
        return HexView
