"""Editions and set-up: ST-ED and ST-SET."""

from __future__ import annotations

import random

import pytest

import flagfall
from flagfall.core import PUBLIC, IllegalAction
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import BY_NAME
from flagfall.ranks.events import Began, Deployed, Ready
from tests.ranks.scenes import edition, told

CLASSIC = (
    *("marshal", "general", "colonel", "major", "captain", "lieutenant", "sergeant"),
    *("miner", "scout", "spy", "bomb", "flag"),
)


def army(id: str, seat: int = 0) -> dict[str, int]:
    return {kind.id: kind.count for kind in edition(id).edition.armies[seat].kinds}


def ranks(id: str, seat: int) -> dict[str, int]:
    counts: dict[str, int] = {}
    for kind in edition(id).edition.armies[seat].kinds:
        counts[kind.rank] = counts.get(kind.rank, 0) + kind.count
    return counts


def test_st_ed_1_the_army_of_original() -> None:
    wanted = dict(zip(CLASSIC, (1, 1, 2, 3, 4, 4, 4, 5, 8, 1, 6, 1), strict=True))
    assert army("original", 0) == army("original", 1) == wanted
    assert sum(wanted.values()) == 40


def test_st_ed_2_the_army_of_duel() -> None:
    assert army("duel") == {
        "marshal": 1, "general": 1, "miner": 2, "scout": 2, "spy": 1, "bomb": 2, "flag": 1,
    }  # fmt: skip


def test_st_ed_3_the_army_of_barrage() -> None:
    assert army("barrage") == {
        "marshal": 1, "general": 1, "miner": 1, "scout": 2, "spy": 1, "bomb": 1, "flag": 1,
    }  # fmt: skip


@pytest.mark.parametrize("id", flagfall.games("ranks"))
def test_st_ed_4_an_edition_has_two_colours_to_draw_lots_for(id: str) -> None:
    first = {"J": "red", "community": "red", "W": "dark", "T": "gray", "P": "black"}
    game = edition(id)
    assert len(set(game.colours)) == 2
    assert game.colours[0] == first[game.edition.source]


@pytest.mark.parametrize("id", ["transformers", "transformers-powers", "pirates", "pirates-code"])
def test_the_thirty_pieces_of_the_smaller_board(id: str) -> None:
    wanted = {"10": 1, "9": 1, "8": 2, "7": 3, "6": 2, "5": 2, "4": 2, "3": 5, "2": 5, "S": 1, "B": 5, "F": 1}
    assert ranks(id, 0) == ranks(id, 1) == wanted
    assert (edition(id).board.width, edition(id).board.height) == (10, 8)


def test_the_short_games_of_the_saga_leave_the_back_rows_out() -> None:
    for id in ("star-wars-empire", "star-wars-rebellion"):
        board = edition(id).board
        assert {BY_NAME["a1"], BY_NAME["j1"], BY_NAME["a10"], BY_NAME["j10"]} <= board.blocked
        assert sum(ranks(id, 0).values()) == sum(ranks(id, 1).values()) == 30 == len(board.homes[0])


def test_editions_differ_by_the_options_of_their_rulebooks() -> None:
    table = {
        "original": ("rank", 3, True), "duel": ("rank", 3, True), "barrage": ("rank", 3, True),
        "star-wars-saga": ("rank", 2, False), "transformers": ("piece", 2, False),
        "pirates": ("piece", 2, False),
    }  # fmt: skip
    for id, wanted in table.items():
        options = edition(id).rules().options
        assert (options["announce"], options["two_square"], options["more_square"]) == wanted


DUEL = "......M.../..G......./.S......S./NB.Y..N.BF"


def test_st_set_1_both_set_up_at_the_same_time_and_see_nothing_of_each_other() -> None:
    game = edition("duel")
    state = game.new()
    assert {decision.seat for decision in state.pending()} == {0, 1}
    after, events = state.apply(1, game.setup(DUEL, 1))
    assert told(events, 0) == told(events, PUBLIC) == [Ready(1)]
    assert [type(event) for event in told(events, 1)] == [Deployed, Ready]
    assert [decision.seat for decision in after.pending()] == [0]
    assert after.view(0).pieces == ()
    assert after.legal(1) == after.legal(0) == ()
    begun, events = after.apply(0, game.setup(DUEL, 0))
    assert any(isinstance(event, Began) for event in told(events, PUBLIC))
    enemies = [piece for piece in begun.view(0).pieces if piece.seat == 1]
    assert len(enemies) == 10
    assert not any(piece.kind or piece.rank for piece in enemies)


def test_st_set_1_the_middle_rows_stay_empty() -> None:
    for id in flagfall.games("ranks"):
        board = edition(id).board
        middle = {board.height // 2 - 1, board.height // 2}
        assert not any(board.row(square) in middle for home in board.homes for square in home)


def test_st_set_1_a_set_up_is_final() -> None:
    game = edition("duel")
    state = game.new().apply(0, game.setup(DUEL, 0)).state
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, game.setup(DUEL, 0))
    assert caught.value.rule == "ST-SET-1"


def test_st_set_2_the_area_is_filled_where_army_and_area_are_equal() -> None:
    for id in flagfall.games("ranks"):
        game = edition(id)
        filled = len(game.board.homes[0]) == game.edition.armies[0].size
        assert filled == (id not in ("duel", "barrage"))
    with_a_gap = "MGCCJJJKKK/KLLLLTTTTN/NNNNSSSSSS/SSYBBBBBB."
    with pytest.raises(IllegalAction) as caught:
        edition("original").new().apply(0, edition("original").setup(with_a_gap))
    assert caught.value.params["reason"] == "count"


def test_st_set_3_a_wrong_count_is_refused_as_a_whole() -> None:
    game = edition("duel")
    state = game.new()
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, game.setup("......M.../..M......./.S......S./NB.Y..N.BF"))
    assert caught.value.rule == "ST-SET-3"
    assert caught.value.params == {"reason": "count", "kind": "marshal", "given": 2, "wanted": 1}
    assert state.setups == (None, None)


@pytest.mark.parametrize(
    ("square", "reason"), [("a5", "outside"), ("a7", "outside"), ("b1", "two on one square")]
)
def test_st_set_3_squares_outside_and_two_on_one_square_are_refused(square: str, reason: str) -> None:
    game = edition("duel")
    pieces = list(game.setup(DUEL).pieces)
    flag = next(i for i, (_, kind) in enumerate(pieces) if kind == "flag")
    pieces[flag] = (BY_NAME[square], "flag")
    with pytest.raises(IllegalAction) as caught:
        game.new().apply(0, Deploy(tuple(pieces)))
    assert (caught.value.rule, caught.value.params["reason"]) == ("ST-SET-3", reason)


def test_st_set_3_a_piece_of_another_army_is_refused() -> None:
    game = edition("pirates")
    setup = game.new().pending()[0].sample(random.Random(1))
    pieces = [(square, "davy-jones" if kind == "jack-sparrow" else kind) for square, kind in setup.pieces]
    with pytest.raises(IllegalAction) as caught:
        game.new().apply(0, Deploy(tuple(pieces)))
    assert caught.value.params["reason"] == "unknown kind"


def test_ids_follow_the_squares_whatever_the_order_of_the_list() -> None:
    game = edition("duel")
    forward = game.setup(DUEL)
    backward = Deploy(tuple(reversed(forward.pieces)))
    one = game.new().apply(0, forward).state.apply(1, game.setup(DUEL, 1)).state
    two = game.new().apply(0, backward).state.apply(1, game.setup(DUEL, 1)).state
    assert one.digest() == two.digest()
