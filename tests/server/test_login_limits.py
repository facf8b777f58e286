"""Limits by address: logins, new guests, requests; and the bucket that counts them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from flagfall.server.token_bucket import Limiter
from tests.server.kit import Server, settings
from tests.waits import PATIENCE


def test_too_much_is_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    limits: dict[str, Any] = {"requests_per_minute": 60, "logins_per_minute": 3, "guests_per_hour": 6}
    with (
        Server(settings(url, **limits)) as server,
        httpx.Client(base_url=server.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client,
    ):
        body = {"name": "nobody", "password": "wrong wrong"}
        codes = [client.post("/api/login", json=body).status_code for _ in range(5)]
        assert codes == [401, 401, 401, 429, 429]
        guests = []
        for _ in range(4):
            client.cookies.clear()
            guests.append(client.post("/api/session").status_code)
        assert guests == [200, 200, 429, 429]
        answers = [client.get("/api/hello") for _ in range(60)]
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "too-many"
        assert int(answers[-1].headers["retry-after"]) >= 1


def test_a_limit_lets_through_its_rate() -> None:
    now = [0.0]
    limit = Limiter(2.0, 3, lambda: now[0])
    assert [limit.take("a") for _ in range(4)] == [True, True, True, False]
    assert limit.take("b")
    assert limit.wait("a") == 1
    now[0] = 0.5
    assert [limit.take("a"), limit.take("a")] == [True, False]
