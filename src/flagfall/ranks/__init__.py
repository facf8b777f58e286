"""The hidden-rank family: one engine, editions as data, one file per special power."""

from __future__ import annotations

from flagfall.ranks.editions.catalogue import announce

__all__ = ["announce"]
