"""What a thinking bot makes of a position: beliefs, worths, gains and fields in one place."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from flagfall.bots.ranks import square_values
from flagfall.bots.ranks.beliefs import Beliefs
from flagfall.bots.ranks.board_reading import BoardReading, Effect
from flagfall.bots.ranks.kind_counts import Floats
from flagfall.bots.ranks.piece_values import PLAIN, Preferences, alive, battles, gains, worths
from flagfall.ranks.edition import Kind
from flagfall.ranks.powers.declaration import StrikeRule
from flagfall.ranks.view import Piece

POINTLESS = 10.0
"""What it costs to shoot at what is known not to fall: the turn is lost, and the game does not get on."""
DANGER = 60.0
"""What it is worth to the enemy to stand right before one's own flag."""
ALARM = 0.8
"""How much of that is left with every step away."""
PATIENCE = 200
"""Quiet half-moves beyond which a fight is no more urgent."""


class AttackTable:
    """One side as attacker: what each of its kinds gains from each enemy piece, and where that draws it."""

    def __init__(self, evaluation: Evaluation, seat: int, targets: list[Piece], beliefs: Beliefs) -> None:
        self.seat = seat
        self.targets = targets
        self.index = {piece.id: i for i, piece in enumerate(targets)}
        self.odds: Floats = (
            np.array([beliefs.of(piece.id) for piece in targets])
            if targets
            else np.zeros((0, len(beliefs.kinds)))
        )
        """For each target the probability of each kind, as this side may know."""
        self.table = gains(
            evaluation.reading.game,
            seat,
            evaluation.worth[seat],
            evaluation.worth[1 - seat],
            evaluation.preferences,
        )
        self.gain: Floats = self.table @ self.odds.T
        """What an attack by each kind on each target brings, as expected."""
        known = battles(evaluation.reading.game, seat)
        flag = self.odds[:, known.flag].sum(1)
        self.gain += evaluation.preferences.bold * flag * flag
        self.wins: Floats = (known.result > 0).astype(np.float64) @ self.odds.T
        self.falls: Floats = (known.result <= 0).astype(np.float64) @ self.odds.T
        """How likely an attacker of each kind falls."""
        self.hits: Floats = known.outranks.astype(np.float64) @ self.odds.T
        """How likely a shot by each kind removes each target."""
        self.shot: Floats = (known.outranks * evaluation.worth[1 - seat][None, :]) @ self.odds.T


