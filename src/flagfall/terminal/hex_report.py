"""A hex game in words: what happened, with every roll and every modifier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

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
from flagfall.hexes.geometry import DIRECTIONS
from flagfall.hexes.hit import Attack, ToHit
from flagfall.hexes.maps import Map
from flagfall.hexes.pieces import AIR, HOVERING, PRONE, Piece, Place
from flagfall.hexes.units import Sheet

ATTACKS: Final = {
    "weapon": "fires at",
    "physical": "strikes at",
    "control": "tries to take control of",
    "demolish": "tears at",
    "fire": "tries to set fire to",
}
BOOSTS: Final = {
    "aim": " with careful aim",
    "power": " with redirected power",
    "brawl": " with all its strength",
}
MANNERS: Final = {
    "": "moves to",
    "move": "moves to",
    "sprint": "sprints to",
    "smoke": "lays smoke and moves to",
    "teleport": "teleports to",
    "enter": "boards its transport from",
    "exit": "leaves the map from",
}
ROLLS: Final = {
    "to-hit": "to hit",
    "cover": "cover (6 or more hits the target)",
    "resistance": "resistance",
    "potential": "potential",
    "control": "control",
    "keep-control": "to keep control",
    "wind": "wind",
    "deploy": "who sets up first",
    "mercenary": "for whom the mercenary begins",
}
CAUSES: Final = {
    "weapon": "by the shot",
    "physical": "by the blow",
    "demolish": "by the demolition",
    "climb": "by the weight on it",
    "fall": "by the fall",
}

ENDS: Final = {
    "deactivated": "{unit} is deactivated in {hex}",
    "unconscious": "{unit} is unconscious",
    "dropped": "{unit} is set down in {hex}",
    "construct": "the construct in {hex} collapses",
    "shot": "the ground in {hex} catches the shot",
    "shield": "the shield of {unit} goes down",
    "released": "{unit} is free again",
}


class Reporter:
    """Sentences for events. It is told of the units as they come into the game."""

    def __init__(self, there: Map, roster: Mapping[str, Sheet], pieces: Sequence[Piece] = ()) -> None:
        self.map = there
        self.roster = roster
        self.names: list[str] = []
        self.meet(pieces)

    def meet(self, pieces: Sequence[Piece]) -> None:
        """Learn the units of a game: a name each, with the key of the scenario where two share one."""
        plain = [self.roster[piece.sheet].name for piece in pieces]
        self.names = [
            f"{name} ({piece.key})" if plain.count(name) > 1 else name
            for name, piece in zip(plain, pieces, strict=True)
        ]

    def name(self, unit: int) -> str:
        """The name of a unit."""
        return self.names[unit] if 0 <= unit < len(self.names) else "nobody"

    def place(self, hex: int) -> str:
        """The number of a hex."""
        return self.map.label(hex) if hex >= 0 else "an unseen place"

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
        if isinstance(event, RoundBegan):
            return f"=== Round {event.round} ==="
        if isinstance(event, Drawn):
            return f"-- {self.name(event.unit)}" + ("" if event.turn else ": the card is put aside, no turn")
        if isinstance(event, Rolled):
            what = ROLLS.get(event.purpose, event.purpose.replace("-", " "))
            who = f" by {self.name(event.unit)}" if event.unit >= 0 else ""
            return f"   roll {event.value}: {what}{who}"
        if isinstance(event, Moved):
            return f"   {self.moved(event)}"
        if isinstance(event, Attacked) and event.to_hit is not None:
            return f"   {self.attacked(event.to_hit)}: {'hit' if event.hit else 'miss'}"
        if isinstance(event, Struck):
            return f"   {self.struck(event)}"
        if isinstance(event, Did):
            return f"   {self.did(event)}"
        if isinstance(event, Fell):
            words = ENDS.get(event.what, "{unit}: " + event.what.replace("-", " "))
            return "   " + words.format(unit=self.name(event.unit), hex=self.place(event.hex))
        if isinstance(event, Ended) and event.outcome is not None:
            rule = f" ({event.outcome.rule})" if event.outcome.rule else ""
            return f"=== {event.outcome.result()}: {event.outcome.termination}{rule} ==="
        return ""

    def stand(self, place: Place) -> str:
        """A hex, facing and stance in words."""
        how = " in the air" if place.layer == AIR else ""
        how += {PRONE: " prone", HOVERING: " hovering"}.get(place.stance, "")
        return f"{self.place(place.hex)} facing {DIRECTIONS[place.facing]}{how}"

    def moved(self, event: Moved) -> str:
        """A move with its way and cost."""
        verb = MANNERS.get(event.manner, f"moves ({event.manner}) to")
        if not event.path:
            return f"{self.name(event.unit)} moves"
        way = list(dict.fromkeys(place.hex for place in event.path))
        through = f" by {' '.join(self.place(hex) for hex in way)}" if len(way) > 2 else ""
        cost = f" ({event.cost} points)" if event.cost else ""
        met = "; it runs into something unseen" if event.stopped else ""
        return f"{self.name(event.unit)} {verb} {self.stand(event.path[-1])}{through}{cost}{met}"

    def target(self, attack: Attack) -> str:
        """What an attack is aimed at."""
        if attack.unit >= 0:
            return self.name(attack.unit)
        return (
            f"hex {self.place(attack.hex)}"
            if attack.kind == "fire"
            else f"the construct in {self.place(attack.hex)}"
        )

    def attacked(self, to_hit: ToHit) -> str:
        """An attack with its to-hit number and all its parts."""
        attack = to_hit.attack
        who = f"{self.name(attack.by)} {ATTACKS.get(attack.kind, attack.kind)} {self.target(attack)}"
        cover = f"; {self.cover(to_hit)}" if to_hit.cover else ""
        return f"{who}{BOOSTS.get(attack.boost, '')}, needs {to_hit}{cover}"

    def cover(self, to_hit: ToHit) -> str:
        """What gives the target cover."""
        cover = to_hit.cover
        if cover is None:
            return ""
        what = self.name(cover.unit) if cover.unit >= 0 else f"the {cover.kind}"
        return f"{what} in {self.place(cover.hex)} gives cover"

    def struck(self, event: Struck) -> str:
        """Damage done."""
        what = self.name(event.unit) if event.unit >= 0 else f"the construct in {self.place(event.hex)}"
        how = CAUSES.get(event.cause, event.cause)
        if not event.damage:
            return f"{what} is not hurt {how}".rstrip()
        return f"{what} loses {event.damage} HP {how}".rstrip()

    def did(self, event: Did) -> str:
        """A deed of few words."""
        words = [self.name(event.unit), event.verb.replace("-", " ")]
        words += [self.name(event.target)] if event.target >= 0 else []
        words += [f"in {self.place(event.hex)}"] if event.hex >= 0 else []
        words += [f"({event.amount})"] if event.amount else []
        return " ".join(words)
