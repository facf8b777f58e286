"""Line of sight (HX-LOS), arcs and range in play (HX-ARC, HX-RNG), partial cover (HX-COV)."""

from __future__ import annotations

import random

import pytest
from battle import On, battle, dice, do, legal, mode, number, piece, put, rolls, sheet, told
from hypothesis import given
from hypothesis import strategies as st

from flagfall.core.errors import IllegalAction
from flagfall.hexes.maps.map_generator import Generator, generate
from flagfall.hexes.rules.attacks import Attack, ToHit, damage_odds, to_hit
from flagfall.hexes.rules.field import Field, SightEnd
from flagfall.hexes.rules.sight import Sight, sight
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR, HOVERING, PLAY, PRONE, Piece

RED = sheet("red")
BLUE = sheet("blue")
JET = sheet("jet", mode(), mode("jet", kind="jet", attributes=("fly",), height=1))
BYSTANDER = sheet("bystander", mode(height=4))


def look(state: HexState, a: str = "red", b: str = "blue") -> Sight:
    field = state.field()
    return sight(field, field.sight_end(number(state, a)), field.sight_end(number(state, b)))


def aim(state: HexState, a: str = "red", b: str = "blue") -> ToHit:
    target = number(state, b)
    return to_hit(state.field(), Attack(number(state, a), "weapon", target, state.pieces[target].hex))


def column(middle: str, red: str = "0.", blue: str = "0.") -> str:
    """Three hexes in a line from south to north: blue at the top, red at the bottom."""
    return f"{blue}\n{middle}\n{red}"


def duel(
    middle: str, *, red: str = "0.", blue: str = "0.", a: object = RED, b: object = BLUE, **more: object
) -> HexState:
    return battle([On(a, "0103", "N")], [On(b, "0101", "S")], column(middle, red, blue), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("ridge", "clear"), [("3.", True), ("4.", False)])
def test_hx_los_4_a_ridge_blocks_when_it_is_as_high_as_the_higher_top(ridge: str, clear: bool) -> None:
    """Worked check 9: tops 2 and 4; a ridge of 3 does not block, 4 does."""
    seen = look(duel(ridge, b=sheet("blue", mode(height=4))))
    assert seen.clear is clear
    if not clear:
        assert (seen.blocker, seen.reason, seen.rule) == (1, "ground", "HX-LOS-4")


def test_hx_los_4_a_construct_blocks_up_to_its_top_and_is_named() -> None:
    assert look(duel("0c2:9")).reason == "construct"
    assert look(duel("0c1:9")).clear
    assert look(duel("0c2:9", b=sheet("blue", mode(height=3)))).clear


def test_hx_los_4_the_ends_themselves_never_block() -> None:
    state = battle([On(RED, "0103")], [On(BLUE, "0102")], "0.\n9.\n0.")
    assert look(state).clear


def test_hx_los_5_units_that_stand_between_block() -> None:
    state = battle([On(RED, "0103"), On(BYSTANDER, "0102")], [On(BLUE, "0101")], column("0."))
    seen = look(state)
    assert (seen.clear, seen.reason, seen.unit) == (False, "unit", number(state, "bystander"))
    assert look(put(state, "bystander", stance=PRONE)).clear
    for gone in ({"cloaked": True}, {"status": "wreck"}, {"layer": AIR}, {"carrier": "red"}):
        assert look(put(state, "bystander", **gone)).clear


def test_hx_los_5_a_hovering_vtol_blocks_being_on_the_ground_layer() -> None:
    copter = sheet("bystander", mode(kind="vtol", attributes=("vtol",), height=3))
    state = battle([On(RED, "0103"), On(copter, "0102", stance=HOVERING)], [On(BLUE, "0101")], column("0."))
    assert look(state).reason == "unit"


def test_hx_los_6_water_hides_who_is_lower_than_it_is_deep_and_blocks_nothing_else() -> None:
    assert look(duel("0.", blue="0w3")).reason == "water"
    assert look(duel("0.", red="0w3")).rule == "HX-WAT-2"
    assert look(duel("0.", blue="0w2")).clear
    assert look(duel("0w9", blue="0w2", red="0w2")).clear, "the surface between two wading robots is no wall"


