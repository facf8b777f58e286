"""Field letters, set-ups in letters, and game files of other programs: read, written, and damaged."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import flagfall
from flagfall.core import Action, BadText, FlagfallError, Outcome
from flagfall.core.record import Record, read_record, write_record
from flagfall.ranks.formats import (
    Foreign,
    from_record,
    read_field,
    read_gsn,
    read_letters,
    read_letters_file,
    read_xml,
    to_record,
    write_field,
    write_gsn,
    write_letters,
    write_xml,
)
from flagfall.ranks.formats.foreign_games import NUMBERS, TYPES, ForeignMove
from flagfall.ranks.formats.letters import read_square, write_square

DATA = Path(__file__).parent / "data"
FIELD = "MBEAAAAAADLKAAAAAAAACAAAAAAAAADAAAAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAPAAAAAAAAAOAAAAAAAAWXYAAAAAAQNP"
EDITIONS = st.sampled_from(["original", "duel", "barrage"])


def text(name: str) -> str:
    return (DATA / name).read_text(encoding="utf-8")


def random_game(id: str, seed: int, plies: int) -> Record:
    game = flagfall.game(id)
    state = game.new()
    rng = random.Random(seed)
    actions: list[tuple[int, Action]] = []
    while state.pending() and len(actions) < plies:
        decision = state.pending()[0]
        action = decision.sample(rng)
        state = state.apply(decision.seat, action).state
        actions.append((decision.seat, action))
    outcome = state.outcome() or Outcome("resignation", (0.0, 1.0), "ST-END-3")
    return Record(id, game.read_options({}), tuple(actions), ("Ann", "Bob"), 0, outcome)


# ---- letters ------------------------------------------------------------------------------------


def test_the_tenth_column_is_k_and_there_is_no_j() -> None:
    assert write_square(9) == "K1"
    assert read_square("K10") == 99
    with pytest.raises(BadText, match="without J"):
        read_square("J4")


def test_a_setup_in_letters_has_the_back_row_first_as_its_player_sees_it() -> None:
    game = flagfall.game("barrage")
    letters = "MBAAAAAAAE" + "A" * 20 + "DDCKLAAAAA"
    red, blue = (dict(read_letters(game, letters, seat).pieces) for seat in (0, 1))
    assert (red[0], red[1], red[9], red[30]) == ("flag", "bomb", "miner", "scout")
    assert (blue[99], blue[98], blue[90], blue[69]) == ("flag", "bomb", "miner", "scout")


@given(EDITIONS, st.integers(0, 2**32), st.sampled_from([0, 1]))
def test_setups_in_letters_round_trip(id: str, seed: int, seat: int) -> None:
    game = flagfall.game(id)
    setup = game.new().pending()[seat].sample(random.Random(seed))
    letters = write_letters(game, setup, seat)
    assert len(letters) == 40
    assert read_letters(game, letters, seat) == setup


@pytest.mark.parametrize(
    ("letters", "column", "reason"),
    [
        ("M" * 39, 40, "has 40 letters, and this has 39"),
        ("M" * 41, 41, "has 40 letters, and this has 41"),
        ("MBAAZ" + "A" * 35, 5, "'Z' is no piece"),
        ("MBAAI" + "A" * 35, 5, "'I' is no piece of barrage"),
    ],
)
def test_a_fault_in_letters_names_its_column(letters: str, column: int, reason: str) -> None:
    with pytest.raises(BadText, match=reason) as caught:
        read_letters(flagfall.game("barrage"), letters)
    assert caught.value.column == column


def test_a_fault_in_a_file_of_setups_names_its_line() -> None:
    good = "MBAAAAAAAE" + "A" * 20 + "DDCKLAAAAA"
    assert len(read_letters_file(flagfall.game("barrage"), f"# mine\n\n{good}\n{good}\n")) == 2
    with pytest.raises(BadText) as caught:
        read_letters_file(flagfall.game("barrage"), f"{good}\n{good[:-1]}?\n", source="my.txt")
    assert str(caught.value).startswith("my.txt:2:40: ")


def test_editions_whose_pieces_share_a_rank_or_whose_board_is_smaller_have_no_letters() -> None:
    with pytest.raises(BadText, match="have one rank"):
        read_letters(flagfall.game("star-wars-saga"), "A" * 40)
    with pytest.raises(BadText, match="not ten by ten"):
        read_letters(flagfall.game("pirates"), "A" * 40)


@given(EDITIONS, st.integers(0, 2**32))
def test_fields_round_trip(id: str, seed: int) -> None:
    game = flagfall.game(id)
    rng = random.Random(seed)
    pieces = tuple(dict(decision.sample(rng).pieces) for decision in game.new().pending())
    field = write_field(game, pieces)
    assert len(field) == 100
    assert read_field(game, field).pieces == pieces


def test_a_field_may_show_pieces_in_small_letters_and_say_who_is_to_move() -> None:
    game = flagfall.game("barrage")
    field = read_field(game, FIELD.replace("A", "a").replace("M", "m").replace("X", "x") + " b 12")
    assert field.pieces == read_field(game, FIELD).pieces
    assert field.shown == {0, 89}
    assert (field.turn, field.number) == (1, 12)


@pytest.mark.parametrize(
    ("field", "column", "reason"),
    [
        (FIELD[:-1], 1, "has 100 letters, and this has 99"),
        (FIELD.replace("_", "A", 1), 43, "C5 is a lake"),
        ("_" + FIELD[1:], 1, "A1 is no lake"),
        (FIELD.replace("M", "5", 1), 1, "no piece"),
        (FIELD + " x 3", 102, "the side to move"),
    ],
)
def test_a_fault_in_a_field_names_its_column(field: str, column: int, reason: str) -> None:
    with pytest.raises(BadText, match=reason) as caught:
        read_field(flagfall.game("barrage"), field)
    assert caught.value.column == column


# ---- game files ---------------------------------------------------------------------------------


def test_both_files_of_one_game_give_the_same_record() -> None:
    gsn, xml = to_record(read_gsn(text("barrage.gsn"))), to_record(read_xml(text("barrage.xml")))
    assert gsn == xml
    assert gsn.warnings == ()
    record = gsn.record
    assert record.players == ("Ann", "Bob & Co")
    assert record.outcome == Outcome("flag", (1.0, 0.0), "ST-END-1")
    assert [str(action) for _, action in record.actions[2:]] == ["a4-a6", "j7-j5", "b2-b3", "j5-j1", "a6-a10"]
    assert read_record(write_record(record)) == record


def test_what_was_read_is_written_as_it_was() -> None:
    record = to_record(read_gsn(text("barrage.gsn"))).record
    assert write_gsn(from_record(record)) == "\ufeff" + text("barrage.gsn")
    assert write_xml(from_record(record)) == text("barrage.xml")


@given(EDITIONS, st.integers(0, 2**32), st.integers(2, 120))
def test_games_survive_both_formats(id: str, seed: int, plies: int) -> None:
    record = random_game(id, seed, plies)
    foreign = from_record(record)
    for again in (read_gsn(write_gsn(foreign)), read_xml(write_xml(foreign))):
        imported = to_record(again)
        assert imported.warnings == ()
        assert imported.record.actions == record.actions
        assert imported.record.outcome == record.outcome
        assert imported.record.players == record.players


@pytest.mark.parametrize("number", range(len(NUMBERS)))
def test_every_type_is_an_edition_or_refused_by_name(number: int) -> None:
    game = read_gsn(text("barrage.gsn").replace("type 1", f"type {number}"))
    if NUMBERS[number] == "barrage":
        assert to_record(game).record.game == "barrage"
    elif NUMBERS[number] in TYPES:
        with pytest.raises(BadText, match=f"no set-up of {TYPES[NUMBERS[number]]}"):
            to_record(game)
    else:
        with pytest.raises(BadText, match="no edition plays games of type 'ultimate lightning'"):
            to_record(game)


def test_a_game_that_ended_during_the_setup_has_no_moves() -> None:
    foreign = read_gsn("#X38FA11 Stratego-Notation v1\ntype 0\nEND\nAnn vs Bob result 3 winner 1\n")
    imported = to_record(foreign)
    assert imported.warnings == ()
    assert imported.record.actions == ()
    assert imported.record.outcome == Outcome("resignation", (0.0, 1.0), "ST-END-3")


def test_a_damaged_gsn_file_is_read_as_far_as_it_goes_and_the_rest_is_told() -> None:
    imported = to_record(read_gsn(text("damaged.gsn")))
    told = "\n".join(imported.warnings)
    assert "END is there 2 times, in lines 5, 11" in told
    assert "line 6: a move after END" in told
    assert "line 7: cannot be read and is passed over: 'B2=B3'" in told
    assert "line 10: move 5 cannot be played" not in told
    assert imported.record.outcome == Outcome("flag", (1.0, 0.0), "ST-END-1")
    assert "the file says 0-1 time, the board 1-0 flag" in told


def test_a_move_that_cannot_be_played_ends_the_import_there() -> None:
    gsn = text("barrage.gsn").replace("B2-B3", "E5-E6").replace("result 1 winner 0", "result 11 winner 1")
    imported = to_record(read_gsn(gsn))
    assert len(imported.record.actions) == 4
    assert imported.warnings == (
        "line 6: move 3 cannot be played, nor the 2 after it: ST-TURN-1: reason no piece, square e5",
    )
    assert imported.record.outcome == Outcome("time", (0.0, 1.0), "ST-END-3")


def test_damaged_xml_is_read_up_to_the_damage() -> None:
    whole = text("barrage.xml")
    foreign = read_xml(whole[: whole.index('<move id="4"') + 20])
    imported = to_record(foreign)
    assert len(imported.record.actions) == 5
    assert imported.record.outcome is None
    assert "line 8: the XML is damaged here; what follows is not read" in imported.warnings
    assert "the result is missing" in imported.warnings


def test_st_move_6_games_of_another_referee_are_read_with_the_rule_off() -> None:
    shuttle = [("B2", "B3"), ("K7", "K6"), ("B3", "B2"), ("K6", "K7")] * 3
    moves = tuple(ForeignMove(source, target) for source, target in shuttle)
    imported = to_record(Foreign("barrage", FIELD, moves, result=4, winner=2))
    assert len(imported.record.actions) == 14
    assert imported.record.options["two_square"] == 0
    assert len(imported.warnings) == 1
    assert "ST-MOVE-6" in imported.warnings[0]


@pytest.mark.parametrize(
    ("read", "bad", "reason"),
    [
        (read_gsn, "", "begins with"),
        (read_gsn, "#X38FA11 Stratego-Notation v3\ntype 0\n", "begins with"),
        (read_gsn, "#X38FA11 Stratego-Notation v1\ntype 7\n", "a number from 0 to 4"),
        (read_xml, "", "no <game>|no XML"),
        (read_xml, "once upon a time", "no XML"),
        (read_xml, "<stratego/>", "no <game>"),
        (read_xml, '<!DOCTYPE a [<!ENTITY b "c">]><stratego/>', "no document type"),
    ],
)
def test_what_is_no_game_file_is_refused(read: object, bad: str, reason: str) -> None:
    with pytest.raises(BadText, match=reason):
        read(bad)  # type: ignore[operator]


@given(st.text(max_size=200), st.integers(0, 400))
def test_any_damage_gives_a_game_or_one_clear_error(noise: str, at: int) -> None:
    for name, read in (("barrage.gsn", read_gsn), ("barrage.xml", read_xml)):
        whole = text(name)
        try:
            to_record(read(whole[:at] + noise + whole[at:]))
        except BadText as error:
            assert error.line >= 1


def test_a_record_of_another_edition_or_of_one_seat_is_not_written() -> None:
    with pytest.raises(FlagfallError, match=r"^these files hold games of .*, not of pirates"):
        from_record(Record("pirates", {}))
    running = random_game("barrage", 1, 6)
    running = Record("barrage", running.options, running.actions).known_to(0)
    with pytest.raises(ValueError, match="cannot be replayed"):
        from_record(running)
