"""What a player of the hex game is shown before deciding: the map, the menu, odds, the end of a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagfall.bots.hexes.values.greedy_values import GreedyValues
from flagfall.core import Action
from flagfall.hexes.actions.end import End
from flagfall.hexes.actions.move import POSTURES, Travel
from flagfall.hexes.actions.teleport import Teleport
from flagfall.hexes.actions.transform import Transform
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.geometry import direction
from flagfall.hexes.rules.attacks import (
    CONTROL,
    PHYSICAL,
    WEAPON,
    Attack,
    damage_odds,
    front_attack,
    to_hit,
)
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import AIR, PLAY, PRONE, WRECK, Place
from flagfall.hexes.units.sheets import Mode
from flagfall.hexes.view import HexView
from flagfall.hexes.words import sheet_word, side_name
from flagfall.terminal.hexes.draw import HexMark, draw
from flagfall.terminal.hexes.pages import labels, mark_of
from flagfall.terminal.hexes.story import Reporter


class TurnText:
    """One seat's view of a moment, in words and pictures."""

    def __init__(self, game: HexGame, view: HexView, report: Reporter) -> None:
        self.game = game
        self.view = view
        self.report = report
        self.say = report.say
        self.field: Field = game.field(view)
        self.map = self.field.board.map
        self.signs = labels([self.field.sheet(number).name for number in range(len(view.pieces))])
        """The letters of each unit on the map; no two are the same."""

    def picture(self, lit: Iterable[int] = (), *, colour: bool = False, columns: int = 0) -> str:
        """The map with everything on it."""
        cells = [self.field.cell(hex) for hex in range(len(self.map.cells))]
        return draw(
            self.map,
            cells=cells,
            marks=self.marks(),
            lit=lit,
            colour=colour,
            columns=columns,
            around=self._acting(),
        )

    def _acting(self) -> int:
        """The hex of the unit that acts, or of what carries it; -1 for none."""
        unit = self.view.table.stack[-1].unit if self.view.table.stack else -1
        while unit >= 0 and self.view.pieces[unit].carrier >= 0:
            unit = self.view.pieces[unit].carrier
        return self.view.pieces[unit].hex if unit >= 0 else -1

    def marks(self) -> dict[int, HexMark]:
        """What stands, lies, burns or smokes in each hex; units hide what is below them."""
        found = {mark.hex: HexMark("≈≈") for mark in self.view.smoke}
        found |= {hex: HexMark("^^", "38;5;231;48;5;202") for hex in self.view.fires}
        wrecks = [piece for piece in self.view.pieces if piece.status == WRECK and piece.hex >= 0]
        found |= {piece.hex: HexMark("xx") for piece in wrecks}
        for number, piece in enumerate(self.view.pieces):
            if piece.status != PLAY or piece.hex < 0:
                continue
            note = (
                "^" if piece.layer == AIR else "_" if piece.stance == PRONE else "*" if piece.cloaked else ""
            )
            if piece.layer == AIR and piece.hex in self.field.ground:
                note = "+"
            found[piece.hex] = mark_of(self.signs[number], piece.seat, piece.facing, note)
        return found

    def side(self, seat: int) -> str:
        """The name of a side."""
        return side_name(self.game, seat, self.report.language)

    def mode_name(self, mode: Mode) -> str:
        """The name of a mode."""
        return sheet_word("mode", mode.name, self.report.language)

    def units(self) -> list[str]:
        """All units that matter now, a line each."""
        lines = []
        for seat in (0, 1):
            lines.append(f"{self.side(seat)}:")
            for number, piece in enumerate(self.view.pieces):
                if piece.seat == seat and piece.status in (PLAY, WRECK):
                    lines.append(f"  {self.unit_line(number)}")
        return lines

    def unit_line(self, number: int) -> str:
        """A unit in a line: sign, name, mode, hit points, place."""
        piece = self.view.pieces[number]
        mode = self.field.mode(number)
        sign = mark_of(self.signs[number], piece.seat, piece.facing).text
        what = self.say("table", "out") if piece.status == WRECK else self.where(number)
        card = " ●" if number in self.view.table.pile else ""
        told = self.say(
            "table",
            "unit",
            unit=f"{self.report.name(number)} [{piece.key}]",
            mode=self.mode_name(mode),
            hp=piece.hp,
            most=self.field.max_hp(number),
            place=what,
            strength=mode.strength,
            speed=mode.speed,
            endurance=self.field.endurance(number),
            firepower=self.field.firepower(number),
            skill=self.field.skill(number),
        )
        return f"{sign} {told}{card}"

    def where(self, number: int) -> str:
        """Where a unit is, in words."""
        piece = self.view.pieces[number]
        if piece.carrier >= 0:
            return self.say("table", "carried", target=self.report.name(piece.carrier))
        return self.report.stand(Place(piece.hex, piece.facing, piece.layer, piece.stance))

    def turn(self) -> str:
        """Whose turn it is."""
        frame = self.view.turn
        assert frame is not None
        piece = self.view.pieces[frame.unit]
        return self.say(
            "table",
            "turn",
            round=self.view.table.round,
            side=self.side(piece.seat),
            unit=self.report.name(frame.unit),
            mode=self.mode_name(self.field.mode(frame.unit)),
            hp=piece.hp,
            most=self.field.max_hp(frame.unit),
            place=self.where(frame.unit),
            left=frame.left,
        )

    def cards(self) -> str:
        """Whose cards are still to come (HX-SEQ-9)."""
        names = ", ".join(self.report.name(number) for number in self.view.table.pile)
        return self.say("table", "cards", units=names or self.say("report", "nobody"))

    # Actions

    def attack(self, action: Action, unit: int) -> Attack | None:
        """The attack that an action makes, if any."""
        return GreedyValues(self.game, self.view).attack_of(action, unit)

    def odds(self, field: Field, attack: Attack) -> str:
        """What an attack needs, and what it may do."""
        odds = damage_odds(field, attack)
        told = self.report.attacked(odds.to_hit)
        out = f"{100 * odds.chance_to_deactivate:.0f}"
        if attack.kind == CONTROL:
            return f"{told}; {self.say('odds', 'taken', n=out)}"
        mean = self.say("odds", "mean", n=f"{odds.mean:.1f}")
        return f"{told}; {mean}, {self.say('odds', 'fells', n=out)}"

    def describe(self, action: Action, unit: int) -> str:
        """An action as text, with its odds if it is an attack."""
        attack = self.attack(action, unit)
        return f"{action}: {self.odds(self.field, attack)}" if attack else str(action)

    def menu(self, legal: Sequence[Action], unit: int) -> list[tuple[str, list[Action], str]]:
        """The verbs that can be used now, with their actions and a word about them."""
        verbs: dict[str, list[Action]] = {}
        for action in legal:
            verbs.setdefault(str(action).split()[0], []).append(action)
        lines = []
        for verb, actions in verbs.items():
            first = actions[0]
            if isinstance(first, Travel | Teleport):
                note = self.say("table", "places", count=len({_end(action) for action in actions}))
            elif self.attack(first, unit) is not None:
                note = self.say("table", "targets", count=len(actions))
            elif isinstance(first, End):
                note = ""
            else:
                note = ", ".join(self.note(action, unit) for action in actions[:6])
                note += " ..." if len(actions) > 6 else ""
            lines.append((verb, actions, note))
        return lines

    def note(self, action: Action, unit: int) -> str:
        """What is behind the verb of an action."""
        rest = " ".join(str(action).split()[1:])
        sheet = self.field.sheet(unit)
        if isinstance(action, Transform):
            return f"{action.mode} {self.mode_name(sheet.modes[action.mode])}"
        return rest

    def shots_from(self, unit: int, action: Travel | Teleport) -> list[str]:
        """The attacks that would be possible after a move."""
        if not action.to:
            return []
        layer, stance = POSTURES[action.posture]
        place = {"hex": self.map.hex(action.to), "facing": direction(action.facing)}
        moved = self.field.but(unit, **place, layer=layer, stance=stance, carrier=-1)
        foes = GreedyValues(self.game, self.view).foes
        attacks = [Attack(unit, WEAPON, foe, self.view.pieces[foe].hex) for foe in foes]
        blow = front_attack(moved, unit, PHYSICAL)
        found = [*attacks, blow] if blow is not None and blow.unit in foes else attacks
        return [self.odds(moved, attack) for attack in found if to_hit(moved, attack).legal]


def _end(action: Action) -> str:
    """The hex, transport or edge where a move leads."""
    if isinstance(action, Travel):
        return action.to or action.into or action.off
    return action.to if isinstance(action, Teleport) else ""
