"""A trained network on the CPU: bytes in; probabilities of moves, of the outcome, and of hidden ranks out.

The file in ``weights/`` is checked against its checksum before it is used. ONNX Runtime is imported when the
first network is made, and works on one thread if not told otherwise. There are two files of the same network:
`net()` is exact; `quantized_net()` computes with bytes in a third of the time, for callers that ask hundreds
of times.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from flagfall.core import FlagfallError

Floats: TypeAlias = npt.NDArray[np.float32]
Bytes: TypeAlias = npt.NDArray[np.uint8]
WORTH = np.array([0.0, 0.3, 0.12, 0.3, 0.2, 0.25, 0.35, 0.45, 0.6, 0.85, 1.0, 0.2], np.float32)
"""Material values by rank, as the network was trained with."""
IDS, STRENGTHS, BITS = (np.arange(a, b, dtype=np.uint8) for a, b in ((0, 64), (1, 11), (0, 8)))


class BadWeights(FlagfallError):  # noqa: N818 - named like the other errors
    """The weights are missing, or not the ones that belong to this version."""


class About(msgspec.Struct, frozen=True):
    """What the file beside the weights says of them."""

    file: str
    sha256: str
    bytes: int
    parameters: int
    made: str = ""


class NetOutput(NamedTuple):
    """What the network thinks of positions."""

    moves: Floats
    """Logits of the 400 actions, [n, 400]; of illegal ones they mean nothing."""
    outcome: Floats
    """Probabilities of winning, drawing, losing, [n, 3]."""
    beliefs: Floats
    """For each cell the probabilities of the twelve ranks, [n, 100, 12]; they count for hidden enemies."""


def cell_features(planes: Bytes) -> Floats:
    """One-hot features of every cell, [n, 100, 120], from planes [n, 5, 100]."""
    cells = planes[..., None]
    parts = [
        cells[:, 0] == IDS,
        (cells[:, 1] & 15) == STRENGTHS,
        (cells[:, 1] >> 4) == STRENGTHS,
        (cells[:, 2] & 15) == STRENGTHS,
        (cells[:, 2] >> 4) == STRENGTHS,
        (cells[:, 3] >> BITS & 1) > 0,
        (cells[:, 4] >> BITS & 1) > 0,
    ]
    return np.concatenate(parts, -1).astype(np.float32)


def board_features(vector: Bytes) -> tuple[Floats, Floats]:
    """Features of the whole board, [n, 56], and the balance of material, from vectors [n, 56]."""
    v = vector.astype(np.float32)
    theirs, mine = (v[:, :12] * WORTH).sum(1), (v[:, 24:36] * WORTH).sum(1)
    balance = (mine - theirs) / (mine + theirs + np.float32(0.3))
    parts = [
        v[:, :48] / 4,
        v[:, 48:49] / 100,
        v[:, 49:50] / 64,
        v[:, 51:52],
        v[:, 52:54] / 4,
        v[:, 54:56].clip(max=32) / 8,
        balance[:, None],
    ]
    return np.concatenate(parts, 1), balance


def softmax(logits: Floats) -> Floats:
    """Probabilities from logits, along the last axis."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    found: Floats = powers / powers.sum(-1, keepdims=True)
    return found


class Net:
    """A network that is ready to judge."""

    def __init__(self, data: bytes, threads: int = 1, careful: bool = False) -> None:
        """From an ONNX file; ``careful`` has bytes multiplied so that no processor cuts their sums off."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        if careful:
            options.add_session_config_entry("session.x64quantprecision", "1")
        self.session: Any = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])

    def judge(self, planes: Bytes, vector: Bytes) -> NetOutput:
        """What it thinks of positions: planes [n, 5, 100], vectors [n, 56]."""
        moves, outcome, beliefs = self.session.run(None, self.inputs(planes, vector))
        return NetOutput(moves, softmax(outcome), softmax(beliefs))

    @staticmethod
    def inputs(planes: Bytes, vector: Bytes) -> dict[str, Floats]:
        """What the file takes, by name."""
        board, balance = board_features(vector)
        return {"cells": cell_features(planes), "board": board, "balance": balance}


def weights(name: str) -> bytes:
    """The file that ships under a name; `BadWeights` if it is missing or harmed."""
    folder = files("flagfall.bots.network").joinpath("weights")
    try:
        about = msgspec.json.decode(folder.joinpath(f"{name}.json").read_bytes(), type=About)
        data = folder.joinpath(about.file).read_bytes()
    except (OSError, msgspec.DecodeError) as error:
        raise BadWeights(f"the weights {name!r} cannot be read: {error}") from None
    if hashlib.sha256(data).hexdigest() != about.sha256:
        raise BadWeights(f"{about.file} has another checksum than {name}.json says")
    return data


@cache
def net() -> Net:
    """The network that ships."""
    return Net(weights("ranks"))


@cache
def quantized_net(threads: int = 1) -> Net:
    """The same in whole numbers, in the fastest way that adds up on this processor."""
    data = weights("ranks-int8")
    fast, careful = Net(data, threads), Net(data, threads, careful=True)
    return fast if agree(fast, careful) else careful


def agree(one: Net, other: Net) -> bool:
    """Whether two networks think the same of positions made up by chance, stranger than any of a game."""
    rng = np.random.default_rng(0)
    planes, vector = rng.integers(0, 64, (8, 5, 100), np.uint8), rng.integers(0, 9, (8, 56), np.uint8)
    pairs = zip(one.judge(planes, vector), other.judge(planes, vector), strict=True)
    return all(np.allclose(a, b, atol=1e-3) for a, b in pairs)
