"""How a server begins: its settings, its address and QR code, a port that is taken."""

from __future__ import annotations

import contextlib
import io
import socket
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagfall.server.run import address as address_of
from flagfall.server.run import lan_address, port_to_play, running_at, show_qr
from flagfall.server.settings import Settings, read_settings
from flagfall.terminal.main import main
from tests.server.kit import Server, settings


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("run")
    with Server(settings(f"sqlite:///{folder}/x.sqlite3")) as server:
        yield server


def test_a_qr_code_is_drawn() -> None:
    out = io.StringIO()
    show_qr("http://192.168.1.7:8420", out)
    assert len(out.getvalue().splitlines()) > 10
    assert address_of(settings("sqlite://", host="192.168.1.7", port=8420)) == "http://192.168.1.7:8420"
    assert address_of(settings("sqlite://", host="::1", port=1)) == "http://[::1]:1"
    assert address_of(settings("sqlite://", base_url="https://play.example")) == "https://play.example"


def test_settings_come_from_file_environment_and_flags(tmp_path: Path) -> None:
    file = tmp_path / "flagfall.toml"
    file.write_text('host = "::1"\nport = 1\nchat = false\n')
    found = read_settings({"port": 3, "host": None}, {"FLAGFALL_PORT": "2", "FLAGFALL_BOT_PACE": "0.5"}, file)
    assert (found.host, found.port, found.chat, found.bot_pace) == ("::1", 3, False, 0.5)
    for environment, wrong in (
        ({"FLAGFALL_PORT": "many"}, "^FLAGFALL_PORT: "),
        ({"FLAGFALL_PORT": "99999"}, "^FLAGFALL_PORT: .* 65535"),
        ({"FLAGFALL_BOT_SECONDS": "-1"}, "^FLAGFALL_BOT_SECONDS: takes no -1.0$"),
        ({"FLAGFALL_SETTINGS": str(tmp_path / "none.toml")}, "none.toml: No such file or directory$"),
    ):
        with pytest.raises(ValueError, match=wrong):
            read_settings({}, environment)
    for text, wrong in (
        ("prot = 1", "no setting 'prot'; did you mean port"),
        ("proxies = 'x'", "toml: proxies: "),
    ):
        file.write_text(text)
        with pytest.raises(ValueError, match=wrong):
            read_settings({}, {}, file)


@pytest.mark.parametrize(
    ("flag", "wrong"),
    [
        ("--port=65536", "--port: "),
        ("--host=192.0.2.1", "cannot listen at 192.0.2.1"),
        (
            "--database=postgresql://me:secret@127.0.0.1:1/x",
            "cannot open the database postgresql://me:***@127.0.0.1:1/x: ",
        ),
        (
            "--database=sqlite:////dev/null/x",
            "cannot open the database sqlite:////dev/null/x: ",
        ),
    ],
)
def test_an_address_that_cannot_be_is_one_line(
    flag: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--database", "sqlite://", flag]) == 2
    said = capsys.readouterr().err
    assert wrong in said and said.count("\n") == 1


def test_a_second_server_says_that_the_port_is_taken_and_what_to_do(
    place: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    port = int(place.url.rsplit(":", 1)[1])
    assert main(["serve", "--port", str(port), "--database", "sqlite://"]) == 2
    said = capsys.readouterr().err
    assert f"port {port} is taken" in said
    assert place.url in said
    assert f"--port {port + 1}" in said


def test_a_second_game_on_this_machine_opens_the_one_that_runs(
    place: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    port = int(place.url.rsplit(":", 1)[1])
    assert main(["serve", "--open", "--port", str(port), "--database", "sqlite://"]) == 0
    assert f"running already, at {place.url}" in capsys.readouterr().out
    assert opened == [place.url]


def test_a_game_for_the_network_does_not_pass_off_one_that_phones_cannot_reach(
    place: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    if lan_address() is None:
        pytest.skip("this machine is in no network")
    port = place.url.rsplit(":", 1)[1]
    assert main(["serve", "--open", "--lan", "--port", port, "--database", "sqlite://"]) == 1
    assert "for this machine alone" in capsys.readouterr().out


def test_a_port_of_another_program_is_left_for_the_next_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = Settings(port=other.getsockname()[1])
        assert port_to_play(taken)[0].port > taken.port
    assert not running_at(taken)


def test_a_game_that_had_to_take_another_port_is_found_again(place: Server) -> None:
    port = int(place.url.rsplit(":", 1)[1])
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # Some other program has it already, which is as good.
            held.enter_context(socket.create_server(("127.0.0.1", port - 1)))
        found, runs = port_to_play(Settings(port=port - 1))
    assert runs
    assert found.port in (port - 1, port)
