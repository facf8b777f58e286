"""Notes each type that msgspec meets for the first time after a server has started.

msgspec keeps what it knows of a type while it is still finding it out: a second thread that decodes the same
type at that moment ends the process. So all types are met when a server starts, by one thread.

``python -m tests.server.late_types DATABASE`` starts a server and uses every route that it can, with
games of both families, in play and over. It prints what was met later than at the start, and in which thread.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
from pathlib import Path
from typing import Any

LATER: list[tuple[str, str]] = []
"""Types that were met after the start, each with the thread that met it."""
ASKED = ("get_class_annotations", "get_dataclass_info", "get_typeddict_info")
"""What msgspec asks of its own module about a type that it does not know yet."""
ELSEWHERE = (
    "flagfall.bots.ranks.advice",
    "flagfall.fast",
    "flagfall.learn",
    "flagfall.printing",
    "flagfall.puzzles.make",
    "flagfall.research",
    "flagfall.server.cluster.redis_bus",
    "flagfall.terminal",
)
"""What runs in other processes and programs; the bus of Redis builds what it needs when it is imported."""
_watching = threading.Event()


def install() -> None:
    """Listen to what msgspec finds out; before it is imported, since it keeps these functions."""
    assert "msgspec" not in sys.modules, "msgspec is there already"
    package = importlib.util.find_spec("msgspec")
    assert package is not None
    assert package.origin is not None
    path = Path(package.origin).with_name("_utils.py")
    spec = importlib.util.spec_from_file_location("msgspec._utils", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["msgspec._utils"] = module
    spec.loader.exec_module(module)
    for name in ASKED:
        setattr(module, name, _noting(getattr(module, name)))


def _noting(ask: Any) -> Any:
    def asked(kind: Any, *more: Any) -> Any:
        # Descriptions of types, such as the one of the API, are made in Python and keep nothing.
        described = str(sys._getframe(1).f_globals.get("__name__")).startswith("msgspec.")
        if _watching.is_set() and not described:
            LATER.append((repr(kind), threading.current_thread().name))
        return ask(kind, *more)

    return asked


def use(database: str) -> None:
    """Start a server, and ask it for everything."""
    import asyncio
    import random
    import re

    from tests.server.kit import Person, Server, deploy, play_on, settings
    from tests.server.routes import QUERY, ROUTES

    slow = ("/advice/", "/review", "/setup-lab/score", "/print", "/logout", "/api/analysis/lines")
    """Other processes think about these; signing out ends the rest."""

    async def ranks(ann: Person, ben: Person, over: bool) -> str:
        made = await ann.table("barrage", "link", seat=0, options={"memory": "table"})
        table = str(made["table"]["id"])
        await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
        async with ann.at(table) as a, ben.at(table) as b:
            await deploy(a, "barrage", 0)
            await deploy(b, "barrage", 1)
            await play_on(a, random.Random(1), 1)
            await a.send("offer", what="takeback")
            await b.until("table", where=lambda m: any(m["table"]["offers"]))
            await b.send("offer", what="takeback")
            await a.until("reset")
            await a.send("say", text="hello")
            await play_on(a, random.Random(2), 1)
            if over:
                await b.until("turn", where=lambda m: m["must"] == "act")
                await b.send("resign")
                await a.until("table", where=lambda m: m["table"]["status"] == "over")
        async with ann.at(table, "0:1") as a:
            await a.settled()
        return table

    async def hexes(ann: Person, over: bool) -> str:
        table = str((await ann.table("hex-duel", "hotseat"))["table"]["id"])
        async with ann.at(table, actions="offers") as line:
            turn = await line.until("turn")
            await line.send("typed", seat=turn["seat"], text="end")
            turn = await line.until("turn")
            if over:
                await line.send("resign", seat=turn["seat"])
                await line.until("table", where=lambda m: m["table"]["status"] == "over")
        return table

    async def go(server: Server) -> int:
        answered = 0
        async with Person(server) as ann, Person(server) as ben:
            await ann.post("/api/account", {"name": "Ann", "password": "correct horse"})
            tables = [await ranks(ann, ben, over) for over in (False, True)]
            tables += [await hexes(ann, over) for over in (False, True)]
            words = {"game": "barrage", "person": ann.me["id"], "speed": "free", "map": "none"}
            for route in ROUTES:
                if any(part in route.path for part in slow) or route.method in ("LIVE", "DELETE"):
                    continue
                for table in tables if "{table" in route.path else tables[:1]:
                    known = {**words, "table": table}
                    path = re.sub(r"{(\w+):\w+}", lambda found, k=known: k.get(found[1], "none"), route.path)  # type: ignore[misc]
                    seats = (0, 1) if "seat" in QUERY and "/hex/" in path else (0,)
                    for seat in seats:
                        query = QUERY.format(code="").replace("seat=0", f"seat={seat}")
                        body = None if route.method == "GET" else {}
                        answer = await ann.http.request(route.method, f"{path}?{query}", json=body)
                        assert answer.status_code < 500, (route, answer.text)
                        answered += answer.is_success
            await ann.get("/api/schema/openapi.json")
            drawn = (await ann.get("/api/games/barrage/setup?seat=0")).json()["text"]
            await ann.post("/api/me/setups", {"game": "barrage", "seat": 0, "name": "A", "text": drawn})
            await ann.post("/api/setup-lab", {"game": "barrage", "seat": 0, "text": drawn})
            fresh = (await ann.get("/api/analysis/fresh?game=barrage")).json()
            await ann.post("/api/analysis", fresh)
            await ann.post("/api/editions/check", {"text": "a = 1"})
            for puzzle in ("daily", "next?game=hex-duel", "next"):
                shown = (await ann.get(f"/api/puzzles/{puzzle}")).json()
                await ann.post(f"/api/puzzles/{shown['id']}", {"answer": None})
            wish = {"name": "Spring cup", "game": "barrage", "kind": "arena", "starts": 0}
            cup = (await ann.post("/api/tournaments", wish)).json()["seen"]["tournament"]["id"]
            for person in (ann, ben):
                await person.post(f"/api/tournaments/{cup}/join", {})
            async with ann.socket(f"/api/tournaments/{cup}/live") as line:
                await line.until("tournament", where=lambda m: any("table" in one for one in m["games"]))
        return answered

    with Server(settings(database)) as server:
        _watching.set()
        answered = asyncio.run(go(server))
        _watching.clear()
    sys.stdout.write(f"{answered} answers\n")
    for kind, thread in LATER:
        where = "on the loop" if thread == server._thread.name else "in a thread"
        sys.stdout.write(f"met later {where}: {kind}\n")


def unknown() -> None:
    """Print the structs of modules that a server may import later, and that it has not imported yet."""
    import pkgutil

    import msgspec

    import flagfall
    from flagfall.server.tables.prebuilt_decoders import plain_structs

    known = set(plain_structs(msgspec.Struct))
    for module in pkgutil.walk_packages(flagfall.__path__, "flagfall."):
        apart = module.name.startswith(ELSEWHERE) or module.name.endswith("__main__")
        if not apart and ".migrations" not in module.name:
            importlib.import_module(module.name)
    new = set(plain_structs(msgspec.Struct)) - known
    for struct in (one for one in new if not one.__module__.startswith(ELSEWHERE)):
        sys.stdout.write(f"unknown: {struct.__module__}.{struct.__name__}\n")


if __name__ == "__main__":
    install()
    use(sys.argv[1])
    unknown()
