"""The round: cards, the end of a turn and of a round (HX-SEQ)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flagfall.core import chance
from flagfall.core.outcome import Outcome
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects import victory
from flagfall.hexes.effects.placing import choose_hex, nearest_free, put, release
from flagfall.hexes.events import Did, Fell, RoundBegan
from flagfall.hexes.rules.costs import may_stand
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import AWAY, GROUND, PLAY, RESERVE, STANDING, WRECK

LAST_ROUND = 200
"""A game without a limit of its own is drawn after this round."""


def begin_round(draft: Draft) -> None:
    """Shuffle the cards of all units in play to a new pile (HX-SEQ-2, HX-SEQ-6)."""
    state = draft.state
    state.round += 1
    state.used = ()
    state.card = -1
    state.dice = 0
    units = [number for number, piece in enumerate(draft.pieces) if piece.status == PLAY]
    for number in units:
        if draft.pieces[number].waiting:  # combined or separated in the last round (HX-SEQ-6)
            draft.set(number, waiting=0)
    order = chance.order(state.seed, len(units), state.round, "cards")
    state.pile = tuple(units[place] for place in order)
    draft.events.append(RoundBegan(round=state.round))


def end_turn(draft: Draft, unit: int) -> None:
    """A turn by card is over: a shield that was not kept drops (HX-ABL-SHD)."""
    piece = draft.pieces[unit]
    if piece.shield and not piece.kept:
        draft.set(unit, shield="")
        draft.tell(Fell(unit=unit, what="shield"))


def end_round(draft: Draft) -> None:
    """All that happens between two rounds, in the order of HX-SEQ-8."""
    state = draft.state
    state.card = -1
    state.dice = 0
    if state.round:
        _control_rolls(draft)
        smoke = tuple(mark for mark in state.smoke if not mark.until or mark.until > state.round)
        if smoke != state.smoke:
            draft.set_marks(smoke=smoke)
        _repaired(draft)
        _spawned(draft)
        _reinforcements(draft)
        victory.check_round_end(draft)
        if state.result is None and state.round >= LAST_ROUND:
            draft.end(Outcome("rounds", (0.5, 0.5), "HX-END-2"))
    if state.result is None:
        begin_round(draft)


def _control_rolls(draft: Draft) -> None:
    """A roll for each controlled unit to keep it, in the order of the cards (HX-ABL-CTL)."""
    held = [number for number, piece in enumerate(draft.pieces) if piece.controller >= 0]
    for number in sorted(held, key=lambda number: draft.pieces[number].card):
        piece = draft.pieces[number]
        if piece.status == PLAY and draft.roll("keep-control", piece.controller) <= draft.field.endurance(
            number
        ):
            release(draft, number)


def _repaired(draft: Draft) -> None:
    """Wrecks that got hit points stand up where they lie (HX-ABL-REP, HX-SEQ-6)."""
    for number, piece in enumerate(draft.pieces):
        if piece.status != WRECK or not piece.waiting:
            continue
        lodger = draft.field.ground.get(piece.hex, -1)
        card = _own_card(draft, number)
        draft.set(number, status=PLAY, waiting=0, stance=STANDING, layer=GROUND, card=card)
        draft.tell(Did(unit=number, verb="returns", hex=piece.hex))
        if lodger >= 0:
            draft.give_away(lodger)
            put(draft, lodger, nearest_free(draft, lodger, piece.hex, piece.facing, 1))
        if draft.state.options.nebulon_rejoin:
            _rejoin(draft, number)


def _own_card(draft: Draft, number: int) -> int:
    """The card of a unit that comes into play: its own, or a new one where another plays with that."""
    card = draft.pieces[number].card
    taken = any(other.card == card and other.status == PLAY for other in draft.pieces)
    return max(other.card for other in draft.pieces) + 1 if taken else card


def _rejoin(draft: Draft, number: int) -> None:
    """With ``nebulon_rejoin`` the partner next to a repaired unit goes back into it (HX-NEB-5)."""
    partner = draft.field.partner(number)
    if partner < 0:
        return
    other = draft.pieces[partner]
    if draft.state.options.to_the_letter and other.status == AWAY and other.waiting:
        # Repaired in the round of the fall: the partner has not stepped out yet, and stays.
        draft.set(partner, waiting=0, hex=-1)
        draft.tell(Did(unit=partner, verb="rejoins", target=number))
        return
    near = other.hex >= 0 and draft.field.board.grid.distance(other.hex, draft.pieces[number].hex) <= 1
    if other.status == PLAY and near:
        draft.give_away(partner)
        draft.set(partner, status=AWAY, hex=-1, waiting=0)
        draft.tell(Did(unit=partner, verb="rejoins", target=number))


def _spawned(draft: Draft) -> None:
    """Partners step out of the wrecks of this round (HX-NEB-3)."""
    for number, piece in enumerate(draft.pieces):
        if piece.status != AWAY or not piece.waiting:
            continue
        hex = piece.hex
        card = _own_card(draft, number) if draft.state.options.to_the_letter else piece.card
        draft.set(number, hex=-1, waiting=0, status=PLAY, card=card)
        if hex in draft.field.ground:
            draft.give_away(draft.field.ground[hex])
            hex = nearest_free(draft, number, hex, piece.facing, 1)
        put(draft, number, hex)
        if draft.pieces[number].status == PLAY:
            draft.tell(Did(unit=number, verb="appears", hex=hex))


def _reinforcements(draft: Draft) -> None:
    """Units whose round comes next enter, at their hex or in their zone (HX-SEQ-6)."""
    state = draft.state
    for number, piece in enumerate(draft.pieces):
        if piece.status != RESERVE or piece.waiting != state.round + 1:
            continue
        hexes = state.game.landing(state.board, piece.key, piece.owner)
        hex = choose_hex(draft, partial(_first_fit, hexes, number))
        if hex < 0 and hexes:
            hex = nearest_free(draft, number, hexes[0], piece.facing, 1)
        draft.set(number, status=PLAY, waiting=0)
        put(draft, number, hex)
        draft.tell(Did(unit=number, verb="arrives", hex=hex))


def _first_fit(hexes: Sequence[int], number: int, field: Field) -> int:
    """The first of some hexes where a unit may stand and nobody does, or -1."""
    return next((hex for hex in hexes if field.free(hex) and may_stand(field, number, hex)), -1)
