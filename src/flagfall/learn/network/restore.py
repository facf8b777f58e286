"""From files back to a network: weights that training saved, or an ONNX file that `export` made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch

from flagfall.core import FlagfallError
from flagfall.learn.network.net import Network, with_weights


def load_weights(file: Path) -> dict[str, Any]:
    """What `flagfall.learn.runs.state.save_weights` wrote."""
    found: dict[str, Any] = torch.load(file, map_location="cpu", weights_only=True)
    return found


def network(found: dict[str, Any]) -> Network:
    """The network whose weights `flagfall.learn.runs.state.save_weights` wrote."""
    net = Network(found["width"], found["depth"], found.get("memory", 0))
    with_weights(net, {name: value.float() for name, value in found["weights"].items()})
    return net.eval()


def weights_in(file: Path) -> dict[str, Any]:
    """The weights in a file, as `save_weights` writes them; of an ONNX file, with its JSON file."""
    about_file = file.with_suffix(".json")
    for needed in (file, about_file) if file.suffix == ".onnx" else (file,):
        if not needed.exists():
            raise FlagfallError(f"{needed}: there is no such file")
    return _of_onnx(file, about_file) if file.suffix == ".onnx" else load_weights(file)


def _of_onnx(file: Path, about_file: Path) -> dict[str, Any]:
    """Names are those of the network, but for what the export turned: linear layers of every cell."""
    import onnx
    from onnx import numpy_helper

    about = json.loads(about_file.read_text())
    graph = onnx.load(str(file)).graph
    layers = {node.input[1]: node.name.split("/")[1] for node in graph.node if node.op_type == "MatMul"}
    weights = {}
    for one in graph.initializer:
        name, value = one.name.removesuffix(".half"), torch.tensor(numpy_helper.to_array(one))
        if name.startswith("net."):
            weights[name.removeprefix("net.")] = value
        elif name in layers:
            weights[f"{layers[name]}.weight"] = value.T
        elif name.startswith("onnx::Add"):
            weights["place"] = value
    for node in graph.node:  # the export keeps equal weights once
        if node.op_type == "Identity" and node.output[0].startswith("net."):
            weights[node.output[0].removeprefix("net.")] = weights[node.input[0].removeprefix("net.")]
    if not any(name.endswith("conv1.weight") for name in weights):
        raise FlagfallError(f"{file}: these weights are in whole numbers; take the exact file instead")
    return {key: about.get(key, 0) for key in ("width", "depth", "memory")} | {
        "note": about["trained"],
        "weights": weights,
    }
