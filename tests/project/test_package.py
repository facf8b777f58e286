"""What is installed from the wheel: the rules alone, the whole game; and the client in a container."""

from __future__ import annotations

import fcntl
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.project.test_imports import EVERY_MODULE
from tests.server.kit import Person, deploy, play_on, run

ROOT = Path(__file__).parents[2]
CLIENT, HELP = ROOT / "web" / "dist", ROOT / "site" / "help"
UV = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NOT_COPIED = shutil.ignore_patterns("__pycache__", "client", "help", "node_modules", "dist", "corpus")
"""What is made again, or only here."""

RULES_ALONE = """
import random, sys, flagfall
for id in flagfall.games():
    rng, state = random.Random(1), flagfall.game(id).new(seed=1)
    for _ in range(40):
        if not (decisions := state.pending()):
            break
        state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
assert "numpy" not in sys.modules
for part in ("fast", "server", "learn", "research.gym_env", "research.datasets", "bots.ranks"):
    try:
        __import__(f"flagfall.{part}")
    except ImportError as error:
        print(error)
"""


def sh(*command: str | Path, cwd: Path | None = None, status: int = 0) -> str:
    """What a command prints; it ends with the status."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == status, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with wheel and source archive: the one to upload, or made from a copy of the tree."""
    if given := os.environ.get("FLAGFALL_DIST"):
        return Path(given)
    if not CLIENT.exists() or not HELP.exists():
        pytest.skip("the client or the help is not built: make build")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    tree = shared / "package"
    with (shared / "package.lock").open("w") as lock:  # the processes of a run share one build
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(tree.glob("dist/*.whl")):
            shutil.rmtree(tree, ignore_errors=True)
            build(tree)
    return tree / "dist"


