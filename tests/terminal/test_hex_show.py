"""``flagfall hex``: what the pages say, and that bad input gets one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.hexes.maps.map_files import map_ids
from flagfall.hexes.maps.map_text import read_map
from flagfall.hexes.scenarios.scenario_files import scenario_ids
from flagfall.hexes.units.unit_files import roster
from flagfall.terminal.commands.hex import catalogue, show
from flagfall.terminal.hexes.draw import HexMark, draw
from flagfall.terminal.main import main

TINY = read_map("0. 1. 0w2\n0t 0c3:9 0#\n", "tiny")


def test_odd_columns_lie_one_line_lower() -> None:
    assert draw(TINY).splitlines() == [
        "     1   2   3",
        "  1  .       ~2",
        "         1",
        "  2  t       #",
        "         ▪3",
    ]


def test_units_stand_on_the_lower_line_and_lit_hexes_are_in_brackets() -> None:
    picture = draw(TINY, marks={0: HexMark("OP↑")}, lit=[3]).splitlines()
    assert picture[2].startswith("    OP↑")
    assert "[t]" in picture[3]


def test_a_narrow_terminal_gets_narrow_hexes() -> None:
    wide, narrow = draw(TINY), draw(TINY, columns=15)
    assert max(map(len, narrow.splitlines())) < max(map(len, wide.splitlines()))


def test_colour_changes_nothing_but_colour_and_numbers() -> None:
    assert "\x1b[" in draw(TINY, colour=True)
    assert "0203" not in draw(TINY)
    assert "0202" in draw(TINY, colour=True)


@pytest.mark.parametrize("id", [*map_ids(), *scenario_ids()])
def test_every_map_and_scenario_has_a_page(id: str) -> None:
    assert id in show(id)


@pytest.mark.parametrize("id", roster())
def test_every_unit_has_a_page_that_says_whether_it_is_an_estimate(id: str) -> None:
    sheet = roster()[id]
    page = show(id)
    assert sheet.name in page
    assert ("Estimate:" in page) is sheet.estimate


def test_a_sheet_shows_what_the_rules_need() -> None:
    page = show("Blurr").splitlines()
    assert page[3] == "Endurance 6   Skill 6   HP 12"
    assert page[4] == "○○○○○ ○○○○○ ○○"
    assert page[8].split() == ["hover", "car", "hover", "0", "15", "10", "1", "all", "Any", "Arc,", "Hover"]
    assert "Partner: Haywire (steps out when it is deactivated)." in page


def test_a_scenario_says_what_wins_in_the_language_asked_for() -> None:
    assert show("hex-bridge", language="de").startswith("Haltet die Brücke (hex-bridge)")
    assert "· Decepticons win by being alone in zone bridge at the end of 2 rounds in a row." in show(
        "hex-bridge"
    )
    convoy = show("hex-convoy")
    assert (
        "· Autobots win when 2 of these have left over the east edge: Skids, Trailbreaker, Inferno." in convoy
    )
    assert "· After round 10 it is a draw." in convoy


@pytest.mark.parametrize(
    ("language", "wins", "crowd"),
    [
        ("nl", "Decepticons: winst als hiervan 5 vernietigd zijn", "Menigte (crowd-1)"),
        ("fr", "Decepticons : victoire quand 5 de ces cibles sont détruites", "Foule (crowd-1)"),
        ("de", "Decepticons: Sieg, wenn 5 davon zerstört sind", "Menge (crowd-1)"),
    ],
)
def test_what_wins_needs_no_article_and_names_units_in_the_language(
    language: str, wins: str, crowd: str
) -> None:
    page = show("hex-siege", language=language)
    assert f"· {wins}" in page
    assert page.count(crowd) == 3 and "Crowd" not in page


def test_the_columns_of_a_sheet_are_named_in_the_language() -> None:
    head, robot, car = show("Blurr", language="de").splitlines()[6:9]
    assert head.split()[2:7] == ["Stä", "Tem", "Feu", "Höh", "Feld"]
    assert head.index("Feld") + 4 == robot.index("±60") + 3 == car.index("rundum ") + 6


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Optimus Prime begins with 16 of 20 hit points."),
        ("nl", "Optimus Prime begint met 16 van de 20 levenspunten."),
        ("fr", "Optimus Prime commence avec 16 de ses 20 points de vie."),
        ("de", "Optimus Prime beginnt mit 16 von 20 Trefferpunkten."),
    ],
)
def test_hx_seq_13_damage_from_the_start_is_told_in_a_sentence(language: str, sentence: str) -> None:
    page = show("hex-duel", language=language)
    assert f"\n· {sentence}\n" in page
    assert "start_damage" not in page


@pytest.mark.parametrize(
    ("id", "language", "told"),
    [
        ("hex-titans", "en", "Harder hits (damage_offset=9): Added to the damage roll of every attack"),
        ("hex-titans", "fr", "Coups plus durs (damage_offset=9) : S'ajoute au jet de dégâts"),
        ("hex-six", "en", "Sprint (sprint): A robot may use both actions"),
        ("hex-six", "de", "Ducken (duck_and_cover): Beide Aktionen"),
        ("hex-six", "nl", "Zorgvuldig mikken (careful_aim): Beide acties voor één schot"),
    ],
)
def test_hx_opt_1_every_option_of_a_scenario_is_explained_on_its_page(
    id: str, language: str, told: str
) -> None:
    assert f"\n· {told}" in show(id, language=language)


def test_hx_hit_4_a_number_that_the_preset_tells_is_not_told_twice() -> None:
    page = show("hex-duel")
    assert "every number to hit is 5 higher" in page
    assert "to_hit_offset" not in page


def test_hx_seq_13_who_begins_whole_is_not_told_of() -> None:
    assert "begins with" not in show("hex-bridge")


@pytest.mark.parametrize("kind", ["scenarios", "maps", "units"])
def test_the_catalogue_lists_everything(kind: str) -> None:
    ids = {"scenarios": scenario_ids(), "maps": map_ids(), "units": tuple(roster())}[kind]
    assert sorted(line.split()[0] for line in catalogue(kind).splitlines()) == sorted(ids)


def test_an_unknown_id_gets_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", "show", "arenna"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "flagfall: arenna: there is no map, unit or scenario with this id; did you mean 'arena'?\n"
    )


def test_check_names_faults_of_a_users_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", "check"]) == 0
    (tmp_path / "maps").mkdir()
    bad = tmp_path / "maps" / "bad.txt"
    bad.write_text("name = Bad\n0. 0x\n")
    assert main(["hex", "check", "--folder", str(tmp_path)]) == 2
    assert f"{bad}:2: hex 0201:" in capsys.readouterr().out


def test_check_and_show_take_single_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("name = Good\n0. 0.\n")
    bad.write_text("name = Bad\n0. 0x\n")
    unit, scene = tmp_path / "unit.toml", tmp_path / "scene.toml"
    unit.write_text('[[unit]]\nid = "mine"\nname = "Mine"\nspeeed = 3\n')
    scene.write_text('id = "other"\n')
    assert main(["hex", "check", str(good)]) == 0
    assert capsys.readouterr().out == "no faults\n"
    assert main(["hex", "check", str(good), str(bad), str(unit), str(scene)]) == 2
    told = capsys.readouterr().out
    assert f"{bad}:2: hex 0201:" in told
    assert f"{unit}:" in told and f"{scene}:" in told and str(good) not in told
    assert main(["hex", "show", str(good)]) == 0
    assert "Good" in capsys.readouterr().out


def test_generate_prints_a_map_that_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", "generate", "--seed", "5", "--width", "12", "--height", "10"]) == 0
    text = capsys.readouterr().out
    assert (read_map(text).width, read_map(text).height) == (12, 10)
    main(["hex", "generate", "--seed", "5", "--width", "12", "--height", "10"])
    assert capsys.readouterr().out == text


def test_import_reads_a_board_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "x.board"
    board.write_text('size 2 1\nhex 0101 0 "" ""\nhex 0201 2 "woods:2" ""\nend\n')
    assert main(["hex", "import", str(board)]) == 0
    assert read_map(capsys.readouterr().out).cells[1].terrain == "T"
    assert main(["hex", "import", str(tmp_path / "none.board")]) == 2
    assert "cannot be read" in capsys.readouterr().err


BOARD = (
    "size 4 6\n" + "".join(f'hex {x:02}{y:02} 0 "" ""\n' for y in range(1, 7) for x in range(1, 5)) + "end\n"
)


@pytest.mark.parametrize("command", ["show", "check"])
def test_a_board_of_megamek_is_not_read_but_the_way_to_import_it_told(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hex", command, "some.board"]) == 2
    assert "flagfall hex import some.board" in "".join(capsys.readouterr())


def test_an_imported_board_has_zones_for_a_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "lake.board"
    board.write_text(BOARD)
    assert main(["hex", "import", str(board)]) == 0
    made = capsys.readouterr().out
    for folder in ("maps", "scenarios"):
        (tmp_path / folder).mkdir()
    (tmp_path / "maps" / "lake.txt").write_text(made)
    assert {"south", "north"} <= set(read_map(made, "lake").zones)
    names = 'en = "A", nl = "A", fr = "A", de = "A"'
    sides = "".join(
        f'[[sides]]\nid = "{id}"\nfaction = "{faction}"\nname = {{ {names} }}\n'
        f'zone = "{zone}"\nunits = [{{ unit = "{unit}" }}]\n'
        for id, faction, zone, unit in (
            ("a", "autobot", "south", "optimus-prime"), ("d", "decepticon", "north", "megatron"),
        )
    )  # fmt: skip
    words = 'en = "L"\nnl = "L"\nfr = "L"\nde = "L"\n'
    text = (
        f'id = "lake"\nmap = "lake"\n[title]\n{words}[text]\n{words}{sides}[[victory]]\nkind = "eliminate"\n'
    )
    (tmp_path / "scenarios" / "lake.toml").write_text(text)
    assert main(["hex", "check", "--folder", str(tmp_path)]) == 0, capsys.readouterr().out


def test_a_map_has_up_to_300_columns_and_rows() -> None:
    row = " ".join(["0."] * 300) + "\n"
    wide = read_map(row * 300, "wide")
    assert (wide.width, wide.height, wide.label(89_999)) == (300, 300, "300300")


def test_check_tells_the_faults_of_all_files_and_fields_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("maps", "scenarios"):
        (tmp_path / folder).mkdir()
    (tmp_path / "maps" / "bad.txt").write_text("0. 0x\n")
    (tmp_path / "scenarios" / "bad.toml").write_text('id = 7\nmap = "bad"\ncolour = "red"\n[title]\nen = 5\n')
    assert main(["hex", "check", "--folder", str(tmp_path)]) == 2
    told = capsys.readouterr().out
    for word in ("bad.txt:1", "id:", "colour", "title", "sides is", "text is"):
        assert word in told, told


def test_check_tells_the_faults_of_a_scenario_beside_those_of_its_units(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("units", "scenarios"):
        (tmp_path / folder).mkdir()
    modes = '[{ name = "robot", kind = "robot", spe = 5, fir = 5, hgt = 2, abilities = ["swimm"] }]'
    (tmp_path / "units" / "own.toml").write_text(f'[[unit]]\nid = "tin"\nname = "Tin"\nmodes = {modes}\n')
    sides = "".join(
        f'[[sides]]\nid = "{id}"\nfaction = "{id}"\nzone = "sooth"\nunits = [{{ unit = "{unit}" }}]\n'
        f'[sides.name]\nen = "{id}"\n'
        for id, unit in (("autobot", "tin"), ("decepticon", "nobody"))
    )
    words = '[title]\nen = "A"\n[text]\nen = "A"\n'
    (tmp_path / "scenarios" / "own.toml").write_text(
        f'id = "own"\nmap = "river"\npresett = "book"\n{words}{sides}[[victory]]\nkind = "elimnate"\n'
    )
    assert main(["hex", "check", "--folder", str(tmp_path)]) == 2
    told = capsys.readouterr().out
    for word in ("swimm", "str is", "endurance is", "presett", "'elimnate'", "'sooth'", "'nobody'"):
        assert word in told, told
    assert "'tin'" not in told, "it is there, with faults that are told"
    assert told.count("swimm") == 1
