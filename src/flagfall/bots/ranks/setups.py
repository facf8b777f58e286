"""Set-ups by style, for every army and every board.

    >>> generate(flagfall.game("original"), seat=0, rng=random.Random(7), style="bluffing")

Every style but the learned one starts from where people put their pieces and leans from there. Such a set-up
never walls its own pieces in, and the flag is never in the open.
"""

from __future__ import annotations

import random
from functools import cache
from importlib.resources import files

import msgspec

from flagfall.bots.network.learned_setups import draw_setup, has_learned_setups
from flagfall.bots.ranks.setup_habits import Habits, HomeArea, habits
from flagfall.core import FlagfallError
from flagfall.ranks.actions import Deploy
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame

TRIES = 60
"""How often a set-up that blocks itself is thrown away before one is built so that it cannot."""


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """A way to set up, as leanings away from what people do on average."""

    id: str
    names: dict[str, str]
    back: float = 1.0
    """How much more the flag keeps to the back row."""
    guard: float = 1.0
    """How much more the bombs keep to the flag."""
    decoy: float = 0.0
    """How often the bombs guard a square where the flag is not."""
    strong_front: float = 1.0
    """How much more ranks 8 and up stand in front."""
    weak_front: float = 1.0
    """How much more ranks 4 to 6 stand in front."""
    scouts_front: float = 1.0
    bombs_front: float = 1.0
    shelter: float = 0.5
    """How sheltered the flag has to be, 0 to 1 (see `shelter`)."""
    learned: bool = False
    """Not drawn from leanings at all, but one of those that won in training; for the games that have them."""

    def name(self, language: str = "en") -> str:
        """Its name in a language, else in English."""
        return self.names.get(language, self.names["en"])


class _Styles(msgspec.Struct, frozen=True):
    style: tuple[Style, ...]


class UnknownStyle(FlagfallError):  # noqa: N818 - named like the other errors
    """There is no such style of set-up."""

    def __init__(self, wanted: str, game: RankGame) -> None:
        known = ", ".join(style.id for style in styles_of(game))
        super().__init__(f"there is no style {wanted!r}; there are {known}")


@cache
def styles() -> tuple[Style, ...]:
    """The styles that set-ups are drawn by, from ``styles.toml``."""
    data = files("flagfall.bots.ranks").joinpath("data/styles.toml").read_bytes()
    return msgspec.toml.decode(data, type=_Styles).style


def styles_of(game: RankGame) -> tuple[Style, ...]:
    """The styles that a game has."""
    return tuple(style for style in styles() if not style.learned or has_learned_setups(game))


def style(id: str, game: RankGame) -> Style:
    """The style of a game with an id."""
    for one in styles_of(game):
        if one.id == id:
            return one
    raise UnknownStyle(id, game)


def generate(game: RankGame, seat: int, rng: random.Random, wanted: str = "any") -> Deploy:
    """A set-up for a seat in a style; ``any`` is a random one of those that are drawn each time."""
    drawn = [one for one in styles() if not one.learned]
    chosen = rng.choice(drawn) if wanted == "any" else style(wanted, game)
    if chosen.learned and (proven := draw_setup(game, seat, rng)) is not None:
        return proven
    known = habits(game, seat)
    kinds = game.edition.armies[seat].kinds
    best: tuple[float, dict[int, Kind]] | None = None
    for _ in range(TRIES):
        placed = _draw(known, kinds, chosen, rng)
        if walled_in(known.home, placed) or not guarded(known.home, placed):
            continue
        safety = shelter(known.home, placed)
        if best is None or safety > best[0]:
            best = safety, placed
        if safety >= chosen.shelter:
            break
    placed = best[1] if best is not None else _safe(known, kinds, chosen, rng)
    return Deploy(tuple(sorted((square, kind.id) for square, kind in placed.items())))


def walled_in(home: HomeArea, placed: dict[int, Kind]) -> list[int]:
    """The squares of movable pieces that no move of their own side can ever free; too few exits count all."""
    movable = [square for square, kind in placed.items() if kind.movable]
    still = {square for square, kind in placed.items() if not kind.movable}
    beside = home.board.beside
    reached = set(home.middle)
    stack = list(home.middle)
    while stack:
        for near in beside[stack.pop()]:
            if near not in reached and near not in still and near in home.row:
                reached.add(near)
                stack.append(near)
    exits = {square for square in movable if any(near not in placed for near in beside[square])}
    if len(exits) < min(3, len(movable)):
        return movable
    return [square for square in movable if square not in reached]


