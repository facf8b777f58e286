"""Stepping through a recorded hidden-rank game, with its board."""

from __future__ import annotations

from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import Piece
from flagfall.terminal.paragraphs import filled
from flagfall.terminal.ranks.board import Drawing, Marks, below
from flagfall.terminal.ranks.story import Story
from flagfall.terminal.replay import BOTH, Replay


def open_pieces(state: RankState) -> tuple[Piece, ...]:
    """All pieces as their owners see them: for games that are over."""
    own = [piece for seat in (0, 1) for piece in state.view(seat).pieces if piece.seat == seat]
    return tuple(sorted(own, key=lambda piece: piece.id))


class RankReplay(Replay):
    """A record of a hidden-rank game that is being looked at."""

    game: RankGame

    def _state(self, at: int) -> RankState:
        """The state after a step."""
        state = self.steps[at].state
        assert isinstance(state, RankState)
        return state

    def show(self) -> None:
        """The board here, and what led to it."""
        step, language = self.steps[self.at], self.words.language
        state = self._state(self.at)
        drawing = Drawing(self.game, self.seat, colour=self.console.colour, columns=self.console.width)
        told = ""
        last: tuple[int, ...] = ()
        if self.at:
            story = Story(self.game, self._state(self.at - 1).view(self.seat), language)
            told = story.hear(step.events)
            last = story.last
        view = state.view(self.seat)
        pieces = open_pieces(state) if self.view == BOTH else view.pieces
        self.console.title(self.words("replay-title", at=self.at, last=len(self.steps) - 1, view=self.view))
        if told:
            self.console.say(filled(told, self.console.width - 1))
        if pieces:
            self.console.say(drawing.board(pieces, Marks(last=frozenset(last))))
        for line in below(self.game, view, self.words, language):
            self.console.say(filled(line, self.console.width - 1))
