"""Reading edition files: every fault is found, and each names the field and the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from flagfall.core import BadData, BadOption, Complaint, Fault, Option, Unreadable, complaint
from flagfall.core.options import Value
from flagfall.core.presentation import Words
from flagfall.core.toml import Toml
from flagfall.core.words import LANGUAGES
from flagfall.ranks.board import Board
from flagfall.ranks.edition import (
    BOMB_STRENGTH,
    FLAG_STRENGTH,
    SPY_STRENGTH,
    Army,
    Edition,
    Kind,
    Moves,
    PowerSpec,
    Role,
)
from flagfall.ranks.guide import power_text
from flagfall.ranks.options import STANDARD, WITH_MODES
from flagfall.ranks.powers import KINDS

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*$")
_RANKS = {
    **{str(n): n for n in range(2, 11)},
    "1": SPY_STRENGTH,
    "S": SPY_STRENGTH,
    "B": BOMB_STRENGTH,
    "F": FLAG_STRENGTH,
}
_PIECE_FIELDS = (
    *("id", "army", "letter", "rank", "count", "names", "name", "moves", "defuses", "slays"),
    *("powers", "vehicle", "robot", "emblem", "basis"),
)
_ROLES: dict[str, Role] = {"B": "bomb", "F": "flag", "S": "spy", "1": "spy"}
_MOVES: dict[str, Moves] = {"none": "none", "step": "step", "line": "line"}
RESERVED = frozenset({"switch", "strike", "halt", "deploy"})
"""Words of the notation that no power may have for a name."""


def read_edition(text: str, file: str) -> Edition:
    """The edition that a TOML text describes; `BadData` lists all its faults."""
    return _Reader(Toml(text, file)).edition()


def read_edition_file(path: Path) -> Edition:
    """The edition in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData([Fault(str(path), 0, "", complaint("file.unreadable", error=str(error)))]) from None
    return read_edition(text, str(path))


