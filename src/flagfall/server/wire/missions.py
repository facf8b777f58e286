"""What travels about missions: the list, what one tells while it is played, and what came of it."""

from __future__ import annotations

import msgspec

from flagfall.core.presentation import Words
from flagfall.hexes.missions.mission import Chapter, Goal, Mission, Prompt, Sign

UNIONS = {"MissionGoal": Goal, "MissionSign": Sign}
"""The goals of missions and what prompts wait for, by their names in TypeScript."""


class MissionCard(msgspec.Struct, frozen=True):
    """What the list shows of a mission."""

    id: str
    """Of the mission, and of its game."""
    chapter: str
    number: int
    title: Words
    text: Words
    goals: tuple[Goal, ...]


class MissionBook(msgspec.Struct, frozen=True):
    """All missions, in the order in which they are played."""

    chapters: tuple[Chapter, ...]
    missions: tuple[MissionCard, ...]


class MissionInfo(msgspec.Struct, frozen=True):
    """What a mission tells before, while and after it is played."""

    chapter: Chapter
    number: int
    level: int
    before: Words
    after: Words
    prompts: tuple[Prompt, ...]
    goals: tuple[Goal, ...]
    next: str
    """The mission after it in its chapter; empty after the last."""


class MissionMark(msgspec.Struct, frozen=True):
    """The best that a person did in a mission."""

    stars: int
    goals: tuple[bool, ...]
    damage: dict[str, int]
    """The hit points that units lack when the next mission begins."""


class MissionDone(msgspec.Struct, frozen=True):
    """What came of a game of a mission, and the best so far."""

    won: bool
    goals: tuple[bool, ...]
    damage: dict[str, int]
    best: MissionMark | None
    """None where it was never won."""


def mission_card(mission: Mission) -> MissionCard:
    """A mission as the list shows it."""
    scenario, telling = mission.scenario, mission.telling
    return MissionCard(
        mission.id, telling.chapter, telling.number, scenario.title, scenario.text, telling.goals
    )