def test_hx_wat_2_depth_equal_to_the_height_does_not_hide_but_prone_does() -> None:
    state = duel("0.", blue="0w1")
    assert look(state).clear
    deep = duel("0.", blue="0w2")
    assert look(deep).clear
    assert look(put(deep, "blue", stance=PRONE)).reason == "water"


def test_hx_wat_4_a_swimmer_is_hidden_by_the_same_test() -> None:
    swimmer = sheet("blue", mode(abilities=("swim",)))
    assert look(duel("0.", blue="0w3", b=swimmer)).reason == "water"
    seen = duel("0.", blue="0w2", b=swimmer)
    assert look(seen).clear
    assert seen.field().sight_end(number(seen, "blue")).base == -2


def test_hx_los_7_nothing_but_the_targets_own_trees_hinders_a_line_to_the_air() -> None:
    state = battle([On(RED, "0103")], [On(JET, "0101", mode=1)], column("9.", blue="0T"))
    assert not look(state, b="jet").clear
    flying = put(state, "jet", layer=AIR)
    assert look(flying, b="jet").clear
    assert look(flying, b="jet").parts == ()
    back = look(flying, "jet", "red")
    assert back.clear
    assert back.parts == ()
    low = battle([On(RED, "0103")], [On(JET, "0101", mode=1, layer=AIR)], "0.\n0T\n0t")
    assert [str(part) for part in look(low, "jet", "red").parts] == ["thin trees 0103: +1"]


def test_hx_los_8_trees_never_block_and_every_one_counts() -> None:
    trees = "\n".join(["0."] + ["0T"] * 5 + ["0."])
    state = battle([On(RED, "0107")], [On(BLUE, "0101")], trees)
    found = aim(battle([On(sheet("red", mode(firepower=9)), "0107")], [On(BLUE, "0101")], trees))
    assert look(state).clear
    assert sum(part.value for part in found.parts if part.name == "thick-trees") == 10


def test_hx_los_8_with_a_tree_height_low_trees_do_not_count() -> None:
    state = duel("0T", tree_height=1)
    assert sum(part.value for part in aim(state).parts if "trees" in part.name) == 0
    assert sum(part.value for part in aim(duel("0T", tree_height=2)).parts if "trees" in part.name) == 2
    assert sum(part.value for part in aim(duel("1T", tree_height=1)).parts if "trees" in part.name) == 2


BORDER = "0. {} 0.\n0. {} 0.\n0. 0. 0."
"""0101 and 0301 see each other along the border of 0200 (off the map) and 0201."""


def border(left: str, right: str, **more: object) -> HexState:
    """Red at 0102 looks east to blue at 0302; the left of the pair is 0201, the right 0202."""
    return battle(
        [On(RED, "0102", "SE")], [On(BLUE, "0302", "SW")], BORDER.format(left, right), arcs="wide", **more
    )


def test_hx_los_3_the_defender_picks_the_border_hex_that_blocks() -> None:
    assert look(border("0.", "0.")).pairs == ((1, 4),)
    assert look(border("9.", "0.")).blocker == 1
    assert look(border("0.", "9.")).blocker == 4


def test_hx_los_3_else_the_hex_with_the_lowest_chance_of_damage_and_on_a_tie_the_left() -> None:
    assert look(border("0.", "0.")).line == (1,)
    assert aim(border("0.", "0T")).sight.line == (4,)
    assert aim(border("0T", "0t")).sight.line == (1,)


@pytest.mark.parametrize(
    ("left", "right", "taken"),
    [("0.", "0.", 1), ("0t", "0.", 1), ("0t", "0t", 1), ("0.", "0t", 6), ("0t", "0T", 6)],
)
def test_hx_los_3_away_from_the_target_the_denser_hex_counts_and_on_a_tie_the_left(
    left: str, right: str, taken: int
) -> None:
    ground = f"0. {left} 0. 0. 0.\n0. {right} 0. 0. 0.\n0. 0. 0. 0. 0."
    state = battle([On(RED, "0102", "SE")], [On(BLUE, "0502", "SW")], ground, arcs="wide")
    assert look(state).pairs == ((1, 6), (3, 8))
    assert look(state).line == (taken, 7, 3)
    assert [part.name for part in look(state).parts] == {".": [], "t": ["thin-trees"], "T": ["thick-trees"]}[
        (left if taken == 1 else right)[1]
    ]