def build(tree: Path) -> None:
    """Wheel and source archive of a copy of this tree, in its folder dist."""
    tree.mkdir()
    for pattern in (*PYPROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"], ".gitignore"):
        for path in ROOT.glob(pattern.lstrip("/")):
            goal = tree / path.relative_to(ROOT)
            goal.parent.mkdir(exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, goal, ignore=NOT_COPIED)
            else:
                shutil.copy(path, goal)
    shutil.copytree(CLIENT, tree / "src" / "flagfall" / "server" / "client")
    shutil.copytree(HELP, tree / "src" / "flagfall" / "server" / "help")
    # Both from the tree: by itself `uv build` makes the wheel from the archive.
    sh(UV, "build", "--quiet", "--sdist", "--wheel", "--out-dir", tree / "dist", cwd=tree)


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


def environment(folder: Path, *packages: str | Path) -> Path:
    """The folder of the programs of a new environment that has these packages and nothing else."""
    sh(UV, "venv", "--quiet", "--python", sys.executable, folder)
    programs = folder / "bin"
    sh(UV, "pip", "install", "--quiet", "--python", programs / "python", *packages)
    return programs


def test_the_source_archive_makes_the_same_wheel(built: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    sh(UV, "build", "--quiet", "--wheel", "--out-dir", tmp_path / "again", cwd=source)
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(next((tmp_path / "again").glob("*.whl"))) as second:
        assert {i.filename: i.CRC for i in first.infolist()} == {i.filename: i.CRC for i in second.infolist()}


def test_the_source_archive_has_every_file_of_the_project_and_no_other(built: Path) -> None:
    """Anybody who has it can build client and site again, and run the tests."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    listed = sh("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=ROOT).split("\0")
    tracked = {name for name in listed if (ROOT / name).is_file()}
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    made = ("src/flagfall/server/client/", "src/flagfall/server/help/")
    assert {name for name in held - tracked if not name.startswith(made)} == {"PKG-INFO"}
    assert {name for name in tracked - held if name.partition("/")[0] not in ("training", ".ci")} == {
        ".gitattributes"
    }


def test_the_wheel_has_client_weights_types_and_no_tests(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {
        "flagfall/py.typed",
        "flagfall/server/client/index.html",
        "flagfall/server/help/de/games/original/index.html",
        "flagfall/bots/network/weights/ranks.onnx",
    } <= names
    assert not [name for name in names if name.startswith("tests/")]
    # The network is the largest file, and there once; the server sends it to browsers too.
    assert sorted(name for name in names if name.endswith(".onnx")) == [
        "flagfall/bots/network/weights/ranks-int8.onnx",
        "flagfall/bots/network/weights/ranks.onnx",
    ]


PROGRAMS = {
    "flagfall.research.datasets": "research",
    "flagfall.research.docs_tables": "research",
    "flagfall.learn": "learn",
    "flagfall.fast.ptx": "fast",
    "flagfall.server.settings_page": "play",
}
"""Modules that are run by ``python -m``, and the extra that each needs."""


def test_the_rules_alone_need_msgspec_and_name_the_extra_of_all_else(wheel: Path, tmp_path: Path) -> None:
    programs = environment(tmp_path / "rules", wheel)
    listed = sh(UV, "pip", "freeze", "--python", programs / "python")
    assert sorted(re.findall(r"^([\w-]+)(?:==| @)", listed, re.MULTILINE)) == ["flagfall", "msgspec"]
    said = sh(programs / "python", "-I", "-c", RULES_ALONE, cwd=tmp_path)
    assert [re.findall(r"'(.+)'", line) for line in said.splitlines()] == [
        [f"flagfall[{extra}]"] for extra in ("fast", "play", "learn", "research", "research", "play")
    ]
    assert sh(programs / "python", "-I", "-c", EVERY_MODULE, cwd=tmp_path) == ""
    assert "pirates-code" in sh(programs / "flagfall", "games", cwd=tmp_path)
    said = sh(programs / "flagfall", "serve", cwd=tmp_path, status=2)
    assert said.count("\n") == 1 and "pip install 'flagfall[play]'" in said
    for module, extra in PROGRAMS.items():
        said = sh(programs / "python", "-I", "-m", module, cwd=tmp_path, status=2)
        assert said.count("\n") == 1 and f"pip install 'flagfall[{extra}]'" in said, said


def test_a_game_is_played_at_a_server_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    pins = tmp_path / "pins.txt"
    sh(UV, "export", "--quiet", "--frozen", "--no-default-groups", "--extra", "play", "--no-emit-project",
       "--no-hashes", "--output-file", pins, cwd=ROOT)  # fmt: skip
    programs = environment(tmp_path / "play", "-r", pins, wheel)
    server = subprocess.Popen(
        [programs / "flagfall", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.sqlite3'}"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        assert not url.endswith(":0")

        async def play() -> None:
            async with Person(url) as ann:
                assert "<title>" in (await ann.get("/")).text
                for file in (await ann.get("/offline.json")).json()["files"]:
                    assert len((await ann.get(file["path"])).content) == file["bytes"], file
                assert "Stratego Duell" in (await ann.get("/help/de/games/duel/")).text
                table = await ann.table("barrage", {"type": "bot", "level": "1"}, seat=0)
                async with ann.at(table["table"]["id"]) as line:
                    await line.until("turn")
                    await deploy(line, "barrage", 0)
                    await play_on(line, random.Random(1), plies=5)

        run(play())
    finally:
        server.terminate()
        server.wait()


def is_sent(path: str) -> bool:
    """Whether an image can have this file: the last fitting line of .dockerignore decides."""
    parts = path.split("/")
    above = ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]
    sent = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        pattern = line.removeprefix("!")
        named = parts if pattern.startswith("**/") else above
        if line and not line.startswith("#") and (pattern == "*" or pattern.removeprefix("**/") in named):
            sent = line.startswith("!")
    return sent


def not_sent(folder: str, names: list[str]) -> list[str]:
    """What `shutil.copytree` leaves out of a folder of this tree, as the builder of an image does."""
    return [name for name in names if not is_sent((Path(folder) / name).relative_to(ROOT).as_posix())]


def test_an_image_gets_what_it_copies_and_nothing_that_was_built_here() -> None:
    """What was made here, by npm or `make build`, would replace what the image makes for itself."""
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    wanted = [path for line in re.findall(r"^COPY (?!--)(.*) \S+$", text, re.M) for path in line.split()]
    assert {path for path in wanted if not is_sent(path)} == set()
    for made in (
        ".git/HEAD",
        ".venv/bin/python",
        "dist/x.whl",
        "site/index.html",
        "src/flagfall/core/__pycache__/x.pyc",
        "src/flagfall/server/client/index.html",
        "src/flagfall/server/help/en/index.html",
        "web/dist/index.html",
        "web/node_modules/svelte/package.json",
    ):
        assert not is_sent(made), made


def test_the_client_stage_of_the_container_builds_in_an_empty_folder(tmp_path: Path) -> None:
    """Its COPY and RUN lines are carried out with the local Node: what it does not copy is not there."""
    if shutil.which("npm") is None:
        pytest.skip("there is no Node on this machine")
    stage = re.search(
        r"^FROM \S+ AS client\n(.*?)^FROM ", (ROOT / "deploy" / "Containerfile").read_text(), re.M | re.S
    )
    assert stage is not None
    here = tmp_path
    for line in stage[1].splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[0] == "WORKDIR":
            here = tmp_path / words[1].lstrip("/")
            here.mkdir(parents=True)
        elif words[0] == "COPY":
            *sources, target = words[1:]
            goal = tmp_path / target.lstrip("/") if target.startswith("/") else here / target
            for source in sources:
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, goal, dirs_exist_ok=True, ignore=not_sent)
                else:
                    shutil.copy(ROOT / source, goal)
        elif words[0] == "RUN":
            sh(*words[1:], cwd=here)
        else:
            raise AssertionError(f"a test does not know {words[0]}")
    assert (here / "dist" / "index.html").exists()
