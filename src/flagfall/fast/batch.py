"""A batch of games: many at once, each step one call."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from operator import index
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from flagfall.fast import layout
from flagfall.fast.deal import SETUP_WORDS
from flagfall.fast.layout import AnyArray, Array
from flagfall.fast.observation_bytes import ALL_PLANES, PLANES, RECALLED, VECTOR
from flagfall.fast.play import MASK_WORDS
from flagfall.fast.powers.layout import POWER_MASK_WORDS, POWER_WORDS, TOTAL
from flagfall.fast.powers.observation_bytes import POWER_PLANES, POWER_VECTOR
from flagfall.fast.spec import Sides, Spec, Unfit, same_game, setup_words
from flagfall.fast.square_sets import CELLS

ACTIONS = 4 * CELLS
"""How many actions there are without powers: four ways, and for each the cell it leads to."""

LARGEST = 2**63 - 1
"""The largest number that compiled code is given."""


class Place(Protocol):
    """Where a batch is, and what it has done there: `flagfall.fast.cpu` or `flagfall.fast.cuda`."""

    def words(self, words: int, games: int) -> AnyArray:
        """Zeroes, ``[words, games]``."""

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> AnyArray:
        """An array of zeroes."""

    def array(self, values: AnyArray, dtype: npt.DTypeLike) -> AnyArray:
        """Values as an array, without a copy where they are one of this kind already."""

    def host(self, array: AnyArray) -> AnyArray:
        """An array as a NumPy array."""

    def copy(self, array: AnyArray) -> AnyArray:
        """A copy in the same place."""

    def assign(self, array: AnyArray, values: AnyArray) -> None:
        """Overwrite an array."""

    def call(self, entry: str, count: int, *args: AnyArray) -> None:
        """Run an entry over ``count`` games or rows; its arguments are arrays and numbers."""


class Snapshot(NamedTuple):
    """A batch at one moment, to go back to."""

    state: AnyArray
    mask: AnyArray
    specs: tuple[Spec, ...]
    variants: AnyArray


class Sizes(NamedTuple):
    """How large the arrays of a batch are for each game."""

    state: int
    mask: int
    planes: int
    vector: int
    setup: int

    @classmethod
    def of(cls, spec: Spec, memory: bool = False) -> Sizes:
        """Those of batches of a game."""
        if spec.powers is not None:
            return cls(POWER_WORDS, POWER_MASK_WORDS, POWER_PLANES, POWER_VECTOR, CELLS)
        if memory:
            return cls(layout.ALL_WORDS, MASK_WORDS, ALL_PLANES, VECTOR, 2 * SETUP_WORDS)
        return cls(layout.WORDS, MASK_WORDS, PLANES, VECTOR, 2 * SETUP_WORDS)


class Batch:
    """Games of one or several variants side by side, all with powers or all without, on a CPU or a GPU.

    All arrays are NumPy's on the CPU and PyTorch's (or CuPy's, where that is missing) on the GPU, allocated
    once and overwritten by every call; ``torch.from_numpy`` and DLPack share them without a copy.
    """

    state: AnyArray
    """The games, int64 [114, games], with ``memory`` 159, with powers 129: `flagfall.fast.layout`."""
    mask: AnyArray
    """The legal moves, int64 [8, games]: two words of goals for each way, as seat 0 sees the board; with
    powers 19 words: `flagfall.fast.powers.layout`."""
    result: AnyArray
    """What the last step brought, int8 [games]: 0 goes on, 1 the mover won, 3 drawn, -1 was illegal."""
    ending: AnyArray
    """Why it ended, int8 [games]: 1 flag, 2 no move, 3 both immobile, 4 quiet, 5 limit of half-moves."""
    tally: AnyArray
    """Sums over random play, int64 [4, games]: half-moves, wins of seat 0, wins of seat 1, draws."""
    planes: AnyArray
    """What the movers see, uint8 [games, 5, 100], or 8 with ``memory``: `flagfall.fast.observation_bytes`.
    With powers 4: `flagfall.fast.powers.observation_bytes`."""
    vector: AnyArray
    """What they know besides, uint8 [games, 56], with powers 150."""
    truth: AnyArray
    """The rank + 1 of each hidden enemy, else 0, uint8 [games, 100]: a target to learn, nothing to see. With
    powers the kind + 1 of each enemy of which it is not known which piece it is."""

    def __init__(
        self,
        specs: Spec | Sequence[Spec],
        games: int,
        *,
        variants: AnyArray = None,
        setups: Any = None,
        seed: int = 0,
        device: str = "cpu",
        threads: int = 1,
        again: bool = True,
        memory: bool = False,
    ) -> None:
        """Make and deal a batch.

        ``variants`` says for each game which of the specs it is (all the first). ``setups`` is for each spec
        an array of set-ups (`flagfall.fast.spec.setup_words` says how they look), None for random ones, or
        `Sides` with one of these for each seat.
        With ``again`` a game that ends is dealt again at once; otherwise it rests, without legal moves.
        With ``memory`` a record is kept of what each piece does, and shown in three more planes.
        """
        self.specs = (specs,) if isinstance(specs, Spec) else tuple(specs)
        if wrong := [spec for spec in self.specs if not isinstance(spec, Spec)]:
            raise Unfit(f"specs must be made by Spec.of; {wrong[0]!r} is none")
        games = _whole("games", games, least=1)
        self.games, self.seed, self.again, self.memory = games, _whole("seed", seed), again, memory
        self.powers = self.specs[0].powers is not None if self.specs else False
        """Whether these are games with powers."""
        if any((spec.powers is not None) != self.powers for spec in self.specs):
            raise Unfit("games with powers and games without are not for the same batch")
        if self.powers and memory:
            raise Unfit("memory is for games without powers")
        self.place = _place(device, threads, self.powers)
        place = self.place
        if not 1 <= len(self.specs) <= 256:
            raise Unfit(f"{len(self.specs)} variants; a batch has 1 to 256")
        self.sizes = Sizes.of(self.specs[0], memory)
        self.actions = max(spec.actions for spec in self.specs)
        """How many actions there are, in the variant that has the most."""
        rows, words = _tables(self.specs, setups, self.sizes.setup)
        rows[:, layout.REMEMBERS] = int(memory)
        self.table = place.array(rows, np.int64)
        self.setups = place.array(words, np.int64)
        self.state = place.words(self.sizes.state, games)
        self.mask = place.words(self.sizes.mask, games)
        self.variants = np.zeros(games, np.int64)
        """Which of the specs each game is."""
        self._setups_of = rows[:, layout.SETUPS : layout.SETUPS + 2]
        if variants is not None:
            if "bool" in _shape_and_kind("variants", variants)[1]:
                variants = place.array(variants, np.int64)  # of two, False is the first
            given = self._for_games("variants", variants)
            self.variants = np.array(place.host(given))
            if self.variants.min() < 0 or self.variants.max() >= len(self.specs):
                raise Unfit(f"variants must be {games} numbers from 0 to {len(self.specs) - 1}")
            place.assign(self.state[layout.SLOT], given)
        self._clear()
        self.deal()

    def _clear(self) -> None:
        """Set up what calls write to."""
        place, games = self.place, self.games
        self.result = place.zeros((games,), np.int8)
        self.ending = place.zeros((games,), np.int8)
        self.tally = place.words(4, games)
        self._seen = False
        self._legal: AnyArray = None
        self._list: AnyArray = None
        self._chance = place.array(np.full(games, -1), np.int64)

    def deal(self, first: AnyArray = None, second: AnyArray = None, *, games: AnyArray = None) -> None:
        """Deal games again, by chance, or set-ups ``first[g]`` and ``second[g]`` of the game's variant.

        ``games`` says for each game whether it is dealt; without it all are.
        """
        place = self.place
        one = self._chance if first is None else self._chosen("first", first, 0)
        two = self._chance if second is None else self._chosen("second", second, 1)
        if games is not None:
            here = self._for_games("games", games, yes_or_no=True)
            one = one * here - 2 * (1 - here)
        place.call(
            "deal_all", self.games, self.state, self.mask, self.table, self.setups, one, two, self.seed
        )

    def _for_games(self, name: str, values: AnyArray, yes_or_no: bool = False) -> AnyArray:
        """A whole number for each game; compiled code would read beyond a shorter array."""
        shape, kind = _shape_and_kind(name, values)
        if shape != (self.games,):
            raise Unfit(f"{name} must have the shape ({self.games},), one for each game, not {shape}")
        if "int" not in kind and not (yes_or_no and "bool" in kind):
            raise Unfit(f"{name} must be whole numbers, not {kind}")
        found = self.place.array(values, np.int64)
        if yes_or_no and "bool" not in kind and not np.isin(self.place.host(found), (0, 1)).all():
            raise Unfit(f"{name} must be True or False for each game; numbers of games do not fit")
        return found

    def _chosen(self, name: str, values: AnyArray, seat: int) -> AnyArray:
        """The numbers of set-ups, each one that the game's variant has, or -1 for one by chance."""
        found = self._for_games(name, values)
        numbers, there = self.place.host(found), self._setups_of[self.variants, seat]
        if (bad := np.flatnonzero((numbers < -1) | (numbers >= there))).size:
            game = int(bad[0])
            raise Unfit(
                f"{name}[{game}] is {numbers[game]}; this game has {there[game]} set-ups, counted from 0"
            )
        return found

    def step(self, actions: AnyArray) -> None:
        """Play ``actions[g]`` in game g, ``way * 100 + goal cell``, as its mover sees the board.

        Ways: 0 forward, 1 right, 2 back, 3 left. With powers an action is an integer of the game's codec, as
        the mover sees the board. The outcome is in `result` and `ending`.
        """
        self.place.call(
            "step_all",
            self.games,
            self.state,
            self.mask,
            self._for_games("actions", actions),
            self.result,
            self.ending,
            self.table,
            self.setups,
            self.seed,
            int(self.again),
        )

    def play(self, plies: int) -> None:
        """Play so many random half-moves in every game, and add to `tally`; with powers answers count too."""
        self.place.call(
            "play_all",
            self.games,
            self.state,
            self.mask,
            _whole("plies", plies, least=0),
            self.tally,
            self.table,
            self.setups,
            self.seed,
            int(self.again),
        )

    def observe(self, public: bool = False) -> tuple[AnyArray, AnyArray]:
        """Write and return `planes` and ``vector`` for the movers, or planes for onlookers; `truth`, too."""
        place = self.place
        if not self._seen:
            self.planes = place.zeros((self.games, self.sizes.planes, CELLS), np.uint8)
            self.vector = place.zeros((self.games, self.sizes.vector), np.uint8)
            self.truth = place.zeros((self.games, CELLS), np.uint8)
            self._seen = True
        place.call(
            "see_all",
            10 * self.games,
            self.state,
            self.mask,
            self.table,
            self.planes,
            self.truth,
            int(public),
        )
        place.call("sum_up_all", self.games, self.state, self.table, self.vector)
        return self.planes, self.vector

    def legal(self) -> AnyArray:
        """The legal actions of the movers, uint8 [games, 400], 1 for each; overwritten by the next call.

        With powers there are thousands: [games, `actions`].
        """
        if self._legal is None:
            self._legal = self.place.zeros((self.games, self.actions), np.uint8)
        self.place.call("legal_all", 10 * self.games, self.state, self.mask, self.table, self._legal)
        return self._legal

    def legal_list(self) -> AnyArray:
        """The legal actions of the movers as numbers, int64 [games, most], with -1 behind those of a game.

        Of games with powers, whose actions are many and whose legal ones are few.
        """
        if not self.powers:
            raise Unfit("lists of legal actions are for games with powers")
        most = int(self.place.host(self.mask[TOTAL]).max())
        if self._list is None or self._list.shape[1] < most:
            self._list = self.place.zeros((self.games, 2 * most), np.int64)
        self.place.call("list_all", self.games, self.state, self.mask, self.table, self._list)
        return self._list[:, : max(most, 1)]

    def history(self, moves: int) -> AnyArray:
        """The last half-moves, the latest first, uint8 [games, moves, 5]; the games remember 256.

        Each is the cell it came from, the cell it went to, both as the player to move sees the board; 1 for a
        move, 2 for an attack, 0 for none; and for an attack the rank + 1 that attacked and the rank + 1 that
        it met. With the set-up of a player's own this is all that the player knows.
        """
        found = self.place.zeros((self.games, _whole("moves", moves, least=0), RECALLED), np.uint8)
        self.place.call("recall_all", self.games, self.state, self.table, found)
        return found

    def find(self) -> None:
        """Find the legal moves again, after a change of `state` from outside."""
        self.place.call("find_all", self.games, self.state, self.mask, self.table)

    def select(self, numbers: AnyArray) -> Batch:
        """The games with these numbers, copied into a batch of their own.

        Chance goes by the place in a batch, so what is dealt or played at random there is not what would be
        here.
        """
        shape, kind = _shape_and_kind("numbers", numbers)
        if len(shape) != 1 or not shape[0]:
            raise Unfit(f"numbers must be a list of games, at least one, not of the shape {shape}")
        if "int" not in kind:
            hint = "; numpy.flatnonzero gives those that are True" if "bool" in kind else ""
            raise Unfit(f"numbers must be whole numbers, not {kind}{hint}")
        place, found = self.place, copy(self)
        chosen = place.array(numbers, np.int64)
        on_host = place.host(chosen)
        if (bad := np.flatnonzero((on_host < 0) | (on_host >= self.games))).size:
            raise Unfit(f"numbers[{bad[0]}] is {on_host[bad[0]]}; games go from 0 to {self.games - 1}")
        found.games = shape[0]
        found.variants = self.variants[on_host]
        found.state = place.words(len(self.state), found.games)
        found.mask = place.words(len(self.mask), found.games)
        place.assign(found.state, self.state[:, chosen])
        place.assign(found.mask, self.mask[:, chosen])
        found._clear()
        return found

    def snapshot(self) -> Snapshot:
        """The games as they are now."""
        copied = self.place.copy
        return Snapshot(copied(self.state), copied(self.mask), self.specs, self.variants.copy())

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of a batch of these games and this size, on the same kind of device."""
        if not isinstance(snapshot, Snapshot):
            raise Unfit(f"snapshot must be one that Batch.snapshot made, not a {type(snapshot).__name__}")
        if len(snapshot.specs) != len(self.specs) or not all(map(same_game, snapshot.specs, self.specs)):
            there, here = ([spec.id for spec in specs] for specs in (snapshot.specs, self.specs))
            raise Unfit(f"snapshot is one of {', '.join(there)}, and this batch has {', '.join(here)}")
        for name, given, own in (("state", snapshot.state, self.state), ("mask", snapshot.mask, self.mask)):
            shape, kind = _shape_and_kind(f"snapshot.{name}", given)
            is_one = type(given).__name__, kind, shape
            needed = type(own).__name__, str(own.dtype), tuple(own.shape)
            if is_one != needed:
                raise Unfit(f"snapshot.{name} must be {needed}, with words and games, not {is_one}")
        self.place.assign(self.state, snapshot.state)
        self.place.assign(self.mask, snapshot.mask)
        self.variants = snapshot.variants.copy()


def _whole(name: str, value: Any, least: int = -LARGEST - 1) -> int:
    """A whole number of Python's own; compiled code would be made again for every other kind."""
    try:
        found = index(value)
    except TypeError:
        raise Unfit(f"{name} must be a whole number, not {value!r}") from None
    if not least <= found <= LARGEST:
        raise Unfit(f"{name} is {found}; it goes from {least} to {LARGEST}")
    return found


def _shape_and_kind(name: str, values: AnyArray) -> tuple[tuple[int, ...], str]:
    """The shape of an array, a tensor or a list, and what it holds."""
    try:
        kind = getattr(values, "dtype", None)
        return tuple(np.shape(values)), str(np.asarray(values).dtype if kind is None else kind)
    except ValueError:
        raise Unfit(f"{name} must be an array, not a list of lists of several lengths") from None


def _place(device: str, threads: int, powers: bool = False) -> Place:
    if device == "cpu":
        from flagfall.fast.cpu import Cpu

        return Cpu(_whole("threads", threads, least=1), powers)
    if isinstance(device, str) and device.split(":")[0] == "cuda":
        from flagfall.fast.cuda import Cuda

        return Cuda(device, powers)
    raise Unfit(f"device {device!r}; there are cpu and cuda")


def _tables(specs: tuple[Spec, ...], setups: Any, width: int) -> tuple[Array, Array]:
    """The rules table and the set-up table; ``width`` is that of a set-up."""
    given = [None] * len(specs) if setups is None else [setups] if len(specs) == 1 else list(setups)
    if len(specs) == 1 and isinstance(setups, list | tuple) and len(setups) == 1:
        given = list(setups)
    if len(given) != len(specs):
        raise Unfit(f"{len(given)} collections of set-ups for {len(specs)} variants")
    rows, words, first = [], [], 0
    for spec, some in zip(specs, given, strict=True):
        starts, lengths = [], []
        sides = ((some.first, (0,)), (some.second, (1,))) if isinstance(some, Sides) else ((some, (0, 1)),)
        for side, seats in sides:
            table = np.zeros((0, width), np.int64) if side is None else setup_words(spec, side, seats)
            starts.append(first)
            lengths.append(len(table))
            words.append(table)
            first += len(table)
        rows.append(spec.row((starts[0], starts[-1]), (lengths[0], lengths[-1])))
    all_words = np.concatenate([*words, np.zeros((1, width), np.int64)])
    longest = max(len(row) for row in rows)
    return np.array([row + [0] * (longest - len(row)) for row in rows], np.int64), all_words
