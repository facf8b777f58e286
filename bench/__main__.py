"""Run every benchmark, or those that are named: ``python -m bench ranks hexes``.

``balance`` takes hours and is run only by its name; what follows it are its own arguments (`bench.balance`).
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
ALL = sorted(
    [path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_")]
    + [path.parent.name for path in HERE.glob("*/__init__.py")]
)


def main() -> None:
    """Run the benchmarks one after the other."""
    named = sys.argv[1:] or [name for name in ALL if not name.endswith("_gpu") and name != "balance"]
    if named[0] == "balance":
        importlib.import_module("bench.balance").main(named[1:])
        return
    for name in named:
        if name not in ALL:
            sys.exit(f"there is no benchmark {name!r}; they are {', '.join(ALL)}")
        print(f"\n== {name} ==")
        importlib.import_module(f"bench.{name}").run()


if __name__ == "__main__":
    main()
