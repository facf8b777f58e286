"""A program counts the cores that it may use, not those that the machine has."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest

from flagfall.terminal.commands import engine
from flagfall.terminal.cores import usable
from flagfall.terminal.main import main


@pytest.mark.parametrize(
    ("quota", "cores"),
    [("max 100000\n", 8), ("400000 100000\n", 4), ("150000 100000\n", 1), ("50000 100000\n", 1), ("", 8)],
)
def test_a_container_gives_fewer_cores_than_the_machine_has(
    quota: str, cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    file = tmp_path / "cpu.max"
    file.write_text(quota)
    assert usable(file) == cores


def test_without_such_a_file_the_cores_count_on_which_it_may_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {3, 5}, raising=False)
    assert usable(tmp_path / "none") == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert usable(tmp_path / "none") == 6


@pytest.mark.parametrize(("cores", "used"), [(1, 1), (2, 2), (16, 2)])
def test_our_engine_takes_up_to_two_of_them(cores: int, used: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "usable", lambda: cores)
    commands = argparse.ArgumentParser().add_subparsers()
    assert engine.add_parser(commands).parse_args(["--ucc"]).cores == used


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--level", "9"], "original has no level 9"),
        (["--think", "0"], "above 0"),
        (["--cores", "0"], "above 0"),
    ],
)
def test_our_engine_says_at_once_what_it_cannot_be(
    words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["engine", "--ucc", *words]) == 2
    assert wrong in capsys.readouterr().err