def test_hx_los_3_trees_are_weighed_against_cover_by_the_final_chance() -> None:
    # Skill 6 against Speed 6: 3 - 6 = -3. Two more are still a sure hit, so a low wall is better.
    sure = aim(border("0T", "0c1:9"))
    assert sure.sight.line == (4,)
    assert sure.cover is not None
    # Against Speed 10 with an offset of 10: 9 or more. Half of 20 % is more than the 0 % through the trees.
    quick = sheet("blue", mode(speed=10))
    state = battle(
        [On(RED, "0102", "SE")],
        [On(quick, "0302", "SW")],
        BORDER.format("0T", "0c1:9"),
        arcs="wide",
        to_hit_offset=10,
    )
    assert aim(state).sight.line == (1,)
    assert aim(state).cover is None
    assert aim(state).tenths == 0


def test_hx_los_9_a_border_hex_off_the_map_does_not_exist() -> None:
    state = battle([On(RED, "0101", "SE")], [On(BLUE, "0301", "SW")], BORDER.format("0T", "0."), arcs="wide")
    found = look(state)
    assert found.pairs == ()
    assert found.line == (1,)
    assert aim(state).parts[-1].name == "thick-trees"


def test_hx_los_9_an_off_map_token_counts_as_no_hex() -> None:
    assert look(border("--", "0T")).line == (4,)
    assert look(border("0t", "--")).line == (1,)


@given(st.integers(0, 10_000))
def test_sight_is_symmetric_where_no_border_line_is_involved(seed: int) -> None:
    rng = random.Random(seed)
    map = generate(Generator(width=9, height=9, hills=40, woods=20, water=10, ruins=10), seed)
    base = battle([On(RED, "0101")], [On(BLUE, "0102")])
    field = base.field()
    from flagfall.hexes.maps.board import Board

    board = Board(map)
    spots = []
    for _ in range(2):
        hex = rng.randrange(81)
        cell = board.cells[hex]
        height = rng.randint(1, 4)
        spots.append(
            SightEnd(hex, rng.choice((0, 0, 0, 1)), cell.floor, height, cell.floor + height < cell.surface)
        )
    world = Field(board, field.roster, field.options, [], {}, (), ())
    there, back = sight(world, *spots), sight(world, *reversed(spots))
    assert there.clear == back.clear
    assert there.distance == back.distance
    if not there.pairs:
        assert set(there.line) == set(back.line) or not there.clear


def test_hx_arc_3_the_physical_arc_is_the_front_hex() -> None:
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0604")])
    with pytest.raises(IllegalAction, match="HX-ATK-3"):
        do(state, "strike")
    assert do(put(state, "red", facing=1), "strike").events


def test_hx_arc_4_any_arc_shoots_in_every_direction() -> None:
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0508")])
    with pytest.raises(IllegalAction, match="HX-ARC-1"):
        do(state, "fire 0508")
    turret = sheet("red", mode(abilities=("any-arc",)))
    assert do(battle([On(turret, "0505", "N")], [On(BLUE, "0508")]), "fire 0508").events


def test_hx_abl_arc_any_arc_is_passive_and_of_weapons_only() -> None:
    turret = sheet("red", mode(abilities=("any-arc",)))
    state = battle([On(turret, "0505", "N")], [On(BLUE, "0506")])
    assert legal(state, "fire") == {"fire 0506"}
    assert legal(state, "strike") == set()


def test_hx_arc_2_and_hx_arc_5_modes_of_kind_vehicle_are_narrower_unless_the_preset_is_wide() -> None:
    car = sheet("red", mode(), mode("car", kind="vehicle"))
    narrow = battle([On(car, "0505", "N", mode=1)], [On(BLUE, "0604")])
    assert aim(narrow).refused == "HX-ARC-2"
    assert aim(battle([On(car, "0505", "N", mode=1)], [On(BLUE, "0604")], arcs="wide")).legal


def test_hx_rng_1_range_leaves_out_the_attackers_hex_and_is_at_most_the_firepower() -> None:
    far = battle([On(RED, "0109")], [On(BLUE, "0103")])
    assert aim(far).refused == "HX-RNG-1"
    near = battle([On(RED, "0109")], [On(BLUE, "0104")])
    assert aim(near).legal
    assert aim(near).sight.distance == 5


