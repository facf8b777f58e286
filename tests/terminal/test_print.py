"""``flagfall print``: a file, or one sentence that says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.terminal.main import main


def test_a_game_is_written_to_a_file_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "duel.pdf"
    command = ["print", "duel", "--language", "nl", "--paper", "letter", "-o", str(out)]
    assert main(command) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert main(command) == 2
    assert "there is such a file already" in capsys.readouterr().err
    assert main([*command, "--force"]) == 0


def test_the_file_is_named_after_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "duel", "--language", "de"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["flagfall-duel-de-a4.pdf"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["duell"], "there is no game 'duell'; did you mean duel"),
        (["duel", "--language", "xx"], "there is no language 'xx'"),
        (["duel", "--paper", "a3"], "there is no paper 'a3'"),
        (["duel", "-o", "nowhere/duel.pdf"], "nowhere/duel.pdf: No such file or directory"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())
