"""How soon a killed server answers again, next to the import of the libraries that it needs."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

LIBRARIES = "import litestar, msgspec, sqlalchemy, uvicorn"
RUNS = 3


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _started(database: Path, port: int) -> tuple[subprocess.Popen[bytes], float]:
    """A server, and the seconds until it answered."""
    command = [sys.executable, "-m", "flagfall", "serve", "--port", str(port)]
    begun = time.perf_counter()
    server = subprocess.Popen(
        [*command, "--database", f"sqlite:///{database}"],
        env={**os.environ},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/hello", timeout=1).close()
            return server, time.perf_counter() - begun
        except OSError:
            if server.poll() is not None:
                raise RuntimeError("the server did not start") from None
            time.sleep(0.02)


def run_restart() -> None:
    """Kill a server a few times and print how soon it answers again."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        database, port = Path(folder) / "tables.sqlite3", _free_port()
        server, _ = _started(database, port)
        for _ in range(RUNS):
            server.send_signal(signal.SIGKILL)
            server.wait()
            server, seconds = _started(database, port)
            times.append(seconds)
        server.terminate()
        server.wait(20)
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", LIBRARIES], check=True)
    libraries = time.perf_counter() - begun
    middle = sorted(times)[RUNS // 2]
    print(
        f"killed and restarted: answers after {middle:.1f} s; the libraries alone take {libraries:.1f} s"
        f" (x{middle / libraries:.1f})"
    )
