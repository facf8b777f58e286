"""Whole games at random: nothing legal raises, nobody stands on another, the laws hold under every option."""

from __future__ import annotations

import random
from typing import ClassVar

import msgspec
import pytest

import flagfall
from flagfall.core import FULL, PUBLIC
from flagfall.core.errors import BadText, IllegalAction
from flagfall.core.outcome import Outcome
from flagfall.core.record import Record, read_record, write_record
from flagfall.hexes.actions.act import Act
from flagfall.hexes.all_acts import KINDS, VERBS
from flagfall.hexes.draft import Draft
from flagfall.hexes.scene import Scene
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import LEFT, OUT, PLAY, RESERVE, WRECK
from flagfall.testing import LAWS
from flagfall.testing.play import moments, play

SCENARIOS = tuple(id for id in flagfall.games() if id.startswith("hex-"))
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"sprint": True, "careful_aim": True, "redirect_power": True, "brawl": True, "duck_and_cover": True},
    {"cloak_hides_position": True, "attack_abilities_share_slot": False, "tree_height": 2},
    {
        "preset": "arena",
        "arcs": "wide",
        "max_climb": 2,
        "nebulon_rejoin": True,
        "redirect_power": True,
        "redirect_doubles_range": True,
    },
)


def check(state: HexState) -> None:
    """What holds in every state."""
    field = state.field()
    seen: set[tuple[int, int]] = set()
    for number, piece in enumerate(state.pieces):
        assert 0 <= piece.hp <= field.max_hp(number)
        if piece.status == PLAY:
            assert (piece.hex >= 0) != (piece.carrier >= 0), piece
            assert piece.hp > 0
            if piece.hex >= 0:
                assert (piece.hex, piece.layer) not in seen, "one unit a layer and hex"
                seen.add((piece.hex, piece.layer))
                if piece.layer:
                    assert field.mode(number).flies
            else:
                assert state.pieces[piece.carrier].status == PLAY
        if piece.status == WRECK:
            assert piece.hex >= 0
        if piece.status in (OUT, LEFT, RESERVE):
            assert piece.hex < 0
        assert not piece.unseen
    for unit in state.pile:
        assert unit != state.card


@pytest.mark.parametrize("id", SCENARIOS)
def test_random_games_keep_the_invariants_to_the_end(id: str) -> None:
    for seed, options in enumerate(OPTIONS[1:3]):
        last = None
        for moment in moments(flagfall.game(id), seed, 180, **options):
            check(moment.after)
            last = moment
        assert last is not None


@pytest.mark.parametrize("id", SCENARIOS)
def test_nothing_legal_is_refused_and_a_sample_is_legal(id: str) -> None:
    rng = random.Random(id)
    for count, moment in enumerate(moments(flagfall.game(id), 5, 200, **OPTIONS[1])):
        state = moment.before
        if state.phase != "play" or count % 9:
            continue
        legal = state.legal(moment.seat)
        assert len(set(legal)) == len(legal)
        assert moment.action in legal
        assert state.legal(1 - moment.seat) == ()
        for action in rng.sample(legal, min(len(legal), 12)):
            state.apply(moment.seat, action)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("id", ["hex-six", "hex-hunt", "hex-cassettes"])
def test_the_laws_hold_under_every_option(id: str, law: str) -> None:
    for seed, options in enumerate(OPTIONS):
        LAWS[law](flagfall.game(id), 40 + seed, 80, **options)


def test_the_law_of_secrecy_is_not_empty() -> None:
    """Its twins do differ: in the order of the cards, and in the place of an unseen unit."""
    game = flagfall.game("hex-hunt")
    for seat in (0, 1, PUBLIC):
        twins = game.twins().make(seat, random.Random(f"twins {seat}"), cloak_hides_position=True)
        assert twins.first.position() != twins.second.position()
    other = flagfall.game("hex-six").twins().make(0, random.Random(2))
    assert other.first.pile != other.second.pile


def test_the_secrecy_law_catches_a_view_that_shows_the_order_of_the_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from flagfall.testing.errors import LawBroken

    honest = HexState.table

    def leaky(self: HexState) -> object:
        return msgspec.structs.replace(honest(self), pile=self.pile)

    monkeypatch.setattr(HexState, "table", leaky)
    with pytest.raises(LawBroken):
        for seed in range(10):
            LAWS["secrecy"](flagfall.game("hex-six"), seed, 60)


