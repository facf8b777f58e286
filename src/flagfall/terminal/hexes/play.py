"""A scenario of the hex game at this machine: a person against a bot, or two persons."""

from __future__ import annotations

import random
from collections.abc import Sequence

from flagfall.core import Action, BadText, Event, FlagfallError, IllegalAction, hears
from flagfall.core.presentation import in_language
from flagfall.hexes.actions.act import Act, check_turn
from flagfall.hexes.actions.move import Travel
from flagfall.hexes.actions.teleport import Teleport
from flagfall.hexes.actions.transform import Transform
from flagfall.hexes.events import Drawn, RoundBegan
from flagfall.hexes.game import HexGame
from flagfall.hexes.rules.costs import stays_down
from flagfall.hexes.scene import Scene
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PRONE
from flagfall.hexes.words import refusal, side_name
from flagfall.terminal.console import Quit
from flagfall.terminal.hexes.explain import explain, rule_page
from flagfall.terminal.hexes.pages import scenario_page, sheet_page
from flagfall.terminal.hexes.setup import SetupQuestion
from flagfall.terminal.hexes.story import Reporter
from flagfall.terminal.hexes.turn_text import TurnText
from flagfall.terminal.local_game import LocalGame
from flagfall.terminal.options import TableOptions

SECONDS = 2.0
"""How long a bot may think about an action."""


def play(game: HexGame, table: TableOptions) -> int:
    """Play one game; the exit status."""
    with HexLocalGame(game, table) as local_game:
        return local_game.play()


