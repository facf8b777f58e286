"""Games as Parquet files: writing, loading, and positions to learn from."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, overload

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

import flagfall
from flagfall.core import FlagfallError, Outcome
from flagfall.core.record import Record
from flagfall.ranks.game import RankGame
from flagfall.research.datasets.sources import listed
from flagfall.research.environments.planes import Encoder

VERSION = "1"
"""The version of the schema, kept in every file."""
SCHEMA = pa.schema(
    [
        pa.field("game", pa.string(), nullable=False),
        pa.field("players", pa.list_(pa.string()), nullable=False),
        pa.field("seed", pa.int64()),
        pa.field("options", pa.string(), nullable=False),
        pa.field("seats", pa.list_(pa.int8()), nullable=False),
        pa.field("actions", pa.list_(pa.string()), nullable=False),
        pa.field("scores", pa.list_(pa.float32())),
        pa.field("termination", pa.string()),
        pa.field("rule", pa.string()),
        pa.field("notes", pa.string(), nullable=False),
    ],
    {"flagfall-dataset": VERSION},
)
"""The columns. Actions are JSON, one text each, with their seats beside them; set-ups come first."""
CHUNK = 256
"""Games that are written at once; memory holds no more."""
Progress: TypeAlias = Callable[[int, int | None], None]
"""Told how many games are written, of how many, where that is known."""


# ---- writing ------------------------------------------------------------------------------------


def _row(record: Record) -> dict[str, Any]:
    end = record.outcome
    return {
        "game": record.game,
        "players": list(record.players),
        "seed": record.seed,
        "options": msgspec.json.encode(record.options).decode(),
        "seats": [seat for seat, _ in record.actions],
        "actions": [msgspec.json.encode(action).decode() for _, action in record.actions],
        "scores": None if end is None else list(end.scores),
        "termination": None if end is None else end.termination,
        "rule": None if end is None else end.rule,
        "notes": msgspec.json.encode(record.notes).decode(),
    }


def write(
    records: Iterable[Record], file: str | Path, total: int | None = None, progress: Progress | None = None
) -> int:
    """Write games to a Parquet file; how many there were.

    The file appears when it is complete, under its name. Stopped by the keyboard, it holds the games up to
    then; after any other error there is none, and an earlier one is as it was. ``progress`` is told of every
    game.
    """
    target = Path(file)
    part = target.with_name(target.name + ".part")
    written = 0
    rows: list[dict[str, Any]] = []
    keep = False
    with pq.ParquetWriter(part, SCHEMA, compression="zstd") as out:
        try:
            for record in records:
                rows.append(_row(record))
                written += 1
                if len(rows) == CHUNK:
                    out.write_table(pa.Table.from_pylist(rows, SCHEMA))
                    rows.clear()
                if progress is not None:
                    progress(written, total)
            keep = True
        except KeyboardInterrupt:
            keep = True
            raise
        finally:
            if keep and rows:
                out.write_table(pa.Table.from_pylist(rows, SCHEMA))
            out.close()
            if keep:
                part.replace(target)
            else:
                part.unlink()
    return written


# ---- reading ------------------------------------------------------------------------------------


class Dataset(Sequence[Record]):
    """The games of one or several files, read as they are asked for."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = [_opened(file) for file in files]
        self.starts: list[tuple[int, Any, int]] = []
        """The first game of every row group, its file, and its number there."""
        self.length = 0
        for file in self.files:
            for group in range(file.num_row_groups):
                self.starts.append((self.length, file, group))
                self.length += file.metadata.row_group(group).num_rows
        self._kept: tuple[int, list[dict[str, Any]]] = (-1, [])

    def __len__(self) -> int:
        return self.length

    def _rows(self, number: int) -> list[dict[str, Any]]:
        if self._kept[0] != number:
            _, file, group = self.starts[number]
            self._kept = (number, file.read_row_group(group).to_pylist())
        return self._kept[1]

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> list[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | list[Record]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"there is no game {index}; there are {len(self)}")
        number = bisect_right(self.starts, place, key=lambda start: start[0]) - 1
        return _from_row(self._rows(number)[place - self.starts[number][0]])

    def __iter__(self) -> Iterator[Record]:
        for number in range(len(self.starts)):
            yield from map(_from_row, self._rows(number))

    def table(self, *columns: str) -> Any:
        """Some columns of all games as a table of Arrow, for statistics."""
        return pa.concat_tables([file.read(columns=list(columns) or None) for file in self.files])

    def batches(self, size: int, shuffle: int | None = None) -> Iterator[ExampleBatch]:
        """All positions of the games of one edition, stacked; with a seed, the games in random order."""
        order = list(range(len(self)))
        if shuffle is not None:
            # Row group by row group: each is read once.
            rng = random.Random(shuffle)
            groups = [list(range(a[0], b)) for a, b in zip(self.starts, self._ends(), strict=True)]
            rng.shuffle(groups)
            for group in groups:
                rng.shuffle(group)
            order = [place for group in groups for place in group]
        examples = (example for place in order for example in positions(self[place]))
        while some := list(islice(examples, size)):
            yield ExampleBatch(
                np.stack([one.planes for one in some]),
                np.array([one.action for one in some], np.int64),
                np.array([one.seat for one in some], np.int8),
                np.array([one.score for one in some], np.float32),
            )

    def _ends(self) -> list[int]:
        return [*(start for start, _, _ in self.starts[1:]), self.length]


