"""Score the field of the set-up laboratory against itself and write it, for every edition with a network.

    python -m tools.setup_field [EDITION ...]

Needed again when there is another network, or other learned set-ups; it takes some minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

import flagfall
from flagfall.bots.levels import has_net
from flagfall.bots.network.learned_setups import SIGNS, Strengths
from flagfall.bots.ranks.setup_lab import trials
from flagfall.bots.ranks.setup_lab.reference_setups import SIZE, StoredField, drawn_field
from flagfall.ranks.game import RankGame

FILE = Path(__file__).parent.parent / "src/flagfall/bots/ranks/data/setup-field.json"


def word(setup: Strengths, cells: int) -> str:
    """A set-up as the file has it."""
    return "".join(SIGNS[setup.get(cell, -1) + 1] for cell in range(cells))


def scored(game: RankGame) -> StoredField:
    """The field of a game with the score of each of its set-ups, played as the laboratory plays."""
    field = drawn_field(game, 0)
    cells = max(game.board.homes[0]) + 1
    scores = []
    for mine in field:
        points: list[float] = []
        for side in (0, 1):
            for start in range(0, SIZE, trials.TOGETHER):
                rivals = field[start : start + trials.TOGETHER]
                points += trials.field_games(game, mine, rivals, side, start)
        scores.append(round(100 * sum(points) / len(points), 2))
        print(game.id, len(scores), scores[-1], flush=True)
    return StoredField(tuple(word(setup, cells) for setup in field), tuple(scores))


def main() -> None:
    """Write the file; editions that are not named keep what they had."""
    known = msgspec.json.decode(FILE.read_bytes(), type=dict[str, StoredField]) if FILE.exists() else {}
    named = sys.argv[1:] or [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]
    for id in named:
        game = flagfall.game(id)
        if isinstance(game, RankGame) and has_net(id):
            known[id] = scored(game)
            FILE.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n")


if __name__ == "__main__":
    main()
