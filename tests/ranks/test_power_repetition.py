"""Powers and the rules of repetition: what of a power counts as a move along a line."""

from __future__ import annotations

import pytest

from tests.ranks.scenes import cell, do, legal, refused, scene


def test_st_move_6_line_powers_count_with_every_border_on_their_path() -> None:
    state = scene(
        """
        m . . .
        . . . .
        C . . .
        """,
        two_square=2,
    )
    state = do(state, "a1 charge c1", "a3-b3", "c1 charge a1", "b3-b4")
    refused(state, "a1 charge b1", "ST-MOVE-6")
    refused(state, "a1-b1", "ST-MOVE-6")
    assert "a1 charge a2" in legal(state)


def test_st_move_6_other_powers_start_the_count_again() -> None:
    state = scene(
        """
        . . m .
        . . . .
        V . . .
        """,
        two_square=2,
    )
    state = do(state, "a1-b1", "c3-d3", "b1-a1", "d3-c3")
    refused(state, "a1-b1", "ST-MOVE-6")
    state = do(state, "a1 vision c3", "c3-c4")
    assert "a1-b1" in legal(state)


@pytest.mark.parametrize("drawn", [True, False])
def test_st_move_6_being_drawn_starts_the_count_again(drawn: bool) -> None:
    state = scene(
        """
        . . . .
        G . m .
        . . . . S
        """,
        two_square=2,
        turn=1,
    )
    state = do(state, "c2-c3", "e1-f1", "c3-c2")
    if drawn:
        state = do(state, "a2 magnet c2")
        assert cell(state, "a2") == "m"
        assert "a2-a3" in legal(state)
    else:
        refused(do(state, "f1-g1"), "c2-c3", "ST-MOVE-6")


def test_st_move_6_straight_speed_counts_and_round_a_corner_starts_again() -> None:
    state = scene(
        """
        m . . .
        . . . .
        Q . . .
        """,
        two_square=2,
    )
    straight = do(state, "a1 speed b1 c1", "a3-b3", "c1 speed b1 a1", "b3-b4")
    refused(straight, "a1 speed b1 c1", "ST-MOVE-6")
    refused(straight, "a1-b1", "ST-MOVE-6")
    assert {"a1 speed b1 b2", "a1 speed a2 a3"} <= legal(straight)
    cornered = do(state, "a1-b1", "a3-b3", "b1-a1", "b3-b4", "a1 speed b1 b2", "b4-c4", "b2 speed a2 a1")
    assert "a1-b1" in legal(do(cornered, "c4-b4"))


@pytest.mark.parametrize(
    ("board", "there", "back", "again"),
    [
        ("L K . .", "a1 leap c1", "c1 leap a1", "a1 leap c1"),
        ("E K . .", "a1 sneak c1", "c1 sneak a1", "a1 sneak c1"),
        ("J . . .", "a1 magic c1", "c1 magic a1", "a1-b1"),
        ("R . . .", "a1-b1", "b1-a1", "a1 rumble b1"),
    ],
)
def test_st_move_6_leaps_magic_and_the_step_of_rumble_count(
    board: str, there: str, back: str, again: str
) -> None:
    target = ". n . ." if "rumble" in again else ". . . ."
    state = scene(
        f"""
        m . . .
        . . . .
        {target}
        {board}
        """,
        two_square=2,
    )
    for text, reply in ((there, "a4-b4"), (back, "b4-b5")):
        state = do(state, text)
        if state.awaited is not None:
            state = do(state, "halt")
        state = do(state, reply)
    refused(state, again, "ST-MOVE-6")


LEAPER = """
        m . . . . .
        . . . . . .
        . . n . . .
        E K . . . .
        """


def test_st_move_6_a_strike_beside_the_leap_leads_to_other_borders() -> None:
    struck = do(scene(LEAPER, two_square=1), "a1 sneak c1", "strike c2", "a4-b4")
    assert {"c2-b2", "c2-d2", "c2-c3"} <= legal(struck)
    halted = do(scene(LEAPER, two_square=1), "a1 sneak c1", "halt", "a4-b4")
    refused(halted, "c1 sneak a1", "ST-MOVE-6")


def test_st_move_6_the_count_begins_again_on_the_line_of_the_strike() -> None:
    state = do(scene(LEAPER, two_square=2), "a1 sneak c1", "strike c2", "a4-b4", "c2-b2", "b4-a4")
    assert "b2-c2" in legal(state)
    refused(do(state, "b2-c2", "a4-a5"), "c2-b2", "ST-MOVE-6")


def test_st_move_6_older_games_count_a_strike_with_the_line_of_its_leap() -> None:
    options = {"two_square": 1, "two_square_reading": "lines"}
    refused(do(scene(LEAPER, **options), "a1 sneak c1", "strike c2", "a4-b4"), "c2-b2", "ST-MOVE-6")


