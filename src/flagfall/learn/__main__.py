"""The command line of training: ``python -m flagfall.learn --help``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import distributed

from flagfall.core import FlagfallError
from flagfall.learn.config import PRESETS, BadConfig, Config
from flagfall.learn.matches.players import Scripted, rivals
from flagfall.learn.matches.trials import Trial
from flagfall.learn.network.actor import Actor
from flagfall.learn.network.restore import network, weights_in
from flagfall.learn.runs import state
from flagfall.learn.runs.branch import compare
from flagfall.learn.runs.session import Session, cache_artifacts, say
from flagfall.learn.selfplay import setups
from flagfall.learn.selfplay.games import specs_of
from flagfall.learn.selfplay.learned_setups import generated
from flagfall.learn.selfplay.learner import Learner


def arguments() -> argparse.ArgumentParser:
    """What the commands take."""
    parser = argparse.ArgumentParser(prog="flagfall.learn", description="Train a network by self-play.")
    commands = parser.add_subparsers(dest="command", required=True)
    pack = commands.add_parser("pack", help="pack files of set-ups into one")
    pack.add_argument("files", nargs="+", type=Path)
    pack.add_argument("--out", type=Path, required=True)
    piece = commands.add_parser("piece", help="run a piece of training, evaluate, save, draw the curves")
    piece.add_argument("--preset", choices=sorted(PRESETS), default="full")
    piece.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="change a number")
    piece.add_argument("--setups", type=Path, help="packed set-ups; without them they are random")
    piece.add_argument(
        "--besides",
        nargs="*",
        default=[],
        metavar="FILE=SHARE",
        help="train with these set-ups by edition, too (candidates or learned ones); matches are without",
    )
    piece.add_argument("--resume", type=Path, help="the folder of the run to go on with")
    piece.add_argument("--out", type=Path, required=True)
    piece.add_argument("--seconds", type=float, default=60.0, help="seconds of training")
    piece.add_argument("--evaluate-every", type=float, default=150.0, help="seconds of training")
    piece.add_argument("--anneal", type=float, default=0.0, help="then anneal a copy for so many seconds")
    piece.add_argument("--against", nargs="*", default=[], metavar="NAME=FILE", help="TorchScript rivals")
    piece.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    piece.add_argument("--cache", type=Path, help="a file of compiled code to start from and to keep")
    piece.add_argument("--homes", type=Path, help="candidates: then learn which set-ups win")
    piece.add_argument("--rounds", type=int, default=4, help="rounds of games for that")
    ahead = commands.add_parser("ahead", help="measure look-ahead with finished weights")
    ahead.add_argument("weights", type=Path, help="annealed.pt, or an ONNX file that export wrote")
    ahead.add_argument(
        "trials",
        nargs="+",
        metavar="'EDITION HALF NAME=NUMBER ... [/ PLAYER or NAME=NUMBER ...]'",
        help="2 HALF games against the policy alone, another look-ahead, greedy or one of --against",
    )
    ahead.add_argument("--preset", choices=sorted(PRESETS), default="full")
    ahead.add_argument("--setups", type=Path)
    ahead.add_argument("--against", nargs="*", default=[], metavar="NAME=FILE", help="TorchScript rivals")
    ahead.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    candidates = commands.add_parser("candidates", help="generate set-ups for --homes")
    candidates.add_argument("editions", nargs="+")
    candidates.add_argument("--count", type=int, default=4096)
    candidates.add_argument("--out", type=Path, required=True)
    branch = commands.add_parser("branch", help="try other numbers from one saved run, net against net")
    branch.add_argument("--resume", type=Path, required=True, help="the folder of the run")
    branch.add_argument("--try", dest="changes", action="append", required=True, metavar="NAME=VALUE ...")
    branch.add_argument("--setups", type=Path)
    branch.add_argument("--seconds", type=float, default=90.0)
    branch.add_argument("--out", type=Path, required=True)
    branch.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    made = commands.add_parser("export", help="write weights as ONNX, with a checksum beside them")
    made.add_argument("weights", type=Path)
    made.add_argument("--out", type=Path, required=True)
    made.add_argument("--note", default="", help="how the weights were made")
    return parser


def joined(device: str) -> str:
    """Join the other processes that ``torchrun`` started, if it did; the device of this one."""
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        return device
    distributed.init_process_group("gloo" if device == "cpu" else "nccl")
    if device == "cpu":
        return device
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    return f"cuda:{os.environ['LOCAL_RANK']}"


def run_piece(given: argparse.Namespace) -> None:
    """Train, evaluate, save; then anneal a copy and evaluate that.

    Started by ``torchrun`` in several processes, all of them train and the first evaluates and saves.
    """
    began = time.time()
    scripted = rivals_of(given.against)
    given.device = joined(given.device)
    base = state.config_of(given.resume) if given.resume else PRESETS[given.preset]
    config = Config.parse(base, given.set)
    fast = prepare(given.device)
    if fast and given.cache:
        cache_artifacts(given.cache, keep=False)
    first = not distributed.is_initialized() or distributed.get_rank() == 0
    given.out.mkdir(parents=True, exist_ok=True)
    specs = specs_of(config, training=True)
    usual = setups.tables(given.setups, specs, config.seed)
    tables = setups.besides(usual, specs, shares(given.besides), config.seed)
    learner = Learner(config, tables, given.device, fast)
    log = given.out / "log.jsonl"
    earlier = given.resume / "log.jsonl" if given.resume else None
    lines = earlier.read_text() if earlier is not None and earlier.exists() else ""
    if first:
        log.write_text(lines)
    if given.resume:
        state.load(learner, given.resume)
    piece = Session(learner, given.out, usual, began)
    if fast:
        learner.warm_up()
    piece.say(f"ready: {sum(p.numel() for p in learner.parameters)} parameters, {config}")
    piece.note("start", config=config.plain(), setups=[len(t) if t is not None else 0 for t in tables])
    before = [w.clone() for w in learner.average] if given.resume else None
    left = given.seconds
    while left > 0:
        part = min(left, given.evaluate_every)
        piece.train(part)
        left -= part
        if not first:
            continue
        piece.finish(compact=fast)  # first of all: matches may outlast the time that is left
        if fast and given.cache and not given.cache.exists():
            cache_artifacts(given.cache, keep=True)
        piece.evaluate(before, scripted)
        before = [w.clone() for w in learner.average]
        piece.finish(compact=fast)
    if given.anneal > 0:
        piece.train(given.anneal, anneal=True)
        if not first:
            return
        state.save_weights(learner, given.out / "annealed.pt")
        piece.evaluate(before, scripted)
        after_annealing(given, piece, scripted)
        piece.draw()


def after_annealing(given: argparse.Namespace, piece: Session, scripted: dict[str, Path]) -> None:
    """What is measured and learned only for weights that ship: set-ups, a cooler policy."""
    homes: dict[str, setups.Setups] = {}
    if given.homes:
        homes = piece.learn_homes(setups.by_edition(given.homes), given.rounds)
        piece.meet("itself, learned set-ups", piece.learner.actor.player(piece.weights()), homes=homes)
    for name, file in scripted.items():
        rival = Scripted(file, given.device, temperature=0.5)
        piece.meet(f"{name} (heat 0.5{', learned set-ups' if homes else ''})", rival, heat=0.5, homes=homes)


def rivals_of(words: list[str]) -> dict[str, Path]:
    """Networks by name, from words such as ``old=old.ts``."""
    found: dict[str, Path] = {}
    for word in words:
        name, _, file = word.partition("=")
        if not name or not Path(file).is_file():
            raise BadConfig(f"--against {word}: not NAME=FILE with a file that is there")
        found[name] = Path(file)
    return found


def run_trials(given: argparse.Namespace) -> None:
    """Measure what looking ahead brings."""
    config, scripted = PRESETS[given.preset], rivals_of(given.against)
    trials = [Trial.parse(words, config, {*scripted}) for words in given.trials]
    fast = prepare(given.device)
    actor = Actor(network(weights_in(given.weights)).to(given.device), given.device, fast)
    tables = setups.tables(given.setups, specs_of(config, training=False), config.seed)
    others = rivals(scripted, given.device)
    for words, trial in zip(given.trials, trials, strict=True):
        score = trial.play(actor, config, tables, others)
        say(f"{words}: {score}, {score.games} games")


def shares(words: list[str]) -> dict[Path, float]:
    """Files and their shares, from words such as ``homes.json=0.1``."""
    found: dict[Path, float] = {}
    for word in words:
        file, _, text = word.rpartition("=")
        try:
            share = float(text)
        except ValueError:
            share = 0.0
        if not file or not 0 < share < 1:
            raise BadConfig(f"--besides {word}: not FILE=SHARE with a share between 0 and 1")
        found[Path(file)] = share
    return found


def prepare(device: str) -> bool:
    """Set PyTorch up for a device; whether to compile for it."""
    if device == "cpu":
        torch.set_num_threads(1)  # several would only wait for each other on batches this small
        return False
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    return True


def run_branches(given: argparse.Namespace) -> None:
    """Try other numbers and say how they fare against none changed."""
    fast = prepare(given.device)
    config = state.config_of(given.resume)
    tables = setups.tables(given.setups, specs_of(config, training=True), config.seed)
    found = compare(given.resume, given.changes, given.seconds, tables, given.out, given.device, fast)
    for change, scores in found.items():
        points = "; ".join(f"{name} {100 * score['points']:.1f}" for name, score in scores.items())
        say(f"{change} against unchanged: {points}")


def main(words: list[str]) -> int:
    """Run a command."""
    given = arguments().parse_args(words)
    try:
        if given.command == "pack":
            for name, count in setups.pack(given.files, given.out).items():
                say(f"{name}: {count} set-ups")
        elif given.command == "export":
            from flagfall.learn.network.export import export

            for about in export(given.weights, given.out, given.note):
                say(f"{about['file']}: {about['bytes']} bytes, sha256 {about['sha256']}")
        elif given.command == "candidates":
            rows = {name: generated(name, given.count) for name in given.editions}
            np.savez_compressed(given.out, allow_pickle=False, **rows)
        elif given.command == "branch":
            run_branches(given)
        elif given.command == "ahead":
            run_trials(given)
        else:
            run_piece(given)
    except FlagfallError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        if distributed.is_initialized():
            distributed.destroy_process_group()  # else its threads may still run when the process ends
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
