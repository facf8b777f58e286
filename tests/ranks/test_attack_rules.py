"""Attack and the end: ST-ATT, ST-END and ST-ERR."""

from __future__ import annotations

import pytest

import flagfall
from flagfall.core import PUBLIC, BadText, IllegalAction, Outcome
from flagfall.ranks.battle import battle_winner
from flagfall.ranks.events import Ended, Shown
from tests.ranks.scenes import cell, do, edition, game_of, legal, refused, scene, step, told


def test_st_att_1_attack_an_adjacent_enemy_and_never_have_to() -> None:
    state = scene(
        """
        k . .
        M . n
        """
    )
    assert {"a1xa2", "a1-b1"} <= legal(state)
    refused(state, "a1-c1", "ST-MOVE-1")


def test_st_att_1_rank_2_attacks_from_a_distance_along_empty_squares() -> None:
    state = scene(
        """
        . . .
        k . .
        S . n
        """
    )
    assert {"a1xa2", "a1xc1"} <= legal(state)
    refused(scene("S K n"), "a1xc1", "ST-MOVE-2")


def shown(state_id: str, announce: str) -> list[tuple[str, str]]:
    kinds = [{kind.rank: kind for kind in army.kinds} for army in edition(state_id).edition.armies]
    state = scene(f"{kinds[0]['9'].letter} {kinds[1]['7'].letter.lower()}", id=state_id, announce=announce)
    events = step(state, "a1xb1").events
    for seat in (0, 1, PUBLIC):
        assert len([event for event in told(events, seat) if isinstance(event, Shown)]) == 2
    return [(event.rank, event.kind) for event in events if isinstance(event, Shown)]


@pytest.mark.parametrize("id", ["original", "star-wars-powers"])
def test_st_att_2_ranks_are_called(id: str) -> None:
    assert edition(id).rules().options["announce"] == "rank"
    assert shown(id, "rank") == [("9", ""), ("7", "")]


@pytest.mark.parametrize("id", ["transformers", "pirates-code"])
def test_st_att_2_pieces_are_shown(id: str) -> None:
    assert edition(id).rules().options["announce"] == "piece"
    assert [rank for rank, _ in shown(id, "piece")] == ["9", "7"]
    assert all(kind for _, kind in shown(id, "piece"))


def test_st_att_2_two_characters_of_one_rank_stay_indistinct_when_ranks_are_called() -> None:
    kinds = edition("star-wars-saga").edition.armies[1].kinds
    sixes = [kind for kind in kinds if kind.rank == "6"]
    assert len(sixes) > 1
    views = []
    for kind in sixes[:2]:
        weaker = next(k for k in edition("star-wars-saga").edition.armies[0].kinds if k.rank == "4")
        after = do(scene(f"{weaker.letter} {kind.letter.lower()} . .", id="star-wars-saga"), "a1xb1")
        views.append([(p.rank, p.kind) for p in after.view(0).pieces if p.seat == 1])
    assert views[0] == views[1] == [("6", "")]


@pytest.mark.parametrize(
    ("attacker", "defender", "left"),
    [
        ("M", "k", ". M"),  # a higher rank captures and moves in
        ("K", "m", ". m"),  # a lower one is captured; the defender stays where it is
        ("M", "m", ". ."),  # equal ranks are both captured
        ("K", "a", ". ."),
    ],
)
def test_st_att_3_the_higher_rank_wins(attacker: str, defender: str, left: str) -> None:
    state = do(scene(f"{attacker} {defender} . N n"), "a1xb1")
    assert f"{cell(state, 'a1')} {cell(state, 'b1')}" == left


@pytest.mark.parametrize(
    ("attacker", "left"), [("M", ". b"), ("S", ". b"), ("Y", ". b"), ("N", ". N"), ("K", ". b")]
)
def test_st_att_4_only_rank_3_removes_a_bomb(attacker: str, left: str) -> None:
    state = do(scene(f"{attacker} b . O n"), "a1xb1")
    assert f"{cell(state, 'a1')} {cell(state, 'b1')}" == left


@pytest.mark.parametrize("attacker", ["M", "S", "Y", "N", "K", "D"])
def test_st_att_5_any_movable_piece_captures_the_flag(attacker: str) -> None:
    outcome = do(scene(f"{attacker} f . . n"), "a1xb1").outcome()
    assert outcome == Outcome("flag", (1.0, 0.0), "ST-END-1")


def test_st_att_5_a_distant_scout_captures_the_flag() -> None:
    assert do(scene("S . . f . n"), "a1xd1").outcome() == Outcome("flag", (1.0, 0.0), "ST-END-1")


RULEBOOKS = ["original", "star-wars-saga", "transformers", "pirates", "drill"]


