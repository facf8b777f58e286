"""Special powers: ST-POW. Every power stands on a piece of its own in the drill edition."""

from __future__ import annotations

import pytest

from flagfall.core import PUBLIC
from flagfall.ranks.events import Answered, Attacked, Moved, Noticed, Shown, Used
from tests.ranks.scenes import cell, do, edition, known_to, legal, refused, scene, step, told, uses

# ---- in general ---------------------------------------------------------------------------------


def test_st_pow_1_a_move_or_one_power_and_with_several_powers_one_of_them() -> None:
    state = scene("V . k . N n")
    assert {"a1 vision c1", "a1 charge b1", "a1 charge c1", "a1-b1"} <= legal(state)
    after = do(state, "a1 vision c1")
    assert after.track.turn == 1
    refused(state, "e1 vision c1", "ST-POW-1")
    refused(state, "a1 blast c1", "ST-POW-1")


def test_st_pow_1_announcing_a_power_shows_the_piece_even_when_only_ranks_are_called() -> None:
    state = scene("V . k . N n", announce="rank")
    after, events = step(state, "a1 vision c1")
    assert Shown(state.board[0], "7", "seer") in told(events, 1)
    assert Shown(state.board[0], "7", "seer") in told(events, PUBLIC)
    assert known_to(after, 1, 0) == "seer"


def test_st_pow_2_a_piece_that_used_a_power_counts_as_revealed() -> None:
    for memory, seen in (("assisted", "seer"), ("table", "")):
        after = do(scene("V . k . N n", memory=memory), "a1 vision c1")
        assert known_to(after, 1, 0) == seen


def test_tokens_are_visible_to_both() -> None:
    state = do(scene("O . J . k n"), "a1 compass flag", "f1-g1", "c1 magic b1")
    for seat in (0, 1, PUBLIC):
        left = {(token.seat, token.power): token.left for token in state.view(seat).tokens}
        assert left == {(0, "compass"): 0, (0, "magic"): 2, (1, "compass"): 1, (1, "magic"): 3}


# ---- reveal -------------------------------------------------------------------------------------


def test_st_pow_vision_two_kings_steps_whatever_lies_between() -> None:
    state = scene(
        """
        . . k . s
        . K N . .
        V B n f .
        """
    )
    assert uses(state, "vision") == {"a1 vision c1", "a1 vision c3"}
    refused(state, "a1 vision d1", "ST-POW-VISION")
    refused(state, "a1 vision b1", "ST-POW-VISION")


def test_st_pow_vision_shows_the_piece_to_its_user_for_good() -> None:
    state = scene("V . k . N n", announce="rank")
    after, events = step(state, "a1 vision c1")
    target = state.board[2]
    assert Shown(target, "6", "captain", audience=(0,)) in told(events, 0)
    assert Noticed(target, audience=(1,)) in told(events, 1)
    assert [event for event in told(events, PUBLIC) if isinstance(event, Shown)] == [
        Shown(state.board[0], "7", "seer")
    ]
    assert known_to(after, 0, 2) == "captain"
    assert known_to(do(after, "f1-g1"), 0, 2) == "captain"
    assert after.track.quiet == 1  # looking is not an attack


def test_st_pow_vision_looks_over_zones() -> None:
    state = scene(
        """
        . . V . . k .
        """
        + "\n. . . . . . ." * 3
    )
    assert uses(state, "vision") == set()
    state = scene(
        """
        . . . V . . .
        . . . ~ ~ . .
        . . . . k . .
        . . . . . . .
        . . . . n . .
        """
    )
    assert uses(state, "vision") == {"d5 vision e3"}


@pytest.mark.parametrize(
    ("picture", "kind", "direction"),
    [
        ("O . . m", "marshal", "east"),
        (". m .\n. . .\nO . .", "marshal", "north east"),
        ("b . .\n. . .\n. O b", "bomb", "east"),  # the nearest of several
        ("b . .\n. O .\nb . .", "bomb", "south west"),  # a tie: the lower row as the asker sees it
        ("b . b\n. O .", "bomb", "north west"),  # a tie in one row: the left column
        ("O . . m", "bomb", "none"),  # all captured
        (". O .\n. . .\n. y .", "spy", "south"),
    ],
)
def test_st_pow_compass_tells_the_direction_of_the_nearest(picture: str, kind: str, direction: str) -> None:
    state = scene(picture + ("" if "m" in picture else "\n. . . . m . N n"))
    square = next(name for name in ("a1", "b1", "b2", "b3", "b4", "a3", "a2") if cell(state, name) == "O")
    _, events = step(state, f"{square} compass {kind}")
    for seat in (0, 1, PUBLIC):
        assert [event.direction for event in told(events, seat) if isinstance(event, Answered)] == [direction]


