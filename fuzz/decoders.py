"""Every decoder that takes bytes from outside: what it does with them, and with which errors it may refuse.

A decoder here does with its input what the program does: it reads, and what was read is used as the program
would use it next. Any error but the documented ones is a finding.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

import flagfall
from flagfall.bots.levels import levels_of
from flagfall.bots.processes.protocol import UNREADABLE, Answer, read_reply, read_request
from flagfall.core import BadData, BadText, FlagfallError, IllegalAction
from flagfall.core.protocol import PUBLIC
from flagfall.core.record import read_record, write_record
from flagfall.core.registry import game_from_text
from flagfall.hexes.data_files import DataFile
from flagfall.hexes.maps.map_text import read_map, write_map
from flagfall.hexes.maps.megamek import import_board
from flagfall.hexes.scenarios.scenario_files import read_with
from flagfall.hexes.units.unit_files import read_units, roster
from flagfall.ranks.editions.edition_files import read_edition
from flagfall.ranks.formats import read_field, read_gsn, read_letters_file, read_xml, to_record, write_field
from flagfall.ranks.game import RankGame
from flagfall.server.http.websockets import read_message, read_since
from flagfall.server.refusal import Refusal
from flagfall.server.wire.learning.analysis import AnalysisLine
from flagfall.server.wire.messages import Act, Typed
from flagfall.server.wire.people import Upload
from flagfall.server.wire.workshop import MapDrawing, ScenarioDraft
from flagfall.server.workers.upload_checks import edition, map_drawing, scenario_draft
from fuzz.bodies import (
    answer_seeds,
    draft_seeds,
    drawing_seeds,
    lesson_seeds,
    line_seeds,
    opened_seeds,
    use_answer,
    use_body,
    use_lesson,
    use_line,
    use_opened,
)
from fuzz.seeds import HEXES, RANKS, ROOT, as_text, begun, package

T = TypeVar("T")
FINDINGS: Final = ROOT / "fuzz" / "findings"
"""Inputs that once were findings, by decoder: tests try them all."""
SEATS: Final = (0, 1)
LETTERS: Final = (
    b"\x00MBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLBBBB\n"
    b"# the second\n\nDEEBFBMBEEDGDBBHBICHHJHGLGEDKDFDGFIDJFDI\n"
)
"""Set-ups in field letters, behind the seat."""


class Decoder(NamedTuple):
    """A decoder: its name, what it does, the errors that are documented, and inputs to begin with.

    ``first`` is what it is given before the clock of a fuzzer runs, if that is not the first of these inputs.
    """

    name: str
    use: Callable[[bytes], object]
    allowed: tuple[type[Exception], ...]
    seeds: Callable[[], Iterable[bytes]]
    first: Callable[[], bytes] | None = None

    def try_(self, data: bytes) -> bool:
        """Whether the decoder took the input; errors that are not documented come through."""
        try:
            self.use(data)
        except self.allowed:
            return False
        return True


def _pick(data: bytes, names: tuple[str, ...]) -> tuple[Any, int, bytes]:
    """A game and a seat, chosen by the first byte, and the rest."""
    first = data[0] if data else 0
    return flagfall.game(names[first // 2 % len(names)]), first % 2, data[1:]


def _states(id: str) -> list[Any]:
    return [begun(id, plies) for plies in (0, 2, 9, 40)]


def _apply(id: str, seat: int, action: Any) -> None:
    """Have the rules judge an action, of either seat."""
    for state in _states(id):
        try:
            state.apply(seat, action)
        except IllegalAction as error:
            str(error)


def _stands(state: Any) -> None:
    """Use a state that was read as every program would."""
    game = state.game if hasattr(state, "game") else None
    for seat in (*SEATS, PUBLIC):
        msgspec.json.encode(state.view(seat))
    rng = random.Random(1)
    text, digest = state.position(), state.digest()
    if game is not None:
        assert game.position(text).digest() == digest
    for decision in state.pending()[:1]:
        state.legal(decision.seat)
        state.apply(decision.seat, decision.sample(rng))


# ---- what the server is sent ------------------------------------------------------------------------


def _use_message(data: bytes) -> None:
    message = read_message(data.decode("utf-8"))
    if isinstance(message, Act):
        for id in (*RANKS[:3], *HEXES[:2]):
            with contextlib.suppress(msgspec.ValidationError):
                action = msgspec.convert(message.action, flagfall.game(id).action_type)
                _apply(id, message.seat or 0, action)
    elif isinstance(message, Typed):
        for id in (RANKS[0], HEXES[0]):
            _use_typed(id, message.text)


def _use_typed(id: str, text: str) -> None:
    try:
        action = flagfall.game(id).action(text)
    except BadText:
        return
    _apply(id, 0, action)


def _message_seeds() -> Iterable[bytes]:
    for id in (*RANKS, *HEXES):
        type = "act" if id in RANKS else "hex-act"
        for state in _states(id):
            for decision in state.pending()[:1]:
                sample = decision.sample(random.Random(3))
                for action in [sample, *list(state.legal(decision.seat))[::9]]:
                    body = msgspec.json.encode(action).decode()
                    yield f'{{"type":"{type}","seat":{decision.seat},"action":{body}}}'.encode()
                    yield json.dumps({"type": "typed", "text": str(action)}).encode()
    for what in ("draw", "takeback", "rematch"):
        yield f'{{"type":"offer","what":"{what}","ref":1}}'.encode()
    yield b'{"type":"say","text":"hello","preset":null}'
    yield b'{"type":"ping"}'


# ---- text forms of both families --------------------------------------------------------------------


def _use_action(names: tuple[str, ...]) -> Callable[[bytes], object]:
    def use(data: bytes) -> None:
        game, seat, rest = _pick(data, names)
        _apply(game.id, seat, game.action(as_text(rest)))

    return use


def _use_setup(names: tuple[str, ...]) -> Callable[[bytes], object]:
    def use(data: bytes) -> None:
        game, seat, rest = _pick(data, names)
        action = game.setup(as_text(rest), seat)
        _apply(game.id, seat, action)
        game.write_setup(action, seat)

    return use


def _use_position(names: tuple[str, ...]) -> Callable[[bytes], object]:
    def use(data: bytes) -> None:
        game, _, rest = _pick(data, names)
        _stands(game.position(as_text(rest)))

    return use


def _numbered(names: tuple[str, ...], write: Callable[[Any, int], Iterable[str]]) -> list[bytes]:
    return [
        bytes([2 * number + seat]) + text.encode()
        for number, id in enumerate(names)
        for seat in SEATS
        for text in write(flagfall.game(id), seat)
    ]


def _action_texts(game: Any, seat: int) -> Iterable[str]:
    for state in _states(game.id):
        for action in list(state.legal(seat))[::7]:
            yield game.write(state, action)


def _setup_texts(game: Any, seat: int) -> Iterable[str]:
    rng = random.Random(seat)
    for decision in game.new().pending():
        if decision.seat == seat:
            action = decision.sample(rng)
            yield game.write_setup(action, seat) or str(action)


def _position_texts(game: Any, _: int) -> Iterable[str]:
    return (state.position() for state in _states(game.id))


def _use_record(data: bytes) -> None:
    text = write_record(read_record(as_text(data)))
    assert write_record(read_record(text)) == text


def _record_seeds() -> Iterable[bytes]:
    for path in sorted((ROOT / "tests/hexes/golden").glob("*.txt"))[:4]:
        head, _, played = path.read_text().partition("\n\n")
        headers = [line for line in head.splitlines() if not line.startswith(("result", "digest"))]
        yield "\n".join([*headers, "", *played.splitlines()[:12], ""]).encode()
    for path in sorted((ROOT / "tests/ranks/golden").glob("*.json")):
        told = json.loads(path.read_text())
        game = flagfall.game(told["game"])
        lines = [f"{game.colours[seat].replace(' ', '-')} {text}" for seat, text in told["actions"][:14]]
        yield "\n".join(["flagfall record 1", f"game {game.id}", "player red Ann", "", *lines, ""]).encode()


# ---- data files -------------------------------------------------------------------------------------


def _use_edition(data: bytes) -> None:
    text = as_text(data)
    read = edition(Upload(text))
    if not read.id:
        assert read.told.faults
        read_edition(text, "edition")
        return
    state: Any = game_from_text(read.id, text).new()
    rng = random.Random(1)
    for _ in range(12):
        for decision in state.pending()[:1]:
            state = state.apply(decision.seat, decision.sample(rng)).state
    for seat in (*SEATS, PUBLIC):
        msgspec.json.encode(state.view(seat))


def _use_units(data: bytes) -> None:
    read_units([DataFile(1, "units/mine.toml", "mine", as_text(data))])


def _use_scenario(data: bytes) -> None:
    read_with(DataFile(1, "scenarios/mine.toml", "mine", as_text(data)), None, roster())


def _use_map(data: bytes) -> None:
    map = read_map(as_text(data))
    assert read_map(write_map(map)) == map


def _use_board(data: bytes) -> None:
    map = import_board(as_text(data)).map
    assert read_map(write_map(map)).cells == map.cells


def _board_seeds() -> Iterable[bytes]:
    yield (
        b'size 2 3\nhex 0101 0 "" ""\nhex 0201 -2 "woods:2;foliage_elev:2" "grass"\n'
        b'hex 0102 1 "water:1;fluff:3" ""\nhex 0202 0 "building:3:8;bldg_elev:4;bldg_cf:60" ""\n'
        b'hex 0103 0 "rough:1;magma:2" ""\nhex 0203 0 "bridge:1:9;bridge_cf:40" ""\nend\n'
    )
    yield b'# a comment\noption exit_roads_to_pavement false\ntag "x"\ndescription "a = b"\nsize 1 1\n'


# ---- files and programs of others -------------------------------------------------------------------


def _use_xml(data: bytes) -> None:
    to_record(read_xml(as_text(data)))


def _use_gsn(data: bytes) -> None:
    record, _ = to_record(read_gsn(as_text(data)))
    assert read_record(write_record(record)).actions == record.actions


def _use_letters(data: bytes) -> None:
    game = flagfall.game("original")
    assert isinstance(game, RankGame)
    seat, text = (data[0] % 2 if data else 0), as_text(data[1:])
    for setup in read_letters_file(game, text, seat):
        _apply("original", seat, setup)
        game.write_setup(setup, seat)


def _use_field(data: bytes) -> None:
    game = flagfall.game("barrage")
    assert isinstance(game, RankGame)
    write_field(game, read_field(game, as_text(data)).pieces)


def _field_seeds() -> Iterable[bytes]:
    for line in (ROOT / "tests/ranks/data/barrage.gsn").read_text("utf-8-sig").splitlines():
        if len(line) == 100:
            yield line.encode() + b" r 12"


def _use_bot_line(data: bytes) -> None:
    """A line that a bot's program answers, as the host reads it."""
    reply = read_reply(data)
    if isinstance(reply, Answer):
        for id in (RANKS[1], HEXES[1]):
            try:
                action = msgspec.json.decode(reply.action, type=flagfall.game(id).action_type)
            except UNREADABLE:
                continue
            _apply(id, 0, action)


