"""What is told while the simulator is compiled: it takes long, and silence looks like a hang.

Apart from `flagfall.fast.compile`, whose text is part of the name of the cache.
"""

from __future__ import annotations

import logging

from flagfall.fast.compile import ENTRIES, POWER_ENTRIES, code_folder


def tell_of_compiling(entry: str, powers: bool = False) -> None:
    """Log that an entry is about to be compiled, and which of how many it is, if it is not in the cache.

    Where nobody has set logging up, Python writes a warning to the standard error.
    """
    entries = set(POWER_ENTRIES if powers else ENTRIES)
    kept = {path.name.split("-")[0].rpartition(".")[2] for path in code_folder(powers).glob("*/*.nbi")}
    if entry not in kept:
        logging.getLogger("flagfall.fast").warning(
            "Compiling the batch simulator%s, once on this machine: part %d of %d (%s)",
            " for games with powers" if powers else "",
            len(kept & entries) + 1,
            len(entries),
            entry,
        )
