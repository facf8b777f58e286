"""Turn and movement: ST-TURN and ST-MOVE."""

from __future__ import annotations

import random

import pytest

import flagfall
from flagfall.core import PUBLIC, IllegalAction
from flagfall.ranks.actions import Move
from flagfall.ranks.draft import Draft
from flagfall.ranks.events import Ended, Moved, Shown
from tests.ranks.scenes import do, edition, game_of, legal, refused, scene, step, told


def test_st_turn_1_players_alternate_and_passing_is_not_allowed() -> None:
    state = scene(
        """
        m . .
        . . .
        M . .
        """
    )
    refused(state, "a3-b3", "ST-TURN-1", seat=1)
    refused(state, "halt", "ST-TURN-1")
    after = do(state, "a1-b1")
    assert after.track.turn == 1
    refused(after, "b1-c1", "ST-TURN-1", seat=0)


def test_st_turn_1_only_own_pieces_move() -> None:
    state = scene(
        """
        m . .
        M . .
        """
    )
    refused(state, "a2-b2", "ST-TURN-1")
    refused(state, "c1-c2", "ST-TURN-1")


def test_st_turn_2_who_can_do_nothing_loses() -> None:
    state = scene(
        """
        . . . .
        B b . .
        F M . y
        """,
        turn=0,
    )
    after = step(state, "b1-c1").state
    assert after.outcome() is None
    ended = do(after, "d1xc1").outcome()
    assert ended is not None
    assert (ended.termination, ended.winner, ended.rule) == ("no-move", 1, "ST-TURN-2")


@pytest.mark.parametrize(("option", "termination"), [("draw", "immobile"), ("mover_loses", "no-move")])
def test_st_turn_2_nothing_movable_on_either_side(option: str, termination: str) -> None:
    state = scene(
        """
        b f .
        F M m
        """,
        both_immobile=option,
    )
    outcome = do(state, "b1xc1").outcome()
    assert outcome is not None
    assert outcome.termination == termination
    assert outcome.winner == (None if option == "draw" else 0)


def test_st_turn_2_walled_in_by_own_bombs_is_the_same_case() -> None:
    """In older games a walled-in piece made the difference between a draw and a loss."""
    for option, winner in (("mover_loses", 0), ("draw", None), ("draw_no_movers", 0)):
        state = scene(". . . . b f\nB . . . . .\nK B . F M m\n", both_immobile=option)
        outcome = do(state, "e1xf1").outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.rule) == (winner, "ST-TURN-2")


def test_st_turn_2_who_is_stuck_loses_to_a_side_that_could_move() -> None:
    state = scene(". . . f\nB b . .\nF M . y\n", turn=0, both_immobile="draw")
    outcome = do(state, "b1-c1", "d1xc1").outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == ("no-move", 1)


def test_st_turn_2_a_side_held_by_the_two_square_rule_alone_could_move() -> None:
    """ST-MOVE-8 takes the last move away, and who could move but for it loses, draw or not."""
    picture = "m . f . . .\nb b . . . .\n. . .\n. . .\n. . .\n. . .\n. . . M"
    state = scene(picture, turn=1, two_square=2, both_immobile="draw")
    state = do(state, "a7-b7", "d1-c1", "b7-a7")
    outcome = do(state, "c1-d1").outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == ("no-move", 0)


def test_st_turn_2_a_position_from_text_without_a_move_has_its_outcome() -> None:
    state = scene("b f .\nF B m\n")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner, outcome.rule) == ("no-move", 1, "ST-TURN-2")
    assert state.legal(0) == ()
    assert game_of(state).position(state.position()).outcome() == outcome
    drawn = scene("b f .\nF B .\n", both_immobile="draw").outcome()
    assert drawn is not None
    assert drawn.termination == "immobile"


def test_st_turn_2_the_books_and_the_tournaments() -> None:
    for id in flagfall.games("ranks"):
        default = {option.name: option.default for option in flagfall.game(id).options}["both_immobile"]
        assert default == ("draw" if id == "barrage" else "mover_loses")


def test_st_move_1_one_square_and_never_diagonally() -> None:
    state = scene(
        """
        . . . .
        . K . .
        . . . .
        m . . .
        """
    )
    assert legal(state) == {"b3-a3", "b3-c3", "b3-b2", "b3-b4"}
    assert refused(state, "b3-c4", "ST-MOVE-1").params["reason"] == "not straight"
    assert refused(state, "b3-d3", "ST-MOVE-1").params["reason"] == "too far"


