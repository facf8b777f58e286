"""The kit is tested by breaking the engine: every kind of leak that the design names must be caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

import flagfall
from flagfall.core import Action, IllegalAction, Outcome
from flagfall.ranks import legal, setup
from flagfall.ranks.draft import Draft
from flagfall.ranks.events import Noticed
from flagfall.ranks.game import RankGame
from flagfall.ranks.legal import Powers
from flagfall.ranks.position import Position
from flagfall.ranks.state import RankState
from flagfall.ranks.turn import Turn
from flagfall.ranks.view import RankView, Token
from flagfall.ranks.worlds.determinize import HiddenPieces
from flagfall.testing import (
    LawBroken,
    check_codec,
    check_determinize,
    check_fold,
    check_replay,
    check_secrecy,
)

SEEDS = range(12)


@pytest.fixture
def game() -> RankGame:
    found = flagfall.game("barrage")
    assert isinstance(found, RankGame)
    return found


def caught(law: Callable[..., None], game: RankGame) -> str:
    """The report of a law that finds the leak in one of a dozen games."""
    for seed in SEEDS:
        try:
            law(game, seed, 300)
        except LawBroken as broken:
            return str(broken)
    pytest.fail("nothing was noticed")


def test_a_sound_engine_is_not_accused(game: RankGame) -> None:
    for seed in SEEDS:
        check_secrecy(game, seed, 300)


def test_a_rank_in_the_view_is_caught(game: RankGame, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RankState.view

    def leaky(self: RankState, seat: int) -> RankView:
        view = honest(self, seat)
        return replace(view, pieces=tuple(replace(p, rank=self.kinds[p.id].rank) for p in view.pieces))

    monkeypatch.setattr(RankState, "view", leaky)
    assert "by the view" in caught(check_secrecy, game)


def test_ids_in_the_order_of_ranks_are_caught(game: RankGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        setup, "sorted", lambda pieces: sorted(pieces, key=lambda piece: piece[1]), raising=False
    )
    assert "secrecy" in caught(check_secrecy, game)


def test_the_number_of_the_opponents_moves_is_caught(game: RankGame, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RankState.view

    def leaky(self: RankState, seat: int) -> RankView:
        count = len(self.legal(self.track.turn)) if self.where else 0
        return replace(honest(self, seat), tokens=(Token(self.track.turn, "moves", count),))

    monkeypatch.setattr(RankState, "view", leaky)
    assert "by the view" in caught(check_secrecy, game)


def test_an_error_that_depends_on_a_hidden_rank_is_caught(
    game: RankGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = legal.refusal

    def leaky(position: Position, powers: Powers, seat: int, action: Action) -> IllegalAction:
        error = honest(position, powers, seat, action)
        target = getattr(action, "target", -1)
        piece = position.board[target] if target >= 0 else -1
        return IllegalAction(error.rule, strength=position.kinds[piece].strength if piece >= 0 else -1)

    monkeypatch.setattr(legal, "refusal", leaky)
    assert "by the answer to" in caught(check_secrecy, game)


def test_an_event_more_is_caught(game: RankGame, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Turn.move

    def leaky(self: Turn, piece: int, target: int, by: int = -1) -> None:
        honest(self, piece, target, by)
        if self.kind(piece).strength > 5:
            self.tell(Noticed(piece, audience=(1 - self.seat,)))

    monkeypatch.setattr(Turn, "move", leaky)
    assert "told" in caught(check_secrecy, game)


def test_a_view_that_events_do_not_explain_breaks_the_fold(
    game: RankGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = RankState.view

    def forgetful(self: RankState, seat: int) -> RankView:
        return replace(honest(self, seat), awaited=None, captured=honest(self, seat).captured[1:])

    monkeypatch.setattr(RankState, "view", forgetful)
    assert "fold" in caught(check_fold, game)


def test_chance_that_is_not_in_the_log_breaks_the_replay(
    game: RankGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = iter(range(1_000_000))
    honest = RankState.digest
    monkeypatch.setattr(RankState, "digest", lambda self: f"{honest(self)}{next(calls)}")
    assert "replay" in caught(check_replay, game)


def test_an_action_that_reads_back_differently_breaks_the_codec(
    game: RankGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = RankGame.decode
    monkeypatch.setattr(RankGame, "decode", lambda self, code: honest(self, max(0, code - 1)))
    assert "as integer" in caught(check_codec, game)


def test_a_world_that_does_not_fit_its_view_breaks_determinize(
    game: RankGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = RankGame.determinize

    def careless(self: RankGame, view: RankView, rng: object) -> RankState:
        draft = Draft.of(honest(self, view, rng))  # type: ignore[arg-type]
        draft.moved = 0
        return RankState.of(draft)

    monkeypatch.setattr(RankGame, "determinize", careless)
    assert "determinize" in caught(check_determinize, game)


def test_a_world_in_which_a_bomb_has_walked_breaks_determinize(
    game: RankGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HiddenPieces, "may_be", lambda self, one, kind: True)
    assert "a world made up does not fit" in caught(check_determinize, game)


def test_a_state_cannot_be_encoded(game: RankGame) -> None:
    import msgspec

    with pytest.raises(TypeError):
        msgspec.json.encode(game.new())


def test_the_full_view_waits_for_the_end(game: RankGame) -> None:
    state = game.new()
    with pytest.raises(ValueError, match="after the end"):
        state.view(flagfall.FULL)
    ended = state.ended(Outcome("resignation", (0.0, 1.0), "ST-END-3")).state
    assert ended.view(flagfall.FULL).outcome is not None


CLOAKED = ("hex-cassettes", "hex-hunt", "hex-six", "hex-skirmish")
"""The scenarios in which somebody can cloak, by its forces or by choice."""


@pytest.mark.parametrize("id", CLOAKED)
def test_hx_abl_clk_the_twins_find_what_revision_2_told(id: str) -> None:
    """Who is shot down over somebody unseen landed beside it, and who entered a transport was told."""
    game = flagfall.game(id)
    for seed in range(30):
        try:
            check_secrecy(game, seed, 30, revision=2, cloak_hides_position=True)
        except LawBroken as broken:
            assert "can tell two games apart by" in str(broken)
            check_secrecy(game, seed, 30, cloak_hides_position=True)
            return
    pytest.fail("nothing was noticed")


def test_hx_abl_clk_no_other_scenario_has_somebody_who_can_cloak() -> None:
    for id in flagfall.games("hexes"):
        scenario = flagfall.game(id).scenario
        chosen = any(side.points for side in scenario.sides)
        entries = [entry for side in scenario.sides for entry in side.units] + list(scenario.mercenaries)
        roster = flagfall.game(id).roster
        able = any(mode.has("cloak") for entry in entries for mode in roster[entry.unit].modes)
        assert (able or chosen) == (id in CLOAKED), id