def test_hx_atk_5_a_flyer_above_is_at_range_0_and_in_every_arc() -> None:
    state = battle([On(RED, "0505")], [On(JET, "0505", mode=1, layer=AIR)])
    found = aim(state, b="jet")
    assert found.legal
    assert found.sight.distance == 0
    assert legal(state, "fire") == {"fire 0505 air"}


# Partial cover


def wall(middle: str, **more: object) -> HexState:
    """Red at 0104, blue at 0101, something at 0102."""
    return battle([On(RED, "0104", "N")], [On(BLUE, "0101", "S")], f"0.\n{middle}\n0.\n0.", **more)


def test_hx_cov_1_six_or_more_hits_the_target_and_less_hits_the_object() -> None:
    state = wall("0c1:9")
    through = do(dice(state, ("to-hit", 5), ("cover", 6)), "fire 0101")
    assert [purpose for purpose, _ in rolls(through)] == ["to-hit", "cover", "resistance", "potential"]
    caught = do(dice(state, ("to-hit", 5), ("cover", 5)), "fire 0101")
    assert [purpose for purpose, _ in rolls(caught)] == ["to-hit", "cover"]
    assert told(caught, "Struck")[0].damage == 5
    assert caught.state.field().cell(1).hp == 4


def test_hx_cov_2_the_object_has_to_be_half_as_high_as_the_target() -> None:
    tall = sheet("blue", mode(height=5))
    short = battle([On(RED, "0104")], [On(tall, "0101")], "0.\n0c2:9\n0.\n0.")
    assert aim(short).cover is None
    assert aim(battle([On(RED, "0104")], [On(tall, "0101")], "0.\n0c3:9\n0.\n0.")).cover.kind == "construct"
    assert aim(wall("1.")).cover.kind == "ground"
    assert aim(battle([On(RED, "0104")], [On(BLUE, "0101")], "1.\n1.\n0.\n0.")).cover is None


def test_hx_cov_2_unit_before_construct_before_ground() -> None:
    friend = sheet("friend", mode(height=1))
    state = battle([On(RED, "0104"), On(friend, "0102")], [On(BLUE, "0101")], "0.\n0.\n0.\n0.")
    assert (aim(state).cover.kind, aim(state).cover.unit) == ("unit", number(state, "friend"))
    assert aim(put(state, "friend", cloaked=True)).cover is None


def test_hx_cov_3_a_struck_friend_takes_the_damage_and_the_ground_swallows_it() -> None:
    friend = sheet("friend", mode(height=1), end=1)
    state = battle([On(RED, "0104"), On(friend, "0102")], [On(BLUE, "0101")], "0.\n0.\n0.\n0.")
    step = do(dice(state, ("to-hit", 9), ("cover", 1), ("resistance", 1), ("potential", 2)), "fire 0101")
    assert piece(step.state, "friend").hp == 0
    assert piece(step.state, "blue").hp == 12
    lost = do(dice(wall("1."), ("to-hit", 9), ("cover", 1)), "fire 0101")
    assert [purpose for purpose, _ in rolls(lost)] == ["to-hit", "cover"]
    assert piece(lost.state, "blue").hp == 12


def test_hx_cov_4_no_cover_at_range_one_in_the_air_or_by_trees() -> None:
    assert aim(battle([On(RED, "0102")], [On(BLUE, "0101")], "0.\n1.\n0.")).cover is None
    flyer = battle([On(RED, "0104")], [On(JET, "0101", mode=1, layer=AIR)], "0.\n1.\n0.\n0.")
    assert aim(flyer, b="jet").cover is None
    assert aim(wall("0T")).cover is None


def test_hx_cov_5_a_self_shielded_object_takes_nothing() -> None:
    friend = sheet("friend", mode(height=1))
    state = battle([On(RED, "0104"), On(friend, "0102", shield="self")], [On(BLUE, "0101")], "0.\n0.\n0.\n0.")
    step = do(dice(state, ("to-hit", 9), ("cover", 1)), "fire 0101")
    assert rolls(step) == [("to-hit", 9), ("cover", 1)]
    assert piece(step.state, "friend").hp == 12
    odds = damage_odds(state.field(), Attack(0, "weapon", number(state, "blue"), 0))
    assert odds.cover_damage == (2000,)


def test_a_piece_in_play_has_a_frozen_record() -> None:
    with pytest.raises(AttributeError):
        Piece("a", "a", 0, 0, 1, 0, PLAY).hp = 3  # type: ignore[misc]
