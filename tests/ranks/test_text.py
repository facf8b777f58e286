"""Actions, set-ups and positions as text: round trips for every edition, and where faults stand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import flagfall
from flagfall.core import BadText
from flagfall.ranks.actions import Deploy, Halt, Move, Strike, Use
from flagfall.ranks.board import BY_NAME
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState

EDITIONS = flagfall.games("ranks")
IDS = st.sampled_from(EDITIONS)
SEEDS = st.integers(0, 2**32)


def rank_game(id: str) -> RankGame:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    return game


def reached(game: RankGame, seed: int, steps: int, **options: object) -> RankState:
    """A state that random play reaches."""
    rng = random.Random(seed)
    state = game.new(**options)
    for _ in range(steps):
        if not state.pending():
            break
        decision = rng.choice(state.pending())
        state = state.apply(decision.seat, decision.sample(rng)).state
    return state


# ---- actions ------------------------------------------------------------------------------------


@given(IDS, SEEDS, st.integers(2, 60))
def test_every_legal_action_reads_back_to_itself(id: str, seed: int, steps: int) -> None:
    game = rank_game(id)
    state = reached(game, seed, steps)
    legal = state.legal(state.track.turn)
    for action in random.Random(seed).sample(legal, min(20, len(legal))):
        assert game.action(str(action)) == action
        assert game.action(game.write(state, action)) == action


@given(IDS, SEEDS, st.integers(2, 60))
def test_an_x_stands_where_a_move_attacks_and_nowhere_else(id: str, seed: int, steps: int) -> None:
    game = rank_game(id)
    state = reached(game, seed, steps)
    for action in state.legal(state.track.turn):
        if isinstance(action, Move) and action.switch < 0:
            attacks = state.board[action.target] >= 0
            assert ("x" in game.write(state, action)) is attacks


@pytest.mark.parametrize(
    ("id", "text", "action"),
    [
        ("original", "b4-b5", Move(BY_NAME["b4"], BY_NAME["b5"])),
        ("original", " B4 x b9 ", Move(BY_NAME["b4"], BY_NAME["b9"])),
        ("original", "j10:a1", Move(BY_NAME["j10"], BY_NAME["a1"])),
        ("original", "halt", Halt()),
        ("original", "strike d5 c5", Strike((BY_NAME["c5"], BY_NAME["d5"]))),
        ("star-wars-powers", "c3 vision d5", Use(BY_NAME["c3"], "vision", (BY_NAME["d5"],))),
        ("pirates-code", "a3 Compass Davy-Jones", Use(BY_NAME["a3"], "compass", (), "davy-jones")),
        (
            "transformers-powers",
            "b4 speed b5 c5",
            Use(BY_NAME["b4"], "speed", (BY_NAME["b5"], BY_NAME["c5"])),
        ),
        ("transformers-powers", "switch c3, b4-b5", Move(BY_NAME["b4"], BY_NAME["b5"], BY_NAME["c3"])),
        (
            "transformers-powers",
            "switch c3 c3 magnet c5",
            Use(BY_NAME["c3"], "magnet", (BY_NAME["c5"],), "", 22),
        ),
        ("barrage", "deploy b1=bomb a1=flag", Deploy(((0, "flag"), (1, "bomb")))),
    ],
)
def test_actions_are_written_as_people_type_them(id: str, text: str, action: object) -> None:
    assert rank_game(id).action(text) == action


@pytest.mark.parametrize(
    ("id", "text", "column", "reason"),
    [
        ("original", "", 1, "expected a move"),
        ("original", "b4", 3, "expected - and a square"),
        ("original", "b4-k5", 4, "no square 'k5'"),
        ("original", "b4-b11", 4, "no square 'b11'"),
        ("original", "  z4-b5", 3, "no square"),
        ("original", "b4 vision c5", 4, "it has no powers"),
        ("pirates", "b9-b8", 1, "from a1 to j8"),
        ("pirates-code", "b4 vision c5", 4, "its powers are spyglass"),
        ("pirates-code", "b4 spyglass c99", 13, "no square 'c99'"),
        ("transformers-powers", "switch", 7, "expected the square of the piece"),
        ("transformers-powers", "switch c3", 10, "expected a move or a power"),
        ("transformers-powers", "switch c3, b4-", 12, "no square 'b4-'"),
        ("original", "halt now", 6, "did not expect 'now'"),
        ("original", "strike", 7, "expected the square to strike"),
        ("original", "strike c5 d55", 11, "no square 'd55'"),
        ("barrage", "deploy a1=flag b1", 16, "a square and a piece"),
        ("barrage", "deploy a1=flag b1=bum", 19, "no piece 'bum'"),
        ("barrage", "deploy a1=flag b0=bomb", 16, "no square 'b0'"),
    ],
)
def test_a_fault_in_an_action_names_its_column(id: str, text: str, column: int, reason: str) -> None:
    with pytest.raises(BadText, match=reason) as caught:
        rank_game(id).action(text)
    assert (caught.value.line, caught.value.column) == (1, column)


@given(IDS, st.text(max_size=60))
def test_any_text_is_an_action_or_a_fault_with_a_place(id: str, text: str) -> None:
    try:
        rank_game(id).action(text)
    except BadText as error:
        assert 1 <= error.column <= len(text) + 1


# ---- set-ups ------------------------------------------------------------------------------------


@given(IDS, SEEDS, st.sampled_from([0, 1]))
def test_setups_round_trip_as_letters_as_pictures_and_as_actions(id: str, seed: int, seat: int) -> None:
    game = rank_game(id)
    setup = game.new().pending()[seat].sample(random.Random(seed))
    letters = game.write_setup(setup, seat)
    assert letters is not None
    assert game.setup(letters, seat) == setup
    assert game.setup(letters.lower().replace("/", "\n"), seat) == setup
    assert game.action(str(setup)) == setup


def test_a_setup_is_drawn_front_row_first_as_its_player_sees_it() -> None:
    game = rank_game("barrage")
    text = "M.......SS/..G......./.........Y/FB.......N"
    red, blue = (dict(game.setup(text, seat).pieces) for seat in (0, 1))
    assert [red[BY_NAME[name]] for name in ("a4", "j4", "a1", "j1")] == ["marshal", "scout", "flag", "miner"]
    assert [blue[BY_NAME[name]] for name in ("j7", "a7", "j10", "a10")] == [
        "marshal",
        "scout",
        "flag",
        "miner",
    ]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("M", 1, 2, "1 squares are described, and there are 40"),
        ("." * 40 + "\nM", 2, 1, "more than 40 squares"),
        ("M" * 10 + "\nM?", 2, 2, "no piece has the letter"),
        ("..Z", 1, 3, "no piece has the letter 'Z'"),
    ],
)
def test_a_fault_in_a_setup_names_its_place(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(BadText, match=reason) as caught:
        rank_game("barrage").setup(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@given(IDS, st.text(max_size=120), st.sampled_from([0, 1]))
def test_any_text_is_a_setup_or_a_fault_with_a_place(id: str, text: str, seat: int) -> None:
    try:
        rank_game(id).setup(text, seat)
    except BadText as error:
        assert error.line >= 1 and error.column >= 1


# ---- positions ----------------------------------------------------------------------------------


@given(IDS, SEEDS, st.integers(0, 90), st.sampled_from(["assisted", "table"]))
def test_positions_read_back_to_the_same_digest(id: str, seed: int, steps: int, memory: str) -> None:
    game = rank_game(id)
    state = reached(game, seed, steps, memory=memory)
    again = game.position(state.position())
    assert again.digest() == state.digest()
    assert again.position() == state.position()


@given(IDS, SEEDS, st.integers(2, 60))
def test_a_position_that_was_read_goes_on_like_the_game(id: str, seed: int, steps: int) -> None:
    game = rank_game(id)
    state = reached(game, seed, steps)
    again = game.position(state.position())
    for seat in (0, 1):
        assert again.view(seat) == state.view(seat)
        assert again.legal(seat) == state.legal(seat)


@given(IDS, SEEDS, st.integers(2, 40), st.data())
def test_a_damaged_position_is_read_or_refused_with_a_place(
    id: str, seed: int, steps: int, data: st.DataObject
) -> None:
    game = rank_game(id)
    text = reached(game, seed, steps).position()
    at = data.draw(st.integers(0, len(text)))
    noise = data.draw(st.text(max_size=8))
    try:
        game.position(text[:at] + noise + text[at + data.draw(st.integers(0, 8)) :])
    except BadText as error:
        assert error.line >= 1 and error.column >= 1


def test_the_position_and_the_setup_in_the_docs_are_such() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots" / "notation.md").read_text(encoding="utf-8")
    blocks = [block.strip("\n") for block in page.split("```")[1::2]]
    game = rank_game("barrage")
    state = game.position(next(block for block in blocks if "turn blue" in block))
    assert (state.track.turn, state.track.ply) == (1, 5)
    assert len(game.setup(next(block for block in blocks if block.startswith("M..."))).pieces) == 8


def test_every_mark_and_line_of_a_position_is_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots" / "notation.md").read_text(encoding="utf-8")
    part = page.split("## Positions")[1].split("## Records")[0]
    for seed in range(40):
        game = rank_game(EDITIONS[seed % len(EDITIONS)])
        for line in reached(game, seed, 10 + 10 * seed).position().splitlines():
            word = line.split()[0]
            if len(word) > 2 and word.isalpha():
                assert f"`{word}" in part, word