def test_st_pow_compass_is_seen_from_the_first_seat_and_ties_from_the_askers() -> None:
    # Seat 1 asks: north is still the far side from seat 0, but their own lower row is the upper one.
    state = scene("B . .\n. o .\nB . .", turn=1)
    _, events = step(state, "b2 compass bomb")
    assert [event.direction for event in events if isinstance(event, Answered)] == ["north west"]


@pytest.mark.parametrize(("tie", "direction"), [("near", "south west"), ("far", "north west")])
def test_st_pow_compass_an_option_says_which_piece_is_meant_at_equal_distance(
    tie: str, direction: str
) -> None:
    state = scene("b . .\n. O .\nb . .\n. . . . m", compass_tie=tie)
    _, events = step(state, "b3 compass bomb")
    assert [event.direction for event in events if isinstance(event, Answered)] == [direction]


def test_st_pow_compass_once_a_game_and_spent_either_way() -> None:
    state = do(scene("O . . m . s"), "a1 compass bomb", "f1-g1")
    error = refused(state, "a1 compass marshal", "ST-POW-COMPASS")
    assert error.params["reason"] == "used up"


# ---- move ---------------------------------------------------------------------------------------


def test_st_pow_charge_moves_and_attacks_like_rank_2() -> None:
    state = scene(
        """
        K . .
        C . . k . n
        """
    )
    assert uses(state, "charge") == {"a1 charge b1", "a1 charge c1", "a1 charge d1"}
    after, events = step(state, "a1 charge d1")
    assert any(isinstance(event, Attacked) for event in events)
    assert cell(after, "d1") == "."  # a captain and a lancer, both of rank 6
    refused(state, "a1 charge e1", "ST-POW-CHARGE")


def test_st_pow_speed_two_steps_in_any_combination() -> None:
    state = scene(
        """
        . . .
        . . .
        Q . . n k
        """
    )
    assert uses(state, "speed") == {
        "a1 speed b1 c1", "a1 speed b1 b2", "a1 speed a2 a3", "a1 speed a2 b2",
    }  # fmt: skip


def test_st_pow_speed_the_first_step_attacks_and_the_second_is_lost() -> None:
    state = scene(
        """
        . . .
        Q n . . k
        """
    )
    assert {"a1 speed b1"} <= uses(state, "speed")
    refused(state, "a1 speed b1 c1", "ST-POW-SPEED")
    refused(state, "a1 speed a2", "ST-POW-SPEED")
    after = do(state, "a1 speed b1")
    assert cell(after, "b1") == "Q"


def test_st_pow_speed_the_second_step_may_attack_but_not_go_back() -> None:
    state = scene("Q . n . k")
    assert "a1 speed b1 c1" in legal(state)
    refused(state, "a1 speed b1 a1", "ST-POW-SPEED")
    after = do(state, "a1 speed b1 c1")
    assert (cell(after, "c1"), cell(after, "b1")) == ("Q", ".")


def test_st_pow_speed_does_not_cross_pieces_or_zones() -> None:
    state = scene(
        """
        . . Q . . .
        . . K . . .
        . . . . . m
        . . . . . .
        """
    )
    assert uses(state, "speed") == {
        "c4 speed b4 a4", "c4 speed b4 b3", "c4 speed b4 b5",
        "c4 speed c5 c6", "c4 speed c5 b5", "c4 speed c5 d5",
    }  # fmt: skip


def test_st_pow_leap_over_pieces_without_a_gap_onto_the_first_empty_square() -> None:
    state = scene(
        """
        . . . .
        k . . .
        K . . .
        L . N . . s
        """
    )
    assert uses(state, "leap") == {"a1 leap a4"}
    after, events = step(state, "a1 leap a4")
    assert cell(after, "a4") == "L"
    assert not any(isinstance(event, Attacked) for event in events)
    refused(state, "a1 leap d1", "ST-POW-LEAP")


def test_st_pow_leap_over_zones_mixed_with_pieces() -> None:
    state = scene(
        """
        . . L . . n .
        . . . . . . .
        . . . . m . .
        . . . . . . .
        """
    )
    assert uses(state, "leap") == {"c4 leap g4"}


def test_st_pow_leap_something_must_be_jumped_and_no_attack() -> None:
    state = scene("L . . k . n")
    assert uses(state, "leap") == set()
    state = scene("L K n k b s m y")
    assert uses(state, "leap") == set()


