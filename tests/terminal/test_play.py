"""Playing in the terminal: set-ups, help, refusals, bots, two persons, saving, leaving."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flagfall.core import FlagfallError
from flagfall.core.record import read_record
from flagfall.ranks.actions import Deploy
from tests.terminal.program import EXAMPLES, Terminal, flagfall

RED = "S........./Y........./MG......../FBN......S"
BLUE = "S........./Y........./MG......../SBN......F"
"""Blue's flag stands alone on a10, in line with red's scout on a4."""
TWO = ["play", "barrage", "--two", "--setup", RED, "--setup", BLUE]


def turns(*moves: str) -> str:
    """A script for two persons: Enter to look, a move, Enter to hide the board."""
    return "".join(f"\n{move}\n\n" for move in moves)


def fields(out: str) -> list[str]:
    """The squares of the last board in an output, row by row."""
    return [line for line in out.splitlines() if re.match(r" +\d+ [ (\[≈▒×]", line)]


# ---- a whole game -------------------------------------------------------------------------------


def test_two_persons_play_to_the_end_and_save_a_record_with_both_setups(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    ran = flagfall(*TWO, "--save", str(path), script="\na4-a6\n\n\nj7-j5\n\n\na6xa10\n")
    assert ran.status == 0
    assert "On a10: Flag (Blue). Flag (Blue) is captured. The flag is captured. Winner: Red." in re.sub(
        r"\s+", " ", ran.out
    )
    assert "1-0  (ST-END-1)" in ran.out
    record = read_record(path.read_text(encoding="utf-8"))
    assert record.outcome is not None and record.outcome.winner == 0
    assert [str(action) for _, action in record.actions[2:]] == ["a4-a6", "j7-j5", "a6-a10"]


def test_a_game_against_a_bot_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    script = "ready\ndone\nmoves\nresign\nyes\n"
    first, second = (flagfall("play", "barrage", "--seed", "5", "--level", "1", script=script) for _ in "ab")
    assert first == second
    assert first.status == 0
    assert "Red: resignation. Winner: Blue." in first.out


def test_the_bot_answers_every_move() -> None:
    setup = "......G.../Y........./M........./FBN.....SS"
    ran = flagfall("play", "barrage", "--setup", setup, "--seed", "3", script="a2-b2\nb2-a2\nquit\n")
    assert ran.status == 0
    assert "Red: Marshal 10 a2–b2." in ran.out
    assert "Move 3: Red to play." in ran.out and "Move 5: Red to play." in ran.out
    assert len(re.findall(r"^Blue: .*[a-j]\d", ran.out, re.MULTILINE)) == 2


def test_the_second_seat_sees_the_board_from_its_side() -> None:
    setup = "S........S/Y........./MG......../FBN......."
    ran = flagfall("play", "barrage", "--seat", "blue", "--setup", setup, "--seed", "3", script="quit\n")
    header = [line for line in ran.out.splitlines() if line.split() == list("jihgfedcba")]
    assert header
    assert fields(ran.out)[-1].startswith(" 10 [ F ]")


# ---- help and refusals --------------------------------------------------------------------------


def test_a_square_shows_its_moves_and_powers() -> None:
    setup = "WR.DUG/GP.ABF"
    script = "a2\nb2\nb6\na3\nb3\nquit\n"
    words = ["play", "skirmish", "--setup", setup, "--seed", "1", "--level", "1"]
    ran = flagfall(*words, script=script, FLAGFALL_EDITIONS=str(EXAMPLES))
    assert "a2: Watchman 8 (Amber)\n  moves to a3\n  Watch [watch]\n" in ran.out
    assert "b2: Rider 7 (Amber)\n  moves to c2\n  Gallop [gallop]\n" in ran.out
    assert "targets: c2 c3, c2 c1" in ran.out
    assert "type for example: b2 gallop c2 c3" in ran.out
    assert "a3 is empty." in ran.out
    assert "No piece can enter b3." in ran.out
    assert "a piece (Slate)" in ran.out


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("b1-b2", "Bomb never moves. (ST-MOVE-3)"),
        ("a2-a3", "Your own piece stands on a3. (ST-MOVE-2)"),
        ("b2-b4", "General moves one square at a time. (ST-MOVE-1)"),
        ("c5-c6", "You have no piece on c5. (ST-TURN-1)"),
        ("strike a5", "No power is waiting for a target. (ST-TURN-1)"),
        ("deploy a1=flag", "This army is already set up. (ST-SET-1)"),
        ("b2 vision b4", "this game has no power 'vision'; it has no powers (column 4)"),
        ("b2-b99", "there is no square 'b99': they go from a1 to j10 (column 4)"),
        ("save", "Type save and the name of a file."),
    ],
)
def test_st_err_1_a_refusal_cites_the_rule_and_changes_nothing(typed: str, sentence: str) -> None:
    ran = flagfall(*TWO, script=f"\n{typed}\nboard\nquit\n")
    assert sentence in ran.out
    boards = ran.out.split("      a     b")
    assert boards[1].splitlines()[1:11] == boards[3].splitlines()[1:11]


def test_refusals_come_in_the_players_language() -> None:
    ran = flagfall(*TWO, "--language", "fr", script="\nb1-b2\nquit\n")
    assert "Bombe ne bouge jamais. (ST-MOVE-3)" in ran.out
    assert "Au revoir." in ran.out


def test_options_reach_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    flagfall(*TWO, "-o", "captured=stealth", "-o", "two_square=2", script=f"\nsave {path}\nquit\n")
    record = read_record(path.read_text(encoding="utf-8"))
    assert (record.options["captured"], record.options["two_square"]) == ("stealth", 2)


# ---- set-ups ------------------------------------------------------------------------------------


def test_a_setup_by_hand_is_kept_when_it_is_refused() -> None:
    script = "done\na1 F\na1 F\nb1 B\nj9 M\na2=M\na2 b2\nq9\na3 Q\nb3 marshal\nfill\nclear\nquit\n"
    ran = flagfall("play", "barrage", "--seed", "1", script=script)
    assert "Marshal: 0 in this set-up, and the army has 1. (ST-SET-3)" in ran.out
    assert "j9 lies outside your set-up area. (ST-SET-3)" in ran.out
    assert "Cannot read q9; type help for the list." in ran.out
    assert "There is no piece Q; the letters are MGNSYBF." in ran.out
    assert "No Marshal 10 is left to place." in ran.out
    assert "The whole army is set up. Type done to begin." in ran.out
    board = ran.out.split("b3 marshal")[0].split("a2 b2")[1]
    assert "[ F ] [ B ]" in board and "  ○   [10 ]" in board


def test_setups_by_text_and_from_files_in_our_letters_in_field_letters_and_in_records(tmp_path: Path) -> None:
    ours, letters, record = (tmp_path / name for name in ("ours.txt", "letters.txt", "record.txt"))
    ours.write_text(RED.replace("/", "\n") + "\n", encoding="utf-8")
    letters.write_text("# two\n" + "MBEAAAAAADLKAAAAAAAACAAAAAAAAADAAAAAAAAA\n" * 2, encoding="utf-8")
    flagfall(*TWO, script=f"\nsave {record}\nquit\n")
    for command in (f"text {RED}", f"file {ours}", f"file {letters} 2", f"file {record}"):
        kept = tmp_path / "kept.txt"
        ran = flagfall("play", "barrage", script=f"{command}\nsave {kept}\nquit\n")
        assert kept.read_text(encoding="utf-8") == f"{RED}\n", ran.out
        kept.unlink()


def test_a_file_of_setups_that_cannot_be_read_says_where(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{RED}\n{RED[:-1]}Q\n", encoding="utf-8")
    script = f"file {path}\nfile {path} 9\nfile\nfile none.txt\nquit\n"
    ran = flagfall("play", "barrage", script=script)
    assert f"{path}:2:43: no piece has the letter 'Q'" in ran.out
    assert "none.txt: No such file or directory" in ran.out
    assert ran.status == 0


def test_a_ready_made_setup_can_be_changed_before_it_counts(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    words = ["play", "original", "--seed", "2", "--level", "1"]
    flagfall(*words, script=f"ready defensive\na4 j1\ndone\nsave {record}\nquit\n")
    changed = read_record(record.read_text(encoding="utf-8")).actions[0][1]
    flagfall(*words, script=f"ready defensive\ndone\nsave {record}2\nquit\n")
    plain = read_record(Path(f"{record}2").read_text(encoding="utf-8")).actions[0][1]
    assert isinstance(changed, Deploy) and isinstance(plain, Deploy)
    assert changed != plain
    assert dict(changed.pieces)[30] == dict(plain.pieces)[9]


# ---- what is kept -------------------------------------------------------------------------------


def test_a_running_game_is_saved_without_what_the_seat_cannot_know(tmp_path: Path) -> None:
    path = tmp_path / "half.txt"
    ran = flagfall(*TWO, script=f"\na4-a6\n\n\nsave {path}\nsave {path}\nquit\n")
    text = path.read_text(encoding="utf-8")
    assert "seat blue\n" in text
    assert f"blue setup {BLUE}" in text
    assert "red setup" not in text and "seed" not in text and "digest" not in text
    assert "what your side knows" in ran.out
    assert "there is such a file already" in ran.out
    with pytest.raises(FlagfallError, match="cannot be replayed"):
        read_record(text).replay()
    assert flagfall("replay", str(path)).status == 2


def test_a_draw_takes_both() -> None:
    ran = flagfall(*TWO, script="\ndraw\n\nno\n\ndraw\n\nyes\n\n")
    assert "Draw declined by Blue." in ran.out
    assert "A draw by agreement." in ran.out
    assert "1/2-1/2  (ST-END-3)" in ran.out


def test_resigning_wants_a_yes() -> None:
    ran = flagfall(*TWO, script="\nresign\nno\nresign\nyes\n\n")
    assert ran.out.count("Resign? Type yes:") == 2
    assert "Red: resignation. Winner: Blue." in ran.out


def test_st_move_3_moving_a_bomb_where_that_loses_wants_a_yes() -> None:
    ran = flagfall(*TWO, "--option", "bomb_move_loses=true", script="\nb1-b2\nno\nb1-b2\nyes\n\n")
    assert (
        ran.out.count("The piece on b1 never moves, and at this table moving it loses the game at once.") == 2
    )
    assert "Red moved a piece that never moves. Winner: Blue." in ran.out
    assert "0-1  (ST-MOVE-3)" in ran.out


# ---- at a terminal ------------------------------------------------------------------------------


def test_the_board_is_wiped_before_the_screen_is_handed_over() -> None:
    terminal = Terminal(*TWO)
    terminal.wait_for("The screen is for Red now.")
    terminal.line("")
    board = terminal.wait_for("Red > ")
    assert "[ 9 ]" in board and "\x1b[" in board
    terminal.line("a4-a6")
    terminal.wait_for("Press Enter to hide the board. ")
    terminal.line("")
    between = terminal.wait_for("Nobody else looking? Press Enter. ")
    wiped = between.split("\x1b[2J\x1b[3J\x1b[H")[-1]
    assert "The screen is for Blue now." in wiped
    assert "[ 9 ]" not in wiped and "a6" not in wiped
    terminal.line("")
    assert "\x1b[2J\x1b[3J\x1b[H" in terminal.wait_for("Blue > ")
    # The arrow key must not bring back what the other person typed.
    terminal.type("\x1b[A\n")
    assert "a4-a6" not in terminal.wait_for("Blue > ")
    terminal.line("quit")
    status, rest = terminal.leave()
    assert status == 0
    assert "Goodbye." in rest


def test_the_games_can_be_chosen_from_a_list() -> None:
    terminal = Terminal("play", "--seed", "1")
    terminal.wait_for("Which game? A number or a name, Enter for barrage: ")
    terminal.line("checkers")
    terminal.wait_for("There is no game called checkers.")
    terminal.line("2")
    terminal.wait_for("Stratego Duel: you play Red against level 2.")
    terminal.wait_for("set up > ")
    terminal.type("\x04")
    status, rest = terminal.leave()
    assert status == 0
    assert "Goodbye." in rest
    assert "Traceback" not in rest


@pytest.mark.parametrize("where", ["set up > ", "Red > "])
def test_ctrl_c_leaves_politely(where: str) -> None:
    setup = [] if where == "set up > " else ["--setup", "ready"]
    terminal = Terminal("play", "barrage", "--seed", "1", *setup)
    terminal.wait_for(where)  # by then the bot has set up, and its process is there to be hit as well
    terminal.interrupt()
    status, rest = terminal.leave()
    assert status == 130
    assert "Goodbye." in rest
    assert "Traceback" not in rest


def test_ctrl_d_leaves_politely_in_the_middle_of_a_game() -> None:
    terminal = Terminal("play", "barrage", "--seed", "1", "--setup", "ready", "--language", "nl")
    terminal.wait_for("Rood > ")
    terminal.type("\x04")
    status, rest = terminal.leave()
    assert status == 0
    assert "Tot ziens." in rest
    assert "Traceback" not in rest


def test_no_colour_where_it_is_not_wanted() -> None:
    terminal = Terminal(*TWO, NO_COLOR="1")
    terminal.wait_for("The screen is for Red now.")
    terminal.line("")
    board = terminal.wait_for("Red > ").split("\x1b[2J\x1b[3J\x1b[H")[-1]
    assert "\x1b[" not in board.replace("\x1b[?2004h", "")
    terminal.line("quit")
    assert terminal.leave()[0] == 0


def test_what_cannot_be_read_is_told_in_the_language() -> None:
    script = "text ABC\nready\ndone\nb4b9\nquit\n"
    ran = flagfall("play", "barrage", "--language", "nl", "--level", "1", script=script)
    assert "1:1" not in ran.out
    assert "no piece" not in ran.out
    assert "er is geen veld ‘b4b9’: ze gaan van a1 tot j10 (kolom 1)" in ran.out
