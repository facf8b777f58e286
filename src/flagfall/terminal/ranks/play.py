"""A game at this machine: a person against a bot, or two persons who hand the screen over."""

from __future__ import annotations

import random
from collections.abc import Sequence

from flagfall.core import Action, BadText, Event, FlagfallError, IllegalAction, Outcome
from flagfall.ranks import setup
from flagfall.ranks.actions import Deploy, Move
from flagfall.ranks.board import BY_NAME, NAMES
from flagfall.ranks.game import RankGame
from flagfall.ranks.legal import forfeits
from flagfall.ranks.state import RankState
from flagfall.ranks.words import power_name, refusal, side_name
from flagfall.terminal.console import Quit
from flagfall.terminal.local_game import LocalGame
from flagfall.terminal.options import TableOptions
from flagfall.terminal.paragraphs import filled
from flagfall.terminal.ranks.board import Drawing, Marks, below
from flagfall.terminal.ranks.move_help import all_moves, goals, square_help
from flagfall.terminal.ranks.replay import open_pieces
from flagfall.terminal.ranks.setup_desk import Desk, from_word
from flagfall.terminal.ranks.story import Story

USUAL_QUIET = 200
"""What a bot takes for the limit of quiet moves, where there is none."""
SECONDS = 1.0
"""How long a bot may think about a move."""


def play(game: RankGame, table: TableOptions) -> int:
    """Play one game; the exit status."""
    with LocalRankGame(game, table) as local_game:
        return local_game.play()


