"""Missions: their files are right, the prompts lead to the end, and what came of them is counted."""

from __future__ import annotations

import msgspec
import pytest
from follower import Follower, play

import flagfall
from flagfall.core import BadData, BadOption, Outcome
from flagfall.core.options import read_amounts
from flagfall.core.registry import unlisted_games
from flagfall.hexes import data_files
from flagfall.hexes.game import HexGame
from flagfall.hexes.missions.mission import PLAYER, ByRound, Chapter, Defeat, HoldZones, Keep, Mission
from flagfall.hexes.missions.mission_files import chapters, lint, mission, mission_ids, missions, read_mission
from flagfall.hexes.missions.results import options_after, result
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import WRECK
from flagfall.hexes.units.unit_files import roster
from flagfall.hexes.words.victory import victory_words

TUTORIAL = [one for one in missions() if one.telling.chapter == "tutorial"]
CAMPAIGN = [one for one in missions() if one.telling.chapter == "campaign"]
SEEDS = 3


def game_of(one: Mission) -> HexGame:
    game = flagfall.game(one.id)
    assert isinstance(game, HexGame)
    return game


def chapter_of(one: Mission) -> Chapter:
    return next(chapter for chapter in chapters() if chapter.id == one.telling.chapter)


def ended(state: HexState, won: bool = True, **pieces: dict[str, object]) -> HexState:
    """A state with some of its units changed, and an end."""
    state = state.copy()
    state.pieces = tuple(
        msgspec.structs.replace(piece, **pieces.get(piece.key.replace("-", "_"), {}))  # type: ignore[arg-type]
        for piece in state.pieces
    )
    state.result = Outcome("elimination", (1.0, 0.0) if won else (0.0, 1.0), "HX-END-2")
    return state


def test_the_files_have_no_faults_and_each_chapter_counts_from_one() -> None:
    assert lint() == []
    assert len(TUTORIAL) == 5


def test_missions_are_games_that_no_list_shows() -> None:
    assert set(unlisted_games("hexes")) == set(mission_ids())
    assert not set(mission_ids()) & set(flagfall.games())


@pytest.mark.parametrize("one", TUTORIAL, ids=lambda one: one.id)
def test_who_does_what_the_prompts_say_wins(one: Mission) -> None:
    for seed in range(SEEDS):
        follower = Follower(one)
        state = play(game_of(one), seed, one.telling.level, 2, follower)
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores[PLAYER] == 1
        follower.look(state)
        assert follower.at >= len(one.telling.prompts) - 1


def test_one_round_is_not_said_as_several() -> None:
    told = victory_words(game_of(TUTORIAL[0]).scenario, roster())
    assert told[0] == "Autobots win by being alone in zone goal at the end of a round."


@pytest.mark.long
@pytest.mark.parametrize("one", CAMPAIGN, ids=lambda one: one.id)
def test_a_mission_of_the_campaign_can_be_won_and_lost_by_the_second_level(one: Mission) -> None:
    scores = set()
    for seed in range(40):
        outcome = play(game_of(one), seed, one.telling.level, 2).outcome()
        assert outcome is not None
        scores.add(outcome.scores[PLAYER])
        if {0.0, 1.0} <= scores:
            return
    raise AssertionError(scores)


def test_the_campaign_has_ten_missions_with_two_goals_each_and_damage_goes_on() -> None:
    assert len(CAMPAIGN) == 10
    assert all(len(one.telling.goals) == 2 and one.scenario.start_damage for one in CAMPAIGN)
    assert [(one.linked, one.carry) for one in chapters()] == [(False, 0), (True, 50)]


def test_the_first_mission_is_won_by_its_prompts_alone_in_two_rounds() -> None:
    one = mission("mission-first-steps")
    for seed in range(SEEDS):
        state = game_of(one).new(seed)
        follower = Follower(one)
        while state.outcome() is None:
            seat = state.pending()[0].seat
            follower.look(state)
            wanted = follower.wanted(state) if seat == PLAYER else state.legal(seat)[-1]
            assert wanted is not None
            state = state.apply(seat, wanted).state
        assert state.round == 2


FAULTS = [
    ('unit = "bumblebee", hexes', 'unit = "bumblebe", hexes', "until.unit"),
    ('press = "end"', 'press = "ending"', "press"),
    ('hexes = ["0504"]', 'hexes = ["0904"]', "hexes"),
    ('chapter = "tutorial"', 'chapter = "tutorials"', "chapter"),
    ("level = 1", "level = 0", "level"),
    ("level = 1", "", "mission"),
    ('id = "mission-first-steps"', 'id = "mission-last-steps"', "id"),
    ("size = 5x8", "size = 5x7", ""),
    ('zone = "goal"', 'zone = "goals"', "zone"),
]


