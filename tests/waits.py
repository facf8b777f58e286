"""How long tests wait: for events, and never for a number of seconds that a slow machine may need."""

from __future__ import annotations

PATIENCE = 300.0
"""Seconds after which something that should have come counts as missing. Nothing is measured by it."""
