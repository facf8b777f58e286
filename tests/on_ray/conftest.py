"""A small Ray cluster on this machine, for all tests here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

MISSING = "Ray is not installed; `make test-ray` brings it"


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The address of the cluster."""
    pytest.importorskip("ray", reason=MISSING)
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    yield found.address
    found.shutdown()
