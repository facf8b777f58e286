"""Goofspiel as a family of its own, in the form in which another package would plug it in.

Each seat has the cards 1 to n. A prize is turned up, both bid a card in secret, and the higher card takes the
prize; at a tie nobody does. Most points win. Hidden: the bid of the other seat, the order of the prizes.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any, ClassVar, NamedTuple

import msgspec

from flagfall.core import (
    PUBLIC,
    Action,
    BadText,
    Decision,
    Event,
    Game,
    IllegalAction,
    Number,
    Outcome,
    State,
    Step,
    TwinMaker,
    Twins,
    View,
    chance,
    register,
)

Pair = tuple[int, int]


class Bid(Action, frozen=True, tag="bid"):
    card: int

    def __str__(self) -> str:
        return f"bid {self.card}"


class OwnBid(Event, frozen=True, tag="own-bid"):
    card: int


class HasBid(Event, frozen=True, tag="has-bid"):
    seat: int


class Shown(Event, frozen=True, tag="shown"):
    """Both bids lie open; the next prize is turned up, if there is one."""

    bids: Pair
    prize: int


class Ended(Event, frozen=True, tag="ended"):
    outcome: Outcome


class Table(View, frozen=True, tag="goofspiel"):
    seat: int
    prizes: tuple[int, ...]
    """Those turned up so far; the last one is bid for."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    ready: tuple[bool, bool]
    bid: int
    """The seat's own bid, 0 if none."""
    points: Pair
    outcome: Outcome | None


class ToBid(NamedTuple):
    seat: int
    hand: tuple[int, ...]

    def sample(self, rng: random.Random) -> Bid:
        return Bid(rng.choice(self.hand))


Decision.register(ToBid)


class Cards(State):
    __slots__ = ("bids", "hands", "over", "points", "prizes")

    def __init__(self, prizes: tuple[int, ...], hands: Any, bids: Pair, points: Pair, over: Any) -> None:
        self.prizes, self.hands, self.bids, self.points, self.over = prizes, hands, bids, points, over

    phase = "play"

    @property
    def turned(self) -> tuple[int, ...]:
        return self.prizes[: len(self.prizes) - len(self.hands[0]) + 1]

    def pending(self) -> Any:
        if self.over is not None:
            return ()
        return tuple(ToBid(seat, self.hands[seat]) for seat in (0, 1) if not self.bids[seat])

    def legal(self, seat: int) -> tuple[Bid, ...]:
        return tuple(Bid(card) for one in self.pending() if one.seat == seat for card in one.hand)

    def apply(self, seat: int, action: Action) -> Step[Cards]:
        if not isinstance(action, Bid) or action not in self.legal(seat):
            raise IllegalAction("GO-BID-1", action=str(action))
        bids = (action.card, self.bids[1]) if seat == 0 else (self.bids[0], action.card)
        told: list[Event] = [OwnBid(card=action.card, audience=(seat,)), HasBid(seat=seat)]
        if 0 in bids:
            return Step(Cards(self.prizes, self.hands, bids, self.points, None), tuple(told))
        prize = self.turned[-1]
        points = (self.points[0] + prize * (bids[0] > bids[1]), self.points[1] + prize * (bids[1] > bids[0]))
        hands = tuple(tuple(c for c in self.hands[s] if c != bids[s]) for s in (0, 1))
        after = Cards(self.prizes, hands, (0, 0), points, None)
        told.append(Shown(bids=bids, prize=after.turned[-1] if hands[0] else 0))
        if hands[0]:
            return Step(after, tuple(told))
        lead = (points[0] > points[1]) - (points[0] < points[1])
        end = after.ended(Outcome("points", (0.5 + lead / 2, 0.5 - lead / 2), "GO-END-1"))
        return Step(end.state, (*told, *end.events))

    def ended(self, outcome: Outcome) -> Step[Cards]:
        after = Cards(self.prizes, self.hands, self.bids, self.points, outcome)
        return Step(after, (Ended(outcome=outcome),))

    def view(self, seat: int) -> Table:
        ready = (self.bids[0] > 0, self.bids[1] > 0)
        bid = self.bids[seat] if seat >= 0 else 0
        turned = self.turned if self.hands[0] else self.prizes
        return Table(seat, turned, self.hands, ready, bid, self.points, self.over)

    def outcome(self) -> Outcome | None:
        return self.over  # type: ignore[no-any-return]

    def position(self) -> str:
        return msgspec.json.encode([self.prizes, self.hands, self.bids, self.points, self.over]).decode()

    def digest(self) -> str:
        return hashlib.sha256(self.position().encode()).hexdigest()