class HexLocalGame(LocalGame[HexGame, HexState]):
    """A scenario in progress."""

    def __init__(self, game: HexGame, table: TableOptions) -> None:
        super().__init__(game, table)
        self.secret = table.two and bool(self.state.options.cloak_hides_position)
        """Whether two persons may not look at the same screen after the set-up."""
        self.report = {seat: self._reporter() for seat in self.people}
        self.say = self.report[self.people[0]].say
        self.log: dict[int, list[str]] = {seat: [] for seat in self.people}
        self.read: dict[int, int] = dict.fromkeys(self.people, 0)
        """How much of the log each person has seen."""
        self._go_on(self.state, self.state.opening)
        if self.state.phase == "play":
            first = (RoundBegan(round=self.state.round), Drawn(unit=self.state.actor))
            for seat in self.people:
                self.log[seat] += self.report[seat].tell(first)

    def _reporter(self) -> Reporter:
        return Reporter(self.state.board.map, self.game.roster, self.state.pieces, self.table.language)

    def side(self, seat: int) -> str:
        """The name of a side."""
        return side_name(self.game, seat, self.table.language)

    # ---- the course of the game -------------------------------------------------------------

    def run(self) -> None:
        """From the set-up to the end."""
        language = self.table.language
        title = in_language(self.game.scenario.title, language)
        if self.table.two:
            self.console.title(self.say("table", "opening-two", scenario=title))
        else:
            side, level = self.side(self.people[0]), self.table.level
            self.console.title(self.say("table", "opening", scenario=title, side=side, level=level))
        page = scenario_page(
            self.game.scenario,
            self.game.roster,
            self.state.board.map,
            colour=self.console.colour,
            columns=self._columns(),
            language=language,
        )
        self.console.say(page)
        while self.state.outcome() is None:
            decisions = self.state.pending()
            mine = next((one for one in decisions if one.seat in self.bots), decisions[0])
            if mine.seat in self.bots:
                self.bot_decides(mine.seat, SECONDS)
            elif self.state.phase == "play":
                self._turn(mine.seat)
            else:
                self._look(mine.seat, secret=self.table.two and self.state.phase == "muster")
                self.read_news(mine.seat)
                for action in SetupQuestion(self, mine).answers():
                    self.apply(mine.seat, action)
        self._after()

    def _columns(self) -> int:
        return self.console.width if self.console.tty else 0

    def _look(self, seat: int, *, secret: bool) -> None:
        """Let one of two persons look, and nobody else, where something is hidden."""
        if secret and self.looking != seat:
            self.console.hand_over(self.side(seat))
        self.looking = seat if secret else None

    def hear(self, events: Sequence[Event]) -> None:
        """Write what happened into the persons' logs."""
        for seat in self.people:
            heard = [event for event in events if hears(event, seat)]
            self.log[seat] += self.report[seat].tell(heard)

    def read_news(self, seat: int) -> None:
        """Print what a person has not read yet; at an open table one reads for both."""
        for line in self.log[seat][self.read[seat] :]:
            self.console.say(line)
        for other in self.people if not self.secret else (seat,):
            self.read[other] = len(self.log[other])

    # ---- a person's turn --------------------------------------------------------------------

    def turn_text(self, seat: int) -> TurnText:
        """What the person at a seat may be told now."""
        return TurnText(self.game, self.state.view(seat), self.report[seat])

    def _turn(self, seat: int) -> None:
        self._look(seat, secret=self.secret)
        self.read_news(seat)
        turn_text = self.turn_text(seat)
        self.show(seat)
        self.console.say(turn_text.turn())
        self.console.say(turn_text.cards())
        unit = self.state.actor
        menu = turn_text.menu(self.state.legal(seat), unit)
        for number, (verb, _, note) in enumerate(menu, 1):
            self.console.say(f"  {number} {verb:<10} {note}".rstrip())
        before = self.state
        while self.state is before:
            line = self.console.ask(f"{self.side(seat)} > ")
            if line:
                self._obey(seat, line, menu)
        self.read_news(seat)

    def show(self, seat: int, lit: Sequence[int] = ()) -> None:
        """Draw the map as a seat sees it."""
        picture = self.turn_text(seat).picture(lit, colour=self.console.colour, columns=self._columns())
        self.console.say("\n" + picture)

    def _obey(self, seat: int, line: str, menu: list[tuple[str, list[Action], str]]) -> None:
        words = line.split()
        command = words[0].lower()
        try:
            if command.isdecimal() and len(words) == 1 and 1 <= int(command) <= len(menu):
                self._choose(seat, menu[int(command) - 1][1])
                return
            listed = next((actions for verb, actions, _ in menu if verb == command), None)
            if listed is not None and len(words) == 1:
                self._choose(seat, listed)
                return
            if not self.common(seat, words):
                self._confirm(seat, self.game.action(line))
        except IllegalAction as error:
            self.console.say(refusal(error, self.table.language))
        except BadText as error:
            self.console.say(error.complaint.told(self.table.language))
            self.console.say(self.say("table", "unknown", text=command))
        except FlagfallError as error:
            self.console.say(str(error))

    def common(self, seat: int, words: list[str]) -> bool:
        """Carry out a command that is no action; whether it was one."""
        turn_text = self.turn_text(seat)
        match words[0].lower():
            case "help" | "?" if len(words) > 1:
                self.console.say(explain(" ".join(words[1:]), self.table.language))
            case "help" | "?":
                self.console.say(self.say("table", "help"))
            case "rule" if len(words) == 2:
                self.console.say(rule_page(words[1], self.table.language))
            case "map":
                self.show(seat)
            case "units":
                self.console.say("\n".join(turn_text.units()))
            case "odds":
                attacks = [a for a in self.state.legal(seat) if turn_text.attack(a, self.state.actor)]
                for action in attacks:
                    self.console.say(turn_text.describe(action, self.state.actor))
            case "sheet":
                self._sheet(" ".join(words[1:]))
            case "log":
                self.console.say("\n".join(self.log[seat]))
            case "save":
                self.save(seat, words[1:])
            case "resign":
                self.resign(seat)
            case "quit":
                raise Quit
            case _:
                return False
        return True

    def _sheet(self, text: str) -> None:
        keys = {piece.key: piece.sheet for piece in self.state.pieces}
        names = {sheet.name.lower(): sheet for sheet in self.game.roster.values()}
        sheet = self.game.roster.get(keys.get(text, text)) or names.get(text.lower())
        if sheet is None:
            raise FlagfallError(self.say("table", "no-sheet", text=text))
        page = sheet_page(sheet, self.game.roster, colour=self.console.colour, language=self.table.language)
        self.console.say(page)

    # ---- choosing and confirming ------------------------------------------------------------

    def _choose(self, seat: int, actions: list[Action]) -> None:
        """Let the person pick one of the actions of a verb."""
        moves = [action for action in actions if isinstance(action, Travel | Teleport)]
        if moves:
            self._choose_move(seat, moves)
        elif len(actions) == 1:
            self._confirm(seat, actions[0])
        else:
            turn_text, unit = self.turn_text(seat), self.state.actor
            for number, action in enumerate(actions, 1):
                note = f"  ({turn_text.note(action, unit)})" if isinstance(action, Transform) else ""
                self.console.say(f"  {number} {turn_text.describe(action, unit)}{note}")
            answer = self.console.ask(self.say("table", "which") + " ")
            if answer.isdecimal() and 1 <= int(answer) <= len(actions):
                self._confirm(seat, actions[int(answer) - 1])

    def _choose_move(self, seat: int, moves: Sequence[Travel | Teleport]) -> None:
        """Show where the unit can go, ask for a hex, then for how to end there."""
        there = self.state.board.map
        self.show(seat, [there.hex(move.to) for move in moves if move.to])
        for move in moves:
            if isinstance(move, Travel) and not move.to:
                self.console.say(f"  {move}")
        wanted = self.console.ask(self.say("table", "where") + " ").split()
        if not wanted:
            return
        ends = [move for move in moves if str(move).lower().split()[1 : 1 + len(wanted)] == _lower(wanted)]
        if not ends:
            self.console.say(self.say("table", "no-end", hex=" ".join(wanted)))
            return
        if len(ends) > 1:
            for number, move in enumerate(ends, 1):
                self.console.say(f"  {number} {move}{self._price(move)}")
            answer = self.console.ask(self.say("table", "which") + " ")
            by_facing = [move for move in ends if move.facing == answer.upper() and not move.posture]
            if answer.isdecimal() and 1 <= int(answer) <= len(ends):
                ends = [ends[int(answer) - 1]]
            elif by_facing:
                ends = by_facing
            else:
                return
        self._confirm(seat, ends[0])

    def _price(self, move: Travel | Teleport) -> str:
        if not isinstance(move, Travel):
            return ""
        scene = Scene(self.state)
        return f"  ({self.say('table', 'cost', cost=move.plan(scene)[1], points=move.points(scene))})"

    def _confirm(self, seat: int, action: Action) -> None:
        """Show an action with what it costs and may bring, and do it if the person agrees."""
        scene = Scene(self.state)
        if isinstance(action, Act):
            check_turn(scene, action)
        turn_text, unit = self.turn_text(seat), self.state.actor
        self.console.say(turn_text.describe(action, unit))
        if isinstance(action, Travel):
            path, cost = action.plan(scene)
            way = " ".join(dict.fromkeys(scene.label(place.hex) for place in path))
            self.console.say(
                f"  {way}  ({self.say('table', 'cost', cost=cost, points=action.points(scene))})"
            )
            if path and path[-1].stance == PRONE and stays_down(scene.field, scene.unit):
                self.console.say(self.say("table", "stays-down"))
        if (
            isinstance(action, Travel | Teleport)
            and scene.frame.left > 1
            and "attack" not in scene.frame.used
        ):
            shots = turn_text.shots_from(unit, action)
            self.console.say(self.say("table", "from-there" if shots else "no-shot"))
            for shot in shots:
                self.console.say(f"  {shot}")
        if not self.console.ask(self.say("table", "sure") + " "):
            self.apply(seat, action)

    # ---- the end -----------------------------------------------------------------------------

    def _after(self) -> None:
        seat = self.looking if self.looking is not None else self.people[0]
        self.read_news(seat)
        self.show(seat)
        self.part(seat)

    def after(self, seat: int, words: list[str]) -> None:
        """Obey a command after the end: the log can still be read."""
        if words[0] == "log":
            self.console.say("\n".join(self.log[seat]))
        else:
            super().after(seat, words)

    def rng(self, *moment: object) -> random.Random:
        """Random numbers for choices that the person leaves to chance."""
        return random.Random("/".join(map(str, (self.table.seed, *moment))))


def _lower(words: Sequence[str]) -> list[str]:
    return [word.lower() for word in words]
