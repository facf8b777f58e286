"""Setting up: by hand, by text, from a file, or ready-made. A refused set-up stays on the desk (ST-SET-3)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from flagfall.core import BadText, FlagfallError, IllegalAction
from flagfall.ranks import setup
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import BY_NAME, NAMES
from flagfall.ranks.game import RankGame
from flagfall.ranks.words import refusal, side_name
from flagfall.terminal.console import Console, Quit
from flagfall.terminal.files import read_text, write_text
from flagfall.terminal.paragraphs import filled
from flagfall.terminal.ranks.board import Drawing, Marks
from flagfall.terminal.ranks.explain import explain
from flagfall.terminal.ranks.setup_files import read_setup, read_setups


class Desk:
    """One seat's set-up in the making."""

    def __init__(
        self, game: RankGame, seat: int, console: Console, rng: random.Random, rules_of: dict[str, object]
    ) -> None:
        self.game = game
        self.seat = seat
        self.console = console
        self.rng = rng
        self.rules = game.rules(**rules_of)
        self.language = console.words.language
        self.on: dict[int, str] = {}
        self.kinds = {kind.id: kind for kind in game.edition.armies[seat].kinds}
        self.letters = {kind.letter: kind.id for kind in self.kinds.values()}
        self.home = game.board.homes[seat]

    # ---- what is on the desk ------------------------------------------------------------------

    def picture(self) -> str:
        """The board with the pieces put down so far."""
        drawing = Drawing(self.game, self.seat, colour=self.console.colour, columns=self.console.width)
        cells = {square: drawing.setup_cell(self.seat, kind) for square, kind in self.on.items()}
        free = frozenset(square for square in self.home if square not in self.on)
        return drawing.picture(cells, Marks(goals=free))

    def left(self) -> Counter[str]:
        """The pieces that are not on the board yet."""
        army = Counter({kind.id: kind.count for kind in self.kinds.values()})
        return army - Counter(self.on.values())

    def left_line(self) -> str:
        """The pieces that are not on the board yet, in a line."""
        left = self.left()
        if not left:
            return self.console.words("desk-complete")
        listed = [f"{self.kinds[id].letter} {self._name(id)} ×{count}" for id, count in left.items()]
        return self.console.words("desk-left", pieces=", ".join(listed))

    def _name(self, kind: str) -> str:
        one = self.kinds[kind]
        return f"{one.name(self.language)} {one.rank}" if one.rank.isdecimal() else one.name(self.language)

    def show(self) -> None:
        """Draw the desk."""
        self.console.say(self.picture())
        self._say(self.left_line())

    def _say(self, text: str) -> None:
        self.console.say(filled(text, self.console.width - 1))

    def _help(self) -> None:
        from flagfall.bots.ranks.setups import styles_of

        known = ", ".join(style.id for style in styles_of(self.game))
        self.console.say(self.console.words("desk-help", styles=known))

    def take(self, deploy: Deploy) -> None:
        """Put a whole set-up on the desk, if the rules allow it."""
        setup.check(self.rules, self.seat, deploy)
        self.on = dict(deploy.pieces)

    # ---- the conversation ---------------------------------------------------------------------

    def choose(self) -> Deploy:
        """The set-up that the player settles on."""
        say = self.console.words
        self.console.title(say("desk-title", side=side_name(self.game, self.seat, self.language)))
        self._help()
        self._say(self.left_line())
        while True:
            words = self.console.ask(say("desk-prompt") + " ").split()
            if not words:
                continue
            try:
                if self._obey(words):
                    deploy = Deploy(tuple(sorted(self.on.items())))
                    setup.check(self.rules, self.seat, deploy)
                    return deploy
            except IllegalAction as error:
                self.console.say(refusal(self.game, error, self.seat, self.language))
            except BadText as error:
                self.console.say(self.console.misread(error))
            except FlagfallError as error:
                self.console.say(str(error))

    def _obey(self, words: list[str]) -> bool:
        """Do what the player typed; whether they are done."""
        command, rest = words[0].lower(), words[1:]
        match command:
            case "done" | "ok":
                return True
            case "quit":
                raise Quit
            case "help" | "rule" if rest:
                self._say(explain(self.game, " ".join(rest), self.console.words))
                return False
            case "help" | "?" | "rule":
                self._help()
                return False
            case "army":
                from flagfall.terminal.ranks.pages import army_table

                lines = army_table(self.game, self.seat, self.console.words, colour=self.console.colour)
                self.console.say("\n".join(lines))
                return False
            case "ready":
                self.take(ready_made(self.game, self.seat, self.rng, rest[0] if rest else "any"))
            case "random" | "fill":
                self._fill(again=command == "random")
            case "clear":
                self.on = {}
            case "text":
                self.take(read_setup(self.game, " ".join(rest), self.seat))
            case "file":
                self._from_file(rest)
            case "save":
                self._save(rest)
                return False
            case "board":
                pass
            case _:
                self._place(words)
        self.show()
        return False

    def _place(self, words: list[str]) -> None:
        """``a4 M`` puts a piece down, ``a4 b4`` swaps two squares, ``a4 -`` clears one."""
        if len(words) == 1:
            words = words[0].replace("=", " ").split()
        say = self.console.words
        square = BY_NAME.get(words[0].lower(), -1)
        if len(words) != 2 or square < 0:
            raise FlagfallError(say("desk-unknown", text=" ".join(words)))
        if square not in self.home:
            raise IllegalAction("ST-SET-3", reason="outside", square=NAMES[square])
        what = words[1]
        other = BY_NAME.get(what.lower(), -1)
        if other in self.home:
            here, there = self.on.pop(square, None), self.on.pop(other, None)
            if here:
                self.on[other] = here
            if there:
                self.on[square] = there
            return
        if what == "-":
            self.on.pop(square, None)
            return
        kind = self.letters.get(what.upper()) or (what.lower() if what.lower() in self.kinds else None)
        if kind is None:
            raise FlagfallError(say("desk-no-piece", text=what, letters="".join(self.letters)))
        old = self.on.get(square)
        if kind != old and self.left()[kind] == 0:
            raise FlagfallError(say("desk-none-left", piece=self._name(kind)))
        self.on[square] = kind

    def _fill(self, *, again: bool) -> None:
        """The rest of the army at random."""
        if again:
            self.on = {}
        free = [square for square in self.home if square not in self.on]
        army = list(self.left().elements())
        self.on |= dict(zip(self.rng.sample(free, len(army)), army, strict=True))

    def _from_file(self, words: list[str]) -> None:
        say = self.console.words
        if not words or (len(words) == 2 and not words[1].isdecimal()) or len(words) > 2:
            raise FlagfallError(say("desk-file"))
        found = read_setups(self.game, read_text(Path(words[0])), self.seat, words[0])
        number = int(words[1]) if len(words) == 2 else 1
        if not 1 <= number <= len(found):
            raise FlagfallError(say("desk-file-number", count=len(found)))
        self.take(found[number - 1])

    def _save(self, words: list[str]) -> None:
        say = self.console.words
        if len(words) != 1:
            raise FlagfallError(say("save-how"))
        deploy = Deploy(tuple(sorted(self.on.items())))
        setup.check(self.rules, self.seat, deploy)
        write_text(Path(words[0]), f"{self.game.write_setup(deploy, self.seat)}\n")
        self.console.say(say("saved", file=words[0]))


def ready_made(game: RankGame, seat: int, rng: random.Random, style: str) -> Deploy:
    """A set-up in a style."""
    from flagfall.bots.ranks import setups

    return setups.generate(game, seat, rng, style)


def from_word(game: RankGame, seat: int, rng: random.Random, word: str) -> Deploy:
    """The set-up that ``--setup`` names: ready, ready:STYLE, random, a file or letters."""
    name, _, style = word.partition(":")
    if name == "ready":
        return ready_made(game, seat, rng, style or "any")
    if word == "random":
        decision = game.new().pending()[seat]
        deploy = decision.sample(rng)
        assert isinstance(deploy, Deploy)
        return deploy
    if Path(word).is_file():
        return read_setups(game, read_text(Path(word)), seat, word)[0]
    return read_setup(game, word, seat)
