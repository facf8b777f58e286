"""A network in whole numbers: a third of the time on a CPU, nearly the same outputs.

Look-ahead judges hundreds of positions for one move, so that speed counts more there than the last digit. The
convolutions take bytes; how large the bytes' unit is comes from positions of games that the network plays
against itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from flagfall.bots.network.network import Net
from flagfall.fast import Batch, Spec
from flagfall.learn.matches.learned_setups import generated

EDITIONS = ("original", "barrage", "duel", "transformers")
GAMES, PLIES, EVERY = 16, 120, 8


def quantized(plain: Path, seed: int = 1) -> bytes:
    """The ONNX file in single precision with its convolutions in whole numbers."""
    import onnxruntime
    from onnxruntime import quantization

    with tempfile.TemporaryDirectory() as folder:
        folded, small = Path(folder) / "folded.onnx", Path(folder) / "small.onnx"
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(folded)
        onnxruntime.InferenceSession(str(plain), options, providers=["CPUExecutionProvider"])
        quantization.quantize_static(
            str(folded),
            str(small),
            Examples(positions(Net(plain.read_bytes()), seed)),
            quant_format=quantization.QuantFormat.QDQ,
            op_types_to_quantize=["Conv"],
            per_channel=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
        )
        return small.read_bytes()


def positions(net: Net, seed: int) -> Iterator[dict[str, Any]]:
    """Inputs of the network from games that it plays against itself, some of every edition."""
    rng = np.random.default_rng(seed)
    for edition in EDITIONS:
        batch = Batch(Spec.of(edition), GAMES, setups=[generated(edition, 64)], seed=seed, memory=net.memory)
        for ply in range(PLIES):
            planes, vector = batch.observe()
            if ply % EVERY == 0:
                yield net.inputs(planes, vector)
            moves = net.judge(planes, vector).moves
            noise = rng.gumbel(size=moves.shape)
            batch.step(np.where(batch.legal() > 0, moves + noise, -np.inf).argmax(1))


class Examples:
    """Inputs one after the other, as ONNX Runtime asks for them."""

    def __init__(self, inputs: Iterator[dict[str, Any]]) -> None:
        self.inputs = inputs

    def get_next(self) -> dict[str, Any] | None:
        """The next inputs, None at the end."""
        return next(self.inputs, None)