def _botline_seeds() -> Iterable[bytes]:
    yield b'{"say":"ready","name":"bot"}'
    yield b'{"say":"error","reason":"no"}'
    for body in _message_seeds():
        message = json.loads(body)
        if "action" in message:
            yield json.dumps({"say": "action", "action": message["action"], "seconds": 0.5}).encode()


def _use_host_line(data: bytes) -> None:
    """Lines that a bot of ours is sent by a host."""
    from flagfall.bots.processes.program import Seats, serve

    read_request(data.partition(b"\n")[0])
    out = io.BytesIO()
    serve(io.BytesIO(data), out, Seats().answer)
    for line in out.getvalue().splitlines():
        read_reply(line)


def _bots_of_all_levels() -> bytes:
    """Lines that start one of each: some are compiled first, which takes longer than an input may."""
    levels = [(id, level.number) for id in ("barrage", "hex-duel") for level in levels_of(flagfall.game(id))]
    starts = ({"say": "start", "game": id, "seat": 0, "level": number} for id, number in levels)
    return b"".join(json.dumps(start).encode() + b"\n" for start in starts)


def _hostline_seeds() -> Iterable[bytes]:
    for id in ("barrage", "hex-duel"):
        start = json.dumps({"say": "start", "game": id, "seat": 0, "level": 1}).encode()
        for state in _states(id)[::2]:
            view = msgspec.json.encode(state.view(0))
            legal = msgspec.json.encode(list(state.legal(0))[:5])
            ask = b'{"say":"deploy","view":' + view + b"}"
            if state.legal(0):
                ask = b'{"say":"decide","view":' + view + b',"legal":' + legal + b"}"
            yield start + b"\n" + ask + b"\n"


