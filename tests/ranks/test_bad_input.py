"""Bad input gets one clear error and changes nothing: texts, JSON, positions, edition files, options."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import flagfall
from flagfall.core import BadData, FlagfallError, IllegalAction
from flagfall.ranks.actions import Deploy, Halt, Move, RankAction, Strike, Use
from flagfall.ranks.editions.catalogue import load
from flagfall.ranks.editions.edition_files import read_edition
from flagfall.ranks.state import RankState
from flagfall.terminal.commands.edition import starter
from tests.ranks.scenes import edition

POWERS = ("star-wars-powers", "transformers-powers", "pirates-code", "drill")
numbers = st.integers(-(2**70), 2**70) | st.integers(-3, 102)
squares = st.lists(numbers, max_size=5).map(tuple)
words = st.sampled_from(
    ["", "vision", "sneak", "rumble", "compass", "flag", "\x00", "a" * 50, "magnet", "speed"]
)
actions = st.one_of(
    st.builds(Move, numbers, numbers, numbers),
    st.builds(Use, numbers, words, squares, words, numbers),
    st.builds(Strike, squares),
    st.just(Halt()),
    st.builds(Deploy, st.lists(st.tuples(numbers, words), max_size=4).map(tuple)),
)


def played(id: str, seed: int, plies: int) -> RankState:
    """A state some way into a random game."""
    rng = random.Random(seed)
    state = edition(id).new()
    for _ in range(plies):
        decisions = state.pending()
        if not decisions:
            break
        state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
    return state


@given(id=st.sampled_from(POWERS), seed=st.integers(0, 20), action=actions, seat=st.integers(-3, 3))
def test_any_action_is_carried_out_or_refused_by_a_rule(
    id: str, seed: int, action: RankAction, seat: int
) -> None:
    state = played(id, seed, 2 + 7 * seed)
    before = state.digest()
    try:
        state.apply(seat, action)
    except IllegalAction as error:
        assert error.rule.startswith("ST-")
    assert state.digest() == before


@given(
    text=st.text(max_size=60)
    | st.from_regex(r"(switch )?[a-k]\d{1,3}[-x ][a-k ]?\d{0,3}( \w+)*", fullmatch=True)
)
def test_any_text_is_an_action_or_an_error_with_its_place(text: str) -> None:
    for id in ("transformers-powers", "original"):
        try:
            action = edition(id).action(text)
        except FlagfallError as error:
            assert ":" in str(error)
        else:
            assert edition(id).action(str(action)) == action


@given(data=st.data(), id=st.sampled_from(POWERS), seed=st.integers(0, 10))
def test_a_damaged_position_is_an_error_or_another_position(data: st.DataObject, id: str, seed: int) -> None:
    text = played(id, seed, 2 + 11 * seed).position()
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 30))
    put = data.draw(
        st.sampled_from(["", "\n", "x", "M", "m^", " 9", "\nturn red", "\nawaits sneak a1 a2", "~", "?*"])
    )
    damaged = text[:at] + put + text[at + cut :]
    try:
        state = edition(id).position(damaged)
    except FlagfallError:
        return
    assert edition(id).position(state.position()).digest() == state.digest()
    state.view(0)
    for decision in state.pending():
        if state.legal(decision.seat) or not state.where:
            state.apply(decision.seat, decision.sample(random.Random(1)))


@given(data=st.data())
def test_a_damaged_edition_file_lists_its_faults(data: st.DataObject) -> None:
    text = Path(__file__).with_name("drill.toml").read_text(encoding="utf-8")
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 40))
    put = data.draw(
        st.sampled_from(["", '"', "[[piece]]\n", "rank = 11\n", "= 3", "x", "\n", "[options]\nfoo = 1\n"])
    )
    try:
        found = read_edition(text[:at] + put + text[at + cut :], "drill.toml")
    except BadData as error:
        assert error.faults
        assert all(fault.file == "drill.toml" and fault.line >= 1 and fault.reason for fault in error.faults)
    else:
        assert found.armies[0].size <= 24


def faults(old: str, new: str) -> list[str]:
    text = Path(__file__).with_name("drill.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BadData) as caught:
        read_edition(text.replace(old, new, 1), "drill.toml")
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('rank = 10\n', 'rank = 12\n', "piece[1].rank: takes 1 to 10, S, B or F, not '12'"),
        ('letter = "K"', 'letter = "M"', "the letter M is marshal's already"),
        ('powers = ["compass"]', 'powers = ["kompass"]', "the edition has no power 'kompass'"),
        ('kind = "vision"', 'kind = "visio"', "there is no power 'visio'"),
        ("two_square = 3", "two_square = 30", "options.two_square: takes 0 to 9, not 30"),
        ("two_square = 3", "to_square = 3", "there is no such option"),
        ('friend = "friend"', 'friend = "foe"', "must have one piece 'foe'"),
        ('lakes = "block"', 'lakes = "stop"', "takes one of block, pass"),
        ('robot = ["rumble"]', "", "a piece with modes has both vehicle and robot"),
        ("...~~...", "...~~..", "the rows of the board differ in length"),
        ("...~~...", "...~§...", "the board has the sign '§'"),
        ("count = 2", "count = 20", "do not fit"),
        ('id = "drill"', 'id = "Drill"', "takes lower-case letters"),
        ('names = "Drill"', "", "names: is missing"),
        ('rank = "F"', 'rank = "B"', "must have one flag"),
    ],
)  # fmt: skip
def test_an_edition_fault_names_field_and_line(old: str, new: str, wanted: str) -> None:
    found = faults(old, new)
    assert any(wanted in fault for fault in found), found
    assert all(fault.startswith("drill.toml:") for fault in found)


def faulty(*changes: tuple[str, str]) -> list[str]:
    """The faults of the starting file after some changes."""
    text = starter("my-edition")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(BadData) as caught:
        read_edition(text, "my.toml")
    return [f"{fault.field}: {fault.reason}" for fault in caught.value.faults]


def test_faults_of_every_kind_of_an_edition_are_told_at_once() -> None:
    found = faulty(
        ('board = """', 'board = """\nx'),
        ("[options]", "[options]\nnonsense = 1"),
        ('[[army]]\nid = "blue"', '[[army]]\ncolour = 3\n[[army]]\nid = "blue"'),
        ('letter = "M"', 'letter = "m"'),
        ("rank = 10", "rank = 11\ncount = 0"),
        ('powers = ["lookout"]', 'powers = ["look"]'),
        ("count = 3", 'defuses = "no"'),
    )
    assert [told.split(":")[0] for told in found] == [
        "board",
        "army",
        "army[2].id",
        "army[2].names",
        "army[2].colour",
        "piece[1].letter",
        "piece[1].rank",
        "piece[1].count",
        "piece[2].powers",
        "piece[3].defuses",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('kind = "vision"', 'kind = "visio"'),  # the pieces that have the power, and its options
        ('kind = "vision"', ""),
        ('id = "lookout"', ""),
        ('rank = "F"', 'rank = "X"'),  # the flags of both sides
        ('[[army]]\nid = "blue"', "[other]"),  # nothing but the number of armies
        ('id = "marshal"', ""),
        ('id = "red"', ""),
    ],
)
def test_what_rests_on_a_fault_of_an_edition_is_not_told(old: str, new: str) -> None:
    found = faulty((old, new))
    assert len([told for told in found if not told.startswith("other")]) == 1, found


def test_options_are_validated_by_name_and_value() -> None:
    game = edition("original")
    for given_, wanted in (
        ({"memori": "table"}, "memori"),
        ({"memory": "elephant"}, "assisted, table"),
        ({"two_square": "many"}, "whole number"),
        ({"quiet_limit": 5}, "10 to 10000"),
        ({"more_square": 3}, "true or false"),
    ):
        with pytest.raises(FlagfallError, match=wanted):
            game.new(**given_)


def test_an_unknown_game_names_those_that_look_like_it() -> None:
    with pytest.raises(FlagfallError, match="did you mean original"):
        flagfall.game("orginal")


def test_json_that_is_no_action_is_refused_by_the_decoder() -> None:
    game = edition("original")
    for text in (b"{}", b'{"type":"move"}', b'{"type":"move","origin":"b4","target":3}', b"[]", b"\xff"):
        with pytest.raises(msgspec.MsgspecError):
            msgspec.json.decode(text, type=game.action_type)


def test_an_edition_file_is_called_by_its_id(tmp_path: Path) -> None:
    text = Path(__file__).with_name("drill.toml").read_text(encoding="utf-8")
    (tmp_path / "other.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=r"must be called drill\.toml"):
        load(tmp_path / "other.toml")