def load(*files: str | Path) -> Dataset:
    """The games of Parquet files that `write` made."""
    return Dataset(listed(files))


def _opened(file: Path) -> Any:
    try:
        found = pq.ParquetFile(file)
    except pa.ArrowInvalid as error:
        raise FlagfallError(f"{file} is no Parquet file: {error}") from None
    version = (found.schema_arrow.metadata or {}).get(b"flagfall-dataset", b"").decode()
    if version != VERSION:
        raise FlagfallError(
            f"{file} holds no games in version {VERSION} of the data, but {version or 'others'}"
        )
    return found


def _from_row(row: dict[str, Any]) -> Record:
    rules = flagfall.game(row["game"])
    decoder = _decoder(row["game"])
    outcome = None
    if row["scores"] is not None:
        outcome = Outcome(row["termination"], tuple(row["scores"]), row["rule"])
    return Record(
        rules.id,
        msgspec.json.decode(row["options"]),
        tuple((seat, decoder.decode(text)) for seat, text in zip(row["seats"], row["actions"], strict=True)),
        tuple(row["players"]),
        row["seed"],
        outcome,
        msgspec.json.decode(row["notes"]),
    )


@cache
def _decoder(id: str) -> Any:
    return msgspec.json.Decoder(flagfall.game(id).action_type)


# ---- positions ----------------------------------------------------------------------------------


class Example(NamedTuple):
    """One decision: what the mover saw and did, and how the game ended for that seat (1, 0, -1)."""

    planes: npt.NDArray[np.uint8]
    action: int
    seat: int
    score: float


class ExampleBatch(NamedTuple):
    """Examples stacked along a first axis."""

    planes: npt.NDArray[np.uint8]
    action: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int8]
    score: npt.NDArray[np.float32]


def positions(record: Record) -> Iterator[Example]:
    """Every decision of play in a hidden-rank game, with the planes and integers of `RankEnv`.

    A game without a result scores 0.
    """
    game = flagfall.game(record.game)
    if not isinstance(game, RankGame):
        raise FlagfallError(f"{record.game} is no hidden-rank game: its positions have no planes")
    encoder = Encoder(game, game.rules(**record.options))
    scores = record.outcome.scores if record.outcome is not None else (0.5, 0.5)
    for step, (seat, action) in zip(record.steps(), record.actions, strict=False):
        state: Any = step.state
        if state.phase == "play":
            played: Any = action
            yield Example(encoder.encode(state.view(seat)), game.encode(played), seat, 2 * scores[seat] - 1)
