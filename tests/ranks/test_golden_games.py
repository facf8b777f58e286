"""A golden game of each edition: recorded once, it has to replay to the same end and the same digest.

``python -m tests.ranks.test_golden_games`` writes the files again, after a change of the rules that is meant.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import flagfall
from flagfall.testing.play import moments

FOLDER = Path(__file__).with_name("golden")
BEFORE = Path(__file__).with_name("golden_before")
"""Games from before ``two_square_reading`` and its companions; they stay as they are."""
SEED = 7


class Golden(msgspec.Struct):
    """A game as it was played."""

    game: str
    digest: str
    result: str
    termination: str
    actions: list[tuple[int, str]]


def play(game_id: str) -> Golden:
    """The random game of the golden seed."""
    actions = []
    for moment in moments(flagfall.game(game_id), SEED):
        actions.append((moment.seat, str(moment.action)))
        last = moment.after
    outcome = last.outcome()
    assert outcome is not None
    return Golden(game_id, last.digest(), outcome.result(), outcome.termination, actions)


def path(game_id: str) -> Path:
    return FOLDER / f"{game_id}.json"


@pytest.mark.parametrize("game_id", flagfall.games("ranks"))
def test_the_golden_game_replays_to_the_same_digest(game_id: str) -> None:
    golden = msgspec.json.decode(path(game_id).read_bytes(), type=Golden)
    game = flagfall.game(game_id)
    state = game.new(seed=SEED)
    for seat, text in golden.actions:
        state = state.apply(seat, game.action(text)).state
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.result(), outcome.termination) == (golden.result, golden.termination)
    assert state.digest() == golden.digest


@pytest.mark.parametrize("game_id", flagfall.games("ranks"))
def test_a_golden_game_from_before_the_options_of_today_replays_by_its_own_rules(game_id: str) -> None:
    """Nothing is recorded of its options: those that came later read as the rules were then."""
    golden = msgspec.json.decode((BEFORE / f"{game_id}.json").read_bytes(), type=Golden)
    game = flagfall.game(game_id)
    state = game.new(seed=SEED, **game.recorded_options({}))
    for seat, text in golden.actions:
        state = state.apply(seat, game.action(text)).state
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.result(), outcome.termination) == (golden.result, golden.termination)
    assert state.digest() == golden.digest


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for id in flagfall.games("ranks"):
        encoded = msgspec.json.encode(play(id))
        path(id).write_bytes(encoded.replace(b"],[", b"],\n[") + b"\n")
