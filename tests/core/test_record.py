"""Whole games as text: round trips, what a seat may keep of a running game, and where faults stand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import flagfall
from flagfall.core import FULL, PUBLIC, Action, BadText, FlagfallError, Outcome
from flagfall.core.record import Record, read_record, write_record
from flagfall.ranks.actions import Deploy

RANKS = flagfall.games("ranks")
NAMES = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=12)
RESIGNED = Outcome("resignation", (0.0, 1.0), "ST-END-3")

SMALL = """\
flagfall record 1
game barrage
player red Anna Lee
player blue Ben
option memory table
seed 7

red setup ........SS/GY......../M........./FB.......N
blue setup SS......../GY......../M........./FB.......N
red i4-i5
blue j7xj4
"""


def played(id: str, seed: int, plies: int, **options: object) -> Record:
    game = flagfall.game(id)
    state = game.new(seed, **options)
    rng = random.Random(seed)
    actions: list[tuple[int, Action]] = []
    while state.pending() and len(actions) < plies:
        decision = rng.choice(state.pending())
        action = decision.sample(rng)
        state = state.apply(decision.seat, action).state
        actions.append((decision.seat, action))
    return Record(id, game.read_options(options), tuple(actions), seed=seed, outcome=state.outcome())


@given(
    st.sampled_from(RANKS),
    st.integers(0, 2**64),
    st.integers(0, 80),
    st.tuples(NAMES, NAMES),
    st.sampled_from(["assisted", "table"]),
    st.booleans(),
)
def test_a_record_reads_back_to_itself_and_replays_to_the_same_digest(
    id: str, seed: int, plies: int, players: tuple[str, str], memory: str, resigned: bool
) -> None:
    record = played(id, seed, plies, memory=memory)
    record = Record(
        record.game,
        record.options,
        record.actions,
        players,
        seed,
        record.outcome or (RESIGNED if resigned else None),
        {"date": "2025-11-15"},
    )
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert write_record(again) == text
    assert again.replay().digest() == record.replay().digest()


@given(st.sampled_from(RANKS), st.integers(0, 2**32), st.integers(0, 40), st.sampled_from([0, 1, PUBLIC]))
def test_a_seats_record_of_a_running_game_reads_back_to_itself(
    id: str, seed: int, plies: int, seat: int
) -> None:
    record = played(id, seed, plies).known_to(seat)
    assert read_record(write_record(record)) == record


@given(st.sampled_from(RANKS), st.integers(0, 2**32), st.integers(0, 40), st.sampled_from([0, 1, PUBLIC]))
def test_a_running_game_gives_a_seat_the_same_record_whatever_the_others_set_up(
    id: str, seed: int, plies: int, seat: int
) -> None:
    record = played(id, seed, plies)
    if record.outcome is not None:
        return
    rng = random.Random(seed)
    swapped: list[tuple[int, Action]] = []
    for by, action in record.actions:
        if isinstance(action, Deploy) and by != seat:
            kinds = [kind for _, kind in action.pieces]
            rng.shuffle(kinds)
            squares = [square for square, _ in action.pieces]
            action = Deploy(tuple(zip(squares, kinds, strict=True)))
        swapped.append((by, action))
    other = Record(id, record.options, tuple(swapped), seed=seed + 1)
    assert write_record(other.known_to(seat)) == write_record(record.known_to(seat))


def test_after_the_end_everybody_keeps_both_setups() -> None:
    record = read_record(SMALL.replace("seed 7", "seed 7\nresult 0-1 resignation ST-END-3"))
    for seat in (0, 1, PUBLIC, FULL):
        text = write_record(record.known_to(seat))
        assert text.count(" setup ") == 2
        assert "seed 7" in text


def test_an_attack_is_written_with_an_x() -> None:
    text = write_record(read_record(SMALL.replace("j7xj4", "j7-j4")))
    assert text.endswith("red i4-i5\nblue j7xj4\n")


def test_a_seats_record_cannot_be_replayed_and_says_so() -> None:
    record = read_record(SMALL).known_to(0)
    with pytest.raises(FlagfallError, match="cannot be replayed"):
        record.replay()


def test_notes_and_names_keep_to_their_line() -> None:
    record = Record("barrage", {}, players=("Eve\nseed 9", ""), notes={"event": "a\r\nb", "game": "x"})
    text = write_record(record)
    assert "player red Eve seed 9\n" in text
    assert "event a b\n" in text
    assert text.count("game ") == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "reason"),
    [
        ("flagfall record 1", "chess record 1", 1, 1, "a record begins with"),
        ("game barrage", "game barage", 2, 6, "did you mean barrage"),
        ("game barrage\n", "", 2, 1, "the first header names the game"),
        ("player red", "player green", 3, 8, "expected red or blue"),
        ("option memory table", "option memory perfect", 5, 8, "assisted, table"),
        ("option memory table", "option memory table\noption memory table", 6, 8, "twice"),
        ("option memory table", "option", 5, 7, "no value"),
        ("seed 7", "seed seven", 6, 6, "whole number"),
        ("seed 7", "result 1-0", 6, 8, "expected a result"),
        ("seed 7", "result 1-0-0 flag", 6, 8, "expected a result"),
        ("seed 7", "seed 7\nseed 8", 7, 1, "twice"),
        ("seed 7", "digest 00", 6, 1, "another digest"),
        ("seed 7", "seat red", 9, 6, "cannot know what blue did"),
        ("red setup ........SS", "red setup ........SZ", 8, 20, "no piece has the letter"),
        ("red setup ........SS", "red setup ........SM", 8, 5, "ST-SET-3"),
        ("red i4-i5", "red  i4-i66", 10, 9, "no square 'i66'"),
        ("red i4-i5", "red i4-j6", 10, 5, "ST-MOVE-1"),
        ("red i4-i5", "blue i4-i5", 10, 6, "ST-TURN-1"),
        ("red i4-i5", "i4-i5", 10, 1, "expected red or blue"),
        ("red i4-i5", "red", 10, 4, "expected a move"),
    ],
)
def test_a_fault_in_a_record_names_its_line_and_column(
    old: str, new: str, line: int, column: int, reason: str
) -> None:
    assert old in SMALL
    with pytest.raises(BadText, match=reason) as caught:
        read_record(SMALL.replace(old, new, 1), "game.txt")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"game.txt:{line}:{column}: ")


def test_a_result_that_the_board_contradicts_is_refused() -> None:
    won = played("barrage", 5, 10_000)
    assert won.outcome is not None
    text = write_record(won)
    told = next(line for line in text.splitlines() if line.startswith("result"))
    with pytest.raises(BadText, match="played out, this game has"):
        read_record(text.replace(told, "result 1-0 resignation ST-END-3"))
    with pytest.raises(BadText, match="played out, this game has"):
        read_record(text.replace(told + "\n", ""))


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    for start in ("", "flagfall record 1\n", "flagfall record 1\ngame duel\n", SMALL):
        try:
            read_record(start + text)
        except BadText as error:
            assert error.line >= 1 and error.column >= 1


def test_the_record_in_the_docs_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots" / "notation.md").read_text(encoding="utf-8")
    text = page.split("```record\n")[1].split("```")[0]
    record = read_record(text)
    assert record.outcome is not None and record.outcome.winner == 0
    assert write_record(record).split("\n\n")[1] == text.split("\n\n")[1]


@pytest.mark.parametrize("id", ["hex-duel", "hex-hunt"])
def test_records_serve_the_other_family_too(id: str) -> None:
    record = played(id, 3, 60)
    assert read_record(write_record(record)) == record
    if record.outcome is None:
        share = record.known_to(0)
        assert share.seed is None
        assert all(seat == 0 or flagfall.game(id).overheard(action) for seat, action in share.actions)
        assert read_record(write_record(share)) == share
