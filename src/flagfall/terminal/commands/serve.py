"""``flagfall serve``: the server for the browser, for one machine or for everybody."""

from __future__ import annotations

import argparse
import sys
import threading
import webbrowser
from pathlib import Path

from flagfall.terminal.commands import Commands

EPILOG = """Every setting can also stand in a TOML file (--settings or FLAGFALL_SETTINGS), or in the
environment (FLAGFALL_PORT=8080). Flags overrule the environment, which overrules the file.
All of them are listed on the page "Run a server" of the documentation."""


def add_parser(subparsers: Commands) -> argparse.ArgumentParser:
    """Add the command ``serve``; its namespace has ``run``, which gives the exit status."""
    parser = subparsers.add_parser(
        "serve",
        help="run the server for the browser",
        description="Run the server for the browser, for this machine or for everybody.",
        epilog=EPILOG,
    )
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help="the port to listen on (8420)")
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
    import msgspec

    from flagfall.server.run import address, lan_address, port_to_play, running_at, serve, show_qr
    from flagfall.server.settings import read_settings

    flags = {name: getattr(given, name) for name in ("host", "port", "database", "base_url", "web")}
    if given.lan and flags["host"] is None:
        flags["host"] = "0.0.0.0"
    settings = read_settings(flags, file=given.settings)
    if given.open:
        # For a game on this machine: join the one that runs, or move out of another program's way.
        wanted = settings.port
        settings, runs = port_to_play(settings)
        if runs:
            there = lan_address() if given.lan else None
            if there and not running_at(msgspec.structs.replace(settings, host=there)):
                print("Flagfall is running already, for this machine alone: stop it, then start it again.")
                return 1
            print(f"Flagfall is running already, at {address(settings)}", flush=True)
            webbrowser.open(_local(given, address(settings), settings.port))
            return 0
        if settings.port != wanted:
            print(f"Port {wanted} is taken by another program; this is port {settings.port}.")

    def listening(port: int) -> None:
        url = address(msgspec.structs.replace(settings, port=port))
        print(f"Flagfall is at {url}", flush=True)
        if given.lan:
            show_qr(url, sys.stdout)
            sys.stdout.flush()
        if given.open:
            local = _local(given, url, port)
            # A browser that blocks must not keep the server waiting.
            threading.Thread(target=webbrowser.open, args=(local,), daemon=True).start()

    return serve(settings, listening)


def _local(given: argparse.Namespace, url: str, port: int) -> str:
    """The address for the browser of this machine."""
    return f"http://127.0.0.1:{port}" if given.lan else url
