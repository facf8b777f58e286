"""The decoders of all families, built before the first thread needs one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

import flagfall
from flagfall.core.registry import family_of
from flagfall.server.tables import log_entries, memory_play


def build_all() -> None:
    """Build what decodes the messages and entries of every family, on the thread that calls.

    msgspec keeps what it knows of a struct while it is still finding it out. A second thread that decodes the
    same struct at that moment reads what is not there yet and ends the process, so nothing is left to be
    found out later: neither the types of a family nor those of its files and options.
    """
    families = {family_of(id): id for id in reversed(flagfall.games())}
    for id in families.values():
        game = flagfall.game(id)
        types: tuple[object, ...] = (game.action_type, game.event_type, game.view_type)
        for one in types:
            msgspec.json.Decoder(one)
        log_entries.decoder(game.action_type, game.event_type)
        memory_play.decoder(game.event_type, game.view_type)
        game.new()
    log_entries.decoder(Any, Any)
    for struct in plain_structs(msgspec.Struct):
        msgspec.json.Decoder(struct)


def plain_structs(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Every struct of ours that is defined and not generic: messages, rows, requests between processes."""
    for one in base.__subclasses__():
        if one.__module__.startswith("flagfall.") and not getattr(one, "__parameters__", ()):
            yield one
        yield from plain_structs(one)