@pytest.mark.parametrize("id", RULEBOOKS)
def test_st_att_6_the_spy(id: str) -> None:
    armies = edition(id).edition.armies
    mine = {kind.rank: kind for kind in armies[0].kinds}
    theirs = {kind.rank: kind for kind in armies[1].kinds}
    spy, enemy_spy = (next(kind for kind in army.kinds if kind.role == "spy") for army in armies)
    assert battle_winner(spy, theirs["10"]) == "attacker"
    assert battle_winner(mine["10"], enemy_spy) == "attacker"
    assert battle_winner(spy, enemy_spy) == "none"
    assert battle_winner(spy, theirs["F"]) == "attacker"
    assert battle_winner(mine["10"], theirs["10"]) == "none"
    for rank in ("2", "3", "5", "9", "B"):
        assert battle_winner(spy, theirs[rank]) == "defender"
        if rank != "B":
            assert battle_winner(mine[rank], enemy_spy) == "attacker"


def test_st_att_7_the_survivor_is_hidden_again_and_has_to_be_remembered() -> None:
    state = do(scene("M k . N n", memory="table"), "a1xb1")
    survivor = next(piece for piece in state.view(1).pieces if piece.square == 1)
    assert (survivor.kind, survivor.rank, survivor.moved) == ("", "", False)


def test_st_end_1_capturing_the_flag_wins_and_opens_both_set_ups() -> None:
    after, events = step(scene("M f . N n"), "a1xb1")
    ended = [event for event in told(events, PUBLIC) if isinstance(event, Ended)]
    assert [event.outcome.termination for event in ended] == ["flag"]
    assert after.pending() == ()
    assert after.legal(0) == after.legal(1) == ()
    refused(after, "d1-e1", "ST-END-1", seat=1)


def test_st_end_2_no_move_is_a_loss() -> None:
    outcome = do(scene("M k F . b"), "a1xb1").outcome()
    assert outcome is not None
    assert (outcome.rule, outcome.winner) == ("ST-TURN-2", 0)


@pytest.mark.parametrize("termination", ["resignation", "agreement", "time"])
def test_st_end_3_an_end_that_the_board_did_not_bring_about(termination: str) -> None:
    game = edition("barrage")
    state = game.new()
    scores = (0.5, 0.5) if termination == "agreement" else (0.0, 1.0)
    outcome = Outcome(termination, scores, "ST-END-3")
    after, events = state.ended(outcome)
    assert after.outcome() == outcome
    assert told(events, 0) == told(events, 1) == [Ended(outcome, (None, None))]
    assert game.fold_all(state.view(0), events, 0) == after.view(0)
    with pytest.raises(IllegalAction):
        after.ended(outcome)


def test_st_end_4_a_draw_after_quiet_half_moves() -> None:
    state = scene(
        """
        m . .
        . . .
        M . .
        """,
        quiet_limit=10,
        two_square=0,
    )
    for _ in range(2):
        state = do(state, "a1-b1", "a3-b3", "b1-a1", "b3-a3")
    state = do(state, "a1-b1")
    assert state.outcome() is None
    outcome = do(state, "a3-b3").outcome()
    assert outcome == Outcome("quiet", (0.5, 0.5), "ST-END-4")


def test_st_end_4_an_attack_starts_the_quiet_count_again() -> None:
    state = do(scene("M . k N n s"), "a1-b1", "f1-g1")
    assert state.track.quiet == 2
    assert do(state, "b1xc1").track.quiet == 0


def test_st_end_4_an_overall_limit() -> None:
    state = scene(
        """
        m . .
        . . .
        M . .
        """,
        ply_limit=10,
        two_square=0,
        quiet_limit=5000,
    )
    for _ in range(2):
        state = do(state, "a1-b1", "a3-b3", "b1-a1", "b3-a3")
    outcome = do(state, "a1-b1", "a3-b3").outcome()
    assert outcome == Outcome("length", (0.5, 0.5), "ST-END-4")


def test_st_end_4_the_defaults() -> None:
    for id in flagfall.games("ranks"):
        options = edition(id).rules().options
        assert (options["quiet_limit"], options["ply_limit"]) == (200, 4000)


def test_st_end_5_a_game_that_was_left_can_be_resumed_from_its_text() -> None:
    state = do(scene("M . k N n s"), "a1-b1")
    again = game_of(state).position(state.position())
    assert again == state
    assert legal(again) == legal(state)
    assert do(again, "f1-g1") == do(state, "f1-g1")


def test_st_err_1_a_refusal_names_the_rule_and_changes_nothing() -> None:
    state = scene("B . k N n s")
    error = refused(state, "a1-b1", "ST-MOVE-3")
    assert error.params == {"reason": "never moves", "origin": "a1", "target": "b1", "kind": "bomb"}
    assert "ST-MOVE-3" in str(error)


def test_st_err_1_an_answer_never_depends_on_hidden_facts() -> None:
    answers = []
    for hidden in ("k", "b", "f", "s"):
        state = scene(f"M . {hidden} . n")
        answers.append([_answer(state, text) for text in ("a1-c1", "a1xc1", "c1-d1", "a1-e1", "a1-b2")])
    assert all(answer == answers[0] for answer in answers)


def _answer(state: object, text: str) -> str:
    from flagfall.ranks.state import RankState

    assert isinstance(state, RankState)
    try:
        state.apply(0, game_of(state).action(text))
    except (IllegalAction, BadText) as error:
        return str(error)
    return "accepted"