@pytest.mark.parametrize(("old", "new", "field"), FAULTS, ids=[new or "gone" for _, new, _ in FAULTS])
def test_a_fault_in_a_file_is_told_with_its_field(old: str, new: str, field: str) -> None:
    number, path = data_files.names("missions", data_files.PACKAGE)["mission-first-steps"]
    source = data_files.read(number, path)
    assert old in source.text
    with pytest.raises(BadData) as told:
        read_mission(source._replace(text=source.text.replace(old, new)))
    assert any(field in fault.field for fault in told.value.faults)


def test_hx_seq_13_units_begin_with_the_damage_that_the_option_names() -> None:
    game = game_of(mission("mission-abilities"))
    assert {piece.key: piece.hp for piece in game.new().pieces}["ironhide"] == 4
    state = game.new(start_damage="ratchet:3, ironhide:17")
    assert state.options.start_damage == "ratchet:3,ironhide:17"
    assert {piece.key: piece.hp for piece in state.pieces if piece.seat == PLAYER} == {
        "ratchet": 9,
        "ironhide": 1,
    }
    assert game.position(state.position()).digest() == state.digest()
    assert {piece.hp for piece in game.new(start_damage="none").pieces if piece.seat == PLAYER} == {12, 18}


@pytest.mark.parametrize(
    "value",
    ["ironhide:18", "ironhide:0", "ironhide", "nobody:1", "ratchet:1,ratchet:2", "", "ironhide:-1", 3],
)
def test_hx_seq_13_damage_that_would_fell_somebody_or_names_nobody_is_refused(value: object) -> None:
    with pytest.raises(BadOption, match="start_damage"):
        game_of(mission("mission-abilities")).new(start_damage=value)


def test_hx_seq_13_other_scenarios_have_no_such_option() -> None:
    with pytest.raises(BadOption):
        flagfall.game("hex-three").new(start_damage="prowl:3")


def with_goals(one: Mission, *goals: Keep | ByRound | HoldZones | Defeat) -> Mission:
    return msgspec.structs.replace(one, telling=msgspec.structs.replace(one.telling, goals=goals))


def test_goals_are_counted_when_the_mission_is_won_and_only_then() -> None:
    one = with_goals(mission("mission-abilities"), Keep(), ByRound(1), Defeat(2))
    first = game_of(one).new(1)
    chapter = chapter_of(one)
    won = ended(first, ratbat={"status": WRECK}, rumble={"status": WRECK})
    assert result(one, chapter, won).goals == (True, True, True)
    assert result(one, chapter, won).stars == 4
    lost_one = ended(first, ratchet={"status": WRECK, "hp": 0}, ratbat={"status": WRECK})
    lost_one.round = 2
    assert result(one, chapter, lost_one).goals == (False, False, False)
    assert result(one, chapter, lost_one).stars == 1
    assert result(one, chapter, ended(first, won=False)).stars == 0


def test_a_zone_is_held_by_ones_own_units_alone() -> None:
    one = with_goals(mission("mission-first-steps"), HoldZones(("goal",)))
    game, chapter = game_of(one), chapter_of(one)
    hex = game.board().map.hex("0504")
    alone = ended(game.new(1), bumblebee={"hex": hex})
    assert result(one, chapter, alone).goals == (True,)
    both = ended(game.new(1), bumblebee={"hex": hex}, rumble={"hex": game.board().map.hex("0503")})
    assert result(one, chapter, both).goals == (False,)
    assert result(one, chapter, ended(game.new(1))).goals == (False,)


def test_a_share_of_the_damage_goes_on_and_the_fallen_come_back() -> None:
    one = mission("mission-abilities")
    half = msgspec.structs.replace(chapter_of(one), carry=50)
    state = ended(game_of(one).new(1), ratchet={"status": WRECK, "hp": 0}, ironhide={"hp": 13})
    found = result(one, half, state)
    assert found.damage == {"ratchet": 6, "ironhide": 2}
    assert options_after(one, roster(), {**found.damage, "jazz": 3}) == {
        "start_damage": "ratchet:6,ironhide:2"
    }
    whole = msgspec.structs.replace(half, carry=100)
    assert result(one, whole, state).damage["ratchet"] == 11
    assert result(one, chapter_of(one), state).damage == {}


def test_members_of_a_big_robot_share_its_damage() -> None:
    one = mission("mission-combine")
    half = msgspec.structs.replace(chapter_of(one), carry=50)
    first = game_of(one).new(2)
    combine = next(action for action in first.legal(first.to_move) if str(action).startswith("combine"))
    state = first.apply(first.to_move, combine).state if first.to_move == PLAYER else None
    assert state is not None
    assert result(one, half, ended(state, superion={"hp": 16})).damage == dict.fromkeys(
        ("silverbolt", "air-raid", "skydive", "slingshot", "fireflight"), 2
    )


def test_an_amount_is_read_back_as_it_was_written() -> None:
    game = game_of(mission("mission-abilities"))
    text = str(game.read_options({"start_damage": "ironhide:4,ratchet:2"})["start_damage"])
    assert read_amounts(text) == {"ratchet": 2, "ironhide": 4}
    assert read_amounts("none") == {}
