"""The set-up laboratory: what it sees on the board, what it scores, and which swaps it offers."""

from __future__ import annotations

import random

import pytest

import flagfall
from flagfall.bots.levels import has_net
from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.bots.ranks.setup_lab.examine import examine, placed_pieces
from flagfall.bots.ranks.setup_lab.findings import SetupFinding
from flagfall.bots.ranks.setup_lab.flag_routes import FlagWay, flag_ways, open_lines
from flagfall.bots.ranks.setup_lab.lanes import lane_columns, lanes
from flagfall.bots.ranks.setup_lab.reference_setups import (
    SIZE,
    deploy_of,
    drawn_field,
    field_of,
    score_name,
    strengths_of,
)
from flagfall.bots.ranks.setup_lab.scoring import (
    best_swaps,
    game_parts,
    possible_swaps,
    score_part,
    swapped,
    whole_score,
)
from flagfall.bots.ranks.setup_lab.structure import structure_score
from flagfall.bots.ranks.setups import generate
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import BY_NAME, Board
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame

EDITIONS = [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]
TINY = Board("11111\n11111\n..~..\n00000\n00000")
"""Two lanes, a lake between them, two rows each."""


def edition(id: str) -> RankGame:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    return game


def home_and(*rows: str, board: Board = TINY) -> tuple[HomeArea, dict[int, Kind]]:
    """A set-up of seat 0, front row first, by ranks: F flag, B bomb, S spy, 2 scout, 3 miner, X marshal."""
    kinds = {kind.rank: kind for kind in edition("original").edition.armies[0].kinds}
    kinds |= {"X": kinds["10"], "S": kinds["1"]}
    return HomeArea(board, 0), {
        10 * (len(rows) - 1 - i) + column: kinds[sign]
        for i, row in enumerate(rows)
        for column, sign in enumerate(row)
        if sign != "."
    }


def found(name: str, *rows: str, board: Board = TINY) -> list[SetupFinding]:
    return [one for one in examine(*home_and(*rows, board=board)) if one.name == name]


def squares(*names: str) -> tuple[int, ...]:
    return tuple(BY_NAME[name] for name in names)


def test_a_way_to_the_flag_goes_past_the_fewest_guards() -> None:
    ways = flag_ways(*home_and("5B455", "FB455"))
    assert ways == (
        FlagWay(squares("a2"), 0, 1),  # before it, one piece
        FlagWay(squares("d2", "d1", "c1", "b1"), 1, 3),  # beside it: one bomb, round the one before
    )


def test_a_square_that_leads_only_past_the_flag_is_no_way() -> None:
    # c2 lies behind a lake: from there nobody comes.
    assert flag_ways(*home_and("44.44", "BBFBB")) == (
        FlagWay(squares("b2", "c2"), 0, 1),
        FlagWay(squares("b2", "b1"), 1, 1),
        FlagWay(squares("d2", "d1"), 1, 1),
    )


def test_a_way_without_a_bomb_and_with_one_piece_is_weak() -> None:
    assert [(one.mood, one.count, one.more) for one in found("flag.way", "5B455", "FB455")] == [
        ("weak", 0, 1),
        ("good", 1, 3),
    ]


def test_a_flag_in_the_front_row_or_on_an_open_line_is_told() -> None:
    home, placed = home_and("5.455", "5F455")
    assert open_lines(home, placed) == squares("b2", "b3")
    assert found("flag.line", "5.455", "5F455")[0].squares == squares("b1", "b2", "b3")
    assert found("flag.front", "F5455", "55455")[0].squares == squares("a2")
    assert not found("flag.front", "55455", "F5455")
    assert not found("flag.line", "55455", "F5455")


def test_lanes_lie_between_lakes_and_a_board_without_lakes_has_three_wings() -> None:
    assert lane_columns(HomeArea(TINY, 0)) == ((0, 1), (3, 4))
    assert lane_columns(HomeArea(edition("original").board, 0)) == ((0, 1), (4, 5), (8, 9))
    assert lane_columns(HomeArea(Board("111111\n......\n000000"), 0)) == ((0, 1), (2, 3), (4, 5))


def test_a_lane_has_the_pieces_that_are_nearest() -> None:
    left, right = lanes(*home_and("X5445", "FB4BB"))
    assert left.movers == squares("c1", "a2", "b2", "c2")  # the middle column counts for the left lane
    assert (left.strength, right.strength) == (10 + 5 + 4 + 4, 4 + 5)


def test_a_thin_lane_an_empty_lane_and_a_lane_shut_by_bombs_are_told() -> None:
    thin = found("lane", "X9843", "FB5BB")
    assert [(one.mood, one.kinds, one.columns) for one in thin] == [
        ("fair", ("marshal",), (0, 1)),
        ("weak", ("sergeant",), (3, 4)),
    ]
    assert found("lane.empty", "X98..", "FB5..")[0].squares == squares("d1", "e1", "d2", "e2")
    assert found("lane.shut", "BB877", "F6666")[0].squares == squares("a2", "b2")
    assert not found("lane.shut", "B8877", "F6666")


@pytest.mark.parametrize(
    ("rows", "mood", "front", "behind"),
    [
        (("25445", "F2555"), "good", 1, 1),
        (("22445", "F5555"), "weak", 2, 0),
        (("55445", "F2255"), "weak", 0, 2),
    ],
)
def test_scouts_belong_in_front_and_in_reserve(
    rows: tuple[str, ...], mood: str, front: int, behind: int
) -> None:
    (one,) = found("scouts", *rows)
    assert (one.mood, one.count, one.more) == (mood, front, behind)


