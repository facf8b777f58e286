"""Playing a scenario in the terminal: choose, see reach and odds, confirm; set up; read the report."""

from __future__ import annotations

import re
from pathlib import Path

from flagfall.core import game, games
from flagfall.core.record import read_record
from flagfall.terminal.hexes.draw import draw, window
from flagfall.terminal.hexes.pages import labels
from tests.terminal.program import flagfall


def test_a_move_shows_its_reach_and_its_shots_and_waits_for_enter() -> None:
    ran = flagfall("play", "hex-duel", "--seed", "3", script="move\n0709\n\nunits\nquit\n")
    assert ran.status == 0, ran.err
    assert "[.]" in ran.out
    assert "  0712 0711 0710 0709  (8 of 8 points)" in ran.out
    assert "From there:" in ran.out
    assert re.search(r"Optimus Prime fires at Megatron: needs \d+ or more, hits \d+ %: target speed", ran.out)
    assert "Optimus Prime [optimus-prime] (robot): 16/20 HP, 0709 facing N" in ran.out


def test_anything_but_enter_goes_back_and_nothing_is_done() -> None:
    ran = flagfall("play", "hex-duel", "--seed", "3", script="move 0709 N\nno\nunits\nquit\n")
    assert "Optimus Prime [optimus-prime] (robot): 16/20 HP, 0713 facing N" in ran.out


def test_a_refusal_is_a_sentence_with_the_number_of_the_rule() -> None:
    ran = flagfall("play", "hex-duel", "--seed", "3", script="fire 0101\nmove 0101 N\nstrike\nquit\n")
    assert "That cannot be a target. (HX-ATK-4)" in ran.out
    assert "(HX-TERR-2)" in ran.out
    assert "(HX-ATK-3)" in ran.out


def test_what_cannot_be_read_is_said_and_the_game_goes_on() -> None:
    ran = flagfall("play", "hex-duel", "--seed", "3", script="jump\nmove\n9999\nsheet nobody\nquit\n")
    assert ran.status == 0
    assert "Unknown: jump. Type help for the list." in ran.out
    assert "The move cannot end in 9999." in ran.out
    assert "There is no unit nobody." in ran.out


def test_units_are_placed_in_their_zone_by_hand_or_by_lot() -> None:
    script = "prowl 0101 N\nprowl 0817 N\nauto all\nunits\nquit\n"
    ran = flagfall("play", "hex-three", "--seed", "3", "--level", "1", script=script)
    assert "It cannot be put there now. (HX-SEQ-11)" in ran.out
    assert "Prowl sets up in 0817" in ran.out
    assert "=== Round 1 ===" in ran.out
    assert len(re.findall(r"sets up in \d{4}", ran.out)) == 6


def test_a_force_is_chosen_by_points() -> None:
    script = "optimus-prime rodimus-prime grimlock\njazz prowl\nquit\n"
    ran = flagfall("play", "hex-skirmish", "--seed", "3", "--level", "1", script=script)
    assert "358 of 300 points" in ran.out
    assert "(HX-SEQ-12)" in ran.out
    assert "124 of 300 points" in ran.out
    assert "Still to place: jazz, prowl." in ran.out


def test_two_persons_share_an_open_table_and_the_record_replays(tmp_path: Path) -> None:
    path = tmp_path / "duel.txt"
    script = "end\n\nend\n\nresign\nyes\n"
    ran = flagfall("play", "hex-duel", "--two", "--seed", "1", "--save", str(path), script=script)
    assert ran.status == 0, ran.err
    assert "resigned (HX-END-2)" in ran.out
    record = read_record(path.read_text(encoding="utf-8"))
    assert record.outcome is not None
    assert [str(action) for _, action in record.actions] == ["end", "end"]


def test_who_hides_gets_the_screen_alone() -> None:
    hunt = flagfall("play", "hex-hunt", "--two", "--seed", "1", script="auto all\n" * 9 + "\nquit\n")
    assert "The screen is for" in hunt.out
    duel = flagfall("play", "hex-duel", "--two", "--seed", "1", script="end\n\nquit\n")
    assert "The screen is for" not in duel.out


def test_the_report_tells_every_roll_in_the_players_language() -> None:
    script = "Ende\nend\n\nend\n\nlog\nquit\n"
    ran = flagfall("play", "hex-duel", "--seed", "3", "--language", "de", script=script)
    assert "=== Runde 1 ===" in ran.out
    assert re.search(r"Wurf \d+: Treffer, Megatron", ran.out)
    assert re.search(r"Wurf \d+: Widerstand, Optimus Prime", ran.out)


def test_the_end_of_the_input_is_the_end_of_the_game_here() -> None:
    ran = flagfall("play", "hex-duel", "--seed", "3", script="map\n")
    assert ran.status == 0
    assert "Goodbye." in ran.out


def test_auto_places_as_a_bot_would_facing_the_enemy() -> None:
    ran = flagfall("play", "hex-three", "--two", "--seed", "3", script="auto all\n" * 6 + "units\nquit\n")
    assert ran.status == 0, ran.err
    facings = [
        re.findall(rf"\[{entry.key}\].*facing (\w+)", ran.out)
        for side in game("hex-three").scenario.sides
        for entry in side.units
    ]
    wanted = [[side.facing] for side in game("hex-three").scenario.sides for _ in side.units]
    assert facings == wanted


def test_no_two_units_share_a_label() -> None:
    names = ["Scrapper", "Scavenger", "Scourge", "Sc", "Optimus Prime", "Omega Prime", "Skywarp", "Skydive"]
    found = labels(names)
    assert len({label.lower() for label in found}) == len(names)
    assert found[0] == "Sc"
    for id in games():
        if id.startswith("hex-") and not game(id).by_points:
            state = game(id).new(seed=1)
            everyone = labels([game(id).roster[piece.sheet].name for piece in state.pieces])
            assert len({label.lower() for label in everyone}) == len(everyone), id


def test_a_preset_is_explained_where_it_is_named() -> None:
    ran = flagfall("show", "hex-duel")
    assert "every number to hit is 5 higher" in ran.out  # the duel's own, not the arena's 8
    assert "house rule" not in ran.out


def test_a_wide_map_is_a_window_that_follows_the_acting_unit() -> None:
    assert window(16, 20, 3) == range(16)
    assert window(32, 20) == range(32), "nobody acts: all of it"
    assert window(32, 20, 0) == range(20)
    assert window(32, 20, 32 + 31) == range(12, 32)
    assert window(32, 20, 16) == range(6, 26)
    there = game("hex-six").board().map
    for at, first, last in ((0, "1 ", f"{(80 - 4) // 3}"), (there.width - 1, "", f"{there.width}")):
        picture = draw(there, columns=80, around=at)
        assert max(len(line) for line in picture.splitlines()) <= 80
        head = picture.splitlines()[0].split()
        assert head[-1] == last.strip() and (not first or head[0] == first.strip())


def test_lines_that_cannot_be_read_and_units_are_told_in_the_language() -> None:
    ran = flagfall("play", "hex-duel", "--seed", "3", "--language", "de", script="jump\nunits\nquit\n")
    assert "eine Aktion beginnt mit einem von aim," in ran.out
    assert "Optimus Prime [optimus-prime] (Roboter): 16/20 TP, 0713, Blick N; Stä 10 Tem 8 Aus 10 " in ran.out
