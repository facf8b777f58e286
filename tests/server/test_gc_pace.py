"""The pace at which a server looks for garbage. It is set for a whole process, so each test has its own."""

from __future__ import annotations

import subprocess
import sys

from tests.waits import PATIENCE


def told(*lines: str) -> str:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(("import gc, time, weakref", *lines))],
        capture_output=True,
        text=True,
        check=True,
        timeout=2 * PATIENCE,
    )
    return done.stdout.strip()


def test_what_the_process_is_made_of_is_never_looked_at_again() -> None:
    kept = told(
        "from flagfall.server import gc_pace",
        "gc_pace.begin()",
        "pace = (gc_pace.YOUNG, gc_pace.MIDDLE, gc_pace.OLD)",
        "print(gc.get_freeze_count() > 10_000, gc.get_threshold() == pace)",
    )
    assert kept == "True True"


def test_garbage_that_grew_old_goes_at_the_next_look_at_everything() -> None:
    gone = told(
        "from flagfall.server import gc_pace",
        "gc_pace.INTERVAL = 0.5",
        "gc_pace.begin()",
        "class Ring: pass",
        "ring = Ring()",
        "ring.itself = ring",
        "gc.collect(1)",  # It outlives a look: from here on it counts as old.
        "seen = weakref.ref(ring)",
        "del ring",
        "gc.collect(0)",
        "print('there' if seen() else 'gone')",
        f"end = time.monotonic() + {PATIENCE}",
        "while seen() and time.monotonic() < end: time.sleep(0.05)",
        "print('there' if seen() else 'gone')",
    )
    assert gone.split() == ["there", "gone"]


def test_no_look_at_new_objects_takes_long() -> None:
    # Of 200,000 objects that last, as those of many tables do, a look takes a small part at a time.
    most = told(
        "from flagfall.server import gc_pace",
        "gc_pace.begin()",
        "looked_at = [0]",
        "def note(phase, info):",
        "    if phase == 'start':",
        "        parts = range(info['generation'] + 1)",
        "        looked_at.append(sum(len(gc.get_objects(generation=part)) for part in parts))",
        "gc.callbacks.append(note)",
        "lasting = [[] for _ in range(200_000)]",
        "gc.callbacks.remove(note)",
        "print(len(looked_at) > 10, max(looked_at) < 10_000)",
    )
    assert most == "True True"
