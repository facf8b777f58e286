"""One game of each edition with powers, typed in the terminal: every power is used, and told to both."""

from __future__ import annotations

import re

import pytest

import flagfall as library
from flagfall.ranks.game import RankGame
from tests.terminal.program import flagfall

SAGA = (
    "EDCMOJGZIV/TNRHHUPKKA/AAAALLLLQQ/QQSBBBBBBF",
    "YLMQOAHPRC/WTNIIJEDDU/UUUUGGGGKK/KKSBBBBBBF",
)
EMPIRE = ("ECMOJZTNHH/UKKAAAAAQQ/QQSBBBBBBF", "YMQOAPWTII/JDDUUUUUKK/KKSBBBBBBF")
REBELLION = ("EDOGIVTRHH/PKKAAAAALL/LLSBBBBBBF", "YLOHRCWNII/EDDUUUUUGG/GGSBBBBBBF")
ROBOTS = ("MTLAORCDDE/EPPVVVVVNN/NNNSBBBBBF", "OIRUJGGCML/AKETTTTTVV/VVVSBBBBBF")
PIRATES = ("JCWEGATPRO/MLLUUUUUDD/DDDSBBBBBF", "ALMODKCPHJ/IUUGGGGGTT/TTTSBBBBBF")

GAMES = {
    "star-wars-powers": (
        SAGA,
        [
            ["e4-e5"],
            ["e7 quickness e6 f6"],
            ["e5 blaster f6"],
            ["f6 quickness f5 e5"],
            ["a4 leap e4"],
            ["g7 leap e7"],
            ["b4-b5"],
            ["a7-a6"],
            ["b5 vision b7"],
            ["b7 blaster b5"],
            ["b5 slash a6"],
            ["j7-j6"],
            ["c4 charge a4"],
        ],
    ),
    "star-wars-empire": (
        EMPIRE,
        [
            ["e4 quickness e5 e6"],
            ["g7 slash d4"],
            ["a4-a5"],
            ["i7 charge i4"],
            ["a5-a6"],
            ["e7 blaster e6"],
            ["a6 vision b7"],
            ["j7-j6"],
            ["c4 leap a4"],
        ],
    ),
    "star-wars-rebellion": (
        REBELLION,
        [
            ["b4 slash a5"],
            ["e7-e6"],
            ["e4-e5"],
            ["a7-a6"],
            ["e5 blaster e6"],
            ["j7-j6"],
            ["f4 quickness f5 f6"],
            ["j6-j7"],
            ["a4 vision a6"],
            ["i7-i6"],
            ["d4 charge f4"],
            ["i6-i7"],
            ["a4 leap a7"],
        ],
    ),
    "transformers-powers": (
        ROBOTS,
        [
            ["e3-e4"],
            ["a6-a5"],
            ["switch a3, a3 rumble a4", "strike a5"],
            ["b6 detect a4"],
            ["a4-a5"],
            ["e6 sneak a6", "halt"],
            ["e4-e5"],
            ["a6 sneak e6", "strike e5"],
            ["d3 speed e3 e4"],
            ["c6 call b5"],
            ["f3-f4"],
            ["switch f6, f6 magnet f4"],
            ["switch b3, b3 strike-far b5"],
            ["j6 speed j5 j4"],
            ["switch a5, a5-a6"],
        ],
    ),
    "pirates-code": (
        PIRATES,
        [
            ["a3 compass flag"],
            ["f6-f5"],
            ["a3-a4"],
            ["f5 magic i5"],
            ["a4-a5"],
            ["a6 spyglass a5"],
            ["i3 fleet i4 j4"],
            ["i5 swordsman i4", "strike h3 j4"],
            ["g3-h3"],
            ["e6-e5"],
            ["h3 surrender i4"],
        ],
    ),
}


def script(turns: list[list[str]]) -> str:
    """Enter to look, what is typed, Enter to hide the board; then enough."""
    return "".join("\n" + "".join(f"{line}\n" for line in turn) + "\n" for turn in turns) + "\nquit\n"


@pytest.mark.parametrize("id", GAMES)
def test_every_power_is_used_once_and_told_to_both(id: str) -> None:
    setups, turns = GAMES[id]
    game = library.game(id)
    assert isinstance(game, RankGame)
    ran = flagfall("play", id, "--two", "--setup", setups[0], "--setup", setups[1], script=script(turns))
    assert (ran.status, ran.err) == (0, "")
    assert " (ST-" not in ran.out  # nothing was refused
    told = re.sub(r"\s+", " ", ran.out)
    for power in game.edition.powers:
        times = len(re.findall(f" uses {re.escape(power.name())}[:.]", told))
        assert times >= 2, f"{power.id} was told {times} times"


def test_the_screens_of_the_transformers() -> None:
    setups, turns = GAMES["transformers-powers"]
    words = ["play", "transformers-powers", "--two", "--setup", setups[0], "--setup", setups[1]]
    told = re.sub(r"\s+", " ", flagfall(*words, script=script(turns)).out)
    for sentence in (
        "a3 (Decepticons) changes to Robot Mode: it is Megatron 10.",
        "Decepticons, Robot Rumble: strike… > strike a5",
        "Decepticons: Megatron 10 a4 attacks a5. Lennox 4 (Autobots) is captured.",
        "strike a5, halt Autobots, Sneak Attack: strike… > halt",
        "Fighter Jet 7 (Autobots) is captured. Bonecrusher 7 (Decepticons) is captured.",
        "On g6: Bumblebee 8 (Autobots). Bumblebee 8 (Autobots) comes to b5.",
        "a5 (Decepticons) changes to Vehicle Mode. Decepticons: Megatron 10 a5–a6.",
    ):
        assert sentence in told


def test_what_vision_shows_is_told_to_one_and_noticed_by_the_other() -> None:
    setups, turns = GAMES["star-wars-powers"]
    words = ["play", "star-wars-powers", "--two", "--setup", setups[0], "--setup", setups[1]]
    told = re.sub(r"\s+", " ", flagfall(*words, script=script(turns)).out)
    assert "Darth Vader 9 on b5 uses Vision: b7. On b7: Princess Leia 6 (Light Side)." in told
    assert "Darth Vader 9 on b5 uses Vision: b7. The opponent has seen your Princess Leia 6 on b7." in told