def test_st_move_2_no_jumping_and_no_lakes() -> None:
    state = scene(
        """
        . . S ~ ~
        . . K . .
        . . S . .
        m . . . .
        """
    )
    refused(state, "c4-d4", "ST-MOVE-2")
    refused(state, "c4-f4", "ST-MOVE-2")
    refused(state, "c2-c5", "ST-MOVE-2")
    assert refused(state, "c2-c3", "ST-MOVE-2").params["reason"] == "own piece"


def test_st_move_2_dead_rows_are_out_of_play() -> None:
    state = scene(
        """
        . . .
        A . .
        # # # # # # # # # #
        """,
        id="star-wars-empire",
    )
    refused(state, "a2-a1", "ST-MOVE-2")
    assert legal(state) >= {"a2-a3", "a2-b2"}


def test_st_move_3_bombs_and_flag_never_move() -> None:
    state = scene(
        """
        m . .
        B F K
        """
    )
    for text in ("a1-a2", "b1-b2", "a1xa2"):
        assert refused(state, text, "ST-MOVE-3").params["reason"] == "never moves"


def test_st_move_3_by_an_option_moving_a_bomb_or_flag_loses() -> None:
    state = scene("m . .\nB F K\n", bomb_move_loses=True)
    assert not any(text.startswith(("a1", "b1")) for text in legal(state))
    for text in ("a1-a2", "b1-b2", "a1-h7", "b1-a1"):
        after, events = step(state, text)
        outcome = after.outcome()
        assert outcome is not None
        assert (outcome.termination, outcome.winner, outcome.rule) == ("bomb-moved", 1, "ST-MOVE-3")
        assert [type(event) for event in events] == [Ended]
        assert after.board == state.board
    # Only on one's own turn, with one's own piece, on the board.
    refused(state, "c1-c3", "ST-MOVE-1")
    refused(do(state, "c1-d1"), "a1-a2", "ST-TURN-1")
    with pytest.raises(IllegalAction, match="ST-MOVE-2"):
        state.apply(0, Move(0, 99))


def test_st_move_4_rank_2_goes_any_number_of_empty_squares() -> None:
    state = scene(
        """
        . . . .
        . m . .
        . . . .
        K S . .
        """
    )
    assert {text for text in legal(state) if text.startswith("b1")} == {
        "b1-b2", "b1xb3", "b1-c1", "b1-d1", "b1-e1", "b1-f1", "b1-g1", "b1-h1",
    }  # fmt: skip


@pytest.mark.parametrize("id", ["original", "star-wars-saga", "transformers", "pirates"])
def test_st_move_5_rank_2_shows_itself_by_going_far(id: str) -> None:
    scout = next(kind for kind in edition(id).edition.armies[0].kinds if kind.rank == "2")
    enemy = next(kind for kind in edition(id).edition.armies[1].kinds if kind.rank == "10")
    state = scene(f"{scout.letter} . . . . {enemy.letter.lower()}", id=id)
    near = step(state, "a1-b1")
    assert not [event for event in near.events if isinstance(event, Shown)]
    assert near.state.view(1).pieces[0].kind == ""
    for options, kind in (
        ({"long_move": "piece"}, scout.id),
        ({"announce": "piece"}, scout.id),
        ({"announce": "rank"}, ""),
    ):
        state = scene(f"{scout.letter} . . . . {enemy.letter.lower()}", id=id, **options)
        far = step(state, "a1-c1")
        for seat in (1, PUBLIC):
            shown = [event for event in told(far.events, seat) if isinstance(event, Shown)]
            assert [(event.rank, event.kind) for event in shown] == [("2", kind)]
            assert far.state.view(seat).pieces[0].kind == kind
            assert far.state.view(seat).pieces[0].rank == "2"


def test_st_move_5_a_game_from_before_the_option_goes_on_telling_the_piece() -> None:
    game = edition("original")
    old = {name: value for name, value in game.read_options({}).items() if name != "long_move"}
    assert game.recorded_options(old)["long_move"] == "piece"
    assert "long_move" not in game.new(**game.recorded_options(old)).rules.text()


