"""The round: cards, the end of a turn and of a round (HX-SEQ)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.core import chance
from flagfall.core.outcome import Outcome
from flagfall.hexes.events import Did, Fell, RoundBegan
from flagfall.hexes.rules import victory
from flagfall.hexes.rules.harm import nearest_free, put, release
from flagfall.hexes.units.pieces import AWAY, GROUND, PLAY, RESERVE, STANDING, WRECK

if TYPE_CHECKING:
    from flagfall.hexes.draft import Play

LAST_ROUND = 200
"""A game without a limit of its own is drawn after so many rounds."""


def begin_round(play: Play) -> None:
    """Shuffle the cards of all units in play to a new pile (HX-SEQ-2, HX-SEQ-6)."""
    state = play.state
    state.round += 1
    state.used = ()
    state.card = -1
    state.dice = 0
    units = [number for number, piece in enumerate(play.pieces) if piece.status == PLAY]
    order = chance.order(state.seed, len(units), state.round, "cards")
    state.pile = tuple(units[place] for place in order)
    play.events.append(RoundBegan(round=state.round))


def end_turn(play: Play, unit: int) -> None:
    """A turn by card is over: a shield that was not kept drops (HX-ABL-SHD)."""
    piece = play.pieces[unit]
    if piece.shield and not piece.kept:
        play.set(unit, shield="")
        play.tell(Fell(unit=unit, what="shield"))


def end_round(play: Play) -> None:
    """All that happens between two rounds, in the order of HX-SEQ-8."""
    state = play.state
    state.card = -1
    state.dice = 0
    if state.round:
        _control_rolls(play)
        smoke = tuple(mark for mark in state.smoke if not mark.until or mark.until > state.round)
        if smoke != state.smoke:
            play.set_marks(smoke=smoke)
        _repaired(play)
        _spawned(play)
        _reinforcements(play)
        victory.check_round_end(play)
        if state.result is None and state.round >= LAST_ROUND:
            play.end(Outcome("rounds", (0.5, 0.5), "HX-END-2"))
    if state.result is None:
        begin_round(play)


def _control_rolls(play: Play) -> None:
    """Who controls another rolls to keep him, in the order of the cards (HX-ABL-CTL)."""
    held = [number for number, piece in enumerate(play.pieces) if piece.controller >= 0]
    for number in sorted(held, key=lambda number: play.pieces[number].card):
        piece = play.pieces[number]
        if piece.status == PLAY and play.roll("keep-control", piece.controller) <= play.field.endurance(
            number
        ):
            release(play, number)


def _repaired(play: Play) -> None:
    """Wrecks that got hit points stand up where they lie (HX-ABL-REP, HX-SEQ-6)."""
    for number, piece in enumerate(play.pieces):
        if piece.status != WRECK or not piece.waiting:
            continue
        lodger = play.field.ground.get(piece.hex, -1)
        cards = {other.card for other in play.pieces if other.status == PLAY}
        card = piece.card if piece.card not in cards else max(other.card for other in play.pieces) + 1
        play.set(number, status=PLAY, waiting=0, stance=STANDING, layer=GROUND, card=card)
        play.tell(Did(unit=number, verb="returns", hex=piece.hex))
        if lodger >= 0:
            put(play, lodger, nearest_free(play, lodger, piece.hex, piece.facing, 1))
        if play.state.options.nebulon_rejoin:
            _rejoin(play, number)


def _rejoin(play: Play, number: int) -> None:
    """With ``nebulon_rejoin`` the partner next to a repaired unit goes back into it (HX-NEB-5)."""
    partner = play.field.partner(number)
    if partner < 0:
        return
    other = play.pieces[partner]
    near = other.hex >= 0 and play.field.board.grid.distance(other.hex, play.pieces[number].hex) <= 1
    if other.status == PLAY and near:
        play.set(partner, status=AWAY, hex=-1, waiting=0)
        play.tell(Did(unit=partner, verb="rejoins", target=number))


def _spawned(play: Play) -> None:
    """Partners step out of the wrecks of this round (HX-NEB-3)."""
    for number, piece in enumerate(play.pieces):
        if piece.status != AWAY or not piece.waiting:
            continue
        hex = piece.hex
        play.set(number, hex=-1, waiting=0, status=PLAY)
        if hex in play.field.ground:
            hex = nearest_free(play, number, hex, piece.facing, 1)
        put(play, number, hex)
        if play.pieces[number].status == PLAY:
            play.tell(Did(unit=number, verb="appears", hex=hex))


def _reinforcements(play: Play) -> None:
    """Units whose round comes next enter, at their hex or in their zone (HX-SEQ-6)."""
    state = play.state
    for number, piece in enumerate(play.pieces):
        if piece.status != RESERVE or piece.waiting != state.round + 1:
            continue
        hexes = state.game.landing(state, piece.key, piece.owner)
        free = [
            hex for hex in hexes if play.field.free(hex) and state.game.may_stand(play.field, number, hex)
        ]
        hex = free[0] if free else nearest_free(play, number, hexes[0], piece.facing, 1) if hexes else -1
        play.set(number, status=PLAY, waiting=0)
        put(play, number, hex)
        play.tell(Did(unit=number, verb="arrives", hex=hex))
