"""A scenario as a game of the core protocol."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Union

import msgspec

from flagfall.core import chance
from flagfall.core.options import Value
from flagfall.core.presentation import Presentation, Side
from flagfall.core.protocol import Action, Event, Game
from flagfall.hexes.abilities.repair import Repair
from flagfall.hexes.actions import PickUp, SetDown, Teleport
from flagfall.hexes.actions.move import Travel
from flagfall.hexes.acts import kinds, read, reading
from flagfall.hexes.draft import Play
from flagfall.hexes.events import HexEvent, Rolled
from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.map_generator import generate
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.notation.codec import Codec
from flagfall.hexes.notation.position import read_position
from flagfall.hexes.options import PRESETS, Options, declared
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scenarios.scenario import Entry, Exit, Scenario
from flagfall.hexes.setup import Chain, Deploy, Muster, begin, enlist, read_setup, unique
from flagfall.hexes.state import HexState
from flagfall.hexes.twins import HexTwinMaker
from flagfall.hexes.units.pieces import Piece
from flagfall.hexes.units.sheets import Roster
from flagfall.hexes.view import HexView, folded

COLOURS = ("#9c2f24", "#27508c")
"""Of the sides of a scenario, which names none: they differ in lightness too."""


class HexGame(Game[HexState, HexView, Action]):
    """One scenario: its map or generator, its sides, its options."""

    family: ClassVar[str] = "hexes"
    chance: ClassVar[bool] = True
    end_rule: ClassVar[str] = "HX-END-2"
    prefix: ClassVar[str] = "hex"
    bots: ClassVar[str] = "flagfall.bots.hexes"
    terminal: ClassVar[str] = "flagfall.terminal.hexes"
    wire: ClassVar[tuple[str, ...]] = ("flagfall.server.wire.hexes", "flagfall.server.wire.workshop")

    def __init__(self, scenario: Scenario, roster: Roster, map: Map | None = None) -> None:
        self.id = scenario.id
        self.scenario = scenario
        self.roster = roster
        self.colours = tuple(side.id for side in scenario.sides)
        self.options = declared(scenario.preset, scenario.options)
        self._map = map
        self._entries: dict[str, Entry] = {}
        for entries in (*(side.units for side in scenario.sides), scenario.mercenaries):
            for entry in entries:
                self._entries[unique(entry.key, self._entries)] = entry
        self._board = lru_cache(maxsize=8)(self._make_board)

    # Data of the scenario

    def _make_board(self, map_seed: int) -> Board:
        if self._map is not None:
            return Board(self._map)
        if self.scenario.generator is None:
            raise ValueError(f"{self.id} has neither a map nor a generator")
        return Board(generate(self.scenario.generator, map_seed))

    def board(self, map_seed: int = 0) -> Board:
        """The board of a game; generated ones by their seed."""
        return self._board(map_seed if self._map is None else 0)

    def entry(self, key: str) -> Entry | None:
        """The entry of a unit in the scenario."""
        return self._entries.get(key)

    def seat_of(self, side: str) -> int:
        """The seat of a side."""
        return self.colours.index(side)

    def exits(self, seat: int) -> tuple[str, ...]:
        """The edges that a seat's units may leave the map by (HX-MOVE-8)."""
        side = self.scenario.sides[seat].id
        found = [goal.edge for goal in self.scenario.victory if isinstance(goal, Exit) and goal.side == side]
        return tuple(dict.fromkeys(found))

    def landing(self, state: HexState, key: str, seat: int) -> tuple[int, ...]:
        """Where a unit comes onto the map: its hex, or the zone for it or its side."""
        entry = self.entry(key)
        if entry is not None and entry.at is not None:
            return (state.board.map.hex(entry.at),)
        name = (entry.zone if entry is not None else None) or self.scenario.sides[seat].zone
        zones = state.board.map.zones
        return zones[name] if name is not None and name in zones else tuple(range(state.board.grid.size))

    def field(self, view: HexView) -> Field:
        """The field that a view shows: for bots, hints and pictures, which have no state."""
        changes = dict(view.changes)
        return Field(
            self.board(view.map_seed).changed(changes),
            self.roster,
            view.options,
            view.pieces,
            changes,
            {mark.hex for mark in view.smoke},
            frozenset(view.fires),
        )

    def may_stand(self, field: Field, number: int, hex: int) -> bool:
        """Whether a unit's mode may stand in a hex."""
        return costs(field.board, profile(field, number)).stands(hex)

    @lru_cache(maxsize=4)  # noqa: B019 - games live as long as the process
    def choices(self, seat: int) -> dict[str, int]:
        """What a seat may choose from in a game by points, with the cost of each."""
        factions = self.scenario.sides[seat].factions
        return {
            id: sheet.cost
            for id, sheet in self.roster.items()
            if (not factions or sheet.faction in factions)
            and not sheet.is_nebulon
            and not sheet.separate
            and not sheet.allegiance_by_mode
        }

    @property
    def by_points(self) -> bool:
        """Whether the players choose their forces."""
        return any(side.points is not None for side in self.scenario.sides)

    def _force(self, seat: int, chosen: tuple[str, ...] = ()) -> list[tuple[Entry, str, int]]:
        side = self.scenario.sides[seat]
        entries = [*side.units, *(Entry(unit=id) for id in chosen)]
        return [(entry, entry.facing or side.facing, self._mode(entry)) for entry in entries]

    def _mode(self, entry: Entry) -> int:
        return self.roster[entry.unit].mode_index(entry.mode) if entry.mode else 0

    def gather(self, play: Play) -> None:
        """Make the units of both sides, and roll for the mercenaries (HX-UNQ-2)."""
        sides = [(seat, self._force(seat, play.state.musters[seat] or ())) for seat in (0, 1)]
        for entry in self.scenario.mercenaries:
            seat = -1
            while seat < 0:
                rolls = [play.roll(f"mercenary-{side}") for side in (0, 1)]
                seat = -1 if rolls[0] == rolls[1] else rolls.index(max(rolls))
            served = self.roster[entry.unit].allegiance_by_mode
            side = self.scenario.sides[seat]
            mode = served.index(side.faction) if side.faction in served else 0
            sides.append((seat, [(entry, entry.facing or side.facing, mode)]))
        play.pieces.extend(enlist(self.roster, sides))

    @lru_cache(maxsize=2)  # noqa: B019
    def names(self) -> tuple[str, ...]:
        """The names that units can have in this game."""
        every = [
            (seat, self._force(seat, tuple(self.choices(seat)) if self.by_points else ())) for seat in (0, 1)
        ]
        every += [(0, [(entry, "N", 0)]) for entry in self.scenario.mercenaries]
        return tuple(piece.key for piece in enlist(self.roster, every))

    @lru_cache(maxsize=2)  # noqa: B019
    def labels(self) -> tuple[str, ...]:
        """The numbers of all hexes."""
        board = self.board(0)
        return tuple(board.label(hex) for hex in range(board.grid.size))

    # The protocol

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values; a preset other than the scenario's brings its own defaults."""
        values = super().read_options(given)
        preset = str(values["preset"])
        if preset != self.scenario.preset:
            for name in set(PRESETS["arena"]) - set(given) - set(self.scenario.options):
                default = next(option.default for option in declared(preset) if option.name == name)
                values[name] = default
        return values

    def new(self, seed: int = 0, **options: object) -> HexState:
        """The first state: both seats choose, write, deploy, or the first card lies open."""
        values = self.read_options(options)
        map_seed = chance.draw(seed, 1 << 32, "map") if self._map is None else 0
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
        play = Play(state)
        self.gather(play)
        begin(play)
        first: HexState = play.finish().state
        first.opening = tuple(event for event in play.events if isinstance(event, Rolled))
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
        return read_position(self, text)

    def fold(self, view: HexView, event: Event) -> HexView:
        """The view after an event."""
        return folded(view, event)

    def determinize(self, view: HexView, rng: random.Random) -> HexState:
        """A state that fits a view: cards in a random order, the unseen at random places, dice of its own."""
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
            if view.pieces[number].unseen and (
                piece.hex < 0
                or taken[piece.hex, piece.layer] > 1
                or not self.may_stand(field, number, piece.hex)
            ):
                return False
        return True

    def _hide(self, state: HexState, number: int, rng: random.Random) -> None:
        """Put an unseen unit at a random place where it might be."""
        field = Field(
            state.board.changed(state.changes),
            self.roster,
            state.options,
            state.pieces,
            state.changes,
            (),
            (),
        )
        hexes = range(state.board.grid.size)
        places = [hex for hex in hexes if field.free(hex) and self.may_stand(field, number, hex)]
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
            names=msgspec.structs.asdict(scenario.title),
            summary=msgspec.structs.asdict(scenario.text),
            theme="robots",
            width=map.width,
            height=map.height,
            sides=tuple(
                Side(side.id, msgspec.structs.asdict(side.name), COLOURS[seat], len(side.units))
                for seat, side in enumerate(scenario.sides)
            ),
            modes=True,
        )

    def overheard(self, action: Action) -> bool:
        """Whether every seat hears an action: no force being chosen, nothing that the unseen may do."""
        if isinstance(action, Muster):
            return False
        return not self._may_hide or not isinstance(action, (Travel, Teleport, PickUp, SetDown, Repair))

    @cached_property
    def _may_hide(self) -> bool:
        """Whether some unit can cloak, so that the option of hidden places matters."""
        sheets = (
            self.roster.values() if self.by_points else (self.roster[e.unit] for e in self._entries.values())
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
    def action_type(self) -> Any:
        """The union of all actions."""
        return Union[(*kinds(), Muster, Deploy, Chain)]

    @property
    def event_type(self) -> Any:
        """The union of all events."""
        return HexEvent

    @property
    def view_type(self) -> Any:
        """The view."""
        return HexView
