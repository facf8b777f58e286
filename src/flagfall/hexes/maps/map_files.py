"""The hand-made maps: those of the package and of the user's folders."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from flagfall.core.errors import BadData, Fault, complaint
from flagfall.hexes import data_files
from flagfall.hexes.data_files import near
from flagfall.hexes.maps.map_text import Map, read_map


def map_ids(*more: Path | str) -> tuple[str, ...]:
    """The ids of all maps, by name."""
    return tuple(sorted(data_files.names("maps", *data_files.folders(*more))))


def map_named(id: str, *more: Path | str) -> Map:
    """The map with an id; `BadData` if there is none or the file has faults."""
    return _map_named(id, data_files.folders(*more))


@lru_cache(maxsize=64)
def _map_named(id: str, where: tuple[Path, ...]) -> Map:
    found = data_files.names("maps", *where)
    if id not in found:
        raise BadData([Fault("maps", 0, id, complaint("map.none", near=near(id, list(found))))])
    source = data_files.read(*found[id])
    return read_map(source.text, source.file)


def lint(*more: Path | str) -> list[Fault]:
    """What is wrong with the map files."""
    faults: list[Fault] = []
    for id in map_ids(*more):
        try:
            map_named(id, *more)
        except BadData as error:
            faults += error.faults
    return faults
