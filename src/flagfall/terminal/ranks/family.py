"""What the terminal asks of the hidden-rank games: show one, play it, step through a record."""

from __future__ import annotations

from flagfall.core.record import Record
from flagfall.ranks.game import RankGame
from flagfall.terminal.console import Console
from flagfall.terminal.options import TableOptions


def show(game: RankGame, console: Console) -> None:
    """Board, armies, powers and options of an edition."""
    from flagfall.terminal.ranks.pages import edition_page

    console.say(edition_page(game, console.words, colour=console.colour, width=min(console.width, 100)))


def play(game: RankGame, table: TableOptions) -> int:
    """Play one game; the exit status."""
    from flagfall.terminal.ranks.play import play

    return play(game, table)


def replay(game: RankGame, record: Record, console: Console, view: str, at: int) -> int:
    """Step through a record; the exit status."""
    from flagfall.terminal.ranks.replay import RankReplay
    from flagfall.terminal.replay import step_through

    return step_through(RankReplay(game, record, console, view), at)
