"""The UCC protocol, which other Stratego programs speak: a host for such programs.

Lines on standard input and output. ``x`` counts 0 to 9 from the left and ``y`` 0 to 9 from the top, where
red sits: so ``y`` is our row and ``x`` our column. Pieces are ``1`` (marshal) to ``9`` (scout), ``s``, ``B``
and ``F``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flagfall.bots.base import Bot, Clock
from flagfall.bots.processes.line_process import LineProcess, ProcessFailed, wait_for
from flagfall.core import Action, AnyGame, Event, View
from flagfall.ranks.actions import Deploy, Move
from flagfall.ranks.edition import Kind
from flagfall.ranks.events import Attacked, Captured, Ended, Moved, Shown, Turned
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

WAYS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
SETUP_ROWS = 4
GRACE_SECONDS = 5.0


class UccError(ProcessFailed):
    """A program gave up, or did not keep to the protocol."""


def letter(kind: Kind) -> str:
    """The sign of a kind of piece."""
    if kind.role == "soldier":
        return str(11 - kind.strength)
    return {"spy": "s", "bomb": "B", "flag": "F"}[kind.role]


def letters(game: RankGame, seat: int) -> dict[str, str]:
    """For each sign the kind that it stands for."""
    return {letter(kind): kind.id for kind in game.edition.armies[seat].kinds}


def fits(game: RankGame) -> bool:
    """Whether the protocol can say a game: the classic army on ten by ten squares."""
    return len(game.board.homes[0]) == 40 and game.edition.armies[0].size == 40 and not game.edition.powers


def write_move(origin: int, target: int) -> str:
    """A straight move: ``x y WAY``, and how far if it is more than one square."""
    rows, columns = target // 10 - origin // 10, target % 10 - origin % 10
    steps = max(abs(rows), abs(columns))
    way = next(name for name, (y, x) in WAYS.items() if (y * steps, x * steps) == (rows, columns))
    far = f" {steps}" if steps > 1 else ""
    return f"{origin % 10} {origin // 10} {way}{far}"


def read_move(words: Sequence[str]) -> tuple[Move, int]:
    """The move that words tell, and how many words it took; `UccError` if they tell none."""
    try:
        x, y, way = int(words[0]), int(words[1]), WAYS[words[2]]
        far = len(words) > 3 and words[3].isdigit()
        steps = int(words[3]) if far else 1
    except (ValueError, IndexError, KeyError):
        raise UccError(f"not a move: {' '.join(words)!r}") from None
    origin = 10 * y + x
    row, column = y + steps * way[0], x + steps * way[1]
    if not all(0 <= part <= 9 for part in (x, y, row, column)):
        raise UccError(f"off the board: {' '.join(words)!r}")
    return Move(origin, 10 * row + column), 4 if far else 3


def board_rows(game: RankGame, view: RankView) -> list[str]:
    """The ten rows that a player is sent: own signs, ``#`` for enemies."""
    cells = ["+" if square in game.board.blocked else "." for square in range(100)]
    kinds = {kind.id: kind for kind in game.edition.armies[view.seat].kinds}
    for piece in view.pieces:
        cells[piece.square] = letter(kinds[piece.kind]) if piece.seat == view.seat else "#"
    return ["".join(cells[row : row + 10]) for row in range(0, 100, 10)]


def setup_rows(game: RankGame, deploy: Deploy, seat: int) -> list[str]:
    """A set-up as four rows, the top row of the board first."""
    kinds = {kind.id: letter(kind) for kind in game.edition.armies[seat].kinds}
    placed = {square: kinds[kind] for square, kind in deploy.pieces}
    squares = sorted(placed)
    return ["".join(placed[square] for square in squares[i : i + 10]) for i in range(0, 40, 10)]


