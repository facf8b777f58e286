"""Games as data: self-play and the games of people as Parquet files, and a loader.

    >>> from flagfall.research import datasets
    >>> datasets.write(datasets.self_play("barrage", 1000, players=("2", "random")), "barrage.parquet", 1000)
    >>> datasets.write(datasets.from_files(["games/"]), "human.parquet")
    >>> data = datasets.load("barrage.parquet")
    >>> len(data), data[0].outcome
    >>> for example in datasets.positions(data[0]): ...      # what the mover saw and did, how it ended

or on the command line::

    python -m flagfall.research.datasets self-play barrage 1000 --players 2 random --out barrage.parquet
    python -m flagfall.research.datasets files games/ --out human.parquet
    python -m flagfall.research.datasets show human.parquet

One row is one game: `SCHEMA` says what it holds. A row is a whole record, so everything else can be made from
it again, by the same engine. Needs the extra ``research``.
"""

from flagfall.core.extras import need

need("a dataset", "research", "numpy", "numba", "pyarrow")

from flagfall.research.datasets.parquet import SCHEMA, Dataset, Example, ExampleBatch, load, positions, write
from flagfall.research.datasets.progress import ProgressBar
from flagfall.research.datasets.sources import from_files, self_play

__all__ = [
    "SCHEMA",
    "Dataset",
    "Example",
    "ExampleBatch",
    "ProgressBar",
    "from_files",
    "load",
    "positions",
    "self_play",
    "write",
]
