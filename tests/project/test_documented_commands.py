"""The documentation names only commands, flags, modules and targets that exist."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from flagfall.terminal.main import OTHERS, _parser

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    {*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")} - {ROOT / "CHANGELOG.md"}
)
_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
SHELL = ("", "sh", "bash", "console", "text")


def commands(text: str) -> Iterator[list[str]]:
    """The command lines of a page, as words, from its blocks of code and from words in code."""
    lines = [line for kind, block in _FENCE.findall(text) if kind in SHELL for line in _whole(block)]
    lines += _SPAN.findall(_FENCE.sub("", text))
    for line in lines:
        for part in re.split(r"\s(?:\||&&|;)\s", line.strip().removeprefix("$ ")):
            try:
                words = shlex.split(part, comments=True)
            except ValueError:
                continue
            while words and re.fullmatch(r"[A-Z][A-Z_0-9]*=.*", words[0]):
                words.pop(0)
            if words:
                words[0] = words[0].rpartition("/")[2]
                yield words


def _whole(block: str) -> list[str]:
    """The lines of a block; one that goes on after a backslash is one."""
    return re.sub(r"\\\n\s*", " ", block).splitlines()


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found = [act for act in parser._actions if isinstance(act, argparse._SubParsersAction)]
    return dict(found[0].choices) if found else {}


def unknown_words(words: list[str]) -> Iterator[str]:
    """What `flagfall` does not know in a command line."""
    name = words[0] if words else ""
    parser: argparse.ArgumentParser = _parser(words if name in OTHERS else [])
    rest = list(words)
    while rest and subcommands(parser):
        known = subcommands(parser)
        if rest[0].startswith("-") or re.search(r"[A-Z…|<\[.]", rest[0]):
            break
        if rest[0] not in known:
            yield rest[0]
            return
        parser = known[rest.pop(0)]
    flags = {flag for action in parser._actions for flag in action.option_strings}
    for word in rest:
        flag = word.strip("[]").partition("=")[0]
        if flag.startswith("--") and len(flag) > 2 and flag not in flags:
            yield flag


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_only_commands_that_exist(page: Path) -> None:
    wrong = []
    targets = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for words in commands(page.read_text("utf-8")):
        if words[0] == "flagfall" and len(words) > 1:
            wrong += [f"{' '.join(words)}: {word}" for word in unknown_words(words[1:])]
        if words[0] == "make" and len(words) > 1 and re.fullmatch(r"[a-z][\w-]*", words[1]):
            wrong += [] if words[1] in targets else [" ".join(words)]
        if words[0].startswith("python") and words[1:2] == ["-m"]:
            module = words[2]
            if module == "bench":
                wrong += [f"bench {name}" for name in words[3:4] if not find_spec(f"bench.{name}")]
            elif find_spec(module.partition(".")[0]) is None or find_spec(module) is None:
                wrong.append(" ".join(words))
    assert wrong == []


def test_the_code_names_only_pages_that_exist() -> None:
    """Help texts and docstrings send readers to pages of docs/."""
    wrong = [
        f"{path.relative_to(ROOT)}: {page}"
        for path in (ROOT / "src" / "flagfall").rglob("*.py")
        for page in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text("utf-8"))
        if not (ROOT / page).exists()
    ]
    assert wrong == []


@pytest.mark.parametrize("line", ["flagfall gammes", "flagfall play hex-duel --levl 3", "flagfall hex chekc"])
def test_a_slip_in_a_command_is_seen(line: str) -> None:
    assert list(unknown_words(line.split()[1:]))
