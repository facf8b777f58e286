"""The truth of one table: everything that follows from its log, and nothing else.

`TableState.take` moves it on by one entry, live and at recovery alike, so that a table that was replayed is
the table that was there. What is told to whom comes out of it as text, encoded once for each audience.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from flagfall.core import PUBLIC, Action, AnyGame, Event, Outcome, State, Step, View, hears
from flagfall.server import commitments
from flagfall.server.storage.tables.seat_names import named, without_person
from flagfall.server.tables import clocks
from flagfall.server.tables.clocks import Clocks
from flagfall.server.tables.log_entries import (
    Aborted,
    Acted,
    Closed,
    Declined,
    Entry,
    Handed,
    Offered,
    Opened,
    Rated,
    Rematched,
    Revived,
    Sat,
    Shared,
    TookBack,
    read_entry,
)
from flagfall.server.wire.messages import Mark, Reset, Stream, Told, Turn
from flagfall.server.wire.tables import (
    BotSitter,
    Commitment,
    CommittedTo,
    OfferKind,
    PersonSitter,
    RatingChange,
    Sitter,
    Status,
    TableInfo,
)

Games: TypeAlias = Callable[[str], AnyGame]
AUDIENCES = (0, 1, PUBLIC)
"""Those who have a stream: each seat, and the onlookers."""
RING = 24
"""How many numbered messages are kept for those who come back."""

encode = msgspec.json.Encoder().encode


class RulesChanged(Exception):  # noqa: N818 - a state of affairs
    """The rules of today make something else of a logged action than the rules of its day did."""


def list_actions(state: State, whole: bool = False) -> None:
    """Have a state list what all who are to act may do: from then on it knows it.

    As offers, if its game has them; one by one too if the ``whole`` list is wanted.
    """
    for decision in state.pending():
        if not state.offers(decision.seat) or whole:
            state.legal(decision.seat)


class TableState:
    """A table, as its log tells it."""

    def __init__(self, id: str, games: Games, committer: commitments.Committer = commitments.commit) -> None:
        self.id = id
        self.games = games
        self.committer = committer
        self.length = 0
        self.acts = 0
        """Actions made; the half-moves of games that count none themselves."""
        self.created = self.updated = 0
        self.status: Status = "open"
        self.sitters: list[Sitter | None] = [None, None]
        """Without their names."""
        self.names: dict[int, str] = {}
        """Those of the people on the seats: told by who sits down, or read with the log (`seat_names`)."""
        self.clocks = Clocks()
        self.offers: tuple[list[OfferKind], list[OfferKind]] = ([], [])
        self.declined: set[tuple[int, OfferKind]] = set()
        """Offers that were turned down since their seat last moved."""
        self.next = ""
        self.shared = False
        self.ratings: tuple[RatingChange | None, RatingChange | None] = (None, None)
        self.marks = dict.fromkeys(AUDIENCES, 0)
        self.rings: dict[int, list[tuple[int, str]]] = {audience: [] for audience in AUDIENCES}
        self.past: list[tuple[int, State]] = []
        self.setups: list[Action | None] = [None, None]
        self.firsts: dict[int, tuple[State, Action]] = {}
        """The first action of each seat in play, with the state before it."""
        self.unnamed: frozenset[int] = frozenset()
        """Seats that are shown without the person who has them."""
        self.contents = ["", "", ""]
        self.hashes = ["", "", ""]
        self.opened: Opened
        self.game: AnyGame
        self.state: State

    def read(self, body: str) -> Entry:
        """The next entry of its log, from the body."""
        return read_entry(body, self.game if self.length else None)

    # ---- moving on ------------------------------------------------------------------------------

    def take(
        self, entry: Entry, at: int, step: Step[State] | None = None, *, tell: bool = True
    ) -> dict[int, str]:
        """Move on by an entry; what each audience is told, if it is told anything.

        Live, the step is known already; at recovery it is made again and must fit the events.
        """
        self.length += 1
        self.updated = at
        match entry:
            case Opened():
                self._open(entry, at)
            case Sat(seat=seat, sitter=sitter):
                self._seat(seat, sitter)
                if None not in self.sitters and self.state.phase != "setup":
                    # Nothing is set up in secret: the first decisions are like all others.
                    self.status = "play"
                    self.clocks = clocks.for_play(self.opened.clock, self.turn or 0, at)
                elif None not in self.sitters:
                    self.status = "setup"
                    self.clocks = clocks.for_setup(self.opened.setup, at)
            case Handed(seat=seat, sitter=sitter):
                self._seat(seat, sitter)
            case Acted(seat=seat, action=action, events=events):
                return self._act(seat, action, events, at, step, tell)
            case Closed(outcome=outcome, events=events):
                step = step or self._same(self.state.ended(outcome), events)
                self.state = step.state
                self.clocks = self.clocks.stopped(at)
                self._end()
                return self._tell(events, at, tell)
            case Aborted():
                self.status = "aborted"
                self.clocks = self.clocks.stopped(at)
                self._withdraw()
            case Offered(seat=seat, what=what):
                self.offers[seat].append(what)
            case Declined(seat=seat, what=what):
                self.offers[seat].remove(what)
                self.declined.add((seat, what))
            case TookBack(turns=turns):
                return self._take_back(turns, at, tell)
            case Revived(left=left):
                self.clocks = Clocks(left, self.clocks.running, at)
            case Rated(changes=changes):
                self.ratings = changes
            case Rematched(next=next):
                self.next = next
                self._withdraw()
            case Shared():
                self.shared = True
        return {}

    def _seat(self, seat: int, sitter: Sitter) -> None:
        self.sitters[seat] = named(sitter)
        if isinstance(sitter, PersonSitter) and sitter.name:
            self.names[seat] = sitter.name

    def _open(self, entry: Opened, at: int) -> None:
        self.created = at
        self.game = self.games(entry.game)
        # A log from before an option goes on by the rules that it began with.
        options = self.game.recorded_options(entry.options)
        self.opened = msgspec.structs.replace(entry, options=options)
        self.state = self.game.new(seed=entry.seed, **options)
        self._commit(0, str(entry.seed))

    def _commit(self, place: int, content: str) -> None:
        self.contents[place] = content
        self.hashes[place] = self.committer(self.opened.nonces[place], content)

    def _same(self, step: Step[State], events: tuple[Event, ...]) -> Step[State]:
        if step.events != events:
            raise RulesChanged(self.id)
        return step

    def _act(
        self,
        seat: int,
        action: Action,
        events: tuple[Event, ...],
        at: int,
        step: Step[State] | None,
        tell: bool,
    ) -> dict[int, str]:
        self.acts += 1
        before = self.state
        step = step or self._same(before.apply(seat, action), events)
        self.state = step.state
        if self.status == "setup":
            self.setups[seat] = action
            self._commit(seat + 1, self.game.commitment(action))
            if self.ready == (True, True):
                self.status = "play"
                self.clocks = clocks.for_play(self.opened.clock, self.turn or 0, at)
            else:
                self.clocks = clocks.set_up(self.clocks, seat, at)
        else:
            self._remember(seat, before, events)
            self.firsts.setdefault(seat, (before, action))
            if self.forgetful:
                # Those who move have seen what they missed: from now on they have to remember it (ST-KNOW-2).
                # Somebody who comes back with an older number gets a fresh view.
                self.rings[seat].clear()
                self.rings[PUBLIC].clear()
            self.declined = {(by, what) for by, what in self.declined if by != seat}
            turn = self.turn
            again = before.phase != "play" or any(event.opens_turn for event in events)
            self.clocks = clocks.moved(
                self.opened.clock, self.clocks, seat, seat if turn is None else turn, at, again=again
            )
            # To move on is an answer: no draw, no takeback.
            if "draw" in self.offers[1 - seat]:
                self.offers[1 - seat].remove("draw")
            for offers in self.offers:
                if "takeback" in offers:
                    offers.remove("takeback")
        if self.state.outcome() is not None:
            self.clocks = self.clocks.stopped(at)
            self._end()
        return self._tell(events, at, tell)

    def _remember(self, seat: int, before: State, events: tuple[Event, ...]) -> None:
        """Keep what a takeback needs: the states before the last turns, as long as nothing was shown."""
        if not all(event.plain and event.audience is None for event in events):
            self.past = []
        elif not self.opened.rated:
            self.past = [*self.past[-1:], (seat, before)]

    def _take_back(self, turns: int, at: int, tell: bool) -> dict[int, str]:
        self.state = self.past[-turns][1]
        for seat, before in self.past[-turns:]:
            if seat in self.firsts and self.firsts[seat][0] is before:
                del self.firsts[seat]
        self.past = self.past[:-turns]
        left = self.clocks.at(at)
        turn = self.turn
        self.clocks = Clocks(left, (turn == 0, turn == 1), at)
        for offers in self.offers:
            if "takeback" in offers:
                offers.remove("takeback")
        told: dict[int, str] = {}
        for audience in AUDIENCES:
            self.marks[audience] += 1
            if tell:
                message = Reset(
                    audience,
                    self.marks[audience],
                    at,
                    self.state.view(audience),
                    self.clocks.face(at),
                )
                told[audience] = self._keep(audience, encode(message).decode())
        return told

    def _end(self) -> None:
        self.status = "over"
        self.past = []
        self._withdraw()

    def _withdraw(self) -> None:
        self.offers = ([], [])

    def _tell(self, events: tuple[Event, ...], at: int, tell: bool) -> dict[int, str]:
        told: dict[int, str] = {}
        face = self.clocks.face(at)
        for audience in AUDIENCES:
            heard = tuple(event for event in events if hears(event, audience))
            # Only what a stream carries is counted in it: a gap would tell that something happened.
            if heard:
                self.marks[audience] += 1
                if tell:
                    message = Told(audience, self.marks[audience], at, heard, face)
                    told[audience] = self._keep(audience, encode(message).decode())
        return told

    def _keep(self, audience: int, message: str) -> str:
        ring = self.rings[audience]
        ring.append((self.marks[audience], message))
        if len(ring) > RING:
            del ring[0]
        return message

    # ---- what it is now -------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        return self.state.outcome()

    @property
    def forgetful(self) -> bool:
        """Whether the table plays from memory, so that nothing is told twice before the end."""
        return self.game.from_memory(self.opened.options) and self.status != "over"

    @property
    def ready(self) -> tuple[bool, bool]:
        """Who has set up."""
        if self.status == "setup" and self.state.phase == "setup":
            waiting = {decision.seat for decision in self.state.pending()}
            return 0 not in waiting, 1 not in waiting
        if self.status == "setup":
            return True, True
        return (self.status in ("play", "over"),) * 2

    @property
    def turn(self) -> int | None:
        """The seat to move while play goes on."""
        pending = self.state.pending()
        return pending[0].seat if self.status == "play" and pending else None

    @property
    def due(self) -> tuple[bool, bool]:
        """Which seats have to decide something now."""
        if self.status == "setup":
            return not self.ready[0], not self.ready[1]
        waiting = {decision.seat for decision in self.state.pending()} if self.status == "play" else set()
        return 0 in waiting, 1 in waiting

    @property
    def live(self) -> bool:
        """Whether the game has begun and is not over."""
        return self.status in ("setup", "play")

    @property
    def begun(self) -> bool:
        """Whether anybody has moved: then it counts."""
        return self.status == "play" and self.ply > 0

    @property
    def ply(self) -> int:
        """Half-moves made."""
        if self.status not in ("play", "over"):
            return 0
        counted = self.game.counted_moves(self.state)
        return self.acts if counted is None else counted

    @property
    def wakes(self) -> bool:
        """Whether the table needs the server even while nobody looks: a clock runs, or a bot is due."""
        if not self.live:
            return False
        bots = [seat for seat, sitter in enumerate(self.sitters) if isinstance(sitter, BotSitter)]
        return self.clocks.deadline() is not None or any(self.due[seat] for seat in bots)

    def sitter(self, seat: int) -> Sitter | None:
        """Who has a seat, with the name; that of a deleted account is empty."""
        if seat in self.unnamed:
            return without_person(self.sitters[seat])
        return named(self.sitters[seat], self.names.get(seat, ""))

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        return self._info(self.sitter(0), self.sitter(1))

    def stored_info(self) -> TableInfo:
        """The same as it is stored: people by their ids, without names."""
        return self._info(*self.sitters)

    def _info(self, first: Sitter | None, second: Sitter | None) -> TableInfo:
        opened = self.opened
        return TableInfo(
            id=self.id,
            game=opened.game,
            options=opened.options,
            status=self.status,
            clock=opened.clock,
            speed=clocks.speed(opened.clock),
            seats=(first, second),
            created=self.created,
            watch=opened.watch,
            updated=self.updated,
            ply=self.ply,
            turn=self.turn,
            setup=opened.setup,
            rated=opened.rated,
            private=opened.private,
            shared=self.shared,
            hotseat=opened.hotseat,
            ready=self.ready,
            offers=(tuple(self.offers[0]), tuple(self.offers[1])),
            outcome=self.outcome,
            commitments=self.commitments(),
            ratings=self.ratings,
            next=self.next,
            advice=opened.advice,
            tournament=opened.tournament,
            source=opened.source,
        )

    def commitments(self) -> tuple[Commitment, ...]:
        """What was committed to so far; opened once the game is over."""
        names: tuple[CommittedTo, ...] = ("seed", "setup-0", "setup-1")
        return tuple(
            Commitment(
                what,
                hash,
                nonce if self.status == "over" else "",
                content if self.status == "over" else "",
            )
            for what, hash, nonce, content in zip(
                names, self.hashes, self.opened.nonces, self.contents, strict=True
            )
            if hash
        )

    def stream(self, audience: int) -> Stream[View]:
        """Where a stream stands."""
        return Stream(audience, self.marks[audience], self.state.view(audience))

    def mark(self, audience: int) -> Mark:
        """The last number of a stream."""
        return Mark(audience, self.marks[audience])

    def missed(self, audience: int, last: int) -> list[str] | None:
        """The numbered messages after a number, or None if they are not kept any more."""
        now = self.marks[audience]
        if last == now:
            return []
        kept = [(n, message) for n, message in self.rings[audience] if n > last]
        if not 0 <= last < now or not kept or kept[0][0] != last + 1:
            return None
        return [message for _, message in kept]

    def demand(self, seat: int, offered: bool = False) -> Turn[Action] | None:
        """What a seat has to decide now, with its legal actions: as offers, or one by one."""
        if not self.due[seat]:
            return None
        if self.status == "setup":
            return Turn(seat, "setup", ())
        offers = tuple(self.state.offers(seat)) if offered else ()
        return Turn(seat, "act", () if offers else tuple(self.state.legal(seat)), offers)
