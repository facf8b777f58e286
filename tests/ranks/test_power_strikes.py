"""Powers that strike without moving onto the square: blasts, rumbles and magnets (ST-POW)."""

from __future__ import annotations

import pytest

from flagfall.core import PUBLIC
from flagfall.ranks.battle import battle_winner
from flagfall.ranks.events import Captured, Moved, Shown
from tests.ranks.scenes import cell, do, edition, legal, refused, scene, step, told, uses


def test_st_pow_blast_in_eight_directions_one_or_two_away_nobody_in_between() -> None:
    state = scene(
        """
        n . k . .
        . . . . .
        A N s . b
        """
    )
    assert uses(state, "blast") == {"a1 blast a3", "a1 blast c3"}
    state = scene(
        """
        . . .
        n k .
        A s y
        """
    )
    assert uses(state, "blast") == {"a1 blast a2", "a1 blast b2", "a1 blast b1"}


@pytest.mark.parametrize(
    ("target", "stays"), [("n", "."), ("y", "."), ("k", "k"), ("m", "m"), ("b", "b"), ("f", "f")]
)
def test_st_pow_blast_removes_what_is_lower_and_shows_the_rest(target: str, stays: str) -> None:
    state = scene(f"A . {target} . . s")
    after, events = step(state, "a1 blast c1")
    assert (cell(after, "c1"), cell(after, "a1")) == (stays, "A")
    kind = state.kinds[state.board[2]].id
    assert kind in {event.kind for event in told(events, 0) if isinstance(event, Shown)}
    assert after.outcome() is None
    assert after.track.quiet == 0


def test_st_pow_blast_zones_block_or_not_by_the_edition() -> None:
    # On the drill's board d4 and e4 are the zone: from d5 over d4 to d3.
    for letter, power, wanted in (("A", "blast", set()), ("P", "pistol", {"d5 pistol d3"})):
        state = scene(
            f"""
            . . . {letter} . . .
            . . . ~ ~ . . .
            . . . n . . .
            . . . . . . .
            . . . . . . m
            """
        )
        assert uses(state, power) == wanted
    by_edition = {
        power.id: power.params["lakes"]
        for id in ("star-wars-powers", "transformers-powers", "pirates-code")
        for power in edition(id).edition.powers
        if power.kind == "blast"
    }
    assert by_edition == {"blaster": "block", "strike-far": "block", "surrender": "pass"}


def test_st_pow_rumble_step_show_and_choose_one_to_three_neighbours() -> None:
    state = scene(
        """
        n k .
        . . s
        R n y
        """
    )
    assert uses(state, "rumble") == {"a1 rumble a2"}
    waiting, events = step(state, "a1 rumble a2")
    assert [event.kind for event in told(events, 1) if isinstance(event, Shown)] == ["brawler"]
    targets = {frozenset(text.split()[1:]) for text in legal(waiting)}
    assert targets == {
        frozenset(some)
        for some in (
            {"a3"}, {"b3"}, {"b1"}, {"a3", "b3"}, {"a3", "b1"}, {"b3", "b1"}, {"a3", "b3", "b1"},
        )
    }  # fmt: skip
    refused(waiting, "halt", "ST-POW-RUMBLE")
    after = do(waiting, "strike a3 b3 b1")
    assert [cell(after, square) for square in ("a2", "a3", "b3", "b1")] == ["R", ".", ".", "."]


@pytest.mark.parametrize(
    ("targets", "left"),
    [
        ("k m", "R. m k."),  # a higher one removes the attacker, the lower one goes all the same
        ("k r", "R. r. k."),  # an equal one and the attacker both go
        ("b k", "R. b k."),  # a bomb removes the attacker and stays
        ("f k", "R f k."),  # the flag is shown and unaffected
        ("y k", "R y. k."),  # a spy is lower
    ],
)
def test_st_pow_rumble_applies_all_results_at_once(targets: str, left: str) -> None:
    first, second = targets.split()
    state = scene(
        f"""
        {first} . .
        . {second} .
        R . . . . s S
        """
    )
    after, events = step(do(state, "a1 rumble a2"), "strike a3 b2")
    for word in left.split():
        square = {"R": "a2", first: "a3", second: "b2"}[word[0]]
        assert cell(after, square) == ("." if word.endswith(".") else word[0]), word
    shown = [event.kind for event in told(events, PUBLIC) if isinstance(event, Shown)]
    assert len(shown) == 2
    assert after.outcome() is None


