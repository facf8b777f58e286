"""Whatever fits the description of the API, or just does not: the server answers, and never breaks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any
from unittest import SkipTest

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis.errors import Unsatisfiable
from schemathesis.core import NotSet

from tests.server.kit import PATIENCE, Server, settings

DESTROYS = {("DELETE", "/api/me"), ("POST", "/api/logout")}
"""What would end the session that the other requests use."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("openapi")
    with (
        Server(settings(f"sqlite:///{folder}/x.sqlite3")) as server,
        httpx.Client(base_url=server.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE) as client,
    ):
        client.post("/api/session").raise_for_status()
        yield client


MODES = (schemathesis.GenerationMode.NEGATIVE, schemathesis.GenerationMode.POSITIVE)
"""What does not fit the description, and what does; the second only in the long run."""


def ask(client: httpx.Client, case: Any) -> None:
    """Send a request; whatever is wrong with it, the answer is a problem with a code."""
    body = {} if isinstance(case.body, NotSet) else {"json": case.body}
    try:
        answer = client.request(case.method, case.formatted_path, params=case.query or {}, **body)
    except (httpx.InvalidURL, TypeError, ValueError):
        return  # Nothing that can be sent at all.
    assert answer.status_code < 500, (case.method, case.formatted_path, case.body, answer.text)
    if answer.status_code >= 400 and case.formatted_path.startswith("/api"):
        assert answer.json()["code"]


@pytest.mark.parametrize("examples", [1, pytest.param(100, marks=pytest.mark.long)])
def test_no_request_breaks_the_server(client: httpx.Client, examples: int) -> None:
    api = schemathesis.openapi.from_dict(client.get("/api/schema/openapi.json").json())
    calm = how(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    asked = 0
    # To think of what does not fit takes long: the quick run asks every third.
    for result in itertools.islice(api.get_all_operations(), 0, None, 1 if examples > 1 else 3):
        operation = result.ok()
        if (operation.method.upper(), operation.path) in DESTROYS:
            continue
        for mode in MODES if examples > 1 else MODES[:1]:
            cases = operation.as_strategy(generation_mode=mode)
            try:
                calm(given(cases)(lambda case: ask(client, case)))()
                asked += 1
            except (Unsatisfiable, SkipTest):
                continue  # Nothing can be wrong where nothing is asked for.
    assert asked > (20 if examples > 1 else 8)
