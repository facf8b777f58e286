"""Batches on an NVIDIA GPU: tensors of PyTorch or arrays of CuPy, kernels from `flagfall.fast.ptx`.

Kernels are launched on the current stream, so they keep their place among the operations of PyTorch or CuPy.
With ``NUMBA_ENABLE_CUDASIM=1`` the same kernels run in numba-cuda's simulator, on NumPy arrays.
"""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from flagfall.fast.compile import POWER_ENTRIES, for_cuda
from flagfall.fast.layout import AnyArray
from flagfall.fast.ptx import Pointer, kernel, parameters
from flagfall.fast.spec import Unfit

THREADS = 64
"""Threads in a block."""
PACKS = 1024
"""How many calls' arguments are kept."""

Pointers: TypeAlias = ctypes.Array[ctypes.c_void_p]


def Cuda(device: str = "cuda", powers: bool = False) -> Simulated | Torch | CuPy:  # noqa: N802 - a place, like Cpu
    """The GPU as a place for batches, or its simulator."""
    if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
        return Simulated(powers)
    if not _has("torch") and not _has("cupy"):
        raise Unfit("device 'cuda' needs torch or cupy: pip install 'flagfall[cuda]' torch")
    return Torch(device, powers) if _has("torch") else CuPy(device, powers)


def _has(library: str) -> bool:
    from importlib.util import find_spec

    return find_spec(library) is not None


class Driver:
    """The few functions of the CUDA driver that launching a kernel takes."""

    def __init__(self, capability: tuple[int, int], powers: bool) -> None:
        name = "nvcuda.dll" if os.name == "nt" else "libcuda.so.1"
        self.library = ctypes.CDLL(name)
        self.capability, self.powers = capability, powers
        self.functions: dict[str, ctypes.c_void_p] = {}
        self.packs: dict[tuple[object, ...], tuple[Pointers, ctypes.Array[ctypes.c_int64]]] = {}

    def check(self, code: int, what: str) -> None:
        """Complain if the driver did."""
        if code:
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(code, ctypes.byref(text))
            raise RuntimeError(f"{what}: {(text.value or b'unknown').decode()} ({code})")

    def function(self, entry: str) -> ctypes.c_void_p:
        """A kernel, loaded into the current context when it is first asked for."""
        if entry not in self.functions:
            text = kernel(entry, self.capability, self.powers)
            module, function = ctypes.c_void_p(), ctypes.c_void_p()
            self.check(
                self.library.cuModuleLoadData(ctypes.byref(module), text.encode() + b"\0"), f"loading {entry}"
            )
            name = text.split(".visible .entry ", 1)[1].split("(", 1)[0].strip()
            self.check(
                self.library.cuModuleGetFunction(ctypes.byref(function), module, name.encode()),
                f"finding {entry}",
            )
            self.functions[entry] = function
        return self.functions[entry]

    def launch(
        self, entry: str, count: int, stream: int, args: tuple[AnyArray, ...], pointer: Pointer
    ) -> None:
        """Run a kernel with a thread for each of ``count``."""
        blocks = (count + THREADS - 1) // THREADS
        self.check(
            self.library.cuLaunchKernel(
                self.function(entry),
                blocks,
                1,
                1,
                THREADS,
                1,
                1,
                0,
                ctypes.c_void_p(stream),
                self.packed(entry, args, pointer),
                None,
            ),
            f"running {entry}",
        )

    def packed(self, entry: str, args: tuple[AnyArray, ...], pointer: Pointer) -> Pointers:
        """The arguments of a kernel in memory; kept, for the next call is mostly the same."""
        key = (entry, *(arg if isinstance(arg, int) else (pointer(arg), arg.shape) for arg in args))
        found = self.packs.get(key)
        if found is None:
            words = parameters(entry, args, pointer)
            values = (ctypes.c_int64 * len(words))(*words)
            base = ctypes.addressof(values)
            found = (ctypes.c_void_p * len(words))(*range(base, base + 8 * len(words), 8)), values
            if len(self.packs) >= PACKS:
                self.packs.clear()
            self.packs[key] = found
        return found[0]


@cache
def driver(device: int, capability: tuple[int, int], powers: bool) -> Driver:
    """The driver with the kernels of one GPU, for games with or without powers."""
    return Driver(capability, powers)


