"""A hex game in words: what happened, with every roll and every modifier, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from flagfall.core.protocol import Event
from flagfall.hexes.events import (
    Attacked,
    Did,
    Drawn,
    Ended,
    Fell,
    Forces,
    Moved,
    Rolled,
    RoundBegan,
    Struck,
)
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.rules.attacks import Attack, ToHit
from flagfall.hexes.units.pieces import AIR, HOVERING, PRONE, Piece, Place
from flagfall.hexes.units.sheets import Sheet
from flagfall.hexes.words import ending, phrases, sheet_word

INDENT = "   "


class Reporter:
    """Sentences for events. It learns the units as they come into the game."""

    def __init__(
        self, there: Map, roster: Mapping[str, Sheet], pieces: Sequence[Piece] = (), language: str = "en"
    ) -> None:
        self.map = there
        self.roster = roster
        self.language = language
        self.say = phrases(language)
        self.names: list[str] = []
        self.sheets: list[Sheet] = []
        self.meet(pieces)

    def meet(self, pieces: Sequence[Piece]) -> None:
        """Learn the units of a game: a name each, with the key of the scenario where two share one."""
        self.sheets = [self.roster[piece.sheet] for piece in pieces]
        plain = [sheet_word("name", sheet.name, self.language) for sheet in self.sheets]
        self.names = [
            f"{name} ({piece.key})" if plain.count(name) > 1 else name
            for name, piece in zip(plain, pieces, strict=True)
        ]

    def name(self, unit: int) -> str:
        """The name of a unit."""
        return self.names[unit] if 0 <= unit < len(self.names) else self.say("report", "nobody")

    def place(self, hex: int) -> str:
        """The number of a hex."""
        return self.map.label(hex) if hex >= 0 else self.say("report", "somewhere")

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """A line for every event that people want to read."""
        for event in events:
            if isinstance(event, Forces):
                self.meet(event.pieces)
            line = self.line(event)
            if line:
                yield line

    def line(self, event: Event) -> str:
        """The line of one event, or nothing."""
        say = self.say
        if isinstance(event, RoundBegan):
            return f"=== {say('report', 'round', round=event.round)} ==="
        if isinstance(event, Drawn):
            return f"-- {say('report', 'card' if event.turn else 'no-turn', unit=self.name(event.unit))}"
        if isinstance(event, Rolled):
            return INDENT + self.rolled(event)
        if isinstance(event, Moved):
            return INDENT + self.moved(event)
        if isinstance(event, Attacked) and event.to_hit is not None:
            return f"{INDENT}{self.attacked(event.to_hit)}: {say('report', 'hit' if event.hit else 'miss')}"
        if isinstance(event, Struck):
            return INDENT + self.struck(event)
        if isinstance(event, Did):
            return INDENT + self.did(event)
        if isinstance(event, Fell):
            values = {"unit": self.name(event.unit), "hex": self.place(event.hex)}
            return INDENT + say("fell", event.what, **values)
        if isinstance(event, Ended) and event.outcome is not None:
            rule = f" ({event.outcome.rule})" if event.outcome.rule else ""
            how = ending(event.outcome, self.language)
            return f"=== {say('report', 'ended', result=event.outcome.result(), ending=how)}{rule} ==="
        return ""

    def rolled(self, event: Rolled) -> str:
        """A die with its purpose."""
        known = self.say.has("roll", event.purpose)
        purpose = self.say("roll", event.purpose) if known else event.purpose.replace("-", " ")
        if event.unit < 0:
            return self.say("report", "roll", value=event.value, purpose=purpose)
        return self.say("report", "roll-by", value=event.value, purpose=purpose, unit=self.name(event.unit))

    def stand(self, place: Place) -> str:
        """A hex, facing and stance in words."""
        words = [self.say("report", "stand", hex=self.place(place.hex), facing=DIRECTIONS[place.facing])]
        if place.layer == AIR:
            words.append(self.say("report", "air"))
        if place.stance in (PRONE, HOVERING):
            words.append(self.say("report", "prone" if place.stance == PRONE else "hovering"))
        return ", ".join(words)

    def moved(self, event: Moved) -> str:
        """A move with its way and cost."""
        manner = event.manner or "move"
        end = self.stand(event.path[-1]) if event.path else ""
        told = self.say("move", manner, unit=self.name(event.unit), place=end)
        way = list(dict.fromkeys(place.hex for place in event.path))
        if len(way) > 2 and manner != "teleport":
            told += " " + self.say("report", "by", way=" ".join(self.place(hex) for hex in way))
        if event.cost:
            told += f" ({self.say('report', 'point' if event.cost == 1 else 'points', cost=event.cost)})"
        return f"{told}; {self.say('report', 'unseen')}" if event.stopped else told

    def target(self, attack: Attack) -> str:
        """What an attack is aimed at."""
        if attack.unit >= 0:
            return self.name(attack.unit)
        return self.say(
            "report", "ground" if attack.kind == "fire" else "construct", hex=self.place(attack.hex)
        )

    def attacked(self, to_hit: ToHit) -> str:
        """An attack with its to-hit number and all its parts."""
        attack = to_hit.attack
        manner = f"{attack.kind}-{attack.boost}" if attack.boost else attack.kind
        told = self.say(
            "report",
            "needs",
            attack=self.say("attack", manner, unit=self.name(attack.by), target=self.target(attack)),
            needs=self.needs(to_hit),
            percent=to_hit.percent,
            parts=self.parts(to_hit),
        )
        cover = self.cover(to_hit)
        return f"{told}; {cover}" if cover else told

    def needs(self, to_hit: ToHit) -> str:
        """What the die has to show, 1 to 10: the sum may lie far below (HX-HIT-4)."""
        if to_hit.tenths in (0, 10):
            return self.say("odds", "always" if to_hit.tenths else "never")
        return self.say("odds", "needs", n=11 - to_hit.tenths)

    def parts(self, to_hit: ToHit) -> str:
        """The named parts of a to-hit number."""
        return "; ".join(
            f"{self.say('part', part.name, of=part.of)} {part.value:+d}" for part in to_hit.parts
        )

    def cover(self, to_hit: ToHit) -> str:
        """What gives the target cover, or nothing."""
        cover = to_hit.cover
        if cover is None:
            return ""
        what = self.name(cover.unit) if cover.unit >= 0 else self.say("cover", cover.kind)
        return self.say("report", "cover", what=what, hex=self.place(cover.hex))

    def struck(self, event: Struck) -> str:
        """A line about damage: who lost how much, and by what."""
        what = self.name(event.unit) if event.unit >= 0 else ""
        what = what or self.say("report", "construct", hex=self.place(event.hex))
        cause = self.say("cause", event.cause)
        key = "loses" if event.damage else "unhurt"
        return self.say("report", key, unit=what, amount=event.damage, cause=cause)

    def did(self, event: Did) -> str:
        """An act of few words."""
        mode = ""
        if event.verb == "transform" and 0 <= event.unit < len(self.sheets):
            mode = sheet_word("mode", self.sheets[event.unit].modes[event.amount].name, self.language)
        return self.say(
            "did",
            event.verb,
            unit=self.name(event.unit),
            target=self.name(event.target),
            hex=self.place(event.hex),
            amount=event.amount,
            mode=mode,
        )
