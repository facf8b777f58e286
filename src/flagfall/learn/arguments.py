"""What the commands of training take on the command line; needs no PyTorch."""

from __future__ import annotations

import argparse
from pathlib import Path

from flagfall.learn.config import PRESETS

RIVALS = "networks to play matches against: ONNX, saved weights, or TorchScript (.ts)"


def arguments() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(prog="flagfall.learn", description="Train a network by self-play.")
    commands = parser.add_subparsers(dest="command", required=True)
    _pack(commands.add_parser("pack", help="pack files of people's set-ups into one"))
    _candidates(commands.add_parser("candidates", help="generate set-ups for train --learn-setups"))
    _train(commands.add_parser("train", help="train for some time, play matches, save, write the diary"))
    _look_ahead(commands.add_parser("look-ahead", help="play matches of look-ahead with finished weights"))
    _branch(commands.add_parser("branch", help="try other numbers from one saved run, net against net"))
    _export(commands.add_parser("export", help="write weights as ONNX files with checksums"))
    return parser


def _pack(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)


def _candidates(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("editions", nargs="+")
    parser.add_argument("--count", type=int, default=4096, help="set-ups of each edition")
    parser.add_argument("--out", type=Path, required=True)


def _train(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--resume", type=Path, metavar="FOLDER", help="the run to continue; without it a new one begins")
    add(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="where the run is saved; the folder of --resume if not given",
    )
    add("--preset", choices=sorted(PRESETS), default="full", help="the numbers of a new run")
    add(
        "--set",
        nargs="*",
        default=[],
        metavar="NAME=VALUE",
        help="change numbers of flagfall/learn/config.py",
    )
    add("--setups", metavar="FILE", help="people's set-ups that pack packed, or the word random")
    add(
        "--mix-in",
        nargs="*",
        default=[],
        metavar="FILE=SHARE",
        help="train with these set-ups too, candidates or learned ones; matches are played without them",
    )
    add("--seconds", type=float, default=60.0, help="seconds of training")
    add(
        "--within",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="in place of --seconds: train until all, annealing and matches included, is done by then",
    )
    add("--save-every", type=float, default=60.0, metavar="SECONDS", help="seconds between two saves")
    add("--evaluate-every", type=float, default=300.0, metavar="SECONDS", help="seconds between two matches")
    add(
        "--anneal",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="then train a copy with falling steps, to ship",
    )
    add(
        "--learn-setups", type=Path, metavar="FILE", help="candidates: learn which of them win with that copy"
    )
    add("--rounds", type=int, default=4, help="rounds of games for that")
    add("--against", nargs="*", default=[], metavar="NAME=FILE", help=RIVALS)
    add("--cache", type=Path, metavar="FILE", help="compiled code to start from, and to keep")
    add("--device", default="", help="cuda or cpu; cuda where there is one")


def _look_ahead(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("weights", type=Path, help="annealed.pt, or an ONNX file that export wrote")
    parser.add_argument(
        "matches",
        nargs="+",
        metavar="'EDITION HALF NAME=NUMBER ... [/ PLAYER or NAME=NUMBER ...]'",
        help="2 HALF games against the policy alone, another look-ahead, greedy or one of --against",
    )
    parser.add_argument("--preset", choices=sorted(PRESETS), default="full")
    parser.add_argument("--setups", metavar="FILE", help="as for train")
    parser.add_argument("--against", nargs="*", default=[], metavar="NAME=FILE", help=RIVALS)
    parser.add_argument("--device", default="")


def _branch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--resume", type=Path, required=True, metavar="FOLDER", help="the run")
    parser.add_argument("--try", dest="changes", action="append", required=True, metavar="NAME=VALUE ...")
    parser.add_argument("--setups", metavar="FILE", help="as for train")
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="")


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("weights", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--note", default="", help="how the weights were made")
