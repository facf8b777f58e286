"""Data of their time (HX-CONV-8); revision 4: new sheets, a harder arena, teams cost what they become."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from battle import On, battle, dice, do, legal, piece, sheet

import flagfall
from flagfall.bots import Clock, make
from flagfall.core.errors import IllegalAction
from flagfall.core.record import read_record, write_record
from flagfall.hexes import bundle_game
from flagfall.hexes.data_files import EARLIER, PACKAGE
from flagfall.hexes.options import PRESETS, REVISION
from flagfall.hexes.rules.attacks import Attack, damage_odds, damage_table, to_hit
from flagfall.hexes.scenarios.bundle import Bundle, write_bundle
from flagfall.hexes.units.prices import price, worth
from flagfall.hexes.units.sheets import DAMAGE_FACTORS
from flagfall.hexes.units.unit_files import roster

OLD = Path(__file__).with_name("data") / "old"
RECORDS = sorted(OLD.rglob("*.txt"))
RED, BLUE = sheet("red"), sheet("blue")
STUNTICONS = ("motormaster", "dead-end", "breakdown", "wildrider", "drag-strip")


# Data of their time


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_hx_conv_8_a_record_replays_with_the_data_of_its_time(file: Path) -> None:
    """Written by earlier programs, of every scenario: reading one holds its result and its digest."""
    record = read_record(file.read_text("utf-8"), file.name)
    revision = record.options["revision"]
    assert revision == (4 if file.parent.name == "revision-4" else min(revision, 3))
    assert record.options["damage_offset"] == (4 if revision == 4 else 0)
    assert read_record(write_record(record)) == record


def test_hx_conv_8_there_is_an_earlier_record_of_every_scenario() -> None:
    assert {file.stem for file in RECORDS} >= {id for id in flagfall.games() if id.startswith("hex-")}


def test_hx_conv_8_an_old_game_keeps_sheets_and_choices_a_new_one_has_todays() -> None:
    game = flagfall.game("hex-skirmish")
    new, old = game.new(1), game.new(1, revision=3)
    assert new.options.revision == REVISION
    assert "piranacon" in old.game.choices(1)
    assert "piranacon" not in new.game.choices(1)
    assert game.position(old.position()).game is old.game
    assert game.field(old.view(0)).roster is old.game.roster
    assert game.determinize(old.view(0), random.Random(1)).game is old.game


def test_hx_conv_8_a_bot_plays_an_old_game_on_its_own_map() -> None:
    state = flagfall.game("hex-duel").new(5, revision=1, damage_offset=0, to_hit_offset=5)
    bot = make("hex-duel", 3, seat=state.pending()[0].seat, seed=1)
    seat = state.pending()[0].seat
    action = bot.decide(state.view(seat), state.legal(seat), Clock(move=5.0))
    state.apply(seat, action)
    assert bot.game is state.game


def test_hx_conv_8_an_uploaded_scenario_keeps_the_units_that_it_was_played_with() -> None:
    text = (EARLIER[3] / "scenarios" / "hex-islands.toml").read_text("utf-8")
    game = bundle_game(write_bundle(Bundle(text)))
    swims = [
        game.new(1, revision=revision).game.roster["seaspray"].modes[0].has("swim") for revision in (3, 4)
    ]
    assert swims == [True, False]


def test_hx_conv_8_each_revision_has_its_own_scenario_and_map() -> None:
    """The raid and the siege of revision 4 lasted a round longer, among stronger walls and greater crowds."""

    def found(id: str, revision: int) -> tuple[int, int]:
        state = flagfall.game(id).new(1, revision=revision)
        assert state.options.revision == revision
        assert state.game.scenario.limit is not None
        walls = max(cell.hp for cell in state.board.map.cells)
        return state.game.scenario.limit.rounds, walls if id == "hex-cassettes" else state.pieces[-1].hp

    rounds = {revision: found("hex-cassettes", revision) for revision in (3, 4, REVISION)}
    assert rounds == {3: (10, 40), 4: (8, 72), REVISION: (7, 64)}
    assert [found("hex-siege", revision)[0] for revision in (4, REVISION)] == [8, 7]


def test_hx_conv_8_what_is_kept_of_a_revision_differs_from_today() -> None:
    """A folder of before that has what today's has would only be forgotten when that changes."""
    whole, *parts = EARLIER.values()
    assert {path.name for path in whole.iterdir()} == {"maps", "scenarios", "units"}
    for folder in parts:
        for path in folder.rglob("*.*"):
            assert path.read_text("utf-8") != (PACKAGE / path.relative_to(folder)).read_text("utf-8")


# Sheets


def test_hx_att_1_every_factor_of_damage_is_on_a_sheet() -> None:
    named = {name for one in roster().values() for mode in one.modes for name in mode.attributes}
    assert set(DAMAGE_FACTORS) <= named


