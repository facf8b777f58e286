"""The command ``train``: go on with a run, or begin one; train, play matches, save as it goes."""

# ruff: noqa: E402 - what is missing is said before it is imported
from __future__ import annotations

from flagfall.core.extras import need

need("training", "learn", "torch", "numpy")

import argparse
import json
import os
import shlex
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import distributed

from flagfall.learn.config import PRESETS, BadConfig, Config
from flagfall.learn.matches.players import rival
from flagfall.learn.runs import state
from flagfall.learn.runs.diary import RESUMED, Diary
from flagfall.learn.runs.manifest import Manifest
from flagfall.learn.runs.session import Session, cache_artifacts
from flagfall.learn.selfplay import setups
from flagfall.learn.selfplay.games import specs_of
from flagfall.learn.selfplay.learner import Learner

MATCH_SECONDS = 16.0
"""What a match takes at most on a large GPU."""
LEAST_SECONDS = 5.0
"""Less is not worth the matches after it."""


def joined(device: str) -> str:
    """Join the other processes that ``torchrun`` started, if it did; the device of this one."""
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        return device
    distributed.init_process_group("gloo" if device == "cpu" else "nccl")
    if device == "cpu":
        return device
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    return f"cuda:{os.environ['LOCAL_RANK']}"


def prepare(device: str) -> bool:
    """Set PyTorch up for a device; whether to compile for it."""
    if device == "cpu":
        torch.set_num_threads(1)  # several would only wait for each other on batches this small
        return False
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    return True


def setups_file(word: str | None) -> Path | None:
    """The file of set-ups that a word names; None for random ones."""
    return None if word in (None, "random") else Path(str(word))


def networks(words: list[str]) -> dict[str, Path]:
    """Networks by name, from words such as ``old=old.ts``."""
    found: dict[str, Path] = {}
    for word in words:
        name, _, file = word.partition("=")
        if not name or not Path(file).is_file():
            raise BadConfig(f"--against {word}: not NAME=FILE with a file that is there")
        found[name] = Path(file)
    return found


def shares(words: list[str]) -> dict[Path, float]:
    """Files and their shares, from words such as ``learned-setups.json=0.1``."""
    found: dict[Path, float] = {}
    for word in words:
        file, _, text = word.rpartition("=")
        try:
            share = float(text)
        except ValueError:
            share = 0.0
        if not file or not 0 < share < 1:
            raise BadConfig(f"--mix-in {word}: not FILE=SHARE with a share between 0 and 1")
        found[Path(file)] = share
    return found


def earlier_log(folder: Path) -> list[dict[str, Any]]:
    """The log of a saved run, up to its last save: what came after that is trained again."""
    file = folder / "log.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    spent = Manifest.read(folder).counters["spent"]
    return [line for line in lines if line["spent"] <= spent + 0.1]


def check_setups(log: list[dict[str, Any]], given: str | None) -> None:
    """Refuse to go on with random set-ups by mistake where the run had people's."""
    had: list[int] = next((line["setups"] for line in reversed(log) if "setups" in line), [])
    if given is None and any(had):
        raise BadConfig(
            "this run trained with people's set-ups: name their file with --setups, or say random"
        )


def train(given: argparse.Namespace) -> None:
    """Train and evaluate in turn, saving as it goes; then anneal a copy and evaluate that.

    Started by ``torchrun`` in several processes, all of them train and the first evaluates and saves.
    """
    began = time.time()
    scripted = networks(given.against)
    out: Path | None = given.out or given.resume
    if out is None:
        raise BadConfig("say where the run is saved, with --out")
    log = earlier_log(given.resume) if given.resume else []
    check_setups(log, given.setups)
    base = state.config_of(given.resume) if given.resume else PRESETS[given.preset]
    config = Config.parse(base, given.set)
    device = joined(given.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    fast = prepare(device)
    if fast and given.cache:
        cache_artifacts(given.cache, keep=False)
    specs = specs_of(config, training=True)
    usual = setups.tables(setups_file(given.setups), specs, config.seed)
    tables = setups.mixed_in(usual, specs, shares(given.mix_in), config.seed)
    learner = Learner(config, tables, device, fast)
    if given.resume:
        state.load(learner, given.resume)
    out.mkdir(parents=True, exist_ok=True)
    session = Session(learner, out, usual, began, compact=fast)
    session.begin(log)
    if fast:
        learner.warm_up()
    session.say(f"ready: {sum(p.numel() for p in learner.parameters)} parameters, {config}")
    session.note("start", config=config.plain(), setups=[len(t) if t is not None else 0 for t in tables])
    first = learner.rank == 0
    diary = Diary(out / "DIARY.md", shlex.join(["python3", "-m", "flagfall.learn", *given.words]))
    start = session.weights() if given.resume else None
    before = start
    final = 1 + max(1, len(scripted))  # matches at the end of training
    annealed = final + len(scripted) if given.anneal else 0

    def to_train(matches: int, besides: float = 0.0) -> float:
        reserved = matches * MATCH_SECONDS + besides
        return learner.told(given.within - (time.time() - began) - reserved)

    left = to_train(final + annealed, given.anneal) if given.within else given.seconds
    while left > 0:
        part = left if left < 1.5 * given.evaluate_every else given.evaluate_every
        session.train(part, save_every=given.save_every)
        left = to_train(final + annealed, given.anneal) if given.within else left - part
        left = 0.0 if left < LEAST_SECONDS else left
        if not first:
            continue
        session.save()  # first of all: matches may outlast the time that is left
        if fast and given.cache and not given.cache.exists():
            cache_artifacts(given.cache, keep=True)
        session.evaluate(None if before is start and left <= 0 else before, scripted)
        before = session.weights()
        if start is not None and left <= 0:
            session.play_match(RESUMED, learner.policy.player(start))
        session.save()
        diary.write(session.lines)
    if given.anneal > 0:
        session.train(to_train(annealed) if given.within else given.anneal, anneal=True)
        if first:
            state.save_weights(learner, out / "annealed.pt")
            session.evaluate(before, scripted)
            _measure_annealed(given, session, scripted, device)
            session.draw()
            diary.write(session.lines)


def _measure_annealed(
    given: argparse.Namespace, session: Session, scripted: Mapping[str, Path], device: str
) -> None:
    """What is measured and learned only for weights that ship: set-ups, a cooler policy."""
    learned: dict[str, setups.Setups] = {}
    if given.learn_setups:
        learned = session.learn_setups(setups.by_edition(given.learn_setups), given.rounds)
        own = session.learner.policy.player(session.weights())
        session.play_match("itself, learned set-ups", own, own_setups=learned)
    words = ", learned set-ups" if learned else ""
    for name, file in scripted.items():
        other = rival(file, session.learner.policy, temperature=0.5)
        session.play_match(f"{name} (heat 0.5{words})", other, heat=0.5, own_setups=learned)
