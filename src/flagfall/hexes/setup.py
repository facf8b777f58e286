"""Before the first round: choosing forces, writing the chain of command, deployment (HX-SEQ-1, HX-SEQ-11)."""

from __future__ import annotations

from collections.abc import Sequence

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.core.protocol import Action
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.turns import go_on
from flagfall.hexes.events import Did, Mustered
from flagfall.hexes.maps.geometry import DIRECTIONS, direction, facing_word
from flagfall.hexes.position import HexPosition
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.scenarios.forces import enlist, worn
from flagfall.hexes.scenarios.loaded import LoadedScenario
from flagfall.hexes.units.pieces import PLAY, RESERVE, Piece

MOST_UNITS = 20
"""The most units of a force that a player chooses."""


class Muster(Action, frozen=True, tag="muster"):
    """Choose a force by points."""

    units: tuple[str, ...]

    def __str__(self) -> str:
        return f"muster {' '.join(self.units)}"


class Deploy(Action, frozen=True, tag="deploy", omit_defaults=True):
    """Put a unit on the map, with a facing, in a mode."""

    unit: str
    at: str
    facing: str
    mode: int = 0

    def __str__(self) -> str:
        return f"deploy {self.unit} {self.at} {self.facing}" + (f" {self.mode}" if self.mode else "")


class Chain(Action, frozen=True, tag="chain"):
    """Write the chain of command, the leader first."""

    units: tuple[str, ...]

    def __str__(self) -> str:
        return f"chain {' '.join(self.units)}"


def read_setup(words: Sequence[str]) -> Muster | Deploy | Chain | None:
    """The set-up action of some words, or None if they begin like none; ValueError if they do not fit."""
    verb = words[0].lower() if words else ""
    if verb in ("muster", "chain"):
        if len(words) < 2:
            raise Unreadable("act.nobody")
        return Muster(tuple(words[1:])) if verb == "muster" else Chain(tuple(words[1:]))
    if verb != "deploy":
        return None
    _, unit, at, facing, *rest = words
    if len(rest) > 1 or not all(word.isdecimal() for word in rest):
        raise Unreadable("act.deploy")
    return Deploy(unit, at, facing_word(facing), int(rest[0]) if rest else 0)


# From phase to phase


def gather(draft: Draft) -> None:
    """Make the units of both sides, and roll for the mercenaries (HX-UNQ-2)."""
    game = draft.state.game
    forces = [(seat, game.force(seat, draft.state.musters[seat] or ())) for seat in (0, 1)]
    for entry in game.scenario.mercenaries:
        seat = -1
        while seat < 0:
            rolls = [draft.roll(f"mercenary-{side}") for side in (0, 1)]
            seat = -1 if rolls[0] == rolls[1] else rolls.index(max(rolls))
        served = game.roster[entry.unit].allegiance_by_mode
        side = game.scenario.sides[seat]
        mode = served.index(side.faction) if side.faction in served else 0
        forces.append((seat, [(entry, entry.facing or side.facing, mode)]))
    draft.pieces.extend(worn(enlist(game.roster, forces), draft.state.options.start_damage))


def begin(draft: Draft) -> None:
    """After the forces are known: place what the scenario places, then on to the next thing to decide."""
    state, game = draft.state, draft.state.game
    for number, piece in enumerate(draft.pieces):
        entry = game.entries.get(piece.key)
        if entry is not None and entry.at is not None and piece.status == RESERVE and not piece.waiting:
            draft.set(number, status=PLAY, hex=state.board.map.hex(entry.at))
    state.chains = tuple(chain_of(state, draft.pieces, seat) for seat in (0, 1))
    proceed(draft)


def proceed(draft: Draft) -> None:
    """The next phase: chains, deployment, then the first round."""
    state = draft.state
    if any(must_write(state, draft.pieces, seat) for seat in (0, 1)):
        state.phase = "chain"
        return
    left = [len(to_deploy(draft.pieces, seat)) for seat in (0, 1)]
    if any(left):
        if state.phase != "deploy":  # HX-SEQ-11: the side with more units first
            state.phase = "deploy"
            state.deploying = 0 if left[0] > left[1] else 1
            while left[0] == left[1]:
                rolls = [draft.roll(f"deploy-{seat}") for seat in (0, 1)]
                if rolls[0] != rolls[1]:
                    state.deploying = 0 if rolls[0] > rolls[1] else 1
                    break
        elif left[1 - state.deploying]:
            state.deploying = 1 - state.deploying
        return
    state.phase = "play"
    state.deploying = -1
    go_on(draft)


def candidates(state: HexPosition, pieces: Sequence[Piece], seat: int) -> list[int]:
    """The units of a seat that have Command in some mode."""
    return [
        number
        for number, piece in enumerate(pieces)
        if piece.owner == seat
        and any("command" in mode.abilities for mode in state.game.roster[piece.sheet].modes)
    ]