class Goofspiel(Game[Cards, Table, Bid]):
    family: ClassVar[str] = "goofspiel"
    chance: ClassVar[bool] = True
    end_rule: ClassVar[str] = "GO-END-2"
    action_type, event_type, view_type = Bid, OwnBid | HasBid | Shown | Ended, Table
    num_actions = 13

    def __init__(self) -> None:
        self.id, self.colours = "goofspiel", ("north", "south")
        self.options = (Number("cards", 5, 3, 13, "GO-SET-1"),)

    def new(self, seed: int = 0, **options: object) -> Cards:
        n = int(self.read_options(options)["cards"])
        prizes = tuple(place + 1 for place in chance.order(seed, n, "prizes"))
        return Cards(prizes, (tuple(range(1, n + 1)),) * 2, (0, 0), (0, 0), None)

    def action(self, text: str) -> Bid:
        word, _, card = text.strip().partition(" ")
        if word != "bid" or not card.isdecimal():
            raise BadText(f"expected a bid such as 'bid 3', not {text!r}")
        return Bid(int(card))

    def setup(self, text: str, seat: int = 0) -> Bid:
        raise BadText("nothing is set up here")

    def position(self, text: str) -> Cards:
        kinds = tuple[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]], Pair, Pair, Outcome | None]
        return Cards(*msgspec.json.decode(text, type=kinds))

    def fold(self, view: Table, event: Event) -> Table:
        match event:
            case OwnBid(card=card):
                return msgspec.structs.replace(view, bid=card)
            case HasBid(seat=seat):
                ready = (view.ready[0] or seat == 0, view.ready[1] or seat == 1)
                return msgspec.structs.replace(view, ready=ready)
            case Shown(bids=(a, b), prize=prize):
                won = view.prizes[-1]
                return msgspec.structs.replace(
                    view,
                    prizes=(*view.prizes, prize) if prize else view.prizes,
                    hands=tuple(
                        tuple(c for c in h if c != x) for h, x in zip(view.hands, (a, b), strict=True)
                    ),
                    ready=(False, False),
                    bid=0,
                    points=(view.points[0] + won * (a > b), view.points[1] + won * (b > a)),
                )
            case Ended(outcome=outcome):
                return msgspec.structs.replace(view, outcome=outcome)
        raise TypeError(event)

    def determinize(self, view: Table, rng: random.Random) -> Cards:
        n = len(view.hands[0]) + len(view.prizes) - bool(view.hands[0])
        rest = [prize for prize in range(1, n + 1) if prize not in view.prizes]
        rng.shuffle(rest)
        first, second = (
            (view.bid if seat == view.seat else rng.choice(view.hands[seat])) if view.ready[seat] else 0
            for seat in (0, 1)
        )
        return Cards((*view.prizes, *rest), view.hands, (first, second), view.points, view.outcome)

    def fits(self, view: Table, state: Cards) -> bool:
        return state.view(view.seat) == view

    def encode(self, action: Bid) -> int:
        return action.card - 1

    def decode(self, code: int) -> Bid:
        return Bid(code + 1)

    def overheard(self, action: Bid) -> bool:
        return False

    def twins(self) -> GoofspielTwins:
        return GoofspielTwins(self)


class GoofspielTwins(TwinMaker):
    """Prizes to come in another order, and half of the time another bid of the other seat."""

    def __init__(self, game: Goofspiel) -> None:
        self.game = game

    def make(self, seat: int, rng: random.Random, **options: object) -> Twins:
        first = self.game.new(rng.randrange(1 << 30), **options)
        rest = first.prizes[1:]
        second = Cards((first.prizes[0], *reversed(rest)), first.hands, (0, 0), (0, 0), None)
        if rng.random() < 0.5:
            return Twins(first, second, (), ())
        other = 1 - seat if seat != PUBLIC else 0
        a, b = rng.sample(first.hands[other], 2)
        one, two = first.apply(other, Bid(a)), second.apply(other, Bid(b))
        return Twins(one.state, two.state, one.events, two.events)

    def reveals(self, first: Any, second: Any, actor: int, action: Action) -> bool:
        return len(first.pending()) == 1  # The last bid opens both, and turns up the next prize.

    def attempt(self, state: Any, seat: int, rng: random.Random) -> Action:
        return Bid(rng.randint(0, 14))


def announce() -> None:
    register("goofspiel", Goofspiel)
