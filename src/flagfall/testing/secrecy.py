"""The law of secrecy: two games that a seat cannot tell apart send it the same bytes."""

from __future__ import annotations

import random

import msgspec

from flagfall.core import PUBLIC, Action, AnyGame, Event, FlagfallError, State, hears
from flagfall.testing.errors import LawBroken


def check_secrecy(game: AnyGame, seed: int, most: int = 100_000, **options: object) -> None:
    """A pair of twins is played before a seat's eyes until the rules let them differ.

    Whose eyes they are goes round with the seed: each seat's, and an onlooker's.

    All that is told and all legal actions are compared at every step; whole views at every third or so.
    """
    seats = (*range(game.seats), PUBLIC)
    _Twin(game, seats[seed % len(seats)], seed, options).run(most)


class _Twin:
    """Two games played side by side, with all that one seat receives from each."""

    def __init__(self, game: AnyGame, seat: int, seed: int, options: dict[str, object]) -> None:
        self.game = game
        self.seat = seat
        self.rng = random.Random(f"secrecy {game.id} {seat} {seed}")
        self.twin_maker = game.twins()
        twins = self.twin_maker.make(seat, self.rng, **options)
        self.first: State = twins.first
        self.second: State = twins.second
        self.plan = list(twins.plan)
        self._compare("the opening", self._stream(twins.first_events), self._stream(twins.second_events))

    def run(self, most: int) -> None:
        """Play on until an action may show the difference, or the game is over."""
        for _ in range(most):
            if self.first.outcome() is not None or self.second.outcome() is not None:
                return
            self._compare_knowledge()
            chosen = self._choose()
            if chosen is None:
                return
            actor, action = chosen
            one, two = self.first.apply(actor, action), self.second.apply(actor, action)
            if (one.state.outcome() is None) != (two.state.outcome() is None):
                return  # an end opens everything: having no move left may depend on what was hidden
            if one.state.outcome() is None:
                self._compare(f"what {action} told", self._stream(one.events), self._stream(two.events))
            self.first, self.second = one.state, two.state

    def _choose(self) -> tuple[int, Action] | None:
        """An action that both games allow and that shows nothing; None if there is none."""
        actors = [decision.seat for decision in self.first.pending()]
        if actors != [decision.seat for decision in self.second.pending()]:
            raise LawBroken("secrecy", self.game.id, f"seat {self.seat} sees that others have to decide")
        if self.plan:
            planned = self.plan.pop(0)
            if not self.twin_maker.reveals(self.first, self.second, *planned):
                return planned
        actor = self.rng.choice(actors)
        shared = set(self.second.legal(actor))
        allowed = [action for action in self.first.legal(actor) if action in shared]
        # Each kind of action comes as often as any other: among many moves a shot would hardly ever be made.
        chance = {kind: self.rng.random() for kind in sorted({type(action).__name__ for action in allowed})}
        self.rng.shuffle(allowed)
        for action in sorted(allowed, key=lambda action: chance[type(action).__name__]):
            if not self.twin_maker.reveals(self.first, self.second, actor, action):
                return actor, action
        return None

    def _compare_knowledge(self) -> None:
        encode = msgspec.json.encode
        if self.rng.random() < 0.3:
            self._compare("the view", encode(self.first.view(self.seat)), encode(self.second.view(self.seat)))
        if self.seat == PUBLIC:
            return
        legal = (encode(list(state.legal(self.seat))) for state in (self.first, self.second))
        self._compare("the legal actions", *legal)
        offers = (encode(list(state.offers(self.seat))) for state in (self.first, self.second))
        self._compare("the offers", *offers)
        for _ in range(2):
            attempt = self.twin_maker.attempt(self.first, self.seat, self.rng)
            answers = [self._refusal(state, attempt) for state in (self.first, self.second)]
            self._compare(f"the answer to {attempt}", *answers)

    def _refusal(self, state: State, action: Action) -> bytes:
        """What a seat is told of an action that is refused; nothing of one that is not."""
        try:
            state.apply(self.seat, action)
        except FlagfallError as error:
            params = dict(sorted(getattr(error, "params", {}).items()))
            return msgspec.json.encode([type(error).__name__, str(error), getattr(error, "rule", ""), params])
        return b"accepted"

    def _stream(self, events: tuple[Event, ...]) -> bytes:
        return b"\n".join(msgspec.json.encode(event) for event in events if hears(event, self.seat))

    def _compare(self, what: str, first: bytes, second: bytes) -> None:
        if first != second:
            raise LawBroken(
                "secrecy",
                self.game.id,
                f"seat {self.seat} can tell two games apart by {what}",
                first=first,
                second=second,
            )