class _Reader:
    """Collects the faults of one document while it builds the edition."""

    def __init__(self, doc: Toml) -> None:
        self.doc = doc
        self.faults: list[Fault] = []
        self.unclear: set[str] = set()
        """What has faults that leave open what the rest may say: nothing is told that depends on it."""

        self.powers: set[str] = set()
        """The ids of all powers, those with faults too."""

    def edition(self) -> Edition:
        data = self.doc.data
        self._known(
            data,
            (
                "id",
                "names",
                "summary",
                "theme",
                "source",
                "basis",
                "sources",
                "lake",
                "board",
                "options",
                "book",
                "army",
                "power",
                "piece",
            ),
        )
        id = self._id(data, "id")
        names = self._words(data, "names")
        summary = self._words(data, "summary", default=names)
        theme = self._text(data, "theme", default="classic")
        source = self._text(data, "source", default="")
        basis = self._basis(data)
        sources = self._words(data, "sources", default={})
        lake = self._words(data, "lake", default={"en": "lake"})
        board = self._board(data)
        powers = tuple(self._powers(data))
        armies = self._armies(data)
        options = self._options(data, armies, powers)
        book = self._book(data, options)
        if board is not None and armies is not None:
            self._room(board, armies)
        if armies is not None and "piece" not in self.unclear:
            self._friends(powers, armies)
        if self.faults or board is None or armies is None:
            raise BadData(sorted(dict.fromkeys(self.faults), key=lambda fault: fault.line))
        return Edition(
            id=id,
            names=names,
            summary=summary,
            theme=theme,
            source=source,
            picture=board.picture,
            lake=lake,
            armies=armies,
            powers=tuple(_with_help(power, armies, lake) for power in powers),
            options=options,
            basis=basis,
            sources=sources,
            book=book,
            file=self.doc.file,
        )

    # ---- parts ------------------------------------------------------------------------------

    def _board(self, data: dict[str, object]) -> Board | None:
        picture = self._text(data, "board")
        if not picture:
            return None
        try:
            board = Board(picture)
        except Unreadable as error:
            self._fault(error.complaint, "board")
            return None
        for seat in (0, 1):
            if not board.homes[seat]:
                self._fault("board.no-home", "board", seat=seat)
        return board

    def _options(
        self, data: dict[str, object], armies: tuple[Army, Army] | None, powers: tuple[PowerSpec, ...]
    ) -> tuple[Option, ...]:
        given = data.get("options", {})
        if not isinstance(given, dict):
            self._fault("option.table", "options")
            return STANDARD
        modes = armies is not None and any(kind.robot for army in armies for kind in army.kinds)
        of_powers = dict.fromkeys(option for power in powers for option in KINDS[power.kind].options)
        known = (*STANDARD, *(WITH_MODES if modes else ()), *of_powers)
        declared = {option.name: option for option in known}
        for name, value in given.items():
            if name not in declared:
                if not self.unclear & {"power", "kind", "piece", "army"}:
                    self._fault("option.unknown", "options", name, known=", ".join(declared))
                continue
            option = declared[name]
            try:
                read = option.read(value)
            except BadOption as error:
                self._fault(error.complaint, "options", name)
                continue
            declared[name] = type(option)(**{**_fields(option), "default": read})
        return tuple(declared.values())

    def _book(self, data: dict[str, object], options: tuple[Option, ...]) -> dict[str, Value]:
        """The options as the rulebook has them, checked like the defaults."""
        given = data.get("book", {})
        if not isinstance(given, dict):
            self._fault("option.table", "book")
            return {}
        declared = {option.name: option for option in options}
        found: dict[str, Value] = {}
        for name, value in given.items():
            if name not in declared:
                if not self.unclear & {"power", "kind", "piece", "army"}:
                    self._fault("option.unknown", "book", name, known=", ".join(declared))
                continue
            try:
                found[name] = declared[name].read(value)
            except BadOption as error:
                self._fault(error.complaint, "book", name)
        return found

    def _powers(self, data: dict[str, object]) -> Iterator[PowerSpec]:
        for i, item in self._tables(data, "power"):
            at = ("power", i)
            id = self._id(item, "id", *at)
            if not id:
                self.unclear.add("power")
            elif id in self.powers or id in RESERVED:
                self._fault("edition.taken", *at, "id")
            self.powers.add(id)
            kind = self._text(item, "kind", *at)
            if kind not in KINDS:
                self.unclear.add("kind")
                if kind:
                    self._fault("edition.no-kind", *at, "kind", kind=kind, known=", ".join(KINDS))
                self._words(item, "names", *at)
                self._words(item, "help", *at, default={})
                self._count(item, "uses", *at, default=0, low=0)
                continue
            parameters = KINDS[kind].parameters
            self._known(item, ("id", "kind", "names", "help", "uses", *parameters), *at)
            params: dict[str, object] = {}
            for name, parameter in parameters.items():
                if name in item:
                    if parameter.values and item[name] not in parameter.values:
                        self._fault("field.one-of", *at, name, values=", ".join(parameter.values))
                    params[name] = item[name]
                elif not parameter.values:
                    self._fault("field.missing", *at, name)
            names = self._words(item, "names", *at)
            help = self._words(item, "help", *at, default={})
            yield PowerSpec(id, kind, names, help, self._count(item, "uses", *at, default=0, low=0), params)

    def _armies(self, data: dict[str, object]) -> tuple[Army, Army] | None:
        tables = list(self._tables(data, "army"))
        if len(tables) != 2:
            if "army" not in self.unclear:
                self._fault("edition.two-armies", "army", given=len(tables))
            self.unclear.add("army")
        kinds: tuple[list[Kind], list[Kind]] = ([], [])
        ids = []
        for i, item in tables:
            self._known(item, ("id", "names", "colour"), "army", i)
            ids.append(self._id(item, "id", "army", i))
        if len(ids) == 2 and ids[0] == ids[1]:
            self._fault("edition.same-army", "army", 1, "id")
        for i, item in self._tables(data, "piece"):
            kind = self._kind(item, i)
            owner = item.get("army")
            if owner is not None and owner not in ids and "army" not in self.unclear and all(ids):
                self._fault("field.one-of", "piece", i, "army", values=", ".join(ids))
            for seat, id in enumerate(ids[:2]):
                if owner is None or owner == id:
                    self._unique(kinds[seat], kind, i)
                    kinds[seat].append(kind)
        for seat, id in enumerate(ids[:2]):
            flags = sum(kind.count for kind in kinds[seat] if kind.role == "flag")
            if flags != 1 and not self.unclear & {"piece", "rank", "army"}:
                self._fault("edition.one-flag", "army", seat, army=id, given=flags)
        armies = [
            Army(
                ids[n],
                self._words(item, "names", "army", i),
                self._text(item, "colour", "army", i, default=("#a33", "#236")[n % 2]),
                tuple(kinds[n % 2]),
            )
            for n, (i, item) in enumerate(tables)
        ]
        return None if "army" in self.unclear else (armies[0], armies[1])

    def _kind(self, item: dict[str, object], i: int) -> Kind:
        at = ("piece", i)
        self._known(
            item,
            _PIECE_FIELDS,
            *at,
        )
        rank = str(item.get("rank", ""))
        if rank not in _RANKS:
            self._fault("edition.rank", *at, "rank", rank=rank)
            self.unclear.add("rank")
        letter = self._text(item, "letter", *at)
        if not re.fullmatch(r"[A-Z]", letter):
            self._fault("edition.letter", *at, "letter")
        role: Role = _ROLES.get(rank, "soldier")
        still = role in ("bomb", "flag")
        names = {"en": str(item["name"])} if "name" in item else self._words(item, "names", *at)
        upright = self._power_list(item, "vehicle" if "vehicle" in item else "powers", *at)
        robot = self._power_list(item, "robot", *at)
        if ("vehicle" in item) != ("robot" in item):
            self._fault("edition.both-modes", *at, "vehicle")
        if "vehicle" in item and "powers" in item:
            self._fault("edition.powers-by-mode", *at, "powers")
        if still and (upright or robot):
            self._fault("edition.still", *at, "powers")
        moves = self._text(item, "moves", *at, default="none" if still else "line" if rank == "2" else "step")
        if moves not in _MOVES:
            self._fault("field.one-of", *at, "moves", values=", ".join(_MOVES))
        defuses = item.get("defuses", rank == "3")
        if not isinstance(defuses, bool):
            self._fault("field.switch", *at, "defuses")
        slays = item.get("slays", ["10"] if role == "spy" else [])
        if not isinstance(slays, list) or any(str(one) not in _RANKS for one in slays):
            self._fault("edition.ranks", *at, "slays")
            slays = []
        id = self._id(item, "id", *at)
        if not id:
            self.unclear.add("piece")
        return Kind(
            id=id,
            letter=letter,
            rank=rank,
            strength=_RANKS.get(rank, SPY_STRENGTH),
            role=role,
            moves=_MOVES.get(moves, "step"),
            count=self._count(item, "count", *at, default=1, low=1),
            names=names,
            defuses=bool(defuses),
            slays=tuple(str(one) for one in slays),
            powers=upright,
            robot=robot,
            emblem=self._text(item, "emblem", *at, default=""),
            basis=self._basis(item, *at),
        )

    def _basis(self, table: dict[str, object], *at: str | int) -> dict[str, str]:
        """Where facts come from."""
        basis = table.get("basis", {})
        if not isinstance(basis, dict):
            self._fault("field.table", *at, "basis")
            return {}
        return {str(fact): str(origin) for fact, origin in basis.items()}

    def _power_list(self, item: dict[str, object], key: str, *at: str | int) -> tuple[str, ...]:
        listed = item.get(key, [])
        if not isinstance(listed, list):
            self._fault("edition.powers", *at, key)
            return ()
        for one in listed:
            if one not in self.powers and "power" not in self.unclear:
                self._fault("edition.no-power", *at, key, power=str(one))
        return tuple(str(one) for one in listed)

    def _unique(self, kinds: list[Kind], kind: Kind, i: int) -> None:
        # One clash of each sort is enough to know of: with all pairs, faults would grow with the square.
        if kind.id and any(other.id == kind.id for other in kinds):
            self._fault("edition.twice", "piece", i, "id", kind=kind.id)
        holder = next((other.id for other in kinds if other.letter == kind.letter), None)
        if kind.letter and holder is not None:
            self._fault("edition.letter-taken", "piece", i, "letter", letter=kind.letter, kind=holder)

    def _room(self, board: Board, armies: tuple[Army, Army]) -> None:
        for seat in (0, 1):
            pieces, squares = armies[seat].size, len(board.homes[seat])
            if pieces > squares:
                self._fault("edition.no-room", "army", seat, pieces=pieces, squares=squares)

    def _friends(self, powers: tuple[PowerSpec, ...], armies: tuple[Army, Army]) -> None:
        for i, power in enumerate(powers):
            friends = [name for name, one in KINDS[power.kind].parameters.items() if one.is_friend]
            for name in friends:
                friend = power.params.get(name)
                for army in armies:
                    owners = [kind for kind in army.kinds if power.id in (*kind.powers, *kind.robot)]
                    found = [kind for kind in army.kinds if kind.id == friend]
                    if owners and friend is not None and (len(found) != 1 or found[0].count != 1):
                        self._fault("edition.friend", "power", i, name, army=army.id, kind=str(friend))

    # ---- fields -----------------------------------------------------------------------------

    def _fault(self, what: str | Complaint, *path: str | int, **params: str | int) -> None:
        self.faults.append(self.doc.fault(what, *path, **params))

    def _known(self, table: dict[str, object], keys: tuple[str, ...], *at: str | int) -> None:
        for key in table:
            if key not in keys:
                self._fault("field.unknown", *at, key, known=", ".join(keys))

    def _tables(self, data: dict[str, object], key: str) -> Iterator[tuple[int, dict[str, object]]]:
        listed = data.get(key, [])
        if not isinstance(listed, list) or any(not isinstance(item, dict) for item in listed):
            self._fault("field.tables", key, key=key)
            self.unclear.add(key)
        for i, item in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(item, dict):
                yield i, item

    def _text(self, table: dict[str, object], key: str, *at: str | int, default: str | None = None) -> str:
        value = table.get(key, default)
        if value is None:
            self._fault("field.missing", *at, key)
            return ""
        if not isinstance(value, str):
            self._fault("field.text", *at, key)
            return ""
        return value

    def _id(self, table: dict[str, object], key: str, *at: str | int) -> str:
        value = self._text(table, key, *at)
        if value and not _ID.match(value):
            self._fault("field.id", *at, key)
        return value

    def _count(self, table: dict[str, object], key: str, *at: str | int, default: int, low: int) -> int:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= 99:
            self._fault("field.count", *at, key, low=low, high=99)
            return low
        return value

    def _words(
        self, table: dict[str, object], key: str, *at: str | int, default: Words | None = None
    ) -> Words:
        value = table.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, str):
            return {"en": value}
        if value is None:
            self._fault("field.missing", *at, key)
            return {"en": ""}
        if not isinstance(value, dict) or "en" not in value:
            self._fault("field.words", *at, key)
            return {"en": ""}
        for language, word in value.items():
            if language not in LANGUAGES or not isinstance(word, str):
                self._fault("field.languages", *at, key, known=", ".join(LANGUAGES))
        return {str(language): str(word) for language, word in value.items()}


def _with_help(power: PowerSpec, armies: tuple[Army, Army], lake: Words) -> PowerSpec:
    """A power with the text of its kind, unless the edition has one of its own."""
    return power if power.help else replace(power, help=power_text(power, armies, lake))


def _fields(option: Option) -> dict[str, Any]:
    return {name: getattr(option, name) for name in option.__struct_fields__}
