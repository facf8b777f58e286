"""Every Python block of README and docs runs as it stands; a page's blocks run one after the other."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from flagfall.terminal.main import main

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ELSEWHERE = {"needs a running server": "tests/server/test_bots.py"}
"""The marks of blocks that cannot run here, and the test that runs them."""

PAGES = {
    str(page.relative_to(ROOT)): BLOCK.findall(page.read_text("utf-8"))
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
}


@pytest.mark.parametrize(
    "page", [page for page, blocks in PAGES.items() if any(not mark for mark, _ in blocks)]
)
def test_the_python_of_a_page_runs_as_it_stands(page: str, tmp_path: Path) -> None:
    script = tmp_path / "page.py"
    script.write_text("\n".join(code for mark, code in PAGES[page] if not mark), "utf-8")
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_what_cannot_run_here_is_marked_and_run_by_another_test() -> None:
    for blocks in PAGES.values():
        for mark, _ in blocks:
            assert not mark or mark.strip() in (ROOT / ELSEWHERE[mark.strip()]).read_text("utf-8")


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("hex-units.md", "units/mine.toml"),
        ("hex-maps.md", "maps/crossing.txt"),
        ("hex-scenarios.md", "scenarios/two-fords.toml"),
        ("lessons.md", "bombs.toml"),
    ],
)
def test_the_first_block_of_a_page_is_a_whole_file(
    page: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = re.search(
        r"^```(?:toml)?\n(.*?)^```", (ROOT / "docs/inventors" / page).read_text("utf-8"), re.M | re.S
    )
    assert first is not None
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(first[1], "utf-8")
    check = ["lesson", "check", name] if page == "lessons.md" else ["hex", "check", "--folder", "."]
    monkeypatch.chdir(tmp_path)
    assert (main(check), capsys.readouterr().out.rpartition(": ")[2]) == (0, "no faults\n")