class LocalRankGame(LocalGame[RankGame, RankState]):
    """A hidden-rank game in progress."""

    def __init__(self, game: RankGame, table: TableOptions) -> None:
        super().__init__(game, table)
        self.stories = {seat: Story(game, self.state.view(seat), table.language) for seat in self.people}
        self.news: dict[int, list[str]] = {seat: [] for seat in self.people}

    # ---- the course of the game -------------------------------------------------------------

    def run(self) -> None:
        """From the set-up to the end."""
        self.console.title(self._opening())
        self._set_up()
        self.console.say(self.words("ask-help"))
        while self.state.outcome() is None:
            seat = self.state.track.turn
            if seat in self.bots:
                self.bot_decides(seat, SECONDS)
            else:
                self._turn(seat)
        self._after()

    def _opening(self) -> str:
        name = self.game.edition.name(self.language)
        if self.table.two:
            return self.words("opening-two", game=name)
        side = side_name(self.game, self.people[0], self.language)
        return self.words("opening", game=name, side=side, level=self.table.level)

    def side(self, seat: int) -> str:
        """The name of a side."""
        return side_name(self.game, seat, self.language)

    def _set_up(self) -> None:
        first = self.table.seat
        named = dict(zip((first, 1 - first), self.table.setups, strict=False))
        for seat in (first, 1 - first):
            if seat in self.bots:
                deploy = self.bots[seat].deploy(self.state.view(seat))
            else:
                rng = random.Random(f"{self.table.seed}/setup/{seat}")
                if seat in named:
                    deploy = from_word(self.game, seat, rng, named[seat])
                    self._check(seat, deploy)
                else:
                    self._look(seat)
                    deploy = Desk(self.game, seat, self.console, rng, dict(self.table.options)).choose()
            self.apply(seat, deploy)

    def _check(self, seat: int, deploy: Action) -> None:
        """Refuse a set-up of the command line in words: nothing can be fixed there."""
        assert isinstance(deploy, Deploy)
        try:
            setup.check(self.state.rules, seat, deploy)
        except IllegalAction as error:
            raise FlagfallError(refusal(self.game, error, seat, self.language)) from None

    def _look(self, seat: int) -> None:
        """Let one of two persons look, and nobody else."""
        if self.table.two and self.looking != seat:
            self.console.hand_over(self.side(seat))
        self.looking = seat

    def hear(self, events: Sequence[Event]) -> None:
        """Let the persons' stories go on."""
        for seat, story in self.stories.items():
            told = story.hear(tuple(events))
            if told:
                self.news[seat].append(told)

    # ---- a person's turn --------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        self._look(seat)
        self.show(seat)
        while self.state.outcome() is None and self.state.track.turn == seat:
            self._read_news(seat)
            line = self.console.ask(self._prompt(seat))
            if line:
                self._obey(seat, line)
        self._read_news(seat)
        if self.table.two and self.state.outcome() is None:
            self.console.ask(self.words("pause") + " ")

    def _prompt(self, seat: int) -> str:
        awaited = self.state.awaited
        if awaited is not None:
            name = power_name(self.game, awaited.power, self.language)
            return f"{self.side(seat)}, {name}: strike… > "
        return f"{self.side(seat)} > "

    def _read_news(self, seat: int) -> None:
        for told in self.news[seat]:
            self.console.say(filled(told, self.console.width - 1))
        self.news[seat].clear()

    def show(self, seat: int, chosen: int = -1) -> None:
        """Draw the board as a seat sees it, with what has happened above it."""
        self._read_news(seat)
        story = self.stories[seat]
        drawing = Drawing(self.game, seat, colour=self.console.colour, columns=self.console.width)
        found = goals(self.state.legal(seat), chosen) if chosen >= 0 else frozenset()
        marks = Marks(found, frozenset(story.last))
        self.console.say("\n" + drawing.board(story.view.pieces, marks))
        for line in below(self.game, story.view, self.words, self.language):
            self.console.say(filled(line, self.console.width - 1))

    def _obey(self, seat: int, line: str) -> None:
        words = line.split()
        command, rest = words[0].lower(), words[1:]
        try:
            match command:
                case "help" | "rule" if rest:
                    self._tell(" ".join(rest))
                case "help" | "?" | "rule":
                    self._help()
                case "board":
                    self.show(seat)
                case "moves":
                    for text in all_moves(self.stories[seat], self.state.legal(seat), self.words):
                        self.console.say(text)
                case "army":
                    self._armies()
                case "save":
                    self.save(seat, rest)
                case "resign":
                    self.resign(seat)
                case "draw":
                    self._offer_draw(seat)
                case "quit":
                    raise Quit
                case square if square in BY_NAME and len(words) == 1:
                    self._explain(seat, BY_NAME[square])
                case _:
                    self._act(seat, line)
        except IllegalAction as error:
            self.console.say(refusal(self.game, error, seat, self.language))
        except BadText as error:
            self.console.say(self.console.misread(error))
            self.console.say(self.words("ask-help"))
        except FlagfallError as error:
            self.console.say(str(error))

    def _act(self, seat: int, line: str) -> None:
        action = self.game.action(line)
        if isinstance(action, Deploy):
            raise IllegalAction("ST-SET-1", reason="already set up")
        if isinstance(action, Move) and forfeits(self.state, seat, action):
            sure = self.console.agrees(self.words("bomb-move", square=NAMES[action.origin]))
            if not sure:
                return
        self.apply(seat, action)
        if self.state.awaited is not None:
            self.show(seat)
            for text in all_moves(self.stories[seat], self.state.legal(seat), self.words):
                self.console.say(text)

    def _explain(self, seat: int, square: int) -> None:
        board = self.game.board
        if square >= board.size or board.column(square) >= board.width:
            raise IllegalAction("ST-MOVE-2", reason="off the board")
        story, legal = self.stories[seat], self.state.legal(seat)
        piece = story.view.at(square)
        if piece is not None and piece.seat == seat:
            self.show(seat, square)
        for line in square_help(self.game, story, legal, square, self.words):
            self.console.say(line)

    def _tell(self, word: str) -> None:
        from flagfall.terminal.ranks.explain import explain

        told = explain(self.game, word, self.words)
        self.console.say(filled(told, self.console.width - 1))

    def _help(self) -> None:
        self.console.say(self.words("help"))
        if self.game.edition.powers:
            self.console.say(self.words("help-powers"))
        if self.game.edition.has_modes:
            self.console.say(self.words("help-modes"))
        robots = self.words("help-signs-robot") if self.game.edition.has_modes else ""
        self.console.say(self.words("help-signs") + robots)

    def _armies(self) -> None:
        from flagfall.terminal.ranks.pages import army_table

        for seat in (0, 1):
            self.console.title(self.side(seat))
            for line in army_table(self.game, seat, self.words, colour=self.console.colour):
                self.console.say(line)

    # ---- draws, and the end ------------------------------------------------------------

    def _offer_draw(self, seat: int) -> None:
        other = 1 - seat
        drawn = Outcome("agreement", (0.5, 0.5), self.game.end_rule)
        if other in self.bots:
            # A bot agrees when nothing has happened for long, which both can see.
            track = self.state.track
            if track.quiet * 4 >= (self.state.rules.quiet_limit or USUAL_QUIET):
                self.end(drawn)
            else:
                self.console.say(self.words("draw-declined", side=self.side(other)))
            return
        self._look(other)
        if self.console.agrees(self.words("draw-offered", side=self.side(seat))):
            self.end(drawn)
            return
        self._look(seat)
        self.console.say(self.words("draw-declined", side=self.side(other)))
        self.show(seat)

    def _after(self) -> None:
        seat = self.looking if self.looking is not None else self.people[0]
        self._read_news(seat)
        drawing = Drawing(self.game, seat, colour=self.console.colour, columns=self.console.width)
        self.console.say("\n" + drawing.board(open_pieces(self.state)))
        self.part(seat)
