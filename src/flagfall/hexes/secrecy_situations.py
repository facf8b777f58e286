"""Situations that may give the unseen away, made on purpose for the law of secrecy (HX-ABL-CLK)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from flagfall.core.protocol import Action
from flagfall.hexes.actions import Shoot
from flagfall.hexes.events import Frame
from flagfall.hexes.rules.costs import may_stand
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR, GROUND, PLAY, RESERVE, STANDING, WRECK, Piece

SEEDS = 40
"""How many seeds are tried for dice that hit."""
SHOOTERS = 8
"""How many units are tried as the one that shoots."""


class Staged(NamedTuple):
    """Two games that differ in where somebody unseen is, and what is to happen first in both."""

    first: HexState
    second: HexState
    plan: tuple[tuple[int, Action], ...] = ()


def stage(state: HexState, seat: int, rng: random.Random) -> Staged | None:
    """A situation before a seat's eyes; None where the other side has nobody who can be unseen."""
    able = [number for number in range(len(state.pieces)) if _can_hide(state, number, seat)]
    if state.phase != "play" or not able:
        return None
    unseen = rng.choice(able)
    field = state.field()
    mode = next(i for i, one in enumerate(field.sheet(unseen).modes) if one.has("cloak"))
    shield = rng.choice(("", "weapon")) if field.sheet(unseen).modes[mode].has("shield") else ""
    hidden = _with(
        state,
        unseen,
        status=PLAY,
        mode=mode,
        hp=max(1, state.pieces[unseen].hp),
        carrier=-1,
        layer=GROUND,
        stance=STANDING,
        cloaked=True,
        shield=shield,
        ducked=False,
        waiting=0,
    )
    hidden = _with(hidden, unseen, hex=rng.choice(places(hidden, unseen)))
    situation = rng.choice((_shot_down, _shot_down, _aboard, _somewhere))
    return situation(hidden, unseen, rng) or _somewhere(hidden, unseen, rng)


def places(state: HexState, unit: int) -> list[int]:
    """Hexes where a unit on the ground could stand."""
    field = state.field_with(_without(state, unit).pieces)
    return [hex for hex in range(field.board.grid.size) if field.free(hex) and may_stand(field, unit, hex)]


def _can_hide(state: HexState, number: int, seat: int) -> bool:
    piece = state.pieces[number]
    return (
        piece.seat != seat
        and piece.owner == piece.seat
        and piece.status in (PLAY, WRECK)
        and number != state.actor
        and any(mode.has("cloak") for mode in state.game.roster[piece.sheet].modes)
    )


def _shot_down(state: HexState, unseen: int, rng: random.Random) -> Staged | None:
    """Somebody is about to be shot, out of the air or with a load; an unseen unit is where they fall."""
    ready = [
        number
        for number, piece in enumerate(state.pieces)
        if number != unseen and piece.status == PLAY and piece.hex >= 0 and not piece.cloaked
    ]
    rng.shuffle(ready)
    for shooter in ready[:SHOOTERS]:
        shot = _shot(state, shooter, [n for n in ready if n != shooter], rng)
        if shot is None:
            continue
        before, plan = shot
        fallen = _put_elsewhere(before, before.apply(*plan).state)
        if not fallen.intersection(places(before, unseen)):
            continue
        around = {near for hex in fallen for near in before.board.neighbours[hex] if near >= 0}
        telling = rng.choice((fallen, fallen, around))
        first, second = _apart(before, unseen, telling, rng)
        return Staged(first, second, (plan,))
    return None


