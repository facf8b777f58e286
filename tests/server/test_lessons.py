"""Lessons over HTTP: played by their answers, refused by the rules, with stars that an account keeps."""

from __future__ import annotations

from tests.server.kit import Person, Server, run
from tests.server.test_people import GOOD, account

MINER = {"type": "move", "origin": 93, "target": 94}
MARSHAL = {"type": "move", "origin": 84, "target": 94}


def test_a_lesson_is_played_and_tells_nothing_of_hidden_pieces(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            listed = (await ann.get("/api/lessons")).json()
            assert [one["id"] for one in listed][:2] == ["moving", "attacking"]
            pieces = {one["id"]: one["piece"] for one in listed}
            assert pieces["bombs-and-miners"] == {"seat": 0, "rank": "3", "emblem": "pick"}
            assert pieces["remembering"] == {"seat": 1}, "the back of an enemy"
            path = "/api/lessons/bombs-and-miners"
            first = (await ann.post(path, {})).json()
            hidden = [one for one in first["task"]["scene"]["view"]["pieces"] if one["square"] == 95]
            assert "kind" not in hidden[0]
            assert "rank" not in hidden[0]
            assert first["task"]["scene"]["view"]["setups"][1] is None
            wrong = (await ann.post(path, {"answers": [MARSHAL]})).json()
            assert wrong["verdict"] == "wrong"
            assert wrong["task"]["number"] == 0
            right = (await ann.post(path, {"answers": [MINER]})).json()
            assert right["verdict"] == "right"
            assert right["task"]["number"] == 1
            far = {"type": "move", "origin": 84, "target": 4}
            refused = (await ann.post(path, {"answers": [far]}, status=422)).json()
            assert refused["rule"].startswith("ST-MOVE")
            await ann.post("/api/lessons/nothing", {}, status=404)
            await ann.post(path, {"answers": [MINER] * 30}, status=400)

    run(go())


def test_stars_are_kept_the_most_of_them_and_come_along_to_the_account(server: Server) -> None:
    async def go() -> None:
        ann, name, _ = await account(server)
        await ann.http.put("/api/me/lessons/spy", json={"stars": 3})
        await ann.http.put("/api/me/lessons/spy", json={"stars": 1})
        assert (await ann.get("/api/me/lessons")).json() == {"spy": 3}
        assert (await ann.http.put("/api/me/lessons/spy", json={"stars": 4})).status_code == 400
        assert (await ann.http.put("/api/me/lessons/none", json={"stars": 1})).status_code == 404
        async with Person(server) as guest:
            await guest.http.put("/api/me/lessons/moving", json={"stars": 2})
            await guest.http.put("/api/me/lessons/spy", json={"stars": 1})
            await guest.post("/api/login", {"name": name, "password": GOOD})
            assert (await guest.get("/api/me/lessons")).json() == {"moving": 2, "spy": 3}
            exported = (await guest.get("/api/me/export")).json()
            assert {row["lesson"] for row in exported["lessons"]} == {"moving", "spy"}
        await ann.__aexit__(None, None, None)

    run(go())
