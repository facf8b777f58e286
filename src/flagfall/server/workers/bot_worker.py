"""The process that plays the seats of many bots: ``python -m flagfall.server.workers.bot_worker``.

It speaks the protocol of all bots and is told views, events and legal actions of a seat, never a State.
"""

from __future__ import annotations

from flagfall.bots.processes.program import Seats, serve_standard_streams
from flagfall.server.workers.uploaded_games import UploadedGames


def seats() -> Seats:
    """The seats of this process; they may be of uploaded games."""
    return Seats(find_game=UploadedGames().find)


if __name__ == "__main__":
    serve_standard_streams(seats().answer)