def shuttle(id: str, limit: int) -> None:
    """A piece goes to and fro ``limit`` times, and no more."""
    captain = next(kind for kind in edition(id).edition.armies[0].kinds if kind.rank == "6")
    enemy = next(kind for kind in edition(id).edition.armies[1].kinds if kind.rank == "4")
    state = scene(
        f"""
        . . .
        {enemy.letter.lower()} . .
        . . .
        . . .
        {captain.letter} . .
        """,
        id=id,
    )
    there, back = "a1-b1", "b1-a1"
    enemy_moves = ["a4-b4", "b4-b5", "b5-a5", "a5-a4"]
    for turn in range(limit):
        state = do(state, there if turn % 2 == 0 else back, enemy_moves[turn % 4])
    again = there if limit % 2 == 0 else back
    assert refused(state, again, "ST-MOVE-6").params["limit"] == limit
    # A turn of rest for the rule: the other axis starts the count again.
    square = again[:2]
    state = do(state, f"{square}-{square[0]}2", enemy_moves[limit % 4], f"{square[0]}2-{square}")
    state = do(state, enemy_moves[(limit + 1) % 4])
    assert again in legal(state)


def test_st_move_6_the_fourth_shuttle_is_illegal_by_the_classic_rules() -> None:
    shuttle("original", 3)


@pytest.mark.parametrize("id", ["star-wars-saga", "transformers", "pirates"])
def test_st_move_6_the_third_shuttle_is_illegal_by_the_other_rulebooks(id: str) -> None:
    shuttle(id, 2)


def test_st_move_6_going_on_in_one_direction_is_no_shuttle() -> None:
    state = scene(
        """
        m . . . . .
        . . . . . .
        K . . . . .
        """,
        two_square=2,
    )
    for there, other in (("a1-b1", "a3-b3"), ("b1-c1", "b3-b4"), ("c1-d1", "b4-a4"), ("d1-e1", "a4-a3")):
        state = do(state, there, other)
    assert "e1-f1" in legal(state)


def test_st_move_6_a_scout_may_go_as_far_as_it_does_not_cross_the_common_border() -> None:
    state = scene(
        """
        m . . . . . . .
        . . . . . . . .
        . . S . . . . .
        """,
        two_square=3,
    )
    # c1-f1 and f1-b1 and b1-d1 have the borders between c and d in common.
    state = do(state, "c1-f1", "a3-b3", "f1-b1", "b3-b4", "b1-d1", "b4-a4")
    refused(state, "d1-c1", "ST-MOVE-6")
    refused(state, "d1-a1", "ST-MOVE-6")
    assert {"d1-e1", "d1-h1", "d1-d2"} <= legal(state)


def test_st_move_6_an_enemy_on_the_square_makes_no_difference() -> None:
    state = scene(
        """
        . . . .
        S . k .
        """,
        two_square=2,
        turn=0,
    )
    state = do(state, "a1-b1", "c1-d1", "b1-a1", "d1-c1")
    # From a1 the scout could attack c1 along empty squares, but only over the border between a and b.
    refused(state, "a1xc1", "ST-MOVE-6")
    assert "a1-a2" in legal(state)


def test_st_move_6_an_option_lets_attacks_through() -> None:
    for reading in ("border", "squares"):
        options = {"two_square": 2, "two_square_reading": reading, "two_square_attacks": False}
        state = scene(". . . .\nS . k .\n", **options)
        state = do(state, "a1-b1", "c1-d1", "b1-a1", "d1-c1")
        refused(state, "a1-b1", "ST-MOVE-6")
        assert "a1xc1" in legal(state)


@pytest.mark.parametrize("attacks", [True, False])
def test_st_move_6_an_attack_on_the_other_of_the_two_squares(attacks: bool) -> None:
    options = {"two_square": 2, "two_square_reading": "squares", "two_square_attacks": attacks}
    state = do(scene(". . k .\nM . . .\n", **options), "a1-b1", "c2-c1", "b1-a1", "c1-b1")
    if attacks:
        refused(state, "a1xb1", "ST-MOVE-6")
    else:
        assert "a1xb1" in legal(state)


def test_st_move_6_by_squares_a_scout_may_go_on_over_the_common_border() -> None:
    picture = "m . . . . . . .\n. . . . . . . .\n. . . . . . . .\nS . . . . . . .\n"
    for reading in ("squares", "border"):
        state = scene(picture, two_square=2, two_square_reading=reading)
        state = do(state, "a1-d1", "a4-b4", "d1-b1", "b4-a4")
        if reading == "squares":
            assert {"b1-c1", "b1-d1", "b1-a1"} <= legal(state)
        else:
            refused(state, "b1-c1", "ST-MOVE-6")
            assert "b1-a1" in legal(state)