class Torch:
    """Batches in tensors of PyTorch."""

    def __init__(self, device: str, powers: bool = False) -> None:
        import torch

        if not torch.cuda.is_available():
            raise Unfit("PyTorch sees no GPU")
        self.torch: Any = torch
        self.device = torch.device(device)
        torch.zeros(1, device=self.device)  # makes the context that the kernels run in
        index = self.device.index if self.device.index is not None else torch.cuda.current_device()
        self.driver = driver(index, torch.cuda.get_device_capability(index), powers)

    def _dtype(self, dtype: npt.DTypeLike) -> Any:
        return {"int64": self.torch.int64, "int8": self.torch.int8, "uint8": self.torch.uint8}[
            np.dtype(dtype).name
        ]

    def words(self, words: int, games: int) -> AnyArray:
        """Zeroes, ``[words, games]``, the games of a word beside each other in memory."""
        return self.zeros((words, games), np.int64)

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> AnyArray:
        """A tensor of zeroes."""
        return self.torch.zeros(shape, dtype=self._dtype(dtype), device=self.device)

    def array(self, values: AnyArray, dtype: npt.DTypeLike) -> AnyArray:
        """Values as a tensor, without a copy where they are one of this kind already."""
        return self.torch.as_tensor(values, dtype=self._dtype(dtype), device=self.device).contiguous()

    def host(self, array: AnyArray) -> AnyArray:
        """A tensor as a NumPy array."""
        return array.cpu().numpy()

    def copy(self, array: AnyArray) -> AnyArray:
        """A copy on the same device."""
        return array.clone()

    def assign(self, array: AnyArray, values: AnyArray) -> None:
        """Overwrite a tensor."""
        array.copy_(values)

    def call(self, entry: str, count: int, *args: AnyArray) -> None:
        """Run an entry over ``count`` games or rows."""
        stream = self.torch.cuda.current_stream(self.device).cuda_stream
        self.driver.launch(entry, count, stream, (0, count, *args), self.torch.Tensor.data_ptr)


class CuPy:
    """Batches in arrays of CuPy."""

    def __init__(self, device: str, powers: bool = False) -> None:
        import cupy

        index = int(device.partition(":")[2] or 0)
        cupy.cuda.Device(index).use()
        self.cupy: Any = cupy
        self.device = device
        cupy.zeros(1)
        capability = cupy.cuda.Device(index).compute_capability
        self.driver = driver(index, (int(capability[:-1]), int(capability[-1])), powers)

    def words(self, words: int, games: int) -> AnyArray:
        """Zeroes, ``[words, games]``, the games of a word beside each other in memory."""
        return self.cupy.zeros((words, games), np.int64)

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> AnyArray:
        """An array of zeroes."""
        return self.cupy.zeros(shape, dtype)

    def array(self, values: AnyArray, dtype: npt.DTypeLike) -> AnyArray:
        """Values as an array, without a copy where they are one of this kind already."""
        return self.cupy.ascontiguousarray(self.cupy.asarray(values, dtype))

    def host(self, array: AnyArray) -> AnyArray:
        """An array as a NumPy array."""
        return self.cupy.asnumpy(array)

    def copy(self, array: AnyArray) -> AnyArray:
        """A copy on the same device."""
        return array.copy()

    def assign(self, array: AnyArray, values: AnyArray) -> None:
        """Overwrite an array."""
        array[...] = values

    def call(self, entry: str, count: int, *args: AnyArray) -> None:
        """Run an entry over ``count`` games or rows."""
        stream = self.cupy.cuda.get_current_stream().ptr
        self.driver.launch(entry, count, stream, (0, count, *args), _address)


def _address(array: AnyArray) -> int:
    return int(array.data.ptr)


class Simulated:
    """The GPU as numba-cuda simulates it: slow, and anywhere."""

    device = "simulated"

    def __init__(self, powers: bool = False) -> None:
        self.functions = for_cuda(simulated=True, powers=powers)

    def words(self, words: int, games: int) -> AnyArray:
        """Zeroes, ``[words, games]``."""
        return np.zeros((words, games), np.int64)

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> AnyArray:
        """An array of zeroes."""
        return np.zeros(shape, dtype)

    def array(self, values: AnyArray, dtype: npt.DTypeLike) -> AnyArray:
        """Values as an array."""
        return np.ascontiguousarray(values, dtype)

    def host(self, array: AnyArray) -> AnyArray:
        """The array itself."""
        return array

    def copy(self, array: AnyArray) -> AnyArray:
        """A copy on the same device."""
        return array.copy()

    def assign(self, array: AnyArray, values: AnyArray) -> None:
        """Overwrite an array."""
        array[...] = values

    def call(self, entry: str, count: int, *args: AnyArray) -> None:
        """Run an entry over ``count`` games or rows."""
        assert entry in POWER_ENTRIES
        getattr(self.functions, entry)[(count + 31) // 32, 32](0, count, *args)
