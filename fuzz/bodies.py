"""The bodies of requests: what the workshop, the analysis board, lessons and puzzles do with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

import flagfall
from flagfall.hexes.maps.map_text import write_map
from flagfall.hexes.scenarios.scenario import OwnParts
from flagfall.hexes.scenarios.scenario_text import write_scenario
from flagfall.lessons.course import Pick
from flagfall.puzzles.library import AnyPuzzle, all_puzzles
from flagfall.server.http.puzzles import ANSWERS
from flagfall.server.http.ranks.analysis import _moment as moment_of
from flagfall.server.http.ranks.analysis import _reached as reached
from flagfall.server.http.ranks.lessons import _moment as lesson_moment
from flagfall.server.http.ranks.lessons import lessons
from flagfall.server.wire.learning.analysis import AnalysisLine
from flagfall.server.wire.learning.lessons import LessonPlay
from flagfall.server.wire.learning.puzzles import MannerNamed, PuzzleTry, RankNamed
from flagfall.server.wire.workshop import MapDrawing, OwnScenario, ScenarioDraft
from flagfall.server.workers.upload_checks import scenario_draft, scenario_opened
from fuzz.seeds import HEXES, as_text, begun, package

T = TypeVar("T")


def use_opened(data: bytes) -> None:
    """Open a scenario in the editor, and have it checked there."""
    found = scenario_opened(OwnScenario(scenario=as_text(data)))
    assert found.scenario is not None or found.faults
    if found.scenario is not None:
        scenario_draft(ScenarioDraft(found.scenario, units=found.units))


def opened_seeds() -> Iterable[bytes]:
    """Scenarios as files, and one with a map and units of its own."""
    yield from package("src/flagfall/hexes/data/scenarios", "*.toml")()
    game: Any = flagfall.game("hex-duel")
    own = OwnParts(write_map(game.board(0).map), "")
    yield write_scenario(game.scenario, own).encode()


def use_body(kind: type[T], use: Callable[[T], object]) -> Callable[[bytes], object]:
    """Do with the body of a request what its route does."""
    return lambda data: use(msgspec.json.decode(data, type=kind))


def draft_seeds() -> Iterable[bytes]:
    """Scenarios of the package as the editor sends them."""
    for id in HEXES:
        game: Any = flagfall.game(id)
        yield msgspec.json.encode(ScenarioDraft(game.scenario))


def drawing_seeds() -> Iterable[bytes]:
    """A map as the workshop sends it."""
    drawn: Any = flagfall.game("hex-duel")
    map = drawn.board(0).map
    zones = {name: tuple(sorted(hexes)) for name, hexes in map.zones.items()}
    yield msgspec.json.encode(MapDrawing(map.name, map.text, map.width, map.height, tuple(map.cells), zones))


def use_line(line: AnalysisLine) -> None:
    """Play a line at the analysis board."""
    msgspec.json.encode(moment_of(*reached(flagfall.game("transformers-powers"), line)))


def line_seeds() -> Iterable[bytes]:
    """Lines of one move."""
    for plies in (0, 6):
        state = begun("transformers-powers", plies)
        for action in list(state.legal(state.track.turn))[:4]:
            yield msgspec.json.encode(AnalysisLine("transformers-powers", state.position(), (action,)))


def use_lesson(data: bytes) -> None:
    """Answer in a lesson, which the first byte chooses."""
    course = lessons()[data[0] % len(lessons())] if data else lessons()[0]
    msgspec.json.encode(lesson_moment(course, msgspec.json.decode(data[1:], type=LessonPlay)))


def lesson_seeds() -> Iterable[bytes]:
    """Answers of every kind in every lesson."""
    state = begun("barrage", 4)
    for number in range(len(lessons())):
        for answer in (Pick((3,)), Pick((-1, 10**6)), *list(state.legal(state.track.turn))[:2]):
            yield bytes([number]) + msgspec.json.encode(LessonPlay((answer,)))


@cache
def _asked() -> list[AnyPuzzle]:
    """A puzzle of each kind of each game."""
    return list({(one.game, one.kind): one for one in all_puzzles()}.values())


def use_answer(data: bytes) -> None:
    """Answer a puzzle, which the first byte chooses."""
    puzzle = _asked()[data[0] % len(_asked())] if data else _asked()[0]
    given = msgspec.json.decode(data[1:], type=PuzzleTry)
    verdict = ANSWERS[type(puzzle)].verdict(puzzle, given.answer)
    msgspec.json.encode(verdict)


def answer_seeds() -> Iterable[bytes]:
    """Answers of every kind to every kind of puzzle."""
    answers: list[Any] = [None, Pick((3,)), RankNamed("2"), MannerNamed("move:shoot")]
    answers += [Pick((-1, 10**6)), *list(begun("barrage", 4).legal(0))[:2]]
    for number in range(len(_asked())):
        for answer in answers:
            yield bytes([number]) + msgspec.json.encode(PuzzleTry(answer))
