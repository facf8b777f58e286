"""What may happen at a table: each request becomes an entry for the log, or is refused with a reason.

Nothing here changes anything. Refusals depend only on what the asking seat may know.
"""

from __future__ import annotations

import msgspec

from flagfall.core import Action, BadText, Event, IllegalAction, Outcome, State, Step
from flagfall.server.refusal import Refusal, unreadable
from flagfall.server.tables.log_entries import (
    Aborted,
    Acted,
    Closed,
    Declined,
    Offered,
    Shared,
    TookBack,
)
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.faults import in_text
from flagfall.server.wire.tables import BotSitter, OfferKind, PersonSitter


def _in_play(table_state: TableState) -> None:
    if table_state.status in ("over", "aborted"):
        raise Refusal("over", "the game is over")
    if table_state.status == "open":
        raise Refusal("waiting", "nobody sits opposite yet")


def act(
    table_state: TableState, seat: int, action: Action, last: int | None
) -> tuple[Acted[Action, Event], Step[State]]:
    """A seat's action, if the rules allow it."""
    _in_play(table_state)
    if last is not None and last != table_state.marks[seat]:
        raise Refusal("stale", "the game has moved on", params={"n": table_state.marks[seat]})
    if not table_state.due[seat]:
        raise Refusal("not-your-turn", "it is not your turn")
    try:
        step = table_state.state.apply(seat, action)
    except IllegalAction as error:
        raise Refusal("illegal", str(error), rule=error.rule, params=dict(error.params)) from None
    action = table_state.game.settled(step.state, seat, action)
    return Acted(seat, action, step.events), step


def take_action(table_state: TableState, content: object) -> Action:
    """The action that a client sent, as its game reads it."""
    try:
        action: Action = msgspec.convert(content, table_state.game.action_type)
    except msgspec.ValidationError as error:
        raise unreadable(error, "action") from None
    return action


def read_action(table_state: TableState, seat: int, text: str) -> Action:
    """The action that a text names, at this table."""
    try:
        action: Action = table_state.game.read(table_state.state, seat, text)
    except BadText as error:
        raise Refusal("bad-text", error.reason, faults=(in_text(error),)) from None
    return action


def ended(table_state: TableState, outcome: Outcome) -> tuple[Closed[Event], Step[State]]:
    """The end of a game that the board did not bring about."""
    step = table_state.state.ended(outcome)
    return Closed(outcome, step.events), step


def resign(table_state: TableState, seat: int) -> tuple[Closed[Event] | Aborted, Step[State] | None]:
    """A seat gives up; before the first move that counts for nobody."""
    _in_play(table_state)
    if not table_state.begun:
        return Aborted("left", seat), None
    return ended(
        table_state, Outcome("resignation", (float(seat == 1), float(seat == 0)), table_state.game.end_rule)
    )


def abort(table_state: TableState, seat: int) -> Aborted:
    """A seat leaves a table where nobody has moved."""
    if table_state.status in ("over", "aborted"):
        raise Refusal("over", "the game is over")
    if table_state.begun:
        raise Refusal("begun", "somebody has moved; resign instead")
    return Aborted("left", seat)


def offer(
    table_state: TableState, seat: int, what: OfferKind
) -> tuple[Offered | Closed[Event] | TookBack | None, Step[State] | None]:
    """An offer, or the acceptance of the other's; None where both want a rematch, which is another table."""
    other = 1 - seat
    if what != "draw" and table_state.opened.tournament:
        raise Refusal("tournament", "there are no rematches or takebacks in a tournament")
    if what == "rematch":
        if table_state.status not in ("over", "aborted"):
            raise Refusal("not-over", "the game is not over yet")
        if table_state.next:
            raise Refusal("rematched", "there is already a rematch")
    elif table_state.status != "play":
        _in_play(table_state)
        raise Refusal("waiting", "play has not begun")
    asker = other if what in table_state.offers[other] else seat
    turns = turns_back(table_state, asker) if what == "takeback" else 0
    alone = table_state.opened.hotseat or isinstance(table_state.sitters[other], BotSitter)
    agreed = asker == other or table_state.opened.hotseat or (alone and what != "draw")
    if not agreed:
        if what in table_state.offers[seat]:
            raise Refusal("offered", "you have offered that already")
        if (seat, what) in table_state.declined:
            raise Refusal("declined", "it was turned down; move first")
        return Offered(seat, what), None
    if what == "rematch":
        return None, None
    if what == "draw":
        return ended(table_state, Outcome("agreement", (0.5, 0.5), table_state.game.end_rule))
    return TookBack(turns), None


def turns_back(table_state: TableState, seat: int) -> int:
    """How many turns have to be taken back so that a seat moves again; refused where it may not."""
    if table_state.opened.rated:
        raise Refusal("rated", "no takeback in a rated game")
    for count, (mover, _) in enumerate(reversed(table_state.past), 1):
        if mover == seat:
            return count
    if table_state.ply == 0 or (table_state.ply == 1 and table_state.turn == seat):
        raise Refusal("nothing", "you have not moved yet")
    raise Refusal("revealed", "something has been revealed since")


def decline(table_state: TableState, seat: int, what: OfferKind) -> Declined:
    """The other's offer turned down, or the own one withdrawn."""
    for offerer in (1 - seat, seat):
        if what in table_state.offers[offerer]:
            return Declined(offerer, what)
    raise Refusal("no-offer", "there is no such offer")


def share(table_state: TableState) -> Shared:
    """The replay of a private game opened to all who have the link."""
    if table_state.status != "over":
        raise Refusal("not-over", "the game is not over yet")
    if table_state.shared or not table_state.opened.private:
        raise Refusal("shared", "it is already open")
    return Shared()


def seats_of(table_state: TableState, person: str | None) -> tuple[int, ...]:
    """The seats that a person plays at a table."""
    if person is None:
        return ()
    return tuple(
        seat
        for seat, sitter in enumerate(table_state.sitters)
        if isinstance(sitter, PersonSitter) and sitter.id == person
    )