def _use_ucc_host(data: bytes) -> None:
    """What an arena of the UCC protocol sends to our agent."""
    from flagfall.research.arena.ucc_agent import Agent, serve

    out = io.StringIO()
    serve(io.StringIO(as_text(data)), out, Agent(1, 0.0, 1))


def _ucc_host_seeds() -> Iterable[bytes]:
    rows = b"\n".join([b".........."] * 10) + b"\n"
    for colour in (b"RED", b"BLUE"):
        yield colour + b" other 10 10\nSTART\n" + rows + b"0 3 DOWN OK\n0 6 UP\n" + rows + b"QUIT\n"
        yield colour + b" other 10 10\n0 3 DOWN 2 KILLS 5 6\n" + rows + b"NO_MOVE\n9 6 LEFT BOTHDIE 3 3\n"


def _use_ucc_program(data: bytes) -> None:
    """A move that another program answers in our arena."""
    from flagfall.research.arena.ucc import read_move

    move, _ = read_move(as_text(data).split())
    _apply("original", 0, move)


DECODERS: Final = {
    made.name: made
    for made in (
        Decoder("message", _use_message, (Refusal, UnicodeDecodeError), _message_seeds),
        Decoder("since", lambda data: read_since(as_text(data)), (), lambda: [b"0:12,1:13", b"-1:4"]),
        Decoder("rank-action", _use_action(RANKS), (BadText,), lambda: _numbered(RANKS, _action_texts)),
        Decoder("rank-setup", _use_setup(RANKS), (BadText,), lambda: _numbered(RANKS, _setup_texts)),
        Decoder("rank-position", _use_position(RANKS), (BadText,), lambda: _numbered(RANKS, _position_texts)),
        Decoder("hex-action", _use_action(HEXES), (BadText,), lambda: _numbered(HEXES, _action_texts)),
        Decoder("hex-setup", _use_setup(HEXES), (BadText,), lambda: _numbered(HEXES, _setup_texts)),
        Decoder("hex-position", _use_position(HEXES), (BadText,), lambda: _numbered(HEXES, _position_texts)),
        Decoder("record", _use_record, (FlagfallError,), _record_seeds),
        Decoder("edition", _use_edition, (BadData,), package("src/flagfall/ranks/editions", "*.toml")),
        Decoder("units", _use_units, (), package("src/flagfall/hexes/data/units", "*.toml")),
        Decoder("scenario", _use_scenario, (), package("src/flagfall/hexes/data/scenarios", "*.toml")),
        Decoder("scenario-opened", use_opened, (), opened_seeds),
        Decoder("scenario-draft", use_body(ScenarioDraft, scenario_draft), UNREADABLE, draft_seeds),
        Decoder("map-drawing", use_body(MapDrawing, map_drawing), (*UNREADABLE, Refusal), drawing_seeds),
        Decoder("analysis", use_body(AnalysisLine, use_line), (*UNREADABLE, Refusal), line_seeds),
        Decoder("lesson-answer", use_lesson, (*UNREADABLE, Refusal), lesson_seeds),
        Decoder("puzzle-answer", use_answer, UNREADABLE, answer_seeds),
        Decoder("map", _use_map, (BadData,), package("src/flagfall/hexes/data/maps", "*.txt")),
        Decoder("board", _use_board, (BadText,), _board_seeds),
        Decoder("xml", _use_xml, (BadText,), package("tests/ranks/data", "*.xml")),
        Decoder("gsn", _use_gsn, (BadText,), package("tests/ranks/data", "*.gsn")),
        Decoder("letters", _use_letters, (BadText,), lambda: [LETTERS]),
        Decoder("field", _use_field, (BadText,), _field_seeds),
        Decoder("bot-line", _use_bot_line, UNREADABLE, _botline_seeds),
        Decoder("host-line", _use_host_line, UNREADABLE, _hostline_seeds, _bots_of_all_levels),
        Decoder("ucc-host", _use_ucc_host, (FlagfallError,), _ucc_host_seeds),
        Decoder("ucc-program", _use_ucc_program, (FlagfallError,), lambda: [b"0 3 DOWN", b"9 6 LEFT 2"]),
    )
}
"""All of them, by name."""
