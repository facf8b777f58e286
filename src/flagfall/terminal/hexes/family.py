"""What the terminal asks of the hex game: show a scenario, play it, step through a record."""

from __future__ import annotations

from flagfall.core.record import Record
from flagfall.hexes.game import HexGame
from flagfall.terminal.console import Console
from flagfall.terminal.options import TableOptions


def show(game: HexGame, console: Console) -> None:
    """Map, sides, victory and options of a scenario."""
    from flagfall.terminal.commands import hex

    console.say(hex.show(game.id, colour=console.colour, language=console.words.language))


def play(game: HexGame, table: TableOptions) -> int:
    """Play one game; the exit status."""
    from flagfall.terminal.hexes.play import play

    return play(game, table)


def replay(game: HexGame, record: Record, console: Console, view: str, at: int) -> int:
    """Step through a record in plain lines; the exit status."""
    from flagfall.terminal import plain

    return plain.replay(game, record, console, view, at)
