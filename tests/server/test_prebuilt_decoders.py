"""Threads that decode at the same time do not end the process: decoders are built before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys, threading
sys.setswitchinterval(1e-6)
import flagfall, flagfall.server.app, msgspec
from flagfall.server.tables import prebuilt_decoders, log_entries, memory_play

prebuilt_decoders.build_all()
games = [flagfall.game(id) for id in ("hex-duel", "original")]
structs = list(decoders.plain_structs(msgspec.Struct))
assert len(structs) > 300
gate = threading.Barrier(8)

def decode():
    gate.wait()
    for game in games * 20:
        for read in (
            lambda: log_entries.read_entry('{"type":"acted","seat":0,"action":{},"events":[]}', game),
            lambda: memory_play.faded(game, '{"type":"told","seat":0,"n":1,"events":[{}]}'),
            lambda: msgspec.convert({"type": "move"}, game.action_type),
            lambda: msgspec.convert({}, game.view_type),
        ):
            try:
                read()
            except msgspec.ValidationError:
                pass
    for struct in structs:
        try:
            msgspec.convert({}, struct)
        except (msgspec.ValidationError, TypeError):
            pass

threads = [threading.Thread(target=decode) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.long
def test_threads_that_decode_for_the_first_time_at_once_do_not_end_the_process() -> None:
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_a_running_server_meets_no_type_for_the_first_time_in_a_thread(tmp_path: Path) -> None:
    """Every route is used. The web framework has types of its own, which the event loop alone meets."""
    command = [sys.executable, "-m", "tests.server.late_types", f"sqlite:///{tmp_path}/x.sqlite3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answered, *later = done.stdout.splitlines()
    assert int(answered.split()[0]) > 60
    assert [line for line in later if not line.startswith("met later on the loop: <class 'litestar.")] == []