def test_miners_are_kept_behind() -> None:
    assert found("miners", "55445", "F3355")[0].mood == "good"
    assert found("miners", "33445", "F5355")[0].mood == "weak"
    assert not found("miners", "55445", "F5555")


def test_a_spy_stands_by_a_strong_piece_or_alone() -> None:
    assert found("spy", "X5445", "FS555")[0].squares == squares("b1", "a2")
    assert not found("spy.alone", "X5445", "FS555")
    assert found("spy.alone", "X9445", "F555S")[0].squares == squares("e1", "a2", "b2")


def test_the_strongest_piece_in_the_front_row_is_told() -> None:
    assert found("strongest.front", "X5445", "F5555")[0].squares == squares("a2")
    assert not found("strongest.front", "55445", "FX555")


def test_who_can_move_at_once_and_who_never_can_is_told() -> None:
    (one,) = found("movers", "55455", "F5555")
    assert one.squares == squares("a2", "b2", "d2", "e2")
    assert (one.count, one.more, one.mood) == (4, 5, "fair")
    assert found("movers", "5BBBB", "F5555")[0].mood == "weak"
    wall = found("walled", "5B555", "BF555")
    assert not wall
    assert found("walled", "B5555", "5BF55")[0].squares == squares("a1")


@pytest.mark.parametrize("id", EDITIONS)
def test_every_edition_is_examined_scored_and_has_a_field(id: str) -> None:
    game = edition(id)
    assert score_name(game) == ("network" if has_net(id) else "structure")
    for seat in (0, 1):
        field = field_of(game, seat)
        assert len(field) == SIZE
        assert [one.score for one in field] == sorted((one.score for one in field), reverse=True)
        for one in field[:3]:
            setup = game.setup(one.text, seat)
            assert isinstance(setup, Deploy)
            game.new().apply(seat, setup)  # the whole army on its squares
            names = {each.name for each in examine(HomeArea(game.board, seat), _placed(game, seat, setup))}
            assert {"flag.way", "movers"} <= names
            assert names & {"lane", "lane.empty"}


def _placed(game: RankGame, seat: int, setup: Deploy) -> dict[int, Kind]:
    return placed_pieces(game, seat, setup.pieces)


def test_a_set_up_is_the_same_by_strengths_and_by_pieces_from_either_side() -> None:
    game = edition("original")
    for seat in (0, 1):
        setup = generate(game, seat, random.Random(3))
        assert deploy_of(game, seat, strengths_of(game, seat, setup.pieces)) == setup
    assert drawn_field(game, 0) == drawn_field(game, 0)


def test_a_covered_flag_and_held_lanes_score_more_by_structure() -> None:
    board = edition("original").board
    good = structure_score(*home_and("5645264595", "X6427482S9", "3737623335", "56BFB4472B", board=board))
    bare = structure_score(*home_and("F645264595", "X6427482S9", "3737623335", "56BBB4472B", board=board))
    assert 0 <= bare < good <= 100


def test_swaps_are_all_that_make_another_set_up_and_the_best_ones_better_it() -> None:
    game = edition("star-wars-empire")
    setup = generate(game, 1, random.Random(1), "human")
    pairs = possible_swaps(game, 1, setup.pieces)
    kinds = dict(setup.pieces)
    assert all(kinds.get(one) != kinds.get(two) for one, two in pairs)
    assert len({swapped(setup.pieces, *pair) for pair in pairs}) == len(pairs)
    parts = [score_part(game, 1, setup.pieces, 0)]
    parts += [score_part(game, 1, setup.pieces, part) for part in range(1, parts[0].parts)]
    assert game_parts(game) == 0
    best = best_swaps(parts)
    assert best == best_swaps(list(reversed(parts)))
    now = whole_score(game, 1, setup.pieces, ()).score
    for swap in best:
        other = swapped(setup.pieces, swap.one, swap.two)
        game.new().apply(1, Deploy(other))
        assert whole_score(game, 1, other, ()).score - now == pytest.approx(swap.gain, abs=0.01)
    with pytest.raises(ValueError, match=str(parts[0].parts)):
        score_part(game, 1, setup.pieces, parts[0].parts)


def test_the_network_scores_a_set_up_of_the_field_as_the_field_says_and_always_the_same() -> None:
    game = edition("barrage")
    one = field_of(game, 0)[0]
    setup = game.setup(one.text, 0)
    assert isinstance(setup, Deploy)
    parts = [score_part(game, 0, setup.pieces, part) for part in range(game_parts(game))]
    assert parts[0] == score_part(game, 0, setup.pieces, 0)
    got = whole_score(game, 0, setup.pieces, [score for part in parts for score in part.games])
    # Another processor may add up a little differently, and a move may come out otherwise.
    assert got.score == pytest.approx(one.score, abs=max(1.0, 3 * got.margin))
    assert 0 < got.margin < 10
    assert sum(len(part.games) for part in parts) == 2 * SIZE


def test_swaps_that_the_network_likes_are_legal_and_better_at_first_sight() -> None:
    game = edition("barrage")
    setup = generate(game, 0, random.Random(2), "human")
    part = score_part(game, 0, setup.pieces, game_parts(game))
    assert part.swaps
    for swap in part.swaps:
        assert swap.gain > 0
        game.new().apply(0, Deploy(swapped(setup.pieces, swap.one, swap.two)))
