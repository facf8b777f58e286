"""Whatever bytes a decoder is given, it reads them or refuses them with an error that it documents."""

from __future__ import annotations

import random
import re

import pytest
from fuzz import __main__ as limits
from fuzz.decoders import DECODERS, FINDINGS
from fuzz.mutate import mutate

import flagfall
from flagfall.core import BadText
from flagfall.server.http.middleware import BODY

CHANGED = 60
"""Inputs tried for each decoder here; `make fuzz` tries millions."""
MANY = b"9" * 5_000
DEEP = b"[" * 3_000
FOUND = {
    "an edition with a number of too many digits": ("edition", b"id = " + MANY),
    "units in brackets without end": ("units", b"unit = " + DEEP),
    "a scenario with a number of too many digits": ("scenario", b"rounds = " + MANY),
    "a board with a terrain of too many digits": (
        "board",
        b'size 1 1\nhex 0101 0 "woods:' + MANY + b'" ""\n',
    ),
    "a result of too many digits": (
        "gsn",
        b"#X38FA11 Stratego-Notation v2\ntype 1\nEND\nA vs B result " + MANY + b" winner 1\n",
    ),
    "a field with a half-move of too many digits": (
        "field",
        next(iter(DECODERS["field"].seeds())).replace(b"12", MANY),
    ),
    "a bot's line that is not UTF-8": ("bot-line", b'{"say":"\xff"}'),
    "a bot's action that is not UTF-8": ("bot-line", b'{"say":"action","action":{"\xff":1}}'),
    "a bot's line in brackets without end": ("bot-line", DEEP),
    "a move of too many steps": ("ucc-program", b"0 3 DOWN " + MANY),
    "a move of steps that are no digits": ("ucc-program", "0 3 DOWN ²".encode()),
    "a move before the colour": ("ucc-host", b"0 3 DOWN OK\n"),
    "the start before the colour": ("ucc-host", b"START\n"),
    "a piece that does not exist": ("ucc-host", b"RED a 10 10\n0 3 DOWN KILLS x y\n9 6 UP KILLS x y\n"),
    "an answer to a puzzle with a square that is none": (
        "puzzle-answer",
        b'\x00{"answer":{"type":"move","origin":' + MANY[:30] + b',"target":3}}',
    ),
    "a line of the analysis board with a square that is none": (
        "analysis",
        re.sub(rb'"origin":\d+', b'"origin":500', next(iter(DECODERS["analysis"].seeds()))),
    ),
    "a position in brackets without end": ("hex-position", b"\x00flagfall hexes 1\npile " + DEEP),
}
"""What the fuzzers found, in short."""


@pytest.mark.parametrize("name", DECODERS)
def test_a_decoder_takes_what_the_program_writes_itself(name: str) -> None:
    decoder = DECODERS[name]
    assert any(decoder.try_(seed) for seed in decoder.seeds())


@pytest.mark.parametrize("name", DECODERS)
def test_a_decoder_refuses_changed_input_with_its_own_errors_only(name: str) -> None:
    decoder = DECODERS[name]
    seeds = list(decoder.seeds())
    rng = random.Random(name)
    for _ in range(CHANGED):
        decoder.try_(mutate(rng.choice(seeds), 40_000, rng, seeds))


@pytest.mark.parametrize("what", FOUND)
def test_what_once_was_found_is_refused(what: str) -> None:
    name, data = FOUND[what]
    DECODERS[name].try_(data)


def test_what_was_found_last_is_mended() -> None:
    for file in sorted(FINDINGS.glob("*/*")):
        DECODERS[file.parent.name].try_(file.read_bytes())


def test_the_fuzzer_goes_to_the_size_that_the_server_takes_and_calls_slow_and_large_findings() -> None:
    assert limits.LONGEST >= BODY
    assert limits.SLOW <= 2
    assert limits.LARGE <= 300


def test_a_record_does_not_name_its_format_twice() -> None:
    with pytest.raises(BadText, match="3:1: flagfall is there twice"):
        flagfall.core.record.read_record("flagfall record 1\ngame barrage\nflagfall record 2\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"mode":0', '"mode":9'),
        ('"hex":', '"hex":9999'),
        ('"seat":0', '"seat":2'),
        ('"sheet":"', '"sheet":"no-such-'),
        ('"carrier":-1', '"carrier":0'),
        ('"facing":', '"facing":1'),
        ('"status":"play"', '"status":"asleep"'),
        ("stack [[", "stack [[9"),
        ("phase ", 'phase "tea" '),
        ("holds [", "holds [1,"),
        ("deploying -1", "deploying 2"),
        ("smoke []", "smoke [[-4,0,0]]"),
        ("fires []", "fires [123456]"),
        ("changes []", 'changes [[0,[0,"?",0,0]]]'),
        ('"max_climb":0', '"max_climb":-3'),
        ("chains [", "chains [[77],"),
    ],
)
def test_a_hex_position_that_no_game_could_have_is_refused_with_its_line(old: str, new: str) -> None:
    game = flagfall.game("hex-duel")
    state = game.new(seed=2)
    rng = random.Random(1)
    while state.phase != "play":
        (decision, *_) = state.pending()
        state = state.apply(decision.seat, decision.sample(rng)).state
    text = state.position()
    assert old in text
    place = text.index(old)
    with pytest.raises(BadText) as caught:
        game.position(text.replace(old, new, 1))
    assert caught.value.line in (1, text[:place].count("\n") + 1)
