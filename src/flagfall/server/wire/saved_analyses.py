"""What travels of analyses that people keep: a position of any family, the tree of what was tried, notes."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

MOST_NODES = 2_000
"""Moments of one analysis."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
At = Annotated[int, msgspec.Meta(ge=-1, lt=MOST_NODES)]


class StudyNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of an analysis."""

    id: At
    """Its place in the tree."""
    parent: At
    action: dict[str, Any] | None
    """What led here, as the analysis board of the family sends it; nothing at the start."""
    text: Annotated[str, msgspec.Meta(max_length=100)]
    note: Annotated[str, msgspec.Meta(max_length=1_000)]
    children: Annotated[tuple[At, ...], msgspec.Meta(max_length=MOST_NODES)]
    """The first one is the main line."""


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An analysis: a position, and what was tried from there."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    text: Annotated[str, msgspec.Meta(max_length=100_000)]
    tree: Annotated[tuple[StudyNode | None, ...], msgspec.Meta(min_length=1, max_length=MOST_NODES)]


class SaveAnalysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An analysis to be kept; one of yours with the same name is replaced."""

    name: Name
    study: Study


class ChangeAnalysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for an analysis that is kept, or whether anybody with its link may see it."""

    name: Name | None = None
    shared: bool | None = None


class SavedAnalysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """An analysis of yours, as it is listed."""

    id: str
    game: str
    name: str
    created: int
    updated: int
    shared: bool = False


class OpenedAnalysis(msgspec.Struct, frozen=True):
    """An analysis that was kept: yours, or one that its maker shares."""

    name: str
    study: Study
    own: bool
