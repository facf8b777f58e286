"""The protocol from its schema: HTTP requests from OpenAPI, messages of the websockets from the structs."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from flagfall.server.app import create_app
from flagfall.server.settings import Settings
from flagfall.server.wire import messages, people
from tools.site import field_notes

HTTP_LEAD = """# HTTP

Every request of the server, from its own description: a running server sends the same as JSON by
`GET /api/schema/openapi.json`. A change needs the header `X-Flagfall: 1`. Who asks is known by the cookie
of a session (`POST /api/session` opens a guest's), or by `Authorization: Bearer TOKEN` with
[an API token](../bots/bot-api.md). What is refused is answered by a status from 400 on and a
[Problem](websocket.md#problem): a code, and what it is about.
"""
LIVE_LEAD = """# Websockets

`/api/tables/ID/live` is a table, `/api/lobby/live` the lobby. Messages are JSON objects; `type` says
which one. What a table sends is numbered: a client that comes back says the last number it has. How a bot
uses it: [the bot API](../bots/bot-api.md).

Actions, events and views belong to the family of the game; they stand here as plain objects.

Many messages have these fields: `seat` is 0 or 1, the one it is about (-1: an onlooker's); `n` the number in
that seat's stream; `at` and `now` are milliseconds since 1970; `ref` is any number of yours, which `done` or
`refused` repeats.
"""


FAMILIES = ("ranks", "hexes")
JSON = {"object", "array", "string", "number", "boolean", "null"}
"""The types of what may be anything."""


def openapi() -> dict[str, Any]:
    """The description that a server gives of itself."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=f"sqlite:///{folder}/schema.sqlite3"))
        sent: list[dict[str, Any]] = []

        async def ask() -> None:
            async def send(message: dict[str, Any]) -> None:
                sent.append(message)

            async def receive() -> dict[str, Any]:
                return {"type": "http.request", "body": b"", "more_body": False}

            scope = {
                "type": "http", "method": "GET", "path": "/api/schema/openapi.json", "raw_path": b"/",
                "query_string": b"", "root_path": "", "scheme": "http", "http_version": "1.1",
                "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("localhost", 80),
            }  # fmt: skip
            await app(scope, receive, send)

        asyncio.run(ask())
        body = b"".join(message.get("body", b"") for message in sent)
    found: dict[str, Any] = msgspec.json.decode(body)
    return found


def http_page() -> str:
    """All requests, then the structs that they carry."""
    schema = openapi()
    lines = [HTTP_LEAD]
    for path, methods in sorted(schema["paths"].items()):
        for method, one in methods.items():
            lines += [
                "",
                f"## {method.upper()} {path}",
                "",
                _sentence(one.get("description") or one["summary"]),
            ]
            lines += _parameters(one.get("parameters", []))
            if "requestBody" in one:
                lines += ["", f"Body: {_content(one['requestBody'])}"]
            lines += ["", *(
                f"- {status}: {_content(answer) or _sentence(answer.get('description', ''))}"
                for status, answer in sorted(one["responses"].items())
                if int(status) < 400
            )]  # fmt: skip
    lines += ["", "# Structs"]
    for name, struct in sorted(schema["components"]["schemas"].items(), key=lambda one: _plain(one[0])):
        lines += _struct(name, struct)
    return "\n".join(lines) + "\n"


def websocket_page() -> str:
    """What a client sends, what a table and the lobby send, then the structs inside."""
    roots = {
        "What a client sends to a table": messages.ReadMessage,
        "What a table sends": messages.ServerMessage,
        "What the lobby sends": people.LobbyMessage,
    }
    found, components = msgspec.json.schema_components(list(roots.values()), ref_template="#/{name}")
    lines = [LIVE_LEAD]
    told: set[str] = set()
    for title, schema in zip(roots, found, strict=True):
        lines += ["", f"## {title}"]
        for ref in schema["anyOf"]:
            name = ref["$ref"].removeprefix("#/")
            told.add(name)
            lines += _struct(name, components[name], "###")
    lines += ["", "## Structs"]
    for name in sorted(set(components) - told, key=_plain):
        lines += _struct(name, components[name], "###")
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """Both pages by their path."""
    return {"reference/http.md": http_page(), "reference/websocket.md": websocket_page()}


def _sentence(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


def _parameters(given: list[dict[str, Any]]) -> Iterator[str]:
    rows = [
        f"| `{one['name']}` | {one['in']} | {_type(one['schema'])} | {'yes' if one.get('required') else ''} |"
        for one in given
    ]
    if rows:
        yield from ("", "| parameter | in | type | required |", "|---|---|---|---|", *rows)


def _content(part: dict[str, Any]) -> str:
    return ", ".join(_type(one["schema"]) for one in part.get("content", {}).values() if one.get("schema"))


def _struct(name: str, struct: dict[str, Any], level: str = "##") -> Iterator[str]:
    yield from (
        "",
        f"{level} {_plain(name)} {{#{_anchor(name)}}}",
        "",
        _sentence(struct.get("description", "")),
    )
    if "enum" in struct:
        yield from ("", _type(struct))
    fields = struct.get("properties", {})
    if fields:
        required = set(struct.get("required", ()))
        told = _notes().get(_plain(name)) or _notes().get(_plain(name).partition(" ")[0]) or {}
        told = {field: told[field] for field in fields if field in told}
        last = (" what it is |", "---|") if told else ("", "")
        yield from ("", f"| field | type | required |{last[0]}", f"|---|---|---|{last[1]}")
        for field, kind in fields.items():
            note = f" {_sentence(told.get(field, ''))} |" if told else ""
            yield f"| `{field}` | {_type(kind)} | {'yes' if field in required else ''} |{note}"


@cache
def _notes() -> Mapping[str, Mapping[str, str]]:
    """What is said of the fields of a struct, by its name on these pages.

    Of several with one name the wire's is meant; where none or two of them are of the wire, nothing is said.
    """
    found: dict[str, list[type[msgspec.Struct]]] = {}
    for struct in field_notes.structs():
        for name in (struct.__name__, f"{struct.__name__} ({struct.__module__.split('.')[1]})"):
            found.setdefault(name, []).append(struct)
    sure = {}
    for name, structs in found.items():
        wire = [one for one in structs if one.__module__.startswith("flagfall.server.wire.")]
        for chosen in (structs, wire):
            if len(chosen) == 1:
                sure[name] = field_notes.notes(chosen[0])
    return sure


def _plain(name: str) -> str:
    """The name of a struct, with its family where both have one of that name.

    Generators of schemas put the module in front of such a name (`hexes_actions_move_Move`), and what fills
    the type parameters of a struct behind it (`GameRecord_flagfall.hexes.view.HexView_...`).
    """
    first, _, rest = name.partition("_")
    family = next((word for word in re.findall(r"[a-z]+", name) if word in FAMILIES), "")
    if first.islower():
        return f"{name.rpartition('_')[2]} ({family})"
    return f"{first} ({family})" if rest.startswith("flagfall.") else first


def _anchor(name: str) -> str:
    return re.sub(r"\W+", "-", _plain(name).lower()).strip("-")


def _type(kind: dict[str, Any]) -> str:
    """A type in a few words, with links to the structs it holds."""
    if "$ref" in kind:
        name = kind["$ref"].rpartition("/")[2]
        return f"[{_plain(name)}](#{_anchor(name)})"
    if "const" in kind or "enum" in kind:
        values = kind.get("enum") or [kind["const"]]
        return ", ".join(f"`{msgspec.json.encode(value).decode()}`" for value in values)
    for several in ("anyOf", "oneOf", "allOf"):
        if several in kind:
            if {one.get("type") for one in kind[several]} >= JSON:
                return "any JSON"
            return " or ".join(dict.fromkeys(_type(one) for one in kind[several]))
    name = kind.get("type", "any")
    if isinstance(name, list):
        return " or ".join(name)
    if name == "array":
        inner = kind.get("items") or {"type": "any"}
        if "prefixItems" in kind:
            return "[" + ", ".join(_type(one) for one in kind["prefixItems"]) + "]"
        return f"list of {_type(inner) if inner is not True else 'any'}"
    if name == "object" and isinstance(kind.get("additionalProperties"), dict):
        inside = _type(kind["additionalProperties"])
        return "JSON object" if inside == "any JSON" else f"by name: {inside}"
    return str(name)
