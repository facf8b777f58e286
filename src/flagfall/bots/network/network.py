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
from flagfall.core.extras import need
from flagfall.fast.observation_bytes import (
    ALL_PLANES,
    BOARD_PARTS,
    CELL_INPUTS,
    EVEN,
    FIRST_RANK,
    HIDDEN,
    LAST_RANK,
    MEMORY,
    MINE,
    MY_HIDDEN,
    MY_LIVING,
    NORTH_EAST,
    RANK_WORTHS,
    SOUTH_WEST,
    STANDING,
    STANDINGS,
    STOOD_BESIDE,
    THEIR_HIDDEN,
    THEIR_LIVING,
    TRAVELLED,
    VECTOR,
    WENT_FROM,
    WENT_TO,
    WENT_UP,
)
from flagfall.fast.square_sets import CELLS

Floats: TypeAlias = npt.NDArray[np.float32]
Bytes: TypeAlias = npt.NDArray[np.uint8]
WORTH = np.array(RANK_WORTHS, np.float32)
"""Material values by rank, as the network was trained with."""
IDS = np.arange(STANDINGS, dtype=np.uint8)
STRENGTHS = np.arange(FIRST_RANK, LAST_RANK + 1, dtype=np.uint8)
BITS = np.arange(MEMORY, dtype=np.uint8)
OWN = 16
"""What is added to the numbers of own pieces where these have inputs of their own."""
KNOWN, COUNTS, FEW = (
    np.concatenate([numbers, numbers + OWN]).astype(np.uint8)
    for numbers in (STRENGTHS, np.arange(1, 16), np.arange(1, 4))
)


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


def cell_features(planes: Bytes, memory: bool = False) -> Floats:
    """One-hot features of every cell, [n, 100, 120], from planes [n, 5, 100].

    With ``memory`` [n, 100, 242], from planes [n, 8, 100]: with what each piece was seen to do.
    """
    cells = planes[..., None]
    parts = [
        cells[:, STANDING] == IDS,
        (cells[:, NORTH_EAST] & 15) == STRENGTHS,
        (cells[:, NORTH_EAST] >> 4) == STRENGTHS,
        (cells[:, SOUTH_WEST] & 15) == STRENGTHS,
        (cells[:, SOUTH_WEST] >> 4) == STRENGTHS,
        (cells[:, WENT_FROM] >> BITS & 1) > 0,
        (cells[:, WENT_TO] >> BITS & 1) > 0,
    ]
    if memory:
        own = ((cells[:, STANDING] >= MINE) & (cells[:, STANDING] < HIDDEN)) * np.uint8(OWN)
        parts += [(cells[:, plane] & 15 | own) == KNOWN for plane in (WENT_UP, STOOD_BESIDE)]
        parts += [(cells[:, plane] >> 4 | own) == KNOWN for plane in (WENT_UP, STOOD_BESIDE)]
        parts.append((cells[:, TRAVELLED] & 15 | own) == COUNTS)
        parts += [(cells[:, TRAVELLED] >> shift & 3 | own) == FEW for shift in (4, 6)]
    return np.concatenate(parts, -1).astype(np.float32)


def board_features(vector: Bytes) -> tuple[Floats, Floats]:
    """Features of the whole board, [n, 56], and the balance of material, from vectors [n, 56]."""
    v = vector.astype(np.float32)
    theirs = (v[:, THEIR_LIVING:THEIR_HIDDEN] * WORTH).sum(1)
    mine = (v[:, MY_LIVING:MY_HIDDEN] * WORTH).sum(1)
    balance = (mine - theirs) / (mine + theirs + np.float32(EVEN))
    parts = [v[:, low:high].clip(max=most) / divisor for low, high, divisor, most in BOARD_PARTS]
    return np.concatenate([*parts, balance[:, None]], 1), balance


def softmax(logits: Floats) -> Floats:
    """Probabilities from logits, along the last axis."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    found: Floats = powers / powers.sum(-1, keepdims=True)
    return found


class Net:
    """A network that is ready to judge."""

    def __init__(self, data: bytes, threads: int = 1, careful: bool = False) -> None:
        """From an ONNX file; ``careful`` has bytes multiplied so that no processor cuts their sums off."""
        need("this bot", "play", "onnxruntime")
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        if careful:
            options.add_session_config_entry("session.x64quantprecision", "1")
        self.session: Any = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self.memory = self.session.get_inputs()[0].shape[-1] > CELL_INPUTS
        """Whether it takes what each piece was seen to do; older weights do not."""

    def judge(self, planes: Bytes, vector: Bytes) -> NetOutput:
        """What it thinks of positions: planes [n, 8, 100] ([n, 5, 100] without memory), vectors [n, 56]."""
        moves, outcome, beliefs = self.session.run(None, self.inputs(planes, vector))
        return NetOutput(moves, softmax(outcome), softmax(beliefs))

    def inputs(self, planes: Bytes, vector: Bytes) -> dict[str, Floats]:
        """What the file takes, by name."""
        if self.memory and planes.shape[1] < ALL_PLANES:
            raise ValueError(f"{planes.shape[1]} planes: this network needs batches with memory=True")
        board, balance = board_features(vector)
        return {"cells": cell_features(planes, self.memory), "board": board, "balance": balance}


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
    planes, vector = (
        rng.integers(0, STANDINGS, (8, ALL_PLANES, CELLS), np.uint8),
        rng.integers(0, 9, (8, VECTOR), np.uint8),
    )
    pairs = zip(one.judge(planes, vector), other.judge(planes, vector), strict=True)
    return all(np.allclose(a, b, atol=1e-3) for a, b in pairs)