def read_setup(game: RankGame, rows: Sequence[str], seat: int) -> Deploy:
    """The set-up that four rows tell; `UccError` if they tell none."""
    known = letters(game, seat)
    squares = sorted(game.board.homes[seat])
    signs = "".join(rows)
    if len(signs) != len(squares) or any(sign not in known for sign in signs):
        raise UccError(f"not a set-up: {' '.join(rows)!r}")
    return Deploy(tuple((square, known[sign]) for square, sign in zip(squares, signs, strict=True)))


class TurnReport:
    """What a turn was, gathered from its events: the move, and its outcome in the words of the protocol."""

    def __init__(self) -> None:
        self.move = (-1, -1)
        self.ranks: dict[int, str] = {}
        self.attacker = -1
        self.target = -1
        self.fallen: list[int] = []
        self.won = False

    def hear(self, event: Event) -> None:
        """Take note of an event of the turn."""
        if isinstance(event, Attacked):
            self.attacker = event.piece
            self.move = event.origin, event.targets[0]
        elif isinstance(event, Moved) and self.attacker < 0:
            self.move = event.origin, event.target
        elif isinstance(event, Shown):
            self.ranks[event.piece] = event.rank
        elif isinstance(event, Captured):
            self.fallen.append(event.piece)
        elif isinstance(event, Ended):
            self.won = event.outcome.termination == "flag"

    def line(self) -> str:
        """The move and its outcome."""
        text = write_move(*self.move)
        if self.attacker < 0:
            return f"{text} OK"
        if self.won:
            return f"{text} VICTORY_FLAG"
        mine = self.ranks[self.attacker]
        theirs = next(rank for piece, rank in self.ranks.items() if piece != self.attacker)
        word = "BOTHDIE" if len(self.fallen) == 2 else "DIES" if self.attacker in self.fallen else "KILLS"
        return f"{text} {word} {_sign(mine)} {_sign(theirs)}"


def _sign(rank: str) -> str:
    return {"B": "B", "F": "F", "S": "s", "1": "s"}.get(rank) or str(11 - int(rank))


class UccPlayer(Bot):
    """A program that speaks the protocol, at a seat of a classic game."""

    def __init__(self, game: AnyGame, seat: int, seed: int = 0, command: Sequence[str] = ()) -> None:
        super().__init__(game, seat, seed)
        if not isinstance(game, RankGame) or not fits(game):
            raise UccError(f"the UCC protocol cannot say {game.id}")
        self.ranks_game = game
        self._process = wait_for(LineProcess.started(command))
        self._report = TurnReport()
        self._turn = 0
        self._last = "START"

    def _send(self, *lines: str) -> None:
        async def write() -> None:
            self._process.write("".join(line + "\n" for line in lines).encode())

        wait_for(write())

    def _read(self, seconds: float) -> str:
        while True:
            found = wait_for(self._process.read(seconds)).decode(errors="replace").strip()
            if found:
                return found

    def deploy(self, view: View) -> Action:
        """Ask the program for its set-up."""
        self._send(f"{('RED', 'BLUE')[self.seat]} flagfall 10 10")
        rows = [self._read(30.0) for _ in range(SETUP_ROWS)]
        return read_setup(self.ranks_game, rows, self.seat)

    def observe(self, events: Sequence[Event]) -> None:
        """Echo the program's own move with its outcome, and keep the other side's for the next request."""
        for event in events:
            self._report.hear(event)
            if isinstance(event, Turned):
                report, self._report = self._report, TurnReport()
                if self._turn == self.seat:
                    self._send(report.line())
                else:
                    self._last = report.line()
                self._turn = event.seat

    def decide(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Ask the program for its move."""
        assert isinstance(view, RankView)
        self._send(self._last, *board_rows(self.ranks_game, view))
        words = self._read(clock.move + GRACE_SECONDS).split()
        if words[0] in ("SURRENDER", "NO_MOVE"):
            raise UccError(f"the program says {words[0]}")
        return read_move(words)[0]

    def close(self) -> None:
        """Let the program go."""
        self._send("QUIT")
        wait_for(self._process.end(seconds=1.0))