class Evaluation:
    """A position thought about by the seat to move."""

    def __init__(
        self, reading: BoardReading, theirs: Beliefs, mine: Beliefs, preferences: Preferences = PLAIN
    ) -> None:
        self.reading = reading
        self.preferences = preferences
        self.seat = reading.seat
        self.beliefs = {reading.seat: mine, 1 - reading.seat: theirs}
        self.columns = {seat: beliefs.column for seat, beliefs in self.beliefs.items()}
        own_counts = np.zeros(len(mine.kinds))
        for piece in reading.mine:
            own_counts[mine.column[piece.kind]] += 1
        their_counts = alive(theirs)
        game = reading.game
        self.flag = next((p.square for p in reading.mine if reading.own(p).role == "flag"), -1)
        sealed = self.flag >= 0 and all(
            near in reading.at
            and reading.at[near].seat == self.seat
            and not reading.own(reading.at[near]).movable
            for near in reading.board.beside[self.flag]
        )
        self.worth = {
            self.seat: worths(game, self.seat, own_counts, their_counts, preferences=preferences),
            1 - self.seat: worths(game, 1 - self.seat, their_counts, own_counts, sealed, preferences),
        }
        counts = ((own_counts, self.seat), (their_counts, 1 - self.seat))
        mine_all, theirs_all = (
            float(np.where(self.beliefs[seat].strengths > 0, count * self.worth[seat], 0.0).sum())
            for count, seat in counts
        )
        self.lead = mine_all - theirs_all
        """How much more one's own pieces are worth than the enemy's, flags aside."""
        self.material = mine_all + theirs_all
        """What the pieces of both sides are worth, flags aside."""
        self.attack = AttackTable(self, self.seat, reading.theirs, theirs)
        self.defence = AttackTable(self, 1 - self.seat, reading.mine, mine)
        self.movable = {
            piece.id: float(odds[theirs.movable].sum())
            for piece, odds in zip(reading.theirs, self.attack.odds, strict=True)
        }
        """For each enemy piece how likely it can move."""
        gone = reading.used_up(1 - self.seat)
        self.ways = np.array([reading.facts.ways_of(kind, gone) for kind in theirs.kinds])
        """For each enemy kind the ways in which it gets at a piece."""

    # ---- fields -----------------------------------------------------------------------------

    def field(self) -> Floats:
        """For each own kind how good each cell is."""
        reading = self.reading
        still = {piece.id for piece in reading.mine if not reading.own(piece).movable}
        costs = square_values.entry_costs(reading.board, reading.view.pieces, self.seat, still)
        cells = [square_values.cell(piece.square) for piece in reading.theirs]
        reach = square_values.distances(costs, np.array(cells, np.int64))
        bonus = (self.attack.odds * self.danger[:, cells].T).sum(1)
        gain = self.attack.gain + bonus[None, :] * self.attack.wins
        return square_values.field(gain, reach)

    @cached_property
    def danger(self) -> Floats:
        """For each enemy kind and cell how near it is to taking one's own flag from there."""
        reading = self.reading
        theirs = self.beliefs[1 - self.seat].kinds
        found = np.zeros((len(theirs), square_values.CELLS))
        if self.flag < 0:
            return found
        costs = np.where(square_values.open_cells(reading.board), 1.0, square_values.FAR)
        bombs = [square_values.cell(piece.square) for piece in reading.mine if not reading.own(piece).movable]
        for piece in reading.view.pieces:
            costs[square_values.cell(piece.square)] = 3.5 if piece.seat == self.seat else 1.5
        target = np.array([square_values.cell(self.flag)])
        for defuses, cost in ((False, square_values.FAR), (True, 2.0)):
            costs[bombs] = cost
            near = square_values.distances(costs, target)[0]
            row = np.where(near >= square_values.FAR, 0.0, DANGER * ALARM ** (np.maximum(near, 1.0) - 1.0))
            found[[kind.movable and kind.defuses == defuses for kind in theirs]] = row
        return found

    def their_field(self) -> Floats:
        """The same for the enemy's kinds against one's own pieces, as the enemy may see it."""
        reading = self.reading
        still = {piece.id for piece in reading.theirs if self.movable[piece.id] < 0.35}
        costs = square_values.entry_costs(reading.board, reading.view.pieces, 1 - self.seat, still)
        targets = np.array([square_values.cell(piece.square) for piece in reading.mine], np.int64)
        return square_values.field(self.defence.gain, square_values.distances(costs, targets))

    # ---- what an effect brings -----------------------------------------------------------------

    def column(self, piece: Piece) -> int:
        """The column of an own piece's kind."""
        return self.columns[self.seat][piece.kind]

    def showing(self, piece: Piece, kind: Kind) -> float:
        """What it costs to show an own piece that the enemy does not know yet."""
        if piece.seen:
            return 0.0
        if kind.role == "spy":
            return self.preferences.showing_spy * float(self.worth[self.seat][self.column(piece)])
        share = self.preferences.showing * (1.0 if kind.strength >= 6 else 0.5)
        return share * float(self.worth[self.seat][self.column(piece)])

    def gain(self, effect: Effect) -> float:
        """What an effect wins, loses, teaches and gives away at once, as expected."""
        piece = effect.piece
        row = self.column(piece)
        cost = self.showing(piece, self.reading.own(piece)) if effect.shows else 0.0
        if effect.manner == "strike":
            return self.strike(row, effect.strike, effect.struck) - cost
        if effect.manner == "approach":
            return self.best_strike(row, effect.strike, effect.struck)[0] - cost
        if effect.manner == "look":
            return self.look(effect.struck[0]) - cost
        if effect.manner == "ask":
            return self.ask(effect.kind) - cost
        return -cost

    def urge(self) -> float:
        """What it is worth to fight at all, the longer nothing fell, above all for who is ahead.

        Where no draw threatens (ST-END-4 off) it grows no further than it does elsewhere.
        """
        quiet = min(self.reading.view.track.quiet, PATIENCE)
        return 0.01 * quiet * min(4.0, max(1.0, self.lead / 15.0))

    def strike(self, row: int, rule: StrikeRule, struck: tuple[Piece, ...]) -> float:
        """What a strike of a kind at some enemies brings."""
        if rule.most > 1:
            return self._strike_several(row, rule, struck)
        side, target = self.attack, self.attack.index[struck[0].id]
        flag = float(side.odds[target, battles(self.reading.game, self.seat).flag].sum())
        flag_worth = float(self.worth[1 - self.seat].max())
        if rule.by_rank:
            value = float(side.shot[row, target]) + self.look(struck[0])
            value += flag * flag_worth if rule.takes_flags else 0.0
            return value if value > 0.1 else -POINTLESS
        value = float(side.gain[row, target])
        return value if rule.takes_flags else value - flag * flag_worth

    def _strike_several(self, row: int, rule: StrikeRule, struck: tuple[Piece, ...]) -> float:
        """What it brings to strike several enemies at once (ST-POW-RUMBLE)."""
        side, known = self.attack, battles(self.reading.game, self.seat)
        spared = np.zeros(len(known.flag), bool) if rule.takes_flags else known.flag
        won, stands = 0.0, 1.0
        for piece in struck:
            odds = np.where(spared, 0.0, side.odds[side.index[piece.id]])
            falls = known.outranks[row] if rule.by_rank else known.result[row] >= 0
            won += float((odds * falls * self.worth[1 - self.seat]).sum())
            stands *= 1.0 if rule.by_rank else 1.0 - float((odds * (known.result[row] <= 0)).sum())
            won += self.preferences.melee * self.look(piece)
        return won - (1.0 - stands) * float(self.worth[self.seat][row])

    def best_strike(
        self, row: int, rule: StrikeRule, struck: tuple[Piece, ...]
    ) -> tuple[float, tuple[Piece, ...]]:
        """The enemies around that are best struck, taken one after the other, and what that brings.

        Nobody, for nothing, where the power may be left at its first half and every strike loses.
        """
        left = list(struck)
        chosen: tuple[Piece, ...] = ()
        best = 0.0 if rule.may_halt else -1e9
        while left and len(chosen) < rule.most:
            value, pick = max((self.strike(row, rule, (*chosen, piece)), -i) for i, piece in enumerate(left))
            if value <= best:
                break
            best = value
            chosen = (*chosen, left.pop(-pick))
        return best, chosen

    def look(self, piece: Piece) -> float:
        """What it is worth to learn what an enemy piece is."""
        odds = self.attack.odds[self.attack.index[piece.id]]
        worth = np.minimum(self.worth[1 - self.seat], 70.0)
        mean = float((odds * worth).sum())
        return self.preferences.look * float(np.sqrt(max(0.0, float((odds * worth**2).sum()) - mean * mean)))

    def ask(self, kind: str) -> float:
        """What it is worth to ask where a kind stands: only the flag, once it is worth hunting."""
        theirs = self.beliefs[1 - self.seat]
        column = theirs.column.get(kind, -1)
        if column < 0 or theirs.kinds[column].role != "flag" or not len(self.attack.odds):
            return -20.0
        sure = float(self.attack.odds[:, column].max())
        return 2.0 if sure < 0.5 and self.reading.view.track.ply > 40 else -2.0

    # ---- what may be lost -------------------------------------------------------------------

    def threat(self, piece: Piece, square: int, empty: int = -1, gone: frozenset[int] = frozenset()) -> float:
        """What the enemy's best next move is expected to take from an own piece on a square.

        ``empty`` is a square that has just been left, ``gone`` enemies that have just been taken.
        """
        row = self.column(piece)
        worth = min(float(self.worth[self.seat][row]), 120.0)
        # An enemy that does not know the piece attacks it less readily.
        will = 1.0 if piece.seen else 0.45
        facts, known = self.reading.facts, battles(self.reading.game, 1 - self.seat)
        result = known.result[:, row]
        fights = (result > 0) + 0.3 * (result == 0)
        shots = known.outranks[:, row].astype(np.float64)
        spared = facts.spares_flags if self.reading.own(piece).role == "flag" else 0
        worst = 0.0
        for id, open_ways in self.reading.reach(square, empty, gone):
            odds = self.attack.odds[self.attack.index[id]]
            ways = self.ways & open_ways & ~spared
            falls = np.maximum(fights * (ways & ~facts.shots != 0), shots * (ways & facts.shots != 0))
            worst = max(worst, float((odds * falls).sum()))
        return will * worth * worst
