"""Every rule of the game has a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_rule_has_a_test_that_bears_its_number() -> None:
    text = (HERE.parents[1] / "docs" / "rules" / "hex.md").read_text("utf-8")
    numbers = set(re.findall(r"HX-[A-Z]+-[A-Z0-9]+", text))
    assert len(numbers) == 164
    tests = "\n".join(path.read_text("utf-8") for path in sorted(HERE.rglob("test_*.py")))
    names = "\n".join(re.findall(r"def (test_hx_\w+)", tests))
    slugs = {rule: rule.lower().replace("-", "_") for rule in numbers}
    missing = sorted(rule for rule, slug in slugs.items() if not re.search(rf"{slug}_[a-z]", names))
    assert missing == []
