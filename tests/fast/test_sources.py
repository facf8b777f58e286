"""The plain functions, run as they stand, against what is compiled from them; and when Numba is imported."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from flagfall import fast
from flagfall.fast import batch_loops
from flagfall.fast import compile as compiling


class Plain:
    """The CPU without a compiler: the sources themselves."""

    device = "plain"

    def words(self, words, games):
        return np.zeros((words, games), np.int64)

    def zeros(self, shape, dtype):
        return np.zeros(shape, dtype)

    def array(self, values, dtype):
        return np.ascontiguousarray(values, dtype)

    def host(self, array):
        return array

    def assign(self, array, values):
        array[...] = values

    def call(self, entry, count, *args):
        getattr(batch_loops, entry)(0, count, *args)


@pytest.mark.parametrize("id", ["original", "barrage", "transformers"])
def test_the_plain_functions_and_the_compiled_ones_do_the_same(id, monkeypatch):
    spec = fast.Spec.of(id)
    compiled = fast.Batch(spec, 4, seed=9)
    monkeypatch.setattr("flagfall.fast.batch._place", lambda device, threads, powers: Plain())
    plain = fast.Batch(spec, 4, seed=9)
    for plies in (1, 40, 60):
        compiled.play(plies)
        plain.play(plies)
        actions = compiled.legal().argmax(1)
        for batch in (compiled, plain):
            batch.step(actions)
            batch.observe()
        for name in ("state", "mask", "result", "ending", "tally", "planes", "vector", "truth"):
            assert (getattr(plain, name) == getattr(compiled, name)).all(), name
        assert (plain.legal() == compiled.legal()).all()
        assert (plain.history(12) == compiled.history(12)).all()


def test_importing_does_not_import_numba():
    code = "import flagfall.fast, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_cache_is_named_by_the_sources(tmp_path, monkeypatch):
    monkeypatch.setenv("FLAGFALL_CACHE", str(tmp_path))
    before = compiling.code_folder()
    assert before.parent == tmp_path
    rules = Path(compiling.rules.__file__)
    edited = tmp_path / "rules.py"
    edited.write_text(rules.read_text() + "\n# another rule\n")
    monkeypatch.setattr(compiling.rules, "__file__", str(edited))
    assert compiling.code_folder() != before


def test_one_process_compiles_while_the_others_wait(tmp_path, monkeypatch):
    monkeypatch.setenv("FLAGFALL_CACHE", str(tmp_path))
    order = []

    def other() -> None:
        with compiling.alone():
            order.append("other")

    with compiling.alone():
        waiting = threading.Thread(target=other)
        waiting.start()
        waiting.join(0.2)
        order.append("this")
    waiting.join()
    assert order == ["this", "other"]


def test_without_a_place_for_the_cache_code_is_compiled_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("FLAGFALL_CACHE", str(tmp_path / "file"))
    with compiling.alone():
        pass