def test_st_move_6_the_books_say_squares_and_tournaments_borders() -> None:
    for id in flagfall.games("ranks"):
        default = {option.name: option.default for option in flagfall.game(id).options}
        classic = id in ("original", "duel", "barrage")
        assert default["two_square_reading"] == ("border" if classic else "squares")
        assert default["two_square_attacks"] is True


def test_st_move_6_another_piece_starts_the_count_again() -> None:
    state = scene(
        """
        m . . . .
        . . . . .
        M . . . K
        """,
        two_square=2,
    )
    state = do(state, "a1-b1", "a3-b3", "b1-a1", "b3-b4")
    refused(state, "a1-b1", "ST-MOVE-6")
    state = do(state, "e1-f1", "b4-a4")
    assert "a1-b1" in legal(state)


def test_st_move_6_can_be_turned_off() -> None:
    state = scene(
        """
        m . .
        . . .
        M . .
        """,
        two_square=0,
    )
    for _ in range(6):
        state = do(state, "a1-b1", "a3-b3", "b1-a1", "b3-a3")
    assert "a1-b1" in legal(state)


def test_st_move_7_a_chase_may_not_bring_back_a_position() -> None:
    state = scene(
        """
        . . . .
        . . k .
        . M . .
        """,
        more_square=True,
    )
    # M steps next to k (b2): the chase begins; then both run round the square b1 c1 c2 b2.
    state = do(state, "b1-b2")
    assert state.track.chase == (1, 0)
    for flight, hunt in (("c2-c1", "b2-c2"), ("c1-b1", "c2-c1"), ("b1-b2", "c1-b1"), ("b2-c2", "b1-b2")):
        assert state.track.chase[0] % 2 == 1
        state = do(state, flight)
        if (flight, hunt) != ("b2-c2", "b1-b2"):
            state = do(state, hunt)
    # b1-b2 would bring back the position after the first chasing move, which stood in this chase.
    assert refused(state, "b1-b2", "ST-MOVE-7").params["reason"] == "more squares"
    assert "b1-c1" in legal(state)


def test_st_move_7_is_an_option_and_off_in_three_rulebooks() -> None:
    state = scene(
        """
        . . . .
        . . k .
        . M . .
        """,
        more_square=False,
    )
    for text in ("b1-b2", "c2-c1", "b2-c2", "c1-b1", "c2-c1", "b1-b2", "c1-b1", "b2-c2", "b1-b2"):
        state = do(state, text)
    assert state.track.turn == 1


def test_st_move_7_taking_back_the_last_move_is_not_a_chase() -> None:
    state = scene(
        """
        k . . .
        . . . .
        . M . .
        """,
        more_square=True,
        two_square=9,
    )
    # Threatening from two sides by turns: the two-square rule alone limits that.
    state = do(state, "b1-a1", "a3-b3")
    for _ in range(2):
        state = do(state, "a1-a2", "b3-c3", "a2-a1", "c3-b3")
    assert "a1-a2" in legal(state)


def test_st_move_7_an_attack_ends_the_chase() -> None:
    state = scene(
        """
        . . n n .
        . . k . .
        . M . . .
        """,
        more_square=True,
    )
    state = do(state, "b1-b2", "c2-c1", "b2-c2", "c1-d1")
    assert state.track.chase[0] > 1
    # The attack ends next to another enemy: that is the first threat of a new chase.
    state = do(state, "c2xc3")
    assert state.track.chase == (1, 0)
    assert state.track.past == ()


def test_st_move_8_a_player_whose_last_move_is_taken_away_has_none() -> None:
    state = scene(
        """
        F B . k
        M . B .
        """,
        two_square=2,
    )
    state = do(state, "a1-b1", "d2-d3", "b1-a1", "d3-d2")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == ("no-move", 1)


def test_a_move_tells_everybody_where_it_went() -> None:
    state = scene("K . . m")
    events = step(state, "a1-b1").events
    for seat in (0, 1, PUBLIC):
        assert [(event.origin, event.target) for event in told(events, seat) if isinstance(event, Moved)] == [
            (0, 1)
        ]


@pytest.mark.parametrize("id", ["barrage", "star-wars-powers", "transformers-powers", "pirates-code"])
def test_st_move_7_the_fingerprint_kept_move_by_move_is_that_of_the_board(id: str) -> None:
    rng = random.Random(5)
    game = flagfall.game(id)
    state = game.new(seed=1, more_square=True)
    checked = 0
    while decisions := state.pending():
        state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
        if state.where and state.awaited is None and checked < 300:
            assert state.track.position == Draft.of(state).fingerprint()
            checked += 1
    assert checked > 20