def test_the_secrecy_law_catches_a_view_that_shows_the_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    import flagfall.hexes.state
    from flagfall.testing.errors import LawBroken

    monkeypatch.setattr(flagfall.hexes.state, "as_seen", lambda piece, seat, options: piece)
    with pytest.raises(LawBroken):
        for seed in range(10):
            LAWS["secrecy"](flagfall.game("hex-hunt"), seed, 60, cloak_hides_position=True)


def test_a_record_of_a_hex_game_reads_back() -> None:
    log = play(flagfall.game("hex-three"), 3)
    last = None
    for moment in moments(flagfall.game("hex-three"), 3):
        last = moment.after
    assert last is not None
    options = flagfall.game("hex-three").read_options({})
    record = Record("hex-three", options, log.actions, seed=3, outcome=last.outcome())
    again = read_record(write_record(record))
    assert again.actions == record.actions
    assert again.replay().digest() == log.digest


def test_a_view_is_open_in_full_only_after_the_end() -> None:
    state = flagfall.game("hex-duel").new(seed=1)
    with pytest.raises(ValueError, match="only after the end"):
        state.view(FULL)
    over = state.ended(Outcome("agreement", (0.5, 0.5))).state
    assert over.view(FULL).outcome == over.outcome()
    assert over.pending() == ()
    assert over.legal(0) == ()


def test_a_state_is_accepted_by_no_encoder() -> None:
    with pytest.raises(TypeError):
        msgspec.json.encode(flagfall.game("hex-duel").new())


def test_a_branch_does_not_shift_the_dice_of_another() -> None:
    """A move before a shot leaves the shot's dice as they are; another card has dice of its own."""
    state = flagfall.game("hex-duel").new(seed=9)
    rng = random.Random(1)
    while not any(str(a).startswith("fire") for a in state.legal(state.to_move)):
        decision = state.pending()[0]
        state = state.apply(decision.seat, decision.sample(rng)).state
    shot = next(a for a in state.legal(state.to_move) if str(a).startswith("fire"))
    first = state.apply(state.to_move, shot)
    again = state.apply(state.to_move, shot)
    assert first.events == again.events
    assert first.state.digest() == again.state.digest()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "an action begins with"),
        ("dance", "an action begins with"),
        ("move", "cannot read"),
        ("move 0507", "cannot read"),
        ("move 0507 UP", "a direction is one of"),
        ("move 0507 N flying", "air, prone, hover or nothing"),
        ("move via f q", "'q' is not a step"),
        ("fire", "cannot read"),
        ("fire 0507 wall", "air, construct or nothing"),
        ("transform robot", "the number of its place"),
        ("shield all", "self or weapon"),
        ("build 0507 tower", "hp, level or nothing"),
        ("deploy jazz 0101", "cannot read"),
        ("deploy jazz 0101 N x", "the number of a mode"),
        ("chain", "at least one unit"),
        ("end now", "cannot read"),
    ],
)
def test_a_text_that_cannot_be_read_says_why(text: str, word: str) -> None:
    with pytest.raises(BadText, match=word):
        flagfall.game("hex-duel").action(text)


def test_every_verb_has_a_text_form_that_reads_back() -> None:
    texts = """move 0507 NE|move 0507 N air|move 0507 S prone|move 0507 SW hover|move into prime|move off N
    |move via f b l r sNE d uN t h g|sprint 0507 NE|smoke 0507 NE|teleport 0507 N|teleport 0507 N air
    |fire 0812|fire 0812 air|fire 0812 construct|aim 0812|blast 0812|strike|strike construct|brawl|transform 1
    |pickup gun|setdown gun 0507|duck|end|build 0507|build 0507 hp|build 0507 level|cloak|uncloak
    |combine scrapper NE|separate|command jazz|transmit jazz|control|demolish|extinguish 0507|burn 0507
    |repair jazz|shield self|shield weapon|muster jazz prowl|deploy jazz 0305 N|deploy jazz 0305 N 1
    |chain prime prowl"""
    game = flagfall.game("hex-duel")
    found = [text.strip() for text in texts.replace("\n", " ").split("|")]
    for text in found:
        assert str(game.action(text)) == text
    assert {text.split()[0] for text in found} == set(VERBS) | {"muster", "deploy", "chain"}


