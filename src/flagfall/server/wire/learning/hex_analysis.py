"""What travels at the analysis board of the hex game: a position as text, steps from there, questions."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from flagfall.core import Outcome
from flagfall.core.protocol import OfferedActions
from flagfall.hexes.events import HexEvent
from flagfall.hexes.game import HexAction
from flagfall.hexes.view import HexView
from flagfall.server.wire.advice import HexPlanned
from flagfall.server.wire.hexes import HexDemand, HexGaze, HexLine, HexOutlook, HexPlan, HexRoute

MOST_STEPS = 200
"""Steps of one line."""
Words = Annotated[str, msgspec.Meta(max_length=1_000)]


class HexStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that is done, and what chance makes of it."""

    action: HexAction
    dice: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    """Other dice for every other number; with 0 those of the position."""
    card: Annotated[int, msgspec.Meta(ge=-1, le=999)] = -1
    """The unit whose card is laid on top of the pile before; -1 leaves the pile as it is."""


class HexAnalysisLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what was done from there."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    text: Annotated[str, msgspec.Meta(max_length=100_000)]
    steps: Annotated[tuple[HexStep, ...], msgspec.Meta(max_length=MOST_STEPS)] = ()


class HexAnalysisMoment(msgspec.Struct, frozen=True):
    """Where a line has come to."""

    view: HexView
    """What the side to move knows, with every unit where it is."""
    seat: int
    """Who decides; -1 after the end."""
    demand: HexDemand
    offers: tuple[OfferedActions, ...]
    """What the side to move can do."""
    actor: str
    """The unit that did the last step, or nothing."""
    told: tuple[HexEvent, ...]
    """What happened in the last step."""
    rolled: bool
    """Whether dice were thrown in it."""
    text: str
    """The position as text."""
    outcome: Outcome | None


class HexAnalysisQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be worked out of the moment that a line comes to."""

    line: HexAnalysisLine
    what: Literal["plan", "way", "sight", "gaze", "line", "hint"]
    unit: int = -1
    """Of sight, gaze and line."""
    at: Words = ""
    """The hex that a line leads to."""
    index: int = -1
    """What is thought of, by its place in the list of legal actions."""
    manner: Words = "move"
    via: Words = ""
    through: Words = ""
    """The hexes of a way, with dots between."""


class HexAnalysisAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer, under the name of the question."""

    plan: HexPlan | None = None
    way: HexRoute | None = None
    sight: HexOutlook | None = None
    gaze: HexGaze | None = None
    line: HexLine | None = None
    hint: HexPlanned | None = None