def chain_of(state: HexPosition, pieces: Sequence[Piece], seat: int) -> tuple[int, ...]:
    """The chain that the scenario writes, then all others with Command; empty if the player has to."""
    able = candidates(state, pieces, seat)
    written = state.game.scenario.sides[seat].chain
    first = [number for key in written for number in able if pieces[number].key == key]
    if not written and len(able) > 1:
        return ()
    return (*first, *(number for number in able if number not in first))


def must_write(state: HexPosition, pieces: Sequence[Piece], seat: int) -> bool:
    """Whether a seat still has to write its chain of command."""
    return not state.chains[seat] and len(candidates(state, pieces, seat)) > 1


def to_deploy(pieces: Sequence[Piece], seat: int) -> list[int]:
    """The units that a seat has still to put on the map."""
    return [
        number
        for number, piece in enumerate(pieces)
        if piece.owner == seat and piece.status == RESERVE and not piece.waiting
    ]


def modes_for(state: HexPosition, piece: Piece) -> list[int]:
    """The modes in which a unit may begin: all, but for one whose allegiance follows its mode (HX-UNQ-2)."""
    sheet = state.game.roster[piece.sheet]
    if sheet.allegiance_by_mode:
        faction = state.game.scenario.sides[piece.owner].faction
        return [mode for mode, served in enumerate(sheet.allegiance_by_mode) if served == faction]
    return list(range(len(sheet.modes)))


def deployment(state: HexPosition, number: int, mode: int) -> list[int]:
    """The hexes where a unit may be deployed in a mode: free ones of its zone, or else of the map."""
    field = state.field(state.pieces[number].seat)
    piece = state.pieces[number]
    table = costs(field.board, profile(field.but(number, mode=mode), number))
    zone = state.game.landing(state.board, piece.key, piece.owner)
    fit = [hex for hex in zone if field.free(hex) and table.stands(hex)]
    return fit or [hex for hex in range(table.size) if field.free(hex) and table.stands(hex)]


def refused_muster(game: LoadedScenario, seat: int, units: Sequence[str]) -> str:
    """The rule that a chosen force breaks, or nothing."""
    allowed = game.choices(seat)
    budget = game.scenario.sides[seat].points or 0
    if not 0 < len(units) <= MOST_UNITS or len(set(units)) < len(units):
        return "HX-SEQ-1"
    if any(unit not in allowed for unit in units):
        return "HX-SEQ-1"
    return "HX-SEQ-12" if game.price(units) > budget else ""


# Carrying out


def set_up(draft: Draft, seat: int, action: Action) -> None:
    """Carry out a set-up action; `IllegalAction` if it does not fit the phase or the rules."""
    state = draft.state
    if isinstance(action, Muster) and state.phase == "muster":
        if rule := refused_muster(state.game, seat, action.units):
            raise IllegalAction(rule, units=" ".join(action.units))
        state.musters = tuple(action.units if s == seat else m for s, m in enumerate(state.musters))
        draft.events.append(Mustered(audience=(seat,), units=action.units))
        if all(muster is not None for muster in state.musters):
            gather(draft)
            begin(draft)
    elif isinstance(action, Chain) and state.phase == "chain":
        able = candidates(state, draft.pieces, seat)
        chain = [number for key in action.units for number in able if draft.pieces[number].key == key]
        if sorted(chain) != sorted(able) or len(chain) != len(action.units):
            raise IllegalAction("HX-ABL-CMD", units=" ".join(action.units))
        state.chains = tuple(tuple(chain) if s == seat else old for s, old in enumerate(state.chains))
        proceed(draft)
    elif isinstance(action, Deploy) and state.phase == "deploy":
        _deploy(draft, seat, action)
        proceed(draft)
    else:
        raise IllegalAction("HX-SEQ-11", phase=state.phase)


def _deploy(draft: Draft, seat: int, action: Deploy) -> None:
    state = draft.state
    found = [number for number in to_deploy(draft.pieces, seat) if draft.pieces[number].key == action.unit]
    if not found or action.facing not in DIRECTIONS:
        raise IllegalAction("HX-SEQ-11", unit=action.unit)
    number = found[0]
    if action.mode not in modes_for(state, draft.pieces[number]):
        raise IllegalAction("HX-SEQ-11", unit=action.unit, mode=action.mode)
    hex = draft.field.named_hex(action.at)
    if hex not in deployment(draft.before, number, action.mode):
        raise IllegalAction("HX-SEQ-11", hex=action.at)
    draft.set(number, status=PLAY, hex=hex, facing=direction(action.facing), mode=action.mode)
    draft.tell(Did(unit=number, verb="deploy", hex=hex))