def test_positions_that_cannot_be_read_name_the_line() -> None:
    game = flagfall.game("hex-duel")
    text = game.new(seed=2).position()
    assert game.position(text).position() == text
    for bad, line in (
        (text.replace("flagfall hexes 1", "chess"), 1),
        (text.replace("game hex-duel", "game hex-six"), 2),
        (text.replace("wind -1", "wind {"), text[: text.index("wind -1")].count("\n") + 1),
        (text + "moon 3\n", text.count("\n") + 1),
        (text.replace("round 1", "round true"), 1),
    ):
        with pytest.raises(BadText) as caught:
            game.position(bad)
        assert caught.value.line == line


def test_who_is_not_in_turn_is_refused_without_a_look_at_the_action() -> None:
    state = flagfall.game("hex-duel").new(seed=1)
    other = 1 - state.to_move
    for text in ("end", "fire 0101", "move 0101 N"):
        with pytest.raises(IllegalAction) as refused:
            state.apply(other, state.game.action(text))
        assert refused.value.rule == "HX-SEQ-2"


def test_a_kind_of_act_that_lacks_something_is_refused_where_it_is_defined() -> None:
    with pytest.raises(TypeError, match="Dance lacks check, legal"):

        class Dance(Act, frozen=True, tag="dance"):
            verb: ClassVar[str] = "dance"

            def perform(self, draft: Draft, scene: Scene) -> None:
                draft.stop()


def test_every_kind_of_act_offers_what_it_accepts() -> None:
    """Offers and checks are two functions: they have to agree, both ways."""
    for id in ("hex-six", "hex-base", "hex-cassettes"):
        game = flagfall.game(id)
        for count, moment in enumerate(moments(game, 11, 150, **OPTIONS[1])):
            state = moment.before
            if state.phase != "play" or count % 25:
                continue
            scene = Scene(state)
            legal = set(state.legal(scene.seat))
            for kind in KINDS:
                for _ in range(3):
                    tried = game.twins().attempt(state, scene.seat, random.Random(count))
                    try:
                        state.apply(scene.seat, tried)
                        accepted = True
                    except IllegalAction:
                        accepted = False
                    if not getattr(tried, "via", ()):
                        assert accepted == (tried in legal), (str(tried), kind)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 72, 12))
@pytest.mark.parametrize("id", SCENARIOS)
def test_dozens_of_games_pass_every_law_and_end(id: str, start: int) -> None:
    game = flagfall.game(id)
    for seed in range(start, start + 12):
        options = OPTIONS[seed % len(OPTIONS)]
        last = None
        for moment in moments(game, seed, **options):
            check(moment.after)
            last = moment.after
        assert last is not None
        assert last.outcome() is not None
        for law in LAWS.values():
            law(game, seed, 120, **options)


WORDS = (
    "",
    "0101",
    "0505",
    "9999",
    "jazz",
    "N",
    "up",
    "air",
    "prone",
    "construct",
    "hp",
    "self",
    "aim",
    "\x00é",
)


def test_junk_is_refused_by_a_rule_and_never_breaks_anything() -> None:
    """Whatever JSON a client sends, the answer is a step or a rule."""
    rng = random.Random(5)
    state = flagfall.game("hex-six").new(seed=2)
    while state.phase != "play":
        decision = state.pending()[0]
        state = state.apply(decision.seat, decision.sample(rng)).state
    for count in range(1500):
        kind = rng.choice(KINDS)
        values: dict[str, object] = {}
        for name in kind.__struct_fields__:
            if name == "via":
                values[name] = tuple(
                    rng.choices((*WORDS, "f", "r", "sNE", "s", "uN", "d"), k=rng.choice((0, 0, 2)))
                )
            elif name == "mode":
                values[name] = rng.choice((-1, 0, 1, 2, 99))
            else:
                values[name] = rng.choice(WORDS)
        action = kind(**values)
        try:
            after = state.apply(state.to_move, action).state
        except IllegalAction as refused:
            assert refused.rule.startswith("HX-")
            continue
        if count % 3 == 0 and after.outcome() is None:
            state = after
