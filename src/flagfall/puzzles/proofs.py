"""The answer of each kind of puzzle, proven over every set-up that fits, or the reason why there is none.

What is *surely* so follows from `Knowledge`, which allows every set-up that fits. That another answer is
wrong is shown by a counterexample: a set-up that fits, with the film played through it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

from flagfall.puzzles.forced_win import Search, TooLong
from flagfall.puzzles.knowledge import Deal, Knowledge, Worlds, dealt, knowledge_before, knowledge_of
from flagfall.puzzles.puzzle import Moment, Puzzle
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.board import BY_NAME, NAMES
from flagfall.ranks.events import Attacked, Captured, Used
from flagfall.ranks.state import RankState
from flagfall.ranks.view import Piece

FEWEST_CHOICES = 3
"""So many answers have to be thinkable, else the puzzle is trivial."""
MOST_WORLDS = 60
"""Set-ups through which a forced win is searched, one by one."""
LEAST_MARGIN = Fraction(15, 100)
"""By so much the likeliest attack is likelier than every other."""
LEAST_CHANCE, MOST_CHANCE = Fraction(1, 2), Fraction(95, 100)


class Unproven(ValueError):  # noqa: N818 - says what is wrong
    """Why a moment makes no puzzle of a kind."""


class TooSoon(Unproven):
    """The flag can be won in fewer moves than asked for."""


class Solution:
    """A proven answer."""

    def __init__(self, answers: tuple[str, ...], rating: int, percent: int = 0) -> None:
        self.answers = answers
        self.rating = rating
        self.percent = percent


class Attack:
    """An attack on one piece: the action, who is attacked, and against which kinds it wins."""

    def __init__(
        self, action: PlayAction, target: Piece, wins: frozenset[str], kinds: frozenset[str]
    ) -> None:
        self.action = action
        self.target = target
        self.wins = wins
        self.kinds = kinds

    @property
    def sure(self) -> bool:
        """Whether it wins whatever is hidden."""
        return self.wins == self.kinds


class Proof:
    """What can be proven about one moment."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.knowledge: Knowledge = knowledge_of(moment)
        self.worlds = Worlds(moment)
        self._states: dict[tuple[int, str], RankState] = {}
        self._won: dict[tuple[int, str, str], bool] = {}

    @cached_property
    def earlier(self) -> Knowledge:
        """What the seat knew when the film began."""
        return knowledge_before(self.moment)

    @cached_property
    def strangers(self) -> dict[int, Piece]:
        """The enemies on the board of which neither kind nor rank is known."""
        foe = 1 - self.moment.seat
        return {p.id: p for p in self.moment.view.pieces if p.seat == foe and not p.kind and not p.rank}

    @cached_property
    def movers(self) -> list[Piece]:
        """The seat's own pieces that can move at all."""
        kinds = self.moment.start.rules.kinds[self.moment.seat]
        return [p for p in self.moment.view.pieces if p.seat == self.moment.seat and kinds[p.kind].movable]

    def possible(self, piece: Piece) -> frozenset[str]:
        """What a piece on the board can be."""
        if piece.kind:
            return frozenset({piece.kind})
        return self.knowledge.possible[piece.id]

    def example(self, piece: int, kind: str) -> RankState:
        """A state that fits and in which a piece is of a kind."""
        key = (piece, kind)
        if key not in self._states:
            fixed: Deal = {} if piece in self.knowledge.known else {piece: kind}
            deal = self.knowledge.deal(fixed)
            state = None if deal is None else self.worlds.after_film(deal)
            if state is None:
                raise Unproven("no set-up that fits was found for a counterexample")
            self._states[key] = state
        return self._states[key]

    # ---- what pieces are -----------------------------------------------------------------------

    def role(self, kind: str) -> str:
        """Whether a kind is a flag, a bomb, a spy or a soldier."""
        return self.worlds.kinds[kind].role

    def rank(self, kind: str) -> str:
        """The rank of a kind."""
        return self.worlds.kinds[kind].rank

    def flag(self) -> Solution:
        """The only piece that can be the flag, where several could be it when the film began."""
        flags = frozenset(kind for kind in self.worlds.kinds if self.role(kind) == "flag")
        now = [id for id in self.strangers if self.possible(self.strangers[id]) & flags]
        before = [id for id, kinds in self.earlier.possible.items() if kinds & flags]
        if len(now) != 1:
            raise Unproven("more than one piece can be the flag")
        if len(before) < FEWEST_CHOICES:
            raise Unproven("trivial: too few pieces could be the flag when the film began")
        return Solution((self._square(now[0]),), 1250 + 25 * min(10, len(before)))

    def still(self) -> Solution:
        """All pieces that can be nothing but a bomb or the flag, by count."""
        return self._surely(lambda kind: not self.worlds.kinds[kind].movable, 3, 1400)

    def bomb(self) -> Solution:
        """All pieces that can be nothing but a bomb."""
        return self._surely(lambda kind: self.role(kind) == "bomb", 1, 1450)

    def _surely(self, fits: Callable[[str], bool], least: int, rating: int) -> Solution:
        def sure(possible: frozenset[str]) -> bool:
            return all(fits(kind) for kind in possible)

        found = [id for id, piece in self.strangers.items() if sure(self.possible(piece))]
        others = [id for id in self.strangers if id not in found]
        if len(found) < least:
            raise Unproven("too few pieces are sure")
        if any(sure(self.earlier.possible[id]) for id in found if id in self.earlier.possible):
            raise Unproven("trivial: it was known when the film began")
        if len(found) + len(others) < FEWEST_CHOICES or not others:
            raise Unproven("trivial: there is nothing to choose from")
        for id in others:  # a counterexample for each: it may be something else
            self.example(id, next(k for k in sorted(self.possible(self.strangers[id])) if not fits(k)))
        return Solution(tuple(sorted(map(self._square, found))), rating + 20 * min(10, len(self.strangers)))

    def what(self, square: str) -> Solution:
        """The only rank that a hidden piece can have, by what is left."""
        piece = next((p for p in self.strangers.values() if p.square == BY_NAME.get(square, -1)), None)
        if piece is None:
            raise Unproven("nobody unknown stands there")
        ranks = {self.rank(kind) for kind in self.possible(piece)}
        if len(ranks) != 1:
            raise Unproven("it can have several ranks")
        if ranks == {"F"} or piece.id in self.knowledge.far:
            raise Unproven("trivial: one look tells it")
        before = {self.rank(kind) for kind in self.earlier.possible.get(piece.id, frozenset())}
        if len(before) < FEWEST_CHOICES:
            raise Unproven("trivial: too little was open when the film began")
        return Solution((ranks.pop(),), 1350 + 30 * min(10, len(before)))

    def _square(self, piece: int) -> str:
        return NAMES[self.strangers[piece].square]

    # ---- attacks ---------------------------------------------------------------------------------

    @cached_property
    def attacks(self) -> list[Attack]:
        """All attacks on one hidden piece that the seat can make now, with what they win against."""
        state, seat = self.moment.state, self.moment.seat
        if state.track.turn != seat or state.over is not None:
            raise Unproven("it is not the seat's turn")
        found: list[Attack] = []
        for action in state.legal(seat):
            if getattr(action, "switch", -1) >= 0:
                continue
            struck = self._struck(state, action)
            if struck not in self.strangers:
                continue
            target = self.moment.view.piece(struck)
            kinds = self.possible(target)
            wins = frozenset(kind for kind in kinds if self._wins(action, struck, kind))
            found.append(Attack(action, target, wins, kinds))
        return found

    def _struck(self, state: RankState, action: PlayAction) -> int | None:
        """The piece that an action attacks at once, if it attacks one alone."""
        for event in state.apply(self.moment.seat, action).events:
            if isinstance(event, Attacked):
                return state.board[event.targets[0]] if len(event.targets) == 1 else None
        return None

    def _wins(self, action: PlayAction, target: int, kind: str) -> bool:
        """Whether an attack captures the target and costs nothing, where the target is of a kind.

        What the two pieces are decides it, and nothing else: so one state for each kind proves it for all.
        """
        state = self.moment.state
        key = (state.board[_origin(action)], getattr(action, "power", ""), kind)
        if key not in self._won:
            kinds = list(state.kinds)
            kinds[target] = self.worlds.kinds[kind]
            self._won[key] = self._captures(dealt(state, tuple(kinds)), action, target)
        return self._won[key]

    def _captures(self, state: RankState, action: PlayAction, target: int) -> bool:
        step = state.apply(self.moment.seat, action)
        return [event.piece for event in step.events if isinstance(event, Captured)] == [target]

    def _refute(self, attack: Attack) -> None:
        """Show a set-up that fits and in which an attack does not win."""
        kind = min(attack.kinds - attack.wins)
        if self._captures(self.example(attack.target.id, kind), attack.action, attack.target.id):
            raise Unproven("a counterexample wins")

    def attack(self) -> Solution:
        """The attack on a hidden piece that wins whatever is hidden, where no other one does."""
        sure = [one for one in self.attacks if one.sure]
        if not sure:
            raise Unproven("no attack on a hidden piece is sure to win")
        if len({one.target.id for one in sure}) > 1 or len({_origin(one.action) for one in sure}) > 1:
            raise Unproven("several attacks are sure to win")
        kinds = sure[0].kinds
        if len({self.rank(kind) for kind in kinds}) < 2:
            raise Unproven("trivial: it is known what the target is")
        others = [one for one in self.attacks if not one.sure]
        if len(others) + 1 < FEWEST_CHOICES:
            raise Unproven("trivial: there is nothing to choose from")
        for one in others:
            self._refute(one)
        rating = 1200 + 30 * min(8, len(others)) + 20 * min(6, len(kinds))
        return Solution(tuple(sorted(str(one.action) for one in sure)), rating)

    def likely(self) -> Solution:
        """The attack on a hidden piece that wins in most set-ups, by a clear margin."""
        if any(isinstance(event, Used) for shown in self.moment.film for event in shown.events):
            raise Unproven("a power was used in the film: the count would have to know what it told")
        hidden = self.attacks
        if len(hidden) < FEWEST_CHOICES:
            raise Unproven("trivial: there is nothing to choose from")
        odds = sorted(
            ((self.knowledge.chance(one.target.id, one.wins), str(one.action)) for one in hidden),
            reverse=True,
        )
        best, action = odds[0]
        if not LEAST_CHANCE <= best <= MOST_CHANCE or best - odds[1][0] < LEAST_MARGIN:
            raise Unproven("no attack is clearly the likeliest")
        return Solution((action,), 1150 + round(300 * (1 - float(best - odds[1][0]))), round(100 * best))

    # ---- a forced win ----------------------------------------------------------------------------

    def win(self, moves: int) -> Solution:
        """The one first move that wins in so many moves, in every set-up and against every reply."""
        deals = self.knowledge.deals(MOST_WORLDS)
        if deals is None:
            raise Unproven("too many set-ups fit to look through all of them")
        states = [state for deal in deals if (state := self.worlds.after_film(deal)) is not None]
        if not states or states[0].track.turn != self.moment.seat:
            raise Unproven("it is not the seat's turn")
        try:
            if moves > 1 and Search(self.moment.seat).wins(states, moves - 1):
                raise TooSoon("it can be won sooner")
            first = Search(self.moment.seat).wins(states, moves)
        except TooLong:
            raise Unproven("there is too much to look through") from None
        if len(first) != 1:
            raise Unproven("not exactly one first move wins")
        if len(states[0].legal(self.moment.seat)) < FEWEST_CHOICES:
            raise Unproven("trivial: there is nothing to choose from")
        rating = 1100 + 200 * moves + 30 * min(10, len(states))
        return Solution((str(first[0]),), rating)


def _origin(action: PlayAction) -> int:
    return getattr(action, "origin", -1)


def solve(puzzle: Puzzle) -> Solution:
    """The proven answer of a puzzle; `Unproven` says why there is none."""
    proof = Proof(Moment.of(puzzle))
    match puzzle.kind:
        case "flag":
            return proof.flag()
        case "still":
            return proof.still()
        case "bomb":
            return proof.bomb()
        case "what":
            return proof.what(puzzle.square)
        case "attack":
            return proof.attack()
        case "win":
            return proof.win(puzzle.moves)
        case "likely":
            return proof.likely()
