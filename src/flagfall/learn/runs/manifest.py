"""What is in the folder of a training run: ``state.json`` and the parts that it names, with checksums.

This half of a saved run needs no PyTorch; `flagfall.learn.runs.state` has the other.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from flagfall.core import FlagfallError
from flagfall.learn.config import Config

PART_BYTES = 15 * 2**20
"""The most bytes of a file, so that the folder can be kept anywhere."""


class NoState(FlagfallError):  # noqa: N818 - named like the other errors
    """A run cannot be resumed from here, and why."""


class StateFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """One file of the saved state."""

    bytes: int
    sha256: str
    file: str = ""
    """Its name; empty in states of earlier versions, whose files are numbered."""


class Manifest(msgspec.Struct, frozen=True):
    """The content of ``state.json``."""

    config: dict[str, Any]
    counters: dict[str, int | float]
    parts: tuple[StateFile, ...]

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """What a folder says of its run."""
        file = folder / "state.json"
        if not file.exists():
            raise NoState(f"{file} is missing: there is no run to resume")
        try:
            return msgspec.json.decode(file.read_bytes(), type=cls)
        except msgspec.DecodeError as error:
            raise NoState(f"{file}: {error}") from None

    def numbers(self) -> Config:
        """The configuration of the run."""
        return Config.read(self.config)

    def names(self) -> list[str]:
        """The files of the parts."""
        return [part.file or f"state-{number}.bin" for number, part in enumerate(self.parts)]

    def data(self, folder: Path) -> bytes:
        """All parts together, checked."""
        found = []
        for name, part in zip(self.names(), self.parts, strict=True):
            file = folder / name
            data = file.read_bytes() if file.exists() else b""
            if hashlib.sha256(data).hexdigest() != part.sha256:
                raise NoState(f"{file}: missing or harmed")
            found.append(data)
        return b"".join(found)


def save(folder: Path, config: Config, counters: Mapping[str, int | float], data: bytes) -> None:
    """Write a run. Whenever this is cut off, the folder holds a whole run: the new one, or the one before."""
    folder.mkdir(parents=True, exist_ok=True)
    parts: list[StateFile] = []
    for start in range(0, len(data), PART_BYTES):
        part = data[start : start + PART_BYTES]
        digest = hashlib.sha256(part).hexdigest()
        name = f"state-{len(parts)}-{digest[:8]}.bin"
        write_whole(folder / name, part)
        parts.append(StateFile(len(part), digest, name))
    manifest = Manifest(config.plain(), dict(counters), tuple(parts))
    write_whole(folder / "state.json", msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
    kept = set(manifest.names())
    for file in folder.glob("state-*.bin"):
        if file.name not in kept:
            file.unlink()


def write_whole(file: Path, data: bytes) -> None:
    """Write a file at once: a reader sees the old content or the new one, never half of it."""
    new = file.with_name(file.name + ".new")
    with new.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
