"""The protocol that server, clients, bots and laws rely on: one shape for every game.

A `Game` makes a `State`; a State says who has to decide (`State.pending`), what is legal, and what
follows (`State.apply` gives a new State and the events that tell of it). What a seat may know leaves
a State in two ways only: as a `View`, built from nothing, and as events, each of which carries its
audience from the place where it is made. Folding a seat's events into its view gives its next view.

`Action`, `Event` and `View` are frozen structs with tags, so they have a JSON form. `State` is a plain
class which no encoder accepts: it cannot be sent by accident.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

import msgspec

from flagfall.core.landmarks import Landmark
from flagfall.core.options import Option, Value, read_options
from flagfall.core.outcome import Outcome
from flagfall.core.presentation import Presentation, Side
from flagfall.core.twins import TwinMaker

PUBLIC: Final = -1
"""The seat of an onlooker, who knows what everybody knows."""
FULL: Final = -2
"""The seat that knows everything; only after the outcome."""


class Action(msgspec.Struct, frozen=True, tag=True):
    """Something that a seat does. ``str(action)`` is its text form, ``Game.action`` reads it."""


class OfferedActions(msgspec.Struct, frozen=True):
    """Legal actions of one kind: one for every combination of values, an empty word being no value.

    `flagfall.core.offers` makes them and multiplies them out.
    """

    kind: str
    """The tag of the actions."""
    fields: dict[str, tuple[str | int, ...]]
    """What each field may be; one that is not here is left out of the actions."""


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Something that happened, as its audience may know it."""

    audience: tuple[int, ...] | None = msgspec.field(default=None, name="to")
    """The seats that hear of it (PUBLIC for onlookers), or None for everybody."""

    lasts: ClassVar[bool] = False
    """Whether the table still shows what it tells, so that nobody has to remember it.

    At a table that plays from memory all other events are told once, at their moment (ST-KNOW-2).
    What a type does not say lasts, fades.
    """

    @property
    def plain(self) -> bool:
        """Whether it shows nobody what was hidden, no card and no die, so that a move may be taken back."""
        return False

    @property
    def opens_turn(self) -> bool:
        """Whether somebody's turn begins with it, even where the same seat goes on: so clocks count turns."""
        return False


class PlainEvent(Event, frozen=True):
    """An event that shows nobody what was hidden. It fades as others do: past moves are to be remembered."""

    @property
    def plain(self) -> bool:
        """Whether nothing was shown by it: always, for a plain event."""
        return True


class View(msgspec.Struct, frozen=True, tag=True):
    """All that one seat knows of a state.

    Every field is written, defaults too: msgspec leaves out a default tuple only where it is the very same
    object, and equal views have to be equal bytes.
    """


def hears(event: Event, seat: int) -> bool:
    """Whether an event is for a seat (PUBLIC: an onlooker; FULL: who hears everything)."""
    return event.audience is None or seat == FULL or seat in event.audience


class Decision(ABC):
    """A choice that a seat has to make now."""

    __slots__ = ()

    seat: int

    @abstractmethod
    def sample(self, rng: random.Random) -> Action:
        """A random legal answer; set-ups included."""


S = TypeVar("S", bound="State")
S_co = TypeVar("S_co", bound="State", covariant=True)
V = TypeVar("V", bound=View)
A = TypeVar("A", bound=Action)


class Step(NamedTuple, Generic[S_co]):
    """What an action leads to."""

    state: S_co
    events: tuple[Event, ...]