def guarded(home: HomeArea, placed: dict[int, Kind]) -> bool:
    """Whether the flag stands behind the front row, with a piece right in front of it."""
    flag = next(square for square, kind in placed.items() if kind.role == "flag")
    ahead = [square for square in home.board.beside[flag] if home.row.get(square, -1) > home.row[flag]]
    return home.row[flag] < home.depth - 1 and all(square in placed for square in ahead)


def shelter(home: HomeArea, placed: dict[int, Kind]) -> float:
    """How well the flag is covered: bombs on the squares beside it count full, other pieces half.

    The square before it counts double: through it a piece of rank 2 comes from afar.
    """
    flag = next(square for square, kind in placed.items() if kind.role == "flag")
    covered, most = 0.0, 0.0
    for near in home.board.beside[flag]:
        share = 2.0 if home.row.get(near, home.depth) > home.row[flag] else 1.0
        most += share
        if near in placed:
            covered += share * (0.5 if placed[near].movable else 1.0)
    return covered / most if most else 1.0


def _pick(rng: random.Random, weights: dict[int, float]) -> int:
    return rng.choices(list(weights), list(weights.values()))[0]


def _draw(known: Habits, kinds: tuple[Kind, ...], lean: Style, rng: random.Random) -> dict[int, Kind]:
    """A set-up piece by piece: the flag, the bombs that go with it, then the others, the highest first."""
    home = known.home
    free = set(home.squares)
    placed: dict[int, Kind] = {}

    def put(kind: Kind, weights: dict[int, float]) -> int:
        square = _pick(rng, {square: weights[square] for square in sorted(free)})
        free.discard(square)
        placed[square] = kind
        return square

    by_role = {role: [kind for kind in kinds if kind.role == role] for role in ("flag", "bomb")}
    flag = -1
    for kind in by_role["flag"]:
        flag = put(kind, {s: w * (lean.back if home.row[s] == 0 else 1) for s, w in known.where[0].items()})
    heart = flag
    if rng.random() < lean.decoy:
        heart = _pick(
            rng, {s: w for s, w in known.where[0].items() if s not in (flag, *home.board.beside[flag])}
        )
    near = {heart, *home.board.beside[heart]}
    weights = {
        square: weight * (lean.guard if square in near else 1) * lean.bombs_front ** home.front(square)
        for square, weight in known.bombs(heart).items()
    }
    for kind in by_role["bomb"]:
        for _ in range(kind.count):
            put(kind, weights)
    rest = [kind for kind in kinds if kind.role not in by_role for _ in range(kind.count)]
    rest.sort(key=lambda kind: -kind.strength if kind.strength > 1 else -8.5)
    for kind in rest:
        lean_front = _lean(kind, lean)
        put(kind, {s: w * lean_front ** home.front(s) for s, w in known.where[kind.strength].items()})
    return placed


def _lean(kind: Kind, lean: Style) -> float:
    if kind.strength >= 8:
        return lean.strong_front
    if kind.moves == "line":
        return lean.scouts_front
    return lean.weak_front if 4 <= kind.strength <= 6 else 1.0


def _safe(known: Habits, kinds: tuple[Kind, ...], lean: Style, rng: random.Random) -> dict[int, Kind]:
    """A set-up whose bombs stand in the back row, where they wall nobody in."""
    placed = _draw(known, kinds, lean, rng)
    home = known.home
    back = [square for square in home.squares if home.row[square] == 0]
    still = [square for square in placed if not placed[square].movable and home.row[square] > 0]
    still.sort(key=lambda square: placed[square].role != "flag")  # the flag first: there may be more bombs
    for square in still:
        swaps = [other for other in back if other not in placed or placed[other].movable]
        if not swaps:
            break
        other = rng.choice(swaps)
        moved = placed.pop(square)
        if other in placed:
            placed[square] = placed[other]
        placed[other] = moved
    flag = next(square for square, kind in placed.items() if kind.role == "flag")
    for ahead in home.board.beside[flag]:
        if home.row.get(ahead, -1) > home.row[flag] and ahead not in placed:
            other = rng.choice(sorted(square for square, kind in placed.items() if kind.movable))
            placed[ahead] = placed.pop(other)
    return placed