def test_what_the_sources_say_of_some_units_is_on_their_sheets() -> None:
    units = roster()
    assert units["seaspray"].modes[1].has("swim")
    assert units["shockwave"].modes[1].has("fly")
    assert not units["optimus-prime-powermaster"].modes[2].has("transport")
    for id in ("snaptrap", "gears", "hound", "brawn", "perceptor", "reflector"):
        assert units[id].source.note, id


def test_no_combined_robot_stands_among_the_units_to_choose() -> None:
    choices = flagfall.game("hex-skirmish").choices(1)
    assert not [id for id in choices if roster()[id].group == "combiner"]


# Harder hits


def test_hx_dmg_6_the_offset_is_added_to_the_potential() -> None:
    rolls = (("to-hit", 9), ("resistance", 5), ("potential", 5))
    for offset, lost in ((0, 0), (4, 3)):  # Firepower 5 against Endurance 6
        state = battle([On(RED, "0505")], [On(BLUE, "0502", "S")], damage_offset=offset)
        after = do(dice(state, *rolls), "fire 0502").state
        assert piece(after, "blue").hp == 12 - lost
        odds = damage_odds(state.field(), Attack(0, "weapon", 1, state.pieces[1].hex))
        assert sum(odds.damage[1:]) == odds.hit * sum(10 - abs(gap) for gap in range(2 - offset, 10)) // 100


def test_hx_hit_4_by_the_arena_most_shots_are_open_and_four_hits_fell_an_equal() -> None:
    """Over all pairs of usual robots: most shots hit at 40 to 80 %, the middle pair needs 3 to 5 hits."""
    usual = [
        one for one in roster().values() if not one.is_nebulon and not one.people and one.hit_points <= 26
    ]
    arena = PRESETS["arena"]
    chances, hits = [], []
    for one in usual:
        shape = one.modes[0]
        if not shape.firepower:
            continue
        for other in usual:
            number = (other.modes[0].speed + 1) // 2 - one.skill + int(arena["to_hit_offset"])
            chances.append(min(9, max(1, 11 - number)))
            margin = shape.firepower + int(arena["damage_offset"]) - other.endurance
            table = damage_table(margin, False, other.modes[0].damage_factor)
            hits.append(100 * other.hit_points / max(1, sum(n * count for n, count in enumerate(table))))
    assert sum(4 <= chance <= 8 for chance in chances) > 0.6 * len(chances)
    assert 3 <= sorted(hits)[len(hits) // 2] <= 5


def test_hx_hit_4_the_arenas_part_of_a_number_says_what_it_is() -> None:
    for revision, name in (
        (4, "the arena's rule: every shot is harder: +8"),
        (3, "rule of this game: every shot is harder: +8"),
    ):
        state = battle(
            [On(RED, "0505")], [On(BLUE, "0502")], preset="arena", to_hit_offset=8, revision=revision
        )
        assert name in str(to_hit(state.field(), Attack(0, "weapon", 1, state.pieces[1].hex)))


# Points


def test_hx_seq_12_a_whole_team_costs_what_it_can_become() -> None:
    game = flagfall.game("hex-skirmish")
    costs = game.choices(1)
    apart = sum(costs[unit] for unit in STUNTICONS)
    assert game.price(STUNTICONS[:4]) == apart - costs["drag-strip"]
    assert game.price(STUNTICONS) == price(game.roster["menasor"]) > 300 >= apart
    with pytest.raises(IllegalAction, match="HX-SEQ-12"):
        game.new(1).apply(1, game.setup(f"muster {' '.join(STUNTICONS)}"))
    old = game.new(1, revision=3)
    assert old.apply(1, game.setup(f"muster {' '.join(STUNTICONS)}")).state.musters[1] == STUNTICONS


def test_hx_conv_8_an_old_game_keeps_its_prices() -> None:
    game = flagfall.game("hex-skirmish")
    old = game.new(1, revision=3).game
    assert old.choices(0)["bumblebee"] == worth(old.roster["bumblebee"])
    assert game.choices(0)["bumblebee"] == price(game.roster["bumblebee"]) != old.choices(0)["bumblebee"]


def test_hx_att_6_a_flying_gun_still_does_nothing_alone() -> None:
    state = battle([On(roster()["shockwave"], "0505", mode=1)], [On(BLUE, "0502")])
    assert not legal(state, "move") | legal(state, "fire")


def test_hx_seq_13_the_duel_begins_even_and_an_older_one_as_it_did() -> None:
    game = flagfall.game("hex-duel")
    hit_points = {revision: [one.hp for one in game.new(1, revision=revision).pieces] for revision in (3, 4)}
    assert hit_points == {3: [20, 16], 4: [16, 16]}
    assert game.recorded_options({"revision": 4})["start_damage"] == "none"