def _shot(
    state: HexState, shooter: int, others: list[int], rng: random.Random
) -> tuple[HexState, tuple[int, Action]] | None:
    """A turn of a unit with a shot that will strike somebody down, and the shot."""
    me = state.pieces[shooter]
    field = state.field()
    victims = [number for number in others if state.pieces[number].seat != me.seat]
    rng.shuffle(victims)
    victims.sort(key=lambda number: not field.mode(number).flies)
    for victim in victims[:3]:
        layer = AIR if field.mode(victim).flies else GROUND
        hex = me.hex
        for _ in range(rng.choice((1, 2))):
            hex = state.board.neighbours[hex][me.facing] if hex >= 0 else -1
        if hex < 0 or not field.free(hex, layer) or not (layer == AIR or may_stand(field, victim, hex)):
            continue
        near = _with(state, victim, hex=hex, layer=layer, stance=STANDING, hp=1, shield="", ducked=False)
        loads = [
            number
            for number in others
            if number != victim and near.pieces[number].seat == near.pieces[victim].seat
            if field.has(number, "small") or field.has(victim, "transport")
        ]
        if loads and (layer == GROUND or rng.random() < 0.5):
            near = _with(near, rng.choice(loads), hex=-1, carrier=victim, layer=GROUND, stance=STANDING)
        near = _turn_of(near, shooter)
        shots = [
            action
            for action in near.legal(me.seat)
            if isinstance(action, Shoot)
            and near.board.map.hex(action.at) == hex
            and action.what != "construct"
        ]
        for seed in rng.sample(range(1 << 32), SEEDS if shots else 0):
            tried = near.copy()
            tried.seed = seed
            after = tried.apply(me.seat, shots[0]).state
            if after.pieces[victim].status == WRECK and after.outcome() is None:
                return tried, (me.seat, shots[0])
    return None


def _aboard(state: HexState, unseen: int, rng: random.Random) -> Staged | None:
    """An unseen unit is in a transport of its side in one game, and beside it in the other (HX-TRN-2)."""
    field = state.field()
    seat = state.pieces[unseen].seat
    holds = [
        number
        for number, piece in enumerate(state.pieces)
        if number != unseen and piece.seat == seat and piece.status == PLAY and piece.hex >= 0
        if field.has(number, "transport")
    ]
    if not holds:
        return None
    hold = rng.choice(holds)
    beside = {hex for hex in state.board.neighbours[state.pieces[hold].hex] if hex >= 0}
    second = _apart(state, unseen, beside, rng)[0]
    return Staged(_with(state, unseen, hex=-1, carrier=hold), second)


def _somewhere(state: HexState, unseen: int, rng: random.Random) -> Staged:
    """An unseen unit is where somebody may come to be put, or anywhere."""
    first, second = _apart(state, unseen, rng.choice((_telling(state), set())), rng)
    return Staged(first, second)


def _apart(
    state: HexState, unseen: int, telling: Iterable[int], rng: random.Random
) -> tuple[HexState, HexState]:
    """The game with somebody unseen in one of some hexes, if it could be there; and with it elsewhere."""
    free = places(state, unseen)
    wanted = set(telling)
    first = rng.choice([hex for hex in free if hex in wanted] or free)
    second = rng.choice([hex for hex in free if hex != first] or free)
    facing = [rng.randrange(6), rng.randrange(6)]
    return (
        _with(state, unseen, hex=first, facing=facing[0]),
        _with(state, unseen, hex=second, facing=facing[1]),
    )


def _put_elsewhere(before: HexState, after: HexState) -> set[int]:
    """Where somebody has come to lie or stand."""
    return {
        new.hex
        for old, new in zip(before.pieces, after.pieces, strict=True)
        if new.hex >= 0 and (old.hex, old.layer) != (new.hex, new.layer)
    }


def _telling(state: HexState) -> set[int]:
    """Hexes where somebody may be put who did not choose it: around units, at landings; and all zones."""
    told = {hex for zone in state.board.map.zones.values() for hex in zone}
    for piece in state.pieces:
        if piece.status == RESERVE:
            told.update(state.game.landing(state.board, piece.key, piece.owner))
        elif piece.hex >= 0 and not piece.cloaked:
            told.update(hex for hex in state.board.neighbours[piece.hex] if hex >= 0)
    return told


def _turn_of(state: HexState, unit: int) -> HexState:
    """The game in which a unit has its turn, with all others still to come."""
    new = state.copy()
    new.stack = (Frame(unit, 2),)
    new.card = unit
    new.dice = 0
    play = [number for number, piece in enumerate(state.pieces) if piece.status == PLAY and number != unit]
    new.pile = tuple(play)
    new.used = ()
    return new


def _without(state: HexState, unit: int) -> HexState:
    return _with(state, unit, hex=-1)


def _with(state: HexState, unit: int, **changes: object) -> HexState:
    """The game with a unit changed."""
    pieces: list[Piece] = list(state.pieces)
    pieces[unit] = msgspec.structs.replace(pieces[unit], **changes)
    new = state.copy()
    new.pieces = tuple(pieces)
    return new