def test_st_move_6_a_diagonal_slash_starts_the_count_again() -> None:
    state = scene(
        """
        m . . .
        . . . .
        H . . .
        """,
        two_square=2,
    )
    state = do(state, "a1-b1", "a3-b3", "b1-a1", "b3-b4")
    refused(state, "a1-b1", "ST-MOVE-6")
    state = do(state, "a1 slash b2", "b4-a4", "b2 slash a1", "a4-a3")
    assert "a1-b1" in legal(state)


def test_st_move_7_a_power_along_a_line_cannot_bring_a_position_back_either() -> None:
    state = scene(
        """
        . . . .
        . . k .
        . C . .
        """,
        more_square=True,
    )
    for text in ("b1-b2", "c2-c1", "b2-c2", "c1-b1", "c2-c1", "b1-b2", "c1-b1", "b2-c2"):
        state = do(state, text)
    refused(state, "b1 charge b2", "ST-MOVE-7")
    assert "b1 charge c1" in legal(state)


@pytest.mark.parametrize("reading", ["squares", "border"])
@pytest.mark.parametrize(
    ("board", "there", "back"),
    [
        (["H . . .", ". . . ."], "a1 slash b2", "b2 slash a1"),
        (["Q . . .", ". . . ."], "a1 speed a2 b2", "b2 speed b1 a1"),
        (["Q . . .", ". . . ."], "a1 speed b1 c1", "c1 speed b1 a1"),
        (["C . . .", ". . . ."], "a1 charge c1", "c1 charge a1"),
        (["J . . .", ". . . ."], "a1 magic c1", "c1 magic a1"),
        (["L K . .", ". . . ."], "a1 leap c1", "c1 leap a1"),
    ],
)
def test_st_move_6_to_and_fro_between_two_squares_counts_by_every_power(
    reading: str, board: list[str], there: str, back: str
) -> None:
    picture = "\n".join(("m . . .", ". . . .", board[1], board[0]))
    state = scene(picture, two_square=2, two_square_reading=reading)
    state = do(state, there, "a4-b4", back, "b4-a4")
    refused(state, there, "ST-MOVE-6")
    assert {"a1-a2", "a1-b1"} & legal(state)


@pytest.mark.parametrize("reading", ["squares", "border"])
def test_st_move_6_a_bent_way_may_change_and_the_two_squares_still_count(reading: str) -> None:
    state = scene("m . . .\n. . . .\n. . . .\nQ . . .", two_square=2, two_square_reading=reading)
    state = do(state, "a1 speed a2 b2", "a4-b4", "b2 speed a2 a1", "b4-a4")
    refused(state, "a1 speed b1 b2", "ST-MOVE-6")
    assert "a1 speed b1 c1" in legal(state)


@pytest.mark.parametrize("reading", ["squares", "border"])
def test_st_move_6_being_called_to_and_fro_counts(reading: str) -> None:
    picture = "m . . . .\n. . . . .\n. . . . .\n. U . . .\n. . D . ."
    state = scene(picture, two_square=2, two_square_reading=reading)
    state = do(state, "b2 call b1", "a5-b5", "b2 call c1", "b5-a5")
    refused(state, "b2 call b1", "ST-MOVE-6")
    refused(state, "c1-b1", "ST-MOVE-6")
    assert {"b2 call a1", "c1-d1"} <= legal(state)


@pytest.mark.parametrize("reading", ["squares", "border"])
def test_st_move_6_a_run_of_steps_and_calls_is_judged_by_its_two_squares(reading: str) -> None:
    picture = "m . . . .\n. . . . .\n. . . . .\n. U . . .\n. . D . ."
    state = scene(picture, two_square=2, two_square_reading=reading)
    state = do(state, "c1-b1", "a5-b5", "b2 call c1", "b5-a5")
    refused(state, "c1-b1", "ST-MOVE-6")
    # Under both readings a call is no move along a line: no border is closed by it.
    assert "c1 speed b1 a1" in legal(state)


def test_st_move_6_older_games_count_lines_alone() -> None:
    state = scene("m . . .\n. . . .\n. . . .\nH . . .", two_square=2, two_square_reading="lines")
    for one, two in (("a4-a5", "a5-b5"), ("b5-c5", "c5-c6"), ("c6-d6", "d6-d7")):
        state = do(state, "a1 slash b2", one, "b2 slash a1", two)
    assert "a1 slash b2" in legal(state)
    assert state.track.pairs == (None, None)


def test_st_move_6_a_power_that_leaves_its_piece_in_place_starts_the_count_again() -> None:
    state = scene("m . . .\n. . . .\nV . . .", two_square=2, two_square_reading="squares")
    state = do(state, "a1-b1", "a3-b3", "b1-a1", "b3-a3")
    refused(state, "a1-b1", "ST-MOVE-6")
    assert "a1-b1" in legal(do(state, "a1 vision a3", "a3-a4"))
