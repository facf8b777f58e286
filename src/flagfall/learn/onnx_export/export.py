"""A trained network as ONNX, for ONNX Runtime on any computer.

Inputs are features (`flagfall.bots.network.network` makes them from bytes, as `flagfall.learn.network.net`
does): cells [n, 100, 242], or 120 for networks without memory, board [n, 56], balance [n]. Outputs are logits
of moves [n, 400], outcomes [n, 3] and beliefs [n, 100, 12]. The weights are kept in half precision and made
single when loaded. A second file, ``NAME-int8.onnx``, is the same network in whole numbers.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from flagfall.fast.observation_bytes import BOARD_INPUTS, CELL_INPUTS, MEMORY_INPUTS
from flagfall.learn.network.net import Network
from flagfall.learn.network.restore import network, weights_in
from flagfall.learn.onnx_export.quantize import quantized

LARGE = 256
"""Weights of more numbers than this are kept in half precision."""


class Body(nn.Module):
    """A network from features on."""

    def __init__(self, net: Network) -> None:
        super().__init__()
        self.net = net

    def forward(self, cells: Tensor, board: Tensor, balance: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What the network makes of them."""
        return self.net.body(cells, board, balance)


def export(weights: Path, out: Path, note: str = "") -> list[dict[str, Any]]:
    """Write both ONNX files, each with a JSON file; what those say."""
    import onnx

    found = weights_in(weights)
    net = network(found)
    seen = CELL_INPUTS + net.memory * MEMORY_INPUTS
    example = (torch.zeros(2, 100, seen), torch.zeros(2, BOARD_INPUTS), torch.zeros(2))
    inputs, outputs = ["cells", "board", "balance"], ["moves", "outcome", "beliefs"]
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            Body(net),
            example,
            str(plain),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes={name: {0: "n"} for name in inputs + outputs},
            opset_version=18,
            dynamo=False,
        )
        models = {
            out: onnx.load(str(plain)),
            out.with_stem(f"{out.stem}-int8"): onnx.load_model_from_string(quantized(plain)),
        }
    out.parent.mkdir(parents=True, exist_ok=True)
    return [write(model, file, net, found["note"], note) for file, model in models.items()]


def write(model: Any, out: Path, net: Network, trained: dict[str, Any], note: str) -> dict[str, Any]:
    """Write an ONNX file and its JSON file; what that says."""
    import onnx

    halve(model)
    onnx.checker.check_model(model)
    data = model.SerializeToString()
    out.write_bytes(data)
    about = {
        "file": out.name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "parameters": sum(p.numel() for p in net.parameters()),
        "width": net.width,
        "depth": net.depth,
        "memory": net.memory,
        "trained": trained,
        "made": note,
    }
    out.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n")
    return about


def halve(model: Any) -> None:
    """Keep large weights in half precision, with a cast that the runtime folds away when it loads them."""
    from onnx import TensorProto, helper, numpy_helper

    graph = model.graph
    casts = []
    for weight in graph.initializer:
        array = numpy_helper.to_array(weight)
        if array.dtype != np.float32 or array.size <= LARGE:
            continue
        name = weight.name
        small = numpy_helper.from_array(array.astype(np.float16), name + ".half")
        weight.CopyFrom(small)
        casts.append(helper.make_node("Cast", [name + ".half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
