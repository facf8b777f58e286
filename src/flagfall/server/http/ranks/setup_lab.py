"""HTTP: the set-up laboratory. Nothing is kept: each request brings a set-up as text.

What can be seen on the board, and how the set-up did in the asker's own games, is told at once. The score and
the better swaps are worked out in the process that advises people, a part with every request. Set-ups of the
asker's own running games against people are refused, in every part.
"""

from __future__ import annotations

import asyncio

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.bots.ranks.setup_lab.examine import examine, placed_pieces
from flagfall.bots.ranks.setup_lab.reference_setups import field_of, score_name
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import STRIDE
from flagfall.ranks.game import RankGame
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.ranks.fair_play import placed, refuse_running_setup
from flagfall.server.http.ranks.games import fetch, read_setup
from flagfall.server.storage.games.played_setups import PlayedEntry, setup_entries
from flagfall.server.tables.log_entries import Acted, read_entry
from flagfall.server.wire.learning.setup_lab import OwnGames, SetupAsked, SetupReport, SetupScored


async def _asked(tables: Tables, person: str, data: SetupAsked) -> tuple[RankGame, Deploy, str]:
    """The set-up that is asked about, and its text; refused if it is not whole, or being played."""
    game = await fetch(tables, data.game)
    read = await asyncio.to_thread(read_setup, game, data.text, data.seat)
    setup = Deploy(read.pieces)
    await refuse_running_setup(tables, person, placed(game, data.seat, setup), game.board)
    return game, setup, read.text


def _flipped(game: RankGame, setup: Deploy) -> Deploy:
    """The set-up with left and right exchanged."""
    last = game.board.width - 1
    flipped = ((square + last - 2 * (square % STRIDE), kind) for square, kind in setup.pieces)
    return Deploy(tuple(sorted(flipped)))


def _tally(scores: list[float]) -> OwnGames:
    won, lost = sum(score == 1.0 for score in scores), sum(score == 0.0 for score in scores)
    return OwnGames(won, len(scores) - won - lost, lost)


def _report(game: RankGame, seat: int, setup: Deploy, text: str, played: list[PlayedEntry]) -> SetupReport:
    ends: dict[tuple[str, int], tuple[str, float]] = {}
    for one in played:
        entry = read_entry(one.body, game)
        if isinstance(entry, Acted) and entry.seat == one.seat and isinstance(entry.action, Deploy):
            # The text is as its owner sees it, so that both sides of the board count.
            ends[one.table, one.seat] = (game.write_setup(entry.action, one.seat) or "", one.score)
    other = game.write_setup(_flipped(game, setup), seat) or ""

    def of(wanted: str) -> OwnGames:
        return _tally([score for found, score in ends.values() if found == wanted])

    findings = examine(HomeArea(game.board, seat), placed_pieces(game, seat, setup.pieces))
    field = field_of(game, seat)
    mirrored = of(other) if other != text else OwnGames()
    return SetupReport(text, findings, score_name(game), field, of(text), mirrored, len(ends))


@post("/api/setup-lab", status_code=200)
async def examine_setup(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[SetupAsked],
) -> SetupReport:
    """Where a set-up is weak, what it is compared with, and how it did in your own finished games."""
    who = signed_in(identity, "play").person
    game, setup, text = await _asked(tables, who, data)
    played = await tables.store.read(lambda db: setup_entries(db, who, game.id))
    return await asyncio.to_thread(_report, game, data.seat, setup, text, played)


@post("/api/setup-lab/score", status_code=200)
async def score_setup(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[SetupAsked],
) -> SetupScored:
    """What a set-up scores against the field, and better swaps; ask again until all of it is done."""
    who = signed_in(identity, "play").person
    game, setup, _ = await _asked(tables, who, data)
    return await tables.advisor.setup_score(who, game, data.seat, setup, tables.games.text(game.id))


HANDLERS = [examine_setup, score_setup]
