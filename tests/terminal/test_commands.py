"""The commands besides play: what they print, and that bad input gives one line and status 2."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import flagfall as library
from flagfall.core.record import read_record
from flagfall.core.words import LANGUAGES, Phrases
from flagfall.ranks.game import RankGame
from flagfall.terminal.main import main
from flagfall.terminal.ranks.pages import edition_page
from tests.terminal.program import EXAMPLES, ROOT, flagfall

GSN = ROOT / "tests" / "ranks" / "data" / "barrage.gsn"
DAMAGED = ROOT / "tests" / "ranks" / "data" / "damaged.gsn"
SETUP = "M.......SS/..G......./.........Y/FB.......N"


def test_the_version() -> None:
    assert flagfall("--version").out == f"flagfall {library.__version__}\n"


def test_games_lists_every_game_also_those_of_the_users_folder() -> None:
    out = flagfall("games", FLAGFALL_EDITIONS=str(EXAMPLES)).out
    listed = [line.split()[0] for line in out.splitlines()]
    assert listed[:3] == ["original", "duel", "barrage"]
    assert "skirmish" in listed


def test_an_edition_with_faults_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("id = 7\n", encoding="utf-8")
    ran = flagfall("games", FLAGFALL_EDITIONS=str(tmp_path))
    assert ran.status == 0
    assert re.search(r"^broken +cannot be read: .*broken.toml:1: ", ran.out, re.MULTILINE)
    shown = flagfall("show", "broken", FLAGFALL_EDITIONS=str(tmp_path))
    assert (shown.status, shown.out) == (2, "")
    assert "broken.toml:1: id: takes a text" in shown.err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", library.games("ranks"))
def test_show_has_board_armies_powers_rules_and_options(id: str, language: str) -> None:
    game = library.game(id)
    assert isinstance(game, RankGame)
    page = edition_page(game, Phrases("flagfall.terminal", language), colour=False)
    for army in game.edition.armies:
        for kind in army.kinds:
            assert kind.name(language) in page
    for power in game.edition.powers:
        assert f"[{power.id}] (ST-POW-" in page
    for option in game.options:
        assert option.name in page and option.rule in page
    assert "{" not in page


def test_show_draws_the_board_in_the_language_of_the_environment() -> None:
    out = flagfall("show", "original", LANG="nl_NL.UTF-8").out
    assert "Maarschalk" in out
    assert "  6   ·     ·   ≈≈≈≈≈ ≈≈≈≈≈   ·     ·   ≈≈≈≈≈ ≈≈≈≈≈   ·     ·   6" in out.splitlines()
    assert "\x1b[" not in out


def test_show_starts_without_heavy_libraries() -> None:
    import subprocess

    from tests.terminal.program import COMMAND, environment

    told = subprocess.run(
        [COMMAND[0], "-X", "importtime", *COMMAND[1:], "show", "original"],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    ).stderr
    loaded = {line.rsplit("|", 1)[-1].strip() for line in told.splitlines()}
    assert "flagfall.ranks.game" in loaded
    heavy = {
        "numpy",
        "numba",
        "torch",
        "onnxruntime",
        "asyncio",
        "flagfall.bots",
        "flagfall.hexes.maps.board",
        "litestar",
    }
    assert not loaded & heavy


# ---- import, export, replay ---------------------------------------------------------------------


def test_a_game_goes_through_import_and_export(tmp_path: Path) -> None:
    record, back = tmp_path / "game.txt", tmp_path / "game.gsn"
    assert flagfall("import", str(GSN), str(record)).status == 0
    assert read_record(record.read_text(encoding="utf-8")).players == ("Ann", "Bob & Co")
    assert flagfall("export", str(record), str(back)).status == 0
    assert back.read_text(encoding="utf-8-sig") == GSN.read_text(encoding="utf-8")
    xml = flagfall("export", str(record), "--format", "xml").out
    assert '<move id="1" source="A4" target="A6"/>' in xml


def test_import_says_what_it_could_not_read() -> None:
    ran = flagfall("import", str(DAMAGED))
    assert ran.status == 0
    assert "line 7: cannot be read and is passed over" in ran.err
    assert ran.out.startswith("flagfall record 1\n")


def test_setups_go_through_letters_and_back(tmp_path: Path) -> None:
    ours, letters = tmp_path / "ours.txt", tmp_path / "letters.txt"
    ours.write_text(f"# mine\n{SETUP}\n{SETUP}\n", encoding="utf-8")
    assert flagfall("export", str(ours), str(letters), "--game", "barrage").status == 0
    assert (
        letters.read_text(encoding="utf-8").splitlines() == ["MBAAAAAAAEAAAAAAAAACAAKAAAAAAALAAAAAAADD"] * 2
    )
    assert flagfall("import", str(letters), "--game", "barrage").out == f"{SETUP}\n{SETUP}\n"


def test_both_setups_of_a_record_are_exported(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    flagfall("import", str(GSN), str(record))
    assert len(flagfall("export", str(record), "--format", "letters").out.split()) == 2


def test_replay_steps_goes_and_changes_sides(tmp_path: Path) -> None:
    ran = flagfall("replay", str(GSN), script="\nb\n99\nview blue\n3\nview nobody\n+1\nlist\nfly\nq\n")
    assert ran.status == 0
    assert "Step 7 of 7, as seen by both" in ran.out
    assert "Step 3 of 7, as seen by blue" in ran.out
    assert "Red: a4–a6." not in ran.out  # a scout that goes far shows itself, so it is named
    assert "Red: Scout 2 a4–a6." in ran.out
    assert "Step 4 of 7" in ran.out
    assert "view takes red, blue, onlooker, both." in ran.out
    assert "    1 Red: …" in ran.out
    assert "    7 Red: a6xa10" in ran.out
    assert "There is no command fly" in ran.out


def test_replay_of_one_side_hides_what_that_side_did_not_know() -> None:
    red = flagfall("replay", str(GSN), "--view", "red", "--at", "2", script="q\n").out
    rows = [line for line in red.splitlines() if re.match(r" +(10|[789]) ", line)]
    assert len(rows) == 4
    assert not [row for row in rows if re.search(r"\( *[0-9BF]", row[3:])]


def test_both_sides_are_open_only_after_the_end(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    lines = flagfall("import", str(GSN)).out.splitlines()
    kept = [line for line in lines[:-1] if not line.startswith(("result", "digest"))]
    record.write_text("\n".join(kept) + "\n", encoding="utf-8")
    ran = flagfall("replay", str(record), "--view", "both")
    assert ran.status == 2
    assert "only after the end" in ran.err


# ---- editions -----------------------------------------------------------------------------------


def test_edition_new_and_check(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert flagfall("edition", "new", str(path)).status == 0
    assert flagfall("edition", "check", str(path)).out == f"{path}: no faults\n"
    assert 'id = "my-edition"' in flagfall("edition", "new").out
    text = path.read_text(encoding="utf-8")
    again = flagfall("edition", "new", str(path))
    assert (again.status, again.err) == (2, f"flagfall: {path}: there is such a file already\n")
    assert path.read_text(encoding="utf-8") == text


def test_edition_check_names_every_field_and_line(tmp_path: Path) -> None:
    path = tmp_path / "skirmish.toml"
    good = (EXAMPLES / "skirmish.toml").read_text(encoding="utf-8")
    bad = good.replace('powers = ["watch"]', 'powers = ["wotch"]').replace("rank = 7", "rank = 77")
    path.write_text(bad, encoding="utf-8")
    powers, rank = (bad.splitlines().index(line) + 1 for line in ('powers = ["wotch"]', "rank = 77"))
    ran = flagfall("edition", "check", str(path))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        f"{path}:{powers}: piece[2].powers: the edition has no power 'wotch'",
        f"{path}:{rank}: piece[3].rank: takes 1 to 10, S, B or F, not '77'",
    ]


def test_edition_check_wants_the_file_to_be_called_like_its_id(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text((EXAMPLES / "skirmish.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert "must be called skirmish.toml" in flagfall("edition", "check", str(path)).err
    path.write_text(path.read_text("utf-8").replace("two_square = 2", "two_square = true"), "utf-8")
    said = flagfall("edition", "check", str(path)).err
    assert "must be called skirmish.toml" in said and "options.two_square" in said


# ---- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["fly"], "invalid choice: 'fly'"),
        (["show"], "required: ID"),
        (["show", "orignal"], "did you mean original"),
        (["show", "original", "--language", "xx"], "invalid choice: 'xx'"),
        (["play", "orignal"], "did you mean original"),
        (["play", "barrage", "-o", "memory=perfect"], "option 'memory': takes one of assisted, table"),
        (["play", "barrage", "-o", "memory"], "is written as name=value"),
        (["play", "barrage", "-o", "wings=2"], "option 'wings'"),
        (["play", "barrage", "--seat", "green"], "--seat takes red, blue, 1, 2 or random"),
        (["play", "barrage", "--level", "99"], "no level 99"),
        (["play", "barrage", "--level", "high"], "invalid int value"),
        (["play", "barrage", "--setup", "M"], "1 squares are described"),
        (["play", "barrage", "--setup", "." * 40], "Marshal: 0 in this set-up"),
        (["play", "barrage", "--setup", "ready:wild"], "no style 'wild'"),
        (["play", "barrage", "--setup", "ready", "--setup", "ready"], "more often than there are people"),
        (["replay", "none.txt"], "No such file"),
        (["replay", "."], "."),
        (["replay", __file__], "neither a record"),
        (["replay", str(GSN), "--view", "green"], "view takes red, blue"),
        (["export", str(GSN)], "--format is missing"),
        (["export", __file__, "--format", "gsn"], "neither a record"),
        (["import", __file__, "--game", "barrage"], "test_commands.py:1:"),
        (["import", str(GSN), "/nowhere/at/all.txt"], "No such file"),
        (["import", str(GSN), "--game", "barrrage"], "did you mean barrage"),
        (["edition", "check", "none.toml"], "No such file"),
        (["edition", "new", "Mine.toml"], "called like its id"),
        (["edition", "new", "original.toml"], "a built-in edition has this id"),
    ],
)
def test_bad_input_gives_one_line_and_status_2(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(words)
    except SystemExit as left:
        status = int(str(left.code))
    told = capsys.readouterr().err
    assert status == 2
    assert reason in told
    assert told.count("\n") == 1


def test_bad_input_ends_the_program_with_status_2_and_no_traceback() -> None:
    for words in (["show", "orignal"], ["play", "barrage", "-o", "memory=perfect"]):
        ran = flagfall(*words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1 and "Traceback" not in ran.err


def test_an_existing_file_is_not_replaced_unless_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("mine", encoding="utf-8")
    assert flagfall("import", str(GSN), str(path)).status == 2
    assert path.read_text(encoding="utf-8") == "mine"
    assert flagfall("import", str(GSN), str(path), "--force").status == 0
    assert path.read_text(encoding="utf-8").startswith("flagfall record")
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "noise.txt"
    path.write_bytes(b"\xff\xfe\x00\x80")
    ran = flagfall("replay", str(path))
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "not a text in UTF-8" in ran.err


def test_who_stops_reading_causes_no_trouble() -> None:
    import subprocess

    from tests.terminal.program import COMMAND, environment

    shell = f"{' '.join(COMMAND)} show original | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, env=environment(), check=False
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"
