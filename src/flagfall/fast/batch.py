"""A batch of games: many at once, each step one call."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple

import numpy as np

from flagfall.fast import layout
from flagfall.fast.observation_bytes import PLANES, RECALLED, VECTOR
from flagfall.fast.play import MASK_WORDS
from flagfall.fast.sets import CELLS
from flagfall.fast.spec import Sides, Spec, Unfit, setup_words

ACTIONS = 4 * CELLS


class Snapshot(NamedTuple):
    """A batch at one moment, to go back to."""

    state: Any
    mask: Any


class Batch:
    """Games of one or several variants side by side, on a CPU or a GPU.

    All arrays are NumPy's on the CPU and PyTorch's (or CuPy's, where that is missing) on the GPU, allocated
    once and overwritten by every call; ``torch.from_numpy`` and DLPack share them without a copy.
    """

    state: Any
    """The games, int64 [114, games]: `flagfall.fast.layout`."""
    mask: Any
    """The legal moves, int64 [8, games]: two words of goals for each way, as seat 0 sees the board."""
    result: Any
    """What the last step brought, int8 [games]: 0 goes on, 1 the mover won, 3 drawn, -1 was illegal."""
    ending: Any
    """Why it ended, int8 [games]: 1 flag, 2 no move, 3 both immobile, 4 quiet, 5 limit of half-moves."""
    tally: Any
    """Sums over random play, int64 [4, games]: half-moves, wins of seat 0, wins of seat 1, draws."""
    planes: Any
    """What the movers see, uint8 [games, 5, 100]: `flagfall.fast.observation_bytes`."""
    vector: Any
    """What they know besides, uint8 [games, 56]."""
    truth: Any
    """The rank + 1 of each hidden enemy, else 0, uint8 [games, 100]: a target to learn, nothing to see."""

    def __init__(
        self,
        specs: Spec | Sequence[Spec],
        games: int,
        *,
        variants: Any = None,
        setups: Any = None,
        seed: int = 0,
        device: str = "cpu",
        threads: int = 1,
        again: bool = True,
    ) -> None:
        """Make and deal a batch.

        ``variants`` says for each game which of the specs it is (all the first). ``setups`` is for each spec
        an array of set-ups (`flagfall.fast.spec.setup_words` says how they look), None for random ones, or
        `Sides` with one of these for each seat.
        With ``again`` a game that ends is dealt anew at once; otherwise it rests, without legal moves.
        """
        self.specs = (specs,) if isinstance(specs, Spec) else tuple(specs)
        self.games, self.seed, self.again = games, seed, again
        self.place = _place(device, threads)
        place = self.place
        if not 1 <= len(self.specs) <= 256 or games < 1:
            raise Unfit(f"{len(self.specs)} variants in {games} games; a batch has 1 to 256, and a game")
        rows, words = _tables(self.specs, setups)
        self.table = place.array(rows, np.int64)
        self.setups = place.array(words, np.int64)
        self.state = place.words(layout.WORDS, games)
        self.mask = place.words(MASK_WORDS, games)
        if variants is not None:
            given = np.asarray(variants, np.int64)
            if given.shape != (games,) or given.min() < 0 or given.max() >= len(self.specs):
                raise Unfit(f"variants must be {games} numbers from 0 to {len(self.specs) - 1}")
            place.assign(self.state[layout.SLOT], place.array(given, np.int64))
        self._clear()
        self.deal()

    def _clear(self) -> None:
        """Set up what calls write to."""
        place, games = self.place, self.games
        self.result = place.zeros((games,), np.int8)
        self.ending = place.zeros((games,), np.int8)
        self.tally = place.words(4, games)
        self._seen = False
        self._legal: Any = None
        self._chance = place.array(np.full(games, -1), np.int64)

    def deal(self, first: Any = None, second: Any = None, *, games: Any = None) -> None:
        """Deal games anew, by chance, or set-ups ``first[g]`` and ``second[g]`` of the game's variant.

        ``games`` says for each game whether it is dealt; without it all are.
        """
        place = self.place
        one = self._chance if first is None else place.array(first, np.int64)
        two = self._chance if second is None else place.array(second, np.int64)
        if games is not None:
            here = place.array(games, np.int64)
            one = one * here - 2 * (1 - here)
        place.call(
            "deal_all", self.games, self.state, self.mask, self.table, self.setups, one, two, self.seed
        )

    def step(self, actions: Any) -> None:
        """Play ``actions[g]`` in game g, ``way * 100 + goal cell``, as its mover sees the board.

        Ways: 0 forward, 1 right, 2 back, 3 left. The outcome is in `result` and `ending`.
        """
        self.place.call(
            "step_all",
            self.games,
            self.state,
            self.mask,
            self.place.array(actions, np.int64),
            self.result,
            self.ending,
            self.table,
            self.setups,
            self.seed,
            int(self.again),
        )

    def play(self, plies: int) -> None:
        """Play so many random half-moves in every game, and add to `tally`."""
        self.place.call(
            "play_all",
            self.games,
            self.state,
            self.mask,
            plies,
            self.tally,
            self.table,
            self.setups,
            self.seed,
            int(self.again),
        )

    def observe(self, public: bool = False) -> tuple[Any, Any]:
        """Write and return `planes` and ``vector`` for the movers, or planes for onlookers; `truth`, too."""
        place = self.place
        if not self._seen:
            self.planes = place.zeros((self.games, PLANES, CELLS), np.uint8)
            self.vector = place.zeros((self.games, VECTOR), np.uint8)
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

    def legal(self) -> Any:
        """The legal actions of the movers, uint8 [games, 400], 1 for each; overwritten by the next call."""
        if self._legal is None:
            self._legal = self.place.zeros((self.games, ACTIONS), np.uint8)
        self.place.call("legal_all", 10 * self.games, self.state, self.mask, self.table, self._legal)
        return self._legal

    def history(self, moves: int) -> Any:
        """The last half-moves, the latest first, uint8 [games, moves, 5]; the games remember 256.

        Each is the cell it came from, the cell it went to, both as the player to move sees the board; 1 for a
        move, 2 for an attack, 0 for none; and for an attack the rank + 1 that attacked and the rank + 1 that
        it met. With the set-up of a player's own this is all that the player knows.
        """
        found = self.place.zeros((self.games, moves, RECALLED), np.uint8)
        self.place.call("recall_all", self.games, self.state, self.table, found)
        return found

    def find(self) -> None:
        """Find the legal moves anew, after a change of `state` from outside."""
        self.place.call("find_all", self.games, self.state, self.mask, self.table)

    def select(self, numbers: Any) -> Batch:
        """The games with these numbers, copied into a batch of their own.

        Chance goes by the place in a batch, so what is dealt or played at random there is not what would be
        here.
        """
        place, found = self.place, copy(self)
        found.games = len(numbers)
        found.state = place.words(layout.WORDS, found.games)
        found.mask = place.words(MASK_WORDS, found.games)
        place.assign(found.state, self.state[:, numbers])
        place.assign(found.mask, self.mask[:, numbers])
        found._clear()
        return found

    def snapshot(self) -> Snapshot:
        """The games as they are now."""
        return Snapshot(self.place.copy(self.state), self.place.copy(self.mask))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of a batch of this size."""
        self.place.assign(self.state, snapshot.state)
        self.place.assign(self.mask, snapshot.mask)


def _place(device: str, threads: int) -> Any:
    if device == "cpu":
        from flagfall.fast.cpu import Cpu

        return Cpu(threads)
    if device.split(":")[0] == "cuda":
        from flagfall.fast.cuda import Cuda

        return Cuda(device)
    raise Unfit(f"device {device!r}; there are cpu and cuda")


def _tables(specs: tuple[Spec, ...], setups: Any) -> tuple[Any, Any]:
    """The rules table and the set-up table."""
    given = [None] * len(specs) if setups is None else [setups] if len(specs) == 1 else list(setups)
    if len(specs) == 1 and isinstance(setups, list | tuple) and len(setups) == 1:
        given = list(setups)
    if len(given) != len(specs):
        raise Unfit(f"{len(given)} collections of set-ups for {len(specs)} variants")
    rows, words, first = [], [], 0
    for spec, some in zip(specs, given, strict=True):
        starts, lengths = [], []
        for side in some if isinstance(some, Sides) else (some,):
            table = np.zeros((0, 20), np.int64) if side is None else setup_words(spec, side)
            starts.append(first)
            lengths.append(len(table))
            words.append(table)
            first += len(table)
        rows.append(spec.row((starts[0], starts[-1]), (lengths[0], lengths[-1])))
    all_words = np.concatenate([*words, np.zeros((1, 20), np.int64)])
    return np.array(rows, np.int64), all_words
