"""Why an answer is right, and another one is not: facts with their squares, as codes."""

from __future__ import annotations

from collections import Counter

import msgspec

from flagfall.puzzles.proofs import Proof, Unproven
from flagfall.puzzles.puzzle import Puzzle
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.board import BY_NAME


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of an explanation.

    =========  ==========================================================================================
    moved      these have moved: neither bombs nor the flag
    far        these went several squares at once: only some pieces do
    still      these have never moved
    fixed      among the hidden pieces there are so many that never move (``n``), the flag counted
    left       what is still hidden, as ranks with counts
    may        the pieces on these squares can be nothing but these ranks
    wins       the attack wins against every one of them
    chance     it wins in so many set-ups of a hundred (``n``)
    could      this one could be a piece of that rank: a set-up that fits shows it
    plan       it wins in so many moves (``n``), in every set-up that fits (``all``) and against every reply
    =========  ==========================================================================================
    """

    code: str
    squares: tuple[int, ...] = ()
    ranks: tuple[tuple[str, int], ...] = ()
    n: int = 0
    all: int = 0


class Explainer:
    """Tells about one puzzle."""

    def __init__(self, proof: Proof, puzzle: Puzzle) -> None:
        self.proof = proof
        self.puzzle = puzzle

    def why(self) -> tuple[Fact, ...]:
        """Why the answer is right."""
        kind = self.puzzle.kind
        if kind in ("flag", "still", "bomb"):
            return tuple(self._where())
        if kind == "what":
            return tuple(self._what())
        if kind == "win":
            count = self.proof.knowledge.total
            return (Fact("plan", n=self.puzzle.moves, all=count),)
        return tuple(self._attack())

    def _moved(self) -> list[int]:
        return [p.square for p in self.proof.strangers.values() if p.moved]

    def _still(self) -> list[int]:
        return [p.square for p in self.proof.strangers.values() if not p.moved]

    def _far(self) -> list[int]:
        return [p.square for id, p in self.proof.strangers.items() if id in self.proof.knowledge.far]

    def _fixed(self) -> int:
        kinds = self.proof.worlds.kinds
        return sum(n for kind, n in self.proof.knowledge.left.items() if not kinds[kind].movable)

    def _left(self, kinds: frozenset[str] | None = None) -> tuple[tuple[str, int], ...]:
        proof = self.proof
        counts: Counter[str] = Counter()
        for kind, n in proof.knowledge.left.items():
            if kinds is None or kind in kinds:
                counts[proof.rank(kind)] += n
        foe = 1 - proof.moment.seat
        for piece in proof.moment.view.pieces:  # whose rank was called is not hidden any more
            if piece.seat == foe and piece.rank and not piece.kind:
                counts[piece.rank] -= 1
        strength = {one.rank: one.strength for one in proof.worlds.kinds.values()}
        return tuple(sorted((+counts).items(), key=lambda one: -strength[one[0]]))

    def _where(self) -> list[Fact]:
        found = [Fact("moved", tuple(self._moved()))] if self._moved() else []
        found.append(Fact("still", tuple(self._still())))
        found.append(Fact("fixed", n=self._fixed()))
        return found

    def _what(self) -> list[Fact]:
        square = BY_NAME[self.puzzle.square]
        found = [Fact("left", ranks=self._left())]
        if self._far():
            found.append(Fact("far", tuple(self._far())))
        if self._moved():
            found.append(Fact("moved", tuple(self._moved())))
        found.append(Fact("fixed", n=self._fixed()))
        piece = next(p for p in self.proof.strangers.values() if p.square == square)
        found.append(Fact("may", (square,), self._left(self.proof.possible(piece))))
        return found

    def _attack(self) -> list[Fact]:
        attack = next(one for one in self.proof.attacks if str(one.action) == self.puzzle.answers[0])
        square = attack.target.square
        found = [Fact("moved", (square,))] if attack.target.moved else []
        found.append(Fact("may", (square,), self._left(attack.kinds)))
        if self.puzzle.kind == "likely":
            found.append(Fact("chance", (square,), self._left(attack.wins), n=self.puzzle.percent))
        else:
            found.append(Fact("wins", (square,)))
        return found

    # ---- counterexamples ---------------------------------------------------------------------------

    def why_not_square(self, square: int) -> Fact | None:
        """What a wrongly named piece could be instead."""
        proof, asked = self.proof, self.puzzle.kind
        piece = next((p for p in proof.strangers.values() if p.square == square), None)
        if piece is None:
            return None
        kinds = proof.worlds.kinds
        for kind in sorted(proof.possible(piece)):
            role = proof.role(kind)
            if role == "flag" and asked == "flag":
                continue
            if role == "bomb" and asked == "bomb":
                continue
            if not kinds[kind].movable and asked == "still":
                continue
            return Fact("could", (square,), ((proof.rank(kind), 1),))
        return None

    def why_not_action(self, action: PlayAction) -> Fact | None:
        """What stands there that an attack does not win against; or how likely it is to win."""
        try:
            attack = next((one for one in self.proof.attacks if one.action == action), None)
        except Unproven:
            return None
        if attack is None:
            return None
        square = attack.target.square
        if self.puzzle.kind == "likely":
            chance = self.proof.knowledge.chance(attack.target.id, attack.wins)
            return Fact("chance", (square,), self._left(attack.wins), n=round(100 * chance))
        if attack.sure:
            return None
        kind = min(attack.kinds - attack.wins)
        return Fact("could", (square,), ((self.proof.rank(kind), 1),))
