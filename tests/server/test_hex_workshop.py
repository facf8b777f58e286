"""Maps and scenarios of one's own: read, drawn, generated, checked by line, and played."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tests.server.kit import Person, Server, run, settings

MAP = """name = Two fords
size = 4x6
zone red = 0105-0406
zone blue = 0101-0402

0. 0. 0. 0.
0. 0. 1. 0.
0r 0w1 0t 0T
0. 2. 0c2:8 0.
0. 0. 0. 0.
0. 0. 0. 0.
"""
BOARD = """size 3 2
hex 0101 0 "" ""
hex 0201 1 "woods:2" ""
hex 0301 0 "water:1" ""
hex 0102 0 "marsh_gas:1" ""
hex 0202 0 "" ""
hex 0302 0 "" ""
end
"""
DATA = files("flagfall.hexes") / "data"
UNIT = """[[unit]]
id = "tester"
"""


@pytest.fixture
def server(sqlite: str) -> Iterator[Server]:
    """A server on a database of its own."""
    with Server(settings(sqlite)) as running:
        yield running


def test_a_broken_map_is_refused_at_its_lines(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            broken = MAP.replace("0r 0w1", "0r 0x1").replace("zone red", "zone Red")
            found = (await ann.post("/api/maps/read", {"text": broken})).json()
            assert "map" not in found
            assert [one["line"] for one in found["faults"]] == [3, 8]
            told = (await ann.post("/api/scenarios", {"map": broken})).json()
            assert [one["line"] for one in told["faults"]["map"]] == [3, 8]
            assert "card" not in told

    run(story())


def test_a_map_is_read_drawn_and_written_alike(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            found = (await ann.post("/api/maps/read", {"text": MAP})).json()
            there = found["map"]
            assert (there["width"], there["height"]) == (4, 6)
            assert there["cells"][9] == [0, "w", 1, 0]
            assert found["twins"][0] == 23 and found["twins"][23] == 0
            drawing = {key: there[key] for key in ("name", "width", "height", "cells", "zones")}
            again = (await ann.post("/api/maps/write", {**drawing, "text": ""})).json()
            assert again == found
            drawing["cells"][0] = [5000, "x", 0, 0]
            wrong = (await ann.post("/api/maps/write", {**drawing, "text": ""})).json()
            assert "hex 0101" in wrong["faults"][0]["field"]
            await ann.post("/api/maps/write", {**drawing, "text": "", "width": 5}, status=400)

    run(story())


def test_a_board_of_megamek_is_read_and_says_what_it_lost(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            found = (await ann.post("/api/maps/read", {"text": BOARD, "name": "gorge.board"})).json()
            assert found["map"]["name"] == "gorge"
            assert found["map"]["cells"][1] == [1, "T", 0, 0]
            assert [one["params"]["word"] for one in found["warnings"]] == ["marsh_gas"]

    run(story())


def test_the_same_seed_generates_the_same_map(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            one = (await ann.get("/api/maps/generate?width=9&height=8&seed=5")).json()
            two = (await ann.get("/api/maps/generate?width=9&height=8&seed=5")).json()
            other = (await ann.get("/api/maps/generate?width=9&height=8&seed=6")).json()
            assert one == two != other
            assert one["seed"] == 5
            refused = (await ann.get("/api/maps/generate?width=3", status=400)).json()
            assert refused["field"] == "width"

    run(story())


def test_scenario_and_unit_files_are_refused_at_their_lines(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            fine = (await ann.post("/api/scenarios/check", {"map": MAP})).json()
            assert fine["card"]["own"] and 'zone = "red"' in fine["scenario"]
            text = fine["scenario"].replace('zone = "red"', 'zone = "green"')
            line = 1 + text.split("\n").index('zone = "green"')
            told = (await ann.post("/api/scenarios/check", {"map": MAP, "scenario": text})).json()
            assert [(one["line"], one["field"]) for one in told["faults"]["scenario"]] == [
                (line, "sides[1].zone")
            ]
            told = (await ann.post("/api/scenarios/check", {"map": MAP, "units": UNIT})).json()
            assert set(told["faults"]) == {"units"}
            told = (await ann.post("/api/scenarios/check", {})).json()
            assert set(told["faults"]) == {"scenario"}

    run(story())


def test_an_own_unit_fights_in_an_own_scenario(server: Server) -> None:
    units = (DATA / "units" / "mercenaries.toml").read_text(encoding="utf-8")
    units = units.replace('id = "doubledealer"', 'id = "my-dealer"', 1)
    text = (DATA / "scenarios" / "hex-duel.toml").read_text(encoding="utf-8")
    text = text.replace("optimus-prime", "my-dealer")

    async def story() -> None:
        async with Person(server) as ann:
            told = (await ann.post("/api/scenarios/check", {"scenario": text})).json()
            assert "my-dealer" in told["faults"]["scenario"][0]["reason"]
            card = (await ann.post("/api/scenarios", {"scenario": text, "units": units})).json()["card"]
            info = (await ann.get(f"/api/hexes/{card['id']}")).json()
            assert "my-dealer" in info["sheets"]
            made = await ann.table(card["id"], "hotseat")
            assert made["table"]["game"] == card["id"]

    run(story())


def test_an_own_map_is_played_at_once_against_a_bot(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            wish = {"points": [60, 60], "everybody": True, "name": "Ford"}
            card = (await ann.post("/api/scenarios", {"map": MAP, "skirmish": wish})).json()["card"]
            assert card["family"] == "hexes" and card["names"]["en"] == "Ford"
            info = (await ann.get(f"/api/hexes/{card['id']}")).json()
            assert info["map"]["name"] == "Two fords" and info["card"]["own"]
            made = await ann.table(card["id"], {"type": "bot", "level": "1"}, seat=0)
            table = made["table"]["id"]
            await _to_the_first_round(ann, table)
            gallery = (await ann.get("/api/games")).json()
            assert card["id"] not in {one["id"] for one in gallery}
            listed = (await ann.get(f"/api/games/{card['id']}/card")).json()
            assert listed["names"]["en"] == "Ford"  # what the lists of tables call it

    run(story())


async def _to_the_first_round(ann: Person, table: str) -> None:
    """Choose and deploy a force, and act once."""
    async with ann.at(table) as line:
        while True:
            told = await line.until("turn")
            asked: dict[str, Any] = (await ann.get(f"/api/tables/{table}/hex/demand?seat=0")).json()
            if asked["what"] == "muster":
                unit = min(asked["muster"], key=asked["muster"].get)
                action: Any = {"type": "muster", "units": [unit]}
            elif asked["what"] == "deploy":
                spot = asked["deploy"][0]["spots"][0]
                at = f"{spot['hexes'][0] % 4 + 1:02}{spot['hexes'][0] // 4 + 1:02}"
                unit = asked["deploy"][0]["unit"]
                action = {"type": "deploy", "unit": unit, "at": at, "facing": "N", "mode": spot["mode"]}
            else:
                action = told["legal"][0]
            await line.send("hex-act", action=action, n=asked["n"])
            if asked["what"] == "act":
                await line.until("told")
                return


def test_a_scenario_in_the_making_becomes_one_file_that_opens_again(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            begun = (await ann.post("/api/scenarios/open", {"map": MAP, "skirmish": {"rounds": 5}})).json()
            scenario, ground = begun["scenario"], begun["map"]
            assert scenario["limit"]["rounds"] == 5 and "red" in ground["map"]["zones"]
            for side, unit in zip(scenario["sides"], ("bumblebee", "kickback"), strict=True):
                del side["points"], side["factions"]
                side["units"] = [{"unit": unit}]
            body = {"scenario": scenario, "map": ground["text"]}
            told = (await ann.post("/api/scenarios/draft", body)).json()
            assert "faults" not in told
            again = (await ann.post("/api/scenarios/open", {"scenario": told["text"]})).json()
            assert again["scenario"] == scenario and again["map"] == ground
            card = (await ann.post("/api/scenarios", {"scenario": told["text"], "map": BOARD})).json()["card"]
            assert (card["width"], card["height"]) == (4, 6), "the map in the file is played on"
            made = await ann.table(card["id"], "hotseat")
            assert made["table"]["game"] == card["id"]

    run(story())


def test_faults_of_a_scenario_in_the_making_are_told_all_at_once_by_field(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            info = (await ann.get("/api/hexes/hex-bridge")).json()["scenario"]
            info["sides"][0]["zone"] = "nowhere"
            info["sides"][1]["units"][0]["unit"] = "nobody"
            info["limit"]["winner"] = "somebody"
            told = (await ann.post("/api/scenarios/draft", {"scenario": info})).json()
            fields = {one["field"] for one in told["faults"]}
            assert fields >= {"sides[1].zone", "sides[2].units[1].unit", "limit.winner"}
            bench = (await ann.get("/api/workbench")).json()
            assert "bumblebee" in bench["sheets"] and "river" in {one["id"] for one in bench["maps"]}
            river = (await ann.get("/api/maps/with-the-game/river")).json()
            assert "bridge" in river["map"]["zones"]
            await ann.get("/api/maps/with-the-game/none", status=404)
            units = (DATA / "units" / "mercenaries.toml").read_text(encoding="utf-8")
            own = {"scenario": info, "units": units.replace('"doubledealer"', '"my-dealer"')}
            assert set((await ann.post("/api/scenarios/draft", own)).json()["sheets"]) == {"my-dealer"}
            wrong = (await ann.post("/api/scenarios/open", {"scenario": "id = 3"})).json()
            assert "scenario" not in wrong and wrong["faults"]["scenario"][0]["field"] == "id"

    run(story())
