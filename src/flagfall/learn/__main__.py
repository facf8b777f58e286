"""The command line of training: ``python3 -m flagfall.learn --help``."""

# ruff: noqa: E402 - what is missing is said before it is imported
from __future__ import annotations

from flagfall.core.extras import need

need("training", "learn", "torch", "numpy")

import argparse
import sys

import numpy as np
import torch
from torch import distributed

from flagfall.core import FlagfallError
from flagfall.learn.arguments import arguments
from flagfall.learn.config import PRESETS
from flagfall.learn.matches.learned_setups import generated
from flagfall.learn.matches.players import rivals
from flagfall.learn.matches.trials import TrialMatch
from flagfall.learn.network.policy import Policy
from flagfall.learn.network.restore import network, weights_in
from flagfall.learn.runs import state
from flagfall.learn.runs.compare_settings import compare
from flagfall.learn.runs.session import say
from flagfall.learn.runs.train import networks, prepare, setups_file, train
from flagfall.learn.selfplay import setups
from flagfall.learn.selfplay.games import specs_of


def device_of(given: argparse.Namespace) -> str:
    """The device that was asked for, else a GPU where there is one."""
    return given.device or ("cuda" if torch.cuda.is_available() else "cpu")


def pack(given: argparse.Namespace) -> None:
    """Pack files of set-ups into one."""
    for name, count in setups.pack(given.files, given.out).items():
        say(f"{name}: {count} set-ups")


def candidates(given: argparse.Namespace) -> None:
    """Generate set-ups of some editions."""
    rows = {name: generated(name, given.count) for name in given.editions}
    np.savez_compressed(given.out, allow_pickle=False, **rows)


def look_ahead(given: argparse.Namespace) -> None:
    """Measure what looking ahead brings."""
    config, scripted = PRESETS[given.preset], networks(given.against)
    matches = [TrialMatch.parse(words, config, {*scripted}) for words in given.matches]
    device = device_of(given)
    fast = prepare(device)
    policy = Policy(network(weights_in(given.weights)).to(device), device, fast)
    tables = setups.tables(setups_file(given.setups), specs_of(config, training=False), config.seed)
    others = rivals(scripted, policy)
    for words, one in zip(given.matches, matches, strict=True):
        score = one.play(policy, config, tables, others)
        say(f"{words}: {score}, {score.games} games")


def branch(given: argparse.Namespace) -> None:
    """Try other numbers and say how they fare against none changed."""
    device = device_of(given)
    fast = prepare(device)
    config = state.config_of(given.resume)
    tables = setups.tables(setups_file(given.setups), specs_of(config, training=True), config.seed)
    found = compare(given.resume, given.changes, given.seconds, tables, given.out, device, fast)
    for change, scores in found.items():
        points = "; ".join(f"{name} {100 * score['points']:.1f}" for name, score in scores.items())
        say(f"{change} against unchanged: {points}")


def export(given: argparse.Namespace) -> None:
    """Write the files that ship."""
    from flagfall.learn.onnx_export.export import export as write

    for about in write(given.weights, given.out, given.note):
        say(f"{about['file']}: {about['bytes']} bytes, sha256 {about['sha256']}")


COMMANDS = {
    "pack": pack,
    "candidates": candidates,
    "train": train,
    "look-ahead": look_ahead,
    "branch": branch,
    "export": export,
}


def main(words: list[str]) -> int:
    """Run a command of training; the exit status."""
    given = arguments().parse_args(words)
    given.words = words
    try:
        COMMANDS[given.command](given)
    except FlagfallError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        if distributed.is_initialized():
            distributed.destroy_process_group()  # else its threads may still run when the process ends
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
