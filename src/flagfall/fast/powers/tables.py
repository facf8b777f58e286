"""An edition with powers as one row of numbers, made from what its powers declare."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from flagfall.fast.powers import layout
from flagfall.fast.powers.programs import ListedUse, Uses, squares
from flagfall.fast.square_sets import SQUARES, square_of
from flagfall.ranks.actions import Halt, Move, PlayAction, Strike, Use
from flagfall.ranks.board import NOWHERE, ORTHOGONAL
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame
from flagfall.ranks.notation.codec import Codec
from flagfall.ranks.powers import Power
from flagfall.ranks.powers.declaration import UseEffect, UseNeeds
from flagfall.ranks.rules import Rules


class CannotTell(ValueError):  # noqa: N818 - named like the other errors
    """What an edition has that the tables cannot say."""


class Everywhere(NamedTuple):
    """A board on which enemies stand everywhere, or nowhere: what a use does in both cases."""

    enemies: bool

    def enemy_on(self, square: int) -> bool:
        """Whether an enemy stands on a square."""
        return self.enemies

    def own_square(self, kind: str) -> int:
        """Where an own piece stands: this is asked when the use is made."""
        return NOWHERE


class PowerTables:
    """The numbers of an edition with powers, and the integers of its actions."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board = rules.board
        self.codec = Codec(rules)
        self.kinds = tuple(tuple(kinds.values()) for kinds in rules.kinds)
        """For each seat its kinds of pieces, by their number."""
        self.powers = tuple(rules.powers.values())
        self.index = {power.id: i for i, power in enumerate(self.powers)}
        self._check()
        self.plain = tuple(self.codec.decode(code) for code in range(self._plain_count()))
        self.answers = tuple(
            self.codec.decode(code) for code in range(self.codec.size - self._answer_count(), self.codec.size)
        )
        self.words = self._words()

    # ---- what does not fit -----------------------------------------------------------------------

    def _check(self) -> None:
        rules = self.rules
        limits = (
            (max(len(kinds) for kinds in self.kinds) > layout.KINDS, f"more than {layout.KINDS} kinds"),
            (len(self.powers) > layout.POWERS, f"more than {layout.POWERS} powers"),
            (len(rules.tokens) > layout.MOST_TOKENS, f"more than {layout.MOST_TOKENS} powers with tokens"),
            (
                any(uses > layout.TOKEN_MASK for _, _, uses in rules.tokens),
                f"a power with more than {layout.TOKEN_MASK} tokens",
            ),
        )
        for holds, reason in limits:
            if holds:
                raise CannotTell(reason)
        for kinds in self.kinds:
            gifted = sum(kind.count for kind in kinds if self._gifted(kind))
            if gifted > layout.MOST_GIFTED:
                raise CannotTell(f"more than {layout.MOST_GIFTED} pieces with powers")
            if any(len(powers) > layout.MOST_GIFTS for kind in kinds for powers in (kind.powers, kind.robot)):
                raise CannotTell(f"a piece with more than {layout.MOST_GIFTS} powers")
        turned = {self.board.mirrored(square) for square in range(self.board.size) if self._open(square)}
        if turned != {square for square in range(self.board.size) if self._open(square)}:
            raise CannotTell("its board is not the same from both sides")

    def _open(self, square: int) -> bool:
        return square not in self.board.blocked

    def _plain_count(self) -> int:
        moves = sum(len(line) for s in range(self.board.size) if self._open(s) for line in self.board.rays[s])
        return moves + sum(len(uses) for power in self.powers for uses in power.table)

    def _answer_count(self) -> int:
        switches = sum(self._open(s) for s in range(self.board.size)) if self.rules.has_modes else 0
        return self.codec.size - self._plain_count() * (switches + 1)

    # ---- the row ---------------------------------------------------------------------------------

    def _words(self) -> npt.NDArray[np.int64]:
        rules, board = self.rules, self.board
        head = np.zeros(layout.PARTS, np.int64)
        head[layout.ANNOUNCES] = rules.announces_kind
        head[layout.LONG_SHOWS] = rules.long_move_shows
        head[layout.LINES_ONLY] = rules.lines_only
        head[layout.BINDS] = rules.switch_binds
        head[layout.HAS_MODES] = rules.has_modes
        head[layout.PLAIN_CODES] = len(self.plain)
        head[layout.ANSWER_CODES] = len(self.answers)
        head[layout.ACTION_CODES] = self.codec.size
        self._fill_powers(head)
        self._fill_kinds(head)
        self._fill_codes(head)
        parts: list[npt.NDArray[np.int64]] = []
        place = layout.PARTS
        opened = [square for square in range(board.size) if self._open(square)]
        head[layout.SQUARE_COUNT] = len(opened) if rules.has_modes else 0
        longer: tuple[tuple[int, Iterable[int]], ...] = (
            (layout.EFFECTS, (word for action in self.plain for word in self._effect(action))),
            (layout.USE_NEEDS, (word for action in self.plain for word in self._needs(action))),
            (layout.TURNED, (self.codec.encode(self._turned(action)) for action in self.plain)),
            (layout.ANSWERS, (self._answer(action) for action in self.answers)),
            (layout.TURNED_ANSWERS, (self._turned_answer(action) for action in self.answers)),
            (layout.SWITCHES, (square_of(square) for square in opened)),
        )
        for pointer, words in longer:
            head[pointer] = place
            parts.append(np.array([*words], np.int64))
            place += len(parts[-1])
        return np.concatenate([head, *parts, *self._programs(head, place)])

    def _fill_kinds(self, head: npt.NDArray[np.int64]) -> None:
        for seat, kinds in enumerate(self.kinds):
            for i, kind in enumerate(kinds):
                at = layout.KINDS * seat + i
                head[layout.RANK_OF + at] = kind.strength
                head[layout.COUNT_OF + at] = kind.count
                head[layout.TRAITS + at] = (
                    layout.MOVES * kind.movable
                    | layout.RUNS * (kind.moves == "line")
                    | layout.GIFTED * self._gifted(kind)
                    | layout.TRANSFORMS * bool(kind.robot)
                )
                for mode, powers in enumerate((kind.powers, kind.robot)):
                    for n, power in enumerate(powers):
                        limits = head[layout.LIMITS + 2 * self.index[power] + seat]
                        gift = self.index[power] + 1 | layout.LIMITED * bool(limits)
                        head[layout.GIFTS + 2 * at + mode] |= gift << layout.GIFT_BITS * n

    def _gifted(self, kind: Kind) -> bool:
        """Whether a kind has powers, or somebody calls it: such pieces are looked through at every turn."""
        return bool(kind.powers or kind.robot) or kind.id in {self._friend(power) for power in self.powers}

    def _friend(self, power: Power) -> str:
        needs = next((self._declared(power, use) for uses in power.table for use in uses), None)
        return needs.own if needs is not None else ""

    def _declared(self, power: Power, use: Use) -> UseNeeds:
        needs = power.needs(use)
        if needs is None:
            raise CannotTell(f"the power {power.id} does not declare what it needs")
        return needs

    def _fill_powers(self, head: npt.NDArray[np.int64]) -> None:
        for i, power in enumerate(self.powers):
            rule = power.strike
            bits = layout.SHOWS * power.shows
            if power.ask is not None:
                bits |= layout.FAR_FIRST * power.ask.far_first
            if rule is not None:
                bits |= layout.BY_RANK * rule.by_rank | layout.TAKES_FLAGS * rule.takes_flags
                bits |= layout.ADVANCES * rule.advances | layout.DRAWS_IN * rule.draws_in
                bits |= layout.SHOWS_STRUCK * rule.shows_struck | layout.MAY_HALT * rule.may_halt
                bits |= rule.most << layout.MOST_STRUCK
            head[layout.STRIKES + i] = bits
            friend = self._friend(power)
            for seat in (0, 1):
                ids = [kind.id for kind in self.kinds[seat]]
                known = ids.index(friend) + 1 if friend in ids else layout.KINDS + 1
                head[layout.LIMITS + 2 * i + seat] = known << layout.FRIEND if friend else 0
        for slot, (seat, name, uses) in enumerate(self.rules.tokens):
            head[layout.LIMITS + 2 * self.index[name] + seat] |= slot + 1
            head[layout.TOKEN_LIMIT + slot] = uses

    def _fill_codes(self, head: npt.NDArray[np.int64]) -> None:
        board = self.board
        opened = [square for square in range(board.size) if self._open(square)]
        for i, square in enumerate(opened):
            head[layout.SWITCH_CODES + square_of(square)] = i + 1
            for way, step in enumerate(ORTHOGONAL):
                line = board.line(square, step)
                if line and self._open(line[0]):
                    code = self.codec.encode(Move(square, line[0]))
                    head[layout.MOVE_CODES + 4 * square_of(square) + way] = code

    # ---- the longer parts --------------------------------------------------------------------------

    def _route(self, power: Power, use: Use) -> int:
        if power.route(use) is not None:
            return layout.BY_LINE
        return layout.BY_HOP if power.landing(use) is not None else layout.NO_ROUTE

    def _effect(self, action: PlayAction) -> tuple[int, int, int]:
        """What an action does, if it is legal."""
        if isinstance(action, Move):
            origin, goal = square_of(action.origin), square_of(action.target)
            word = layout.PLAIN_MOVE | origin << layout.EFFECT_ORIGIN | goal << layout.EFFECT_GOAL
            return word | layout.BY_LINE << layout.EFFECT_ROUTE, 0, 0
        assert isinstance(action, Use)
        power = self.rules.powers[action.power]
        full, bare = (power.effect(action, Everywhere(enemies)) for enemies in (True, False))
        manner = self._manner(power, full, bare)
        target = full.struck[0] if full.struck else full.goal
        word = manner | self.index[power.id] << layout.EFFECT_POWER
        word |= square_of(action.origin) << layout.EFFECT_ORIGIN | square_of(full.goal) << layout.EFFECT_GOAL
        word |= square_of(target) << layout.EFFECT_TARGET
        word |= self._route(power, action) << layout.EFFECT_ROUTE
        if manner == layout.ASK:
            for seat in (0, 1):
                ids = [kind.id for kind in self.kinds[1 - seat]]
                asked = ids.index(action.kind) + 1 if action.kind in ids else 0
                word |= asked << layout.EFFECT_ASKED + layout.ASKED_BITS * seat
        low, high = squares(full.struck) if manner == layout.APPROACH else (0, 0)
        return word, low, high

    def _manner(self, power: Power, full: UseEffect, bare: UseEffect) -> int:
        match full.manner, bare.manner:
            case "approach", _ if power.asks and power.strike is not None:
                return layout.APPROACH
            case ("strike", "move") | ("move", "move"):
                return layout.GO
            case "strike", "strike":
                return layout.SHOOT
            case "look", _:
                return layout.LOOK
            case "ask", _ if power.ask is not None:
                return layout.ASK
            case "call", _:
                return layout.CALL
        raise CannotTell(f"the power {power.id} does what no table says ({full.manner})")

    def _needs(self, action: PlayAction) -> tuple[int, ...]:
        """What an action takes, as sets."""
        if isinstance(action, Move):
            return (0,) * layout.NEED_WORDS
        assert isinstance(action, Use)
        needs = self._declared(self.rules.powers[action.power], action)
        enemy = [needs.enemy] if needs.enemy != NOWHERE else []
        free = [needs.open] if needs.open != NOWHERE else []
        sets = (needs.empty, [*needs.occupied, *enemy], [*enemy, *free], needs.near)
        return tuple(word for some in sets for word in squares(some))

    def _turned(self, action: PlayAction) -> PlayAction:
        """An action as the other seat sees it."""
        turn = self.board.mirrored
        if isinstance(action, Move):
            return Move(turn(action.origin), turn(action.target))
        assert isinstance(action, Use)
        targets = tuple(turn(square) for square in action.targets)
        return Use(turn(action.origin), action.power, targets, action.kind)

    def _answer(self, action: PlayAction) -> int:
        targets = action.targets if isinstance(action, Strike) else ()
        found = sum(square_of(square) << layout.ANSWER_BITS * i for i, square in enumerate(targets))
        return found | len(targets) << layout.ANSWER_SIZE

    def _turned_answer(self, action: PlayAction) -> int:
        first = self.codec.size - len(self.answers)
        if isinstance(action, Halt):
            return self.codec.encode(action) - first
        assert isinstance(action, Strike)
        targets = sorted(self.board.mirrored(square) for square in action.targets)
        return self.codec.encode(Strike(tuple(targets))) - first

    def _programs(
        self, head: npt.NDArray[np.int64], place: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The integers of uses, and the rows that name them: those of each piece on every square."""
        codes: list[int] = []
        parts: dict[tuple[int, int], list[int]] = {}
        for i, power in enumerate(self.powers):
            for cell in range(self.board.size):
                uses = Uses(cell)
                for use in power.table[cell]:
                    uses.add(self._listed(power, use))
                parts[i, square_of(cell)] = uses.program(codes)
        for part in parts.values():
            for at in range(3, len(part), layout.ROW_WORDS):
                part[at] += place
        place += len(codes)
        rows: list[int] = []
        made: dict[tuple[int, ...], int] = {}

        def start(words: list[int]) -> int:
            if tuple(words) not in made:
                made[tuple(words)] = place + len(rows) | len(words) << layout.LENGTH
                rows.extend(words)
            return made[tuple(words)]

        for i, square in parts:
            if head[layout.LIMITS + 2 * i : layout.LIMITS + 2 * i + 2].any():
                head[layout.STARTS + SQUARES * i + square] = start(parts[i, square])
        for seat, kinds in enumerate(self.kinds):
            for n, kind in enumerate(kinds):
                limited = layout.LIMITED_GIFTS & int(
                    np.bitwise_or.reduce(head[layout.GIFTS + 2 * (layout.KINDS * seat + n) :][:2])
                )
                flags = bool(limited) << layout.IS_LIMITED | bool(kind.robot) << layout.HAS_MODES_TOO
                at = layout.PROGRAMS + SQUARES * (layout.KINDS * seat + n)
                for cell in range(self.board.size):
                    words = self._program(head, parts, seat, kind, square_of(cell))
                    head[at + square_of(cell)] = start(words) | flags
        return np.array(codes, np.int64), np.array([*rows, 0], np.int64)

    def _program(
        self,
        head: npt.NDArray[np.int64],
        parts: dict[tuple[int, int], list[int]],
        seat: int,
        kind: Kind,
        square: int,
    ) -> list[int]:
        """The rows of all powers without limits that a kind of a seat has, in both modes."""
        found: list[int] = []
        for mode, powers in enumerate((kind.powers, kind.robot)):
            for power in powers:
                i = self.index[power]
                if head[layout.LIMITS + 2 * i + seat] == 0:
                    rows = list(parts[i, square])
                    rows[:: layout.ROW_WORDS] = [
                        word | mode << layout.ROW_ROBOT for word in rows[:: layout.ROW_WORDS]
                    ]
                    found += rows
        return found

    def _listed(self, power: Power, use: Use) -> ListedUse:
        needs = self._declared(power, use)
        asked = tuple(not needs.theirs or needs.theirs in self.rules.kinds[1 - seat] for seat in (0, 1))
        return ListedUse(
            self.codec.encode(use), needs, self._route(power, use), (bool(asked[0]), bool(asked[1]))
        )


@lru_cache(maxsize=64)
def _made(game: RankGame, options: tuple[tuple[str, object], ...]) -> PowerTables:
    return PowerTables(game.rules(**dict(options)))


def power_tables(game: RankGame, **options: object) -> PowerTables:
    """The tables of a game with its options, made once; `CannotTell` says what does not fit."""
    return _made(game, tuple(sorted(options.items())))