class State(ABC):
    """The truth of a game at one moment. Never changed: `apply` gives a new one."""

    __slots__ = ()

    @property
    @abstractmethod
    def phase(self) -> str:
        """``setup`` while all seats set up in secret, ``play`` while they take turns.

        Any other word is what a game calls its decisions before the first turn.
        """

    @abstractmethod
    def pending(self) -> tuple[Decision, ...]:
        """Who has to decide what now: both seats while setting up, nobody after the end."""

    @abstractmethod
    def legal(self, seat: int) -> Sequence[Action]:
        """The legal actions of a seat, from what that seat knows.

        Empty while setting up (the Decision says army and squares) and when it is not the seat's turn.
        """

    def offers(self, seat: int) -> Sequence[OfferedActions]:
        """The same actions, in the same order, as products of short lists; nothing where a list is short."""
        return ()

    @abstractmethod
    def apply(self, seat: int, action: Action) -> Step[Self]:
        """The state after an action, and the events that tell of it; `IllegalAction` if the rules refuse."""

    @abstractmethod
    def view(self, seat: int) -> View:
        """All that a seat may know; PUBLIC for onlookers; FULL only after the outcome."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def position(self) -> str:
        """The whole truth as text; `Game.position` reads it back."""

    @abstractmethod
    def digest(self) -> str:
        """A hash of the state in hex: equal states have equal digests, on every machine."""

    @abstractmethod
    def ended(self, outcome: Outcome) -> Step[Self]:
        """The state after an end that the board did not bring about: resignation, agreement, time."""


class Game(ABC, Generic[S, V, A]):
    """Rules and data of one game: an edition or a scenario. Immutable."""

    id: str
    family: ClassVar[str]
    """The engine that plays it, ``ranks`` or ``hexes`` or that of a plug-in: which client, which notation."""
    seats: int = 2
    colours: tuple[str, ...]
    """The name of each seat's colour or side; seat 0 moves first."""
    options: tuple[Option, ...]
    chance: ClassVar[bool]
    """Whether dice or cards decide anything, so that the seed matters."""
    end_rule: ClassVar[str] = ""
    """The rule of ends that the board did not bring about: resignation, agreement, time."""

    before: ClassVar[Mapping[str, Value]] = {}
    """What held before an option was added: records and logs that lack it were played like that."""

    # Where the rest of the package finds what belongs to the family. Modules are named, not imported: what
    # plays, serves and shows a game lies above it.

    slow_to_list: ClassVar[bool] = False
    """Whether listing legal actions takes more than some milliseconds: a server does it beside its loop."""
    prefix: ClassVar[str] = ""
    """Before the names of its types in TypeScript, and the tags of its entries in logs."""
    bots: ClassVar[str] = "flagfall.bots"
    """The package of its bots, with ``data/levels.toml``; the one here plays any game, at random."""
    terminal: ClassVar[str] = "flagfall.terminal.plain"
    """The module that shows its games in the terminal and asks for actions there."""
    printing: ClassVar[str] = ""
    """The module that lays its games out on paper, by its function ``kit``; empty where none does."""
    wire: ClassVar[tuple[str, ...]] = ()
    """The modules with the structs that only its own HTTP routes send."""

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values; `BadOption` names the one that is wrong."""
        return read_options(self.options, given)

    def recorded_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All options of a record or a log; those that are younger than it have the value of before."""
        known = {option.name for option in self.options}
        older = {name: value for name, value in self.before.items() if name in known}
        return self.read_options({**older, **given})

    @abstractmethod
    def new(self, seed: int = 0, **options: object) -> S:
        """The first state. The seed decides chance alone; options are those of `Game.options`."""

    @abstractmethod
    def action(self, text: str) -> A:
        """The action that a text names; `BadText` says where it cannot be read."""

    @abstractmethod
    def setup(self, text: str, seat: int = 0) -> A:
        """The set-up action that a text describes, for a seat."""

    @abstractmethod
    def position(self, text: str) -> S:
        """The state that a text describes."""

    @abstractmethod
    def fold(self, view: V, event: Event) -> V:
        """The view after an event that its seat heard."""

    @abstractmethod
    def determinize(self, view: V, rng: random.Random) -> S:
        """A random state that fits a view: what search may use instead of the truth."""

    @abstractmethod
    def fits(self, view: V, state: S) -> bool:
        """Whether a state may be the truth behind a view: it shows that, and the rules allow it."""

    @abstractmethod
    def encode(self, action: A) -> int:
        """The integer of a play action, in ``range(self.num_actions)``."""

    @abstractmethod
    def decode(self, code: int) -> A:
        """The play action of an integer."""

    @property
    @abstractmethod
    def num_actions(self) -> int:
        """How many integers `encode` uses."""

    @property
    @abstractmethod
    def action_type(self) -> object:
        """The type (a union of structs) that msgspec decodes an action into, set-ups included."""

    @property
    @abstractmethod
    def event_type(self) -> object:
        """The type (a union of structs) that msgspec decodes an event into."""

    @property
    @abstractmethod
    def view_type(self) -> type[View]:
        """The struct that msgspec decodes a view into."""

    @property
    def presentation(self) -> Presentation:
        """What lists show of it; here no more than its id and its sides."""
        sides = tuple(Side(colour, {"en": colour}, "gray") for colour in self.colours)
        return Presentation(names={"en": self.id}, summary={"en": ""}, sides=sides)

    @abstractmethod
    def twins(self) -> TwinMaker:
        """What the law of secrecy needs to know of this game: see `flagfall.testing`."""

    def write(self, state: S, action: A) -> str:
        """An action as text, which `action` reads; the state before it may help to write it well."""
        return str(action)

    def write_setup(self, action: A, seat: int = 0) -> str | None:
        """The text of a set-up, which `setup` reads; None for every other action."""
        return None

    def read(self, state: S, seat: int, text: str) -> A:
        """The action that a text names now: a set-up while the seat sets up, else an action."""
        return self.setup(text, seat) if state.phase == "setup" else self.action(text)

    def settled(self, state: S, seat: int, action: A) -> A:
        """An action as the rules took it; ``state`` is the one after it.

        Logs and commitments hold this form, so that they do not depend on how the sender wrote it.
        """
        return action

    def commitment(self, setup: A) -> str:
        """The text of a set-up that its seat commits to, opened at the end."""
        return str(setup)

    def counted_moves(self, state: S) -> int | None:
        """The half-moves that the rules count; None where a half-move is any action."""
        return None

    def from_memory(self, options: Mapping[str, Value]) -> bool:
        """Whether the players have to remember what they were shown: see `Event.lasts`."""
        return False

    def feats(self, state: S, seat: int) -> tuple[str, ...]:
        """What a seat may be proud of when a game is over, by the names of `flagfall.core.feats`."""
        return ()

    def landmarks(self, seat: int, setup: A | None, first: A | None) -> tuple[Landmark, ...]:
        """What a finished game is found by, of a seat's set-up and first action."""
        return ()

    def overheard(self, action: A) -> bool:
        """Whether every seat hears an action as it is written; records of a running game leave others out."""
        return False

    def fold_all(self, view: V, events: Iterable[Event], seat: int) -> V:
        """The view after all events of a step that its seat heard."""
        for event in events:
            if hears(event, seat):
                view = self.fold(view, event)
        return view


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game of any family: for code that needs no more than the protocol."""
