"""``flagfall serve``: the server for the browser, for one machine or for everybody."""

from __future__ import annotations

import argparse
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

EPILOG = """Every setting can also stand in a TOML file (--settings or FLAGFALL_SETTINGS), or in the
environment (FLAGFALL_PORT=8080). Flags overrule the environment, which overrules the file.
See docs/server.md."""


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the command ``serve``; its namespace has ``run``, which gives the exit status."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "serve", help="run the server for the browser", description=__doc__, epilog=EPILOG
    )
    parser.add_argument("--host", help="the address to listen at (127.0.0.1)")
    parser.add_argument("--port", type=int, help="the port to listen at (8420)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///path or postgresql://user@host/name")
    parser.add_argument("--base-url", metavar="URL", help="the address that people use, behind a proxy")
    parser.add_argument("--web", metavar="FOLDER", help="the folder of the built client")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="a TOML file with settings")
    parser.add_argument("--lan", action="store_true", help="listen for the whole network, and show a QR code")
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.set_defaults(run=run)
    return parser


def run(given: argparse.Namespace) -> int:
    """Run the server until it is told to stop."""
    from flagfall.server.run import address, serve, show_qr
    from flagfall.server.settings import read_settings

    flags = {name: getattr(given, name) for name in ("host", "port", "database", "base_url", "web")}
    if given.lan and flags["host"] is None:
        flags["host"] = "0.0.0.0"
    settings = read_settings(flags, file=given.settings)
    url = address(settings)

    def listening() -> None:
        print(f"Flagfall is at {url}", flush=True)
        if given.lan:
            show_qr(url, sys.stdout)
            sys.stdout.flush()
        if given.open:
            local = url if not given.lan else f"http://127.0.0.1:{settings.port}"
            # A browser that blocks must not keep the server waiting.
            threading.Thread(target=webbrowser.open, args=(local,), daemon=True).start()

    return serve(settings, listening)