def test_st_pow_leap_does_not_land_beyond_a_row_out_of_play() -> None:
    leaper = next(k for k in edition("star-wars-empire").edition.armies[0].kinds if "leap" in k.powers)
    state = scene(
        f"""
        . . . . y
        . . . . .
        {leaper.letter} . . . .
        # # # # # # # # # #
        """,
        id="star-wars-empire",
    )
    assert uses(state, "leap") == set()


def test_st_pow_sneak_leap_and_then_attack_if_you_like() -> None:
    state = scene(
        """
        . m .
        . . n
        . K .
        . E . . s
        """
    )
    waiting, events = step(state, "b1 sneak b3")
    assert waiting.track.turn == 0
    assert waiting.view(1).awaited is not None
    assert legal(waiting) == {"strike b4", "strike c3", "halt"}
    assert any(isinstance(event, Moved) for event in told(events, 1))
    assert cell(do(waiting, "strike c3"), "c3") == "E"
    assert cell(do(waiting, "strike b4"), "b3") == "."
    rested = do(waiting, "halt")
    assert (cell(rested, "b3"), rested.track.turn) == ("E", 1)
    refused(waiting, "b3-a3", "ST-POW-SNEAK")
    refused(waiting, "strike b4 c3", "ST-POW-SNEAK")


def test_st_pow_sneak_without_a_neighbour_ends_the_turn() -> None:
    state = do(scene("E K . . . n"), "a1 sneak c1")
    assert (state.awaited, state.track.turn) == (None, 1)


def test_st_pow_slash_diagonally_any_number_and_attack() -> None:
    state = scene(
        """
        . . n .
        . . . .
        H . . . . m
        """
    )
    assert uses(state, "slash") == {"a1 slash b2", "a1 slash c3"}
    assert cell(do(state, "a1 slash c3"), "c3") == "H"


def test_st_pow_slash_slips_between_blocked_squares_but_does_not_cross_them() -> None:
    state = scene(
        """
        . . . .
        K . . .
        H B . . . m
        """
    )
    assert "a1 slash b2" in legal(state)
    state = scene(
        """
        . . . . . . .
        . . . . . . .
        . . H . . . m
        . . . . . . .
        """
    )
    assert not any(text.startswith("c2 slash e4") for text in legal(state))


def test_st_pow_magic_through_zones_but_not_over_pieces_three_times() -> None:
    state = scene(
        """
        . . J . . . n
        . . K . . . .
        . . . . . . .
        . . . . . . m
        """
    )
    assert uses(state, "magic") == {
        "c4 magic b4", "c4 magic a4", "c4 magic f4", "c4 magic g4",
        "c4 magic c5", "c4 magic c6", "c4 magic c7",
    }  # fmt: skip
    refused(state, "c4 magic d4", "ST-POW-MAGIC")
    assert cell(do(state, "c4 magic g4"), "g4") == "J"


def test_st_pow_magic_costs_a_token_and_an_ordinary_step_none() -> None:
    state = scene(
        """
        m . . .
        . . . .
        J . . .
        """
    )
    state = do(state, "a1-b1", "a3-b3")
    assert [token.left for token in state.view(0).tokens if (token.seat, token.power) == (0, "magic")] == [3]
    for here, there, other in (("b1", "d1", "b3-b4"), ("d1", "d2", "b4-a4"), ("d2", "a2", "a4-a5")):
        state = do(state, f"{here} magic {there}", other)
    assert refused(state, "a2 magic b2", "ST-POW-MAGIC").params["reason"] == "used up"
    assert "a2-b2" in legal(state)


def test_st_pow_call_brings_the_friend_to_a_free_neighbour() -> None:
    state = scene(
        """
        . . . . . D
        n . . . . .
        U K . . s .
        """
    )
    assert uses(state, "call") == {"a1 call b2"}
    after, events = step(state, "a1 call b2")
    assert (cell(after, "b2"), cell(after, "f3"), after.track.turn) == ("D", ".", 1)
    shown = {event.kind for event in told(events, 1) if isinstance(event, Shown)}
    assert shown == {"caller", "friend"}
    refused(state, "a1 call a2", "ST-POW-CALL")


def test_st_pow_call_needs_both_alive_and_leaves_the_mode() -> None:
    assert uses(scene("U . . . s"), "call") == set()
    state = scene("U . . D^ . s")
    after = do(state, "a1 call b1")
    assert after.view(1).at(1) is not None
    assert after.view(1).at(1).robot  # type: ignore[union-attr]


def test_a_use_is_told_with_its_targets() -> None:
    state = scene("Q . n . k")
    _, events = step(state, "a1 speed b1 c1")
    assert Used(state.board[0], "speed", (1, 2)) in told(events, 1)
