"""The score of a set-up that is being worked out, part by part."""

from __future__ import annotations

import asyncio

from flagfall.bots.ranks.setup_lab.findings import ScorePart
from flagfall.bots.ranks.setup_lab.reference_setups import score_name
from flagfall.bots.ranks.setup_lab.scoring import best_swaps, game_parts, whole_score
from flagfall.ranks.actions import Deploy
from flagfall.ranks.game import RankGame
from flagfall.server.wire.learning.setup_lab import SetupScored


class SetupScore:
    """What was worked out so far for a set-up."""

    def __init__(self, game: RankGame, seat: int, setup: Deploy) -> None:
        self.game, self.seat, self.setup = game, seat, setup
        self.parts: list[ScorePart] = []
        self.turn = asyncio.Lock()

    @property
    def done(self) -> bool:
        """Whether all parts are there."""
        return bool(self.parts) and len(self.parts) >= self.parts[0].parts

    def shown(self) -> SetupScored:
        """The score as far as it goes; there is none before all games were played."""
        games = [one for part in self.parts for one in part.games]
        played = len(self.parts) >= game_parts(self.game)
        found = whole_score(self.game, self.seat, self.setup.pieces, games) if played else None
        return SetupScored(
            100 * len(self.parts) // self.parts[0].parts,
            score_name(self.game),
            len(games),
            round(found.score, 1) if found else 0.0,
            round(found.margin, 1) if found else 0.0,
            best_swaps(self.parts) if self.done else (),
        )