def test_st_pow_rumble_may_choose_the_flag_else_the_targets_would_tell_where_it_is() -> None:
    with_flag = scene("f . .\n. . .\nR . . . s")
    with_bomb = scene("b . .\n. . .\nR . . . s")
    assert uses(with_flag, "rumble") == uses(with_bomb, "rumble") == {"a1 rumble a2"}
    assert legal(do(with_flag, "a1 rumble a2")) == legal(do(with_bomb, "a1 rumble a2"))


def test_st_pow_rumble_of_a_rank_3_would_defuse() -> None:
    kinds = {kind.id: kind for kind in edition("drill").edition.armies[0].kinds}
    assert battle_winner(kinds["miner"], kinds["bomb"]) == "attacker"


def test_st_pow_magnet_draws_an_enemy_and_fights_it_on_the_own_square() -> None:
    state = scene("G . n . . s")
    after, events = step(state, "a1 magnet c1")
    assert [cell(after, square) for square in ("a1", "c1")] == ["G", "."]
    assert any(isinstance(event, Captured) for event in events)


@pytest.mark.parametrize(
    ("drawn", "here"), [("n", "G"), ("y", "G"), ("e", "."), ("m", "m"), ("b", "b"), ("k", "G")]
)
def test_st_pow_magnet_results(drawn: str, here: str) -> None:
    after = do(scene(f"G . {drawn} . S . s"), "a1 magnet c1")
    assert (cell(after, "a1"), cell(after, "c1")) == (here, ".")


def test_st_pow_magnet_the_flag_is_immune_shown_and_the_turn_is_spent() -> None:
    state = scene("G . f . . s")
    assert uses(state, "magnet") == {"a1 magnet c1"}
    after, events = step(state, "a1 magnet c1")
    assert (cell(after, "a1"), cell(after, "c1"), after.outcome()) == ("G", "f", None)
    assert "flag" in {event.kind for event in told(events, 0) if isinstance(event, Shown)}
    assert after.track.turn == 1


def test_st_pow_magnet_needs_an_empty_open_square_in_between() -> None:
    assert uses(scene("G K n . . s"), "magnet") == set()
    assert uses(scene("G s n . . m"), "magnet") == {"a1 magnet b1"}
    assert uses(scene("G . . n . m"), "magnet") == set()
    state = scene(
        """
        . . . G . . .
        . . . ~ ~ . .
        . . . n . . .
        . . . . . . .
        . . . . . . m
        """
    )
    assert uses(state, "magnet") == set()


def test_st_move_3_a_trap_drawn_by_the_magnet_is_moved_by_the_enemy() -> None:
    after, events = step(scene("G . b . S . s"), "a1 magnet c1")
    moved = [event for event in events if isinstance(event, Moved)]
    assert [(event.origin, event.target, event.by >= 0) for event in moved] == [(2, 0, True)]
    trap = after.view(0).at(0)
    assert trap is not None
    assert (trap.kind, trap.moved) == ("bomb", False)


def test_st_pow_magnet_by_an_option_draws_past_a_piece_in_between() -> None:
    for picture in ("G K n . . m", "G k n . . m"):
        assert "a1 magnet c1" not in legal(scene(picture))
        state = scene(picture, magnet_past=True)
        assert "a1 magnet c1" in legal(state)
        assert cell(do(state, "a1 magnet c1"), "c1") == "."
    # A zone is in the way with the option too, and so is what stands too far away.
    assert "c4 magnet e4" not in legal(
        scene("m . . . . .\n. . G . . n\n. . .\n. . .\n. . .", magnet_past=True)
    )
    assert "a1 magnet d1" not in legal(scene("G K N n . m", magnet_past=True))
