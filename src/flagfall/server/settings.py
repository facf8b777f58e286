"""The settings of a server: defaults, a TOML file, the environment, flags; each overrides the one before."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from flagfall.core import FlagfallError

PREFIX = "FLAGFALL_"
"""``FLAGFALL_PORT=8080`` sets `Settings.port`."""
FILE = "FLAGFALL_SETTINGS"
"""The environment variable that names the settings file."""

Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]


class BadSetting(FlagfallError):  # noqa: N818 - says what is wrong
    """A setting that there is not, or a value that it does not take."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")


def data_folder() -> Path:
    """The folder for the user's data."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "flagfall"


def _default_database() -> str:
    return f"sqlite:///{data_folder() / 'flagfall.sqlite3'}"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a server runs."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: Port = 8420
    """The port to listen on."""
    database: str = msgspec.field(default_factory=_default_database)
    """``sqlite:///path`` or ``postgresql://user:password@host/name``."""
    redis: str = ""
    """``redis://host:6379/0``, for several processes on one PostgreSQL; empty for a single process."""
    lease_seconds: float = 5.0
    """A process that does not renew its lease for this long loses its tables to the others."""
    base_url: str = ""
    """The address that people use, if it is not where the server listens; https makes cookies secure."""
    hosts: tuple[str, ...] = ()
    """Host names of this server, besides localhost, IP addresses and the host of base_url."""
    web: str = ""
    """The folder of the built client; empty for the one in the package or source tree."""
    proxies: int = 0
    """How many trusted proxies stand in front of the server and append to X-Forwarded-For."""
    bot_processes: int = 1
    """Processes that play for the built-in bots."""
    bot_seconds: float = 1.0
    """How long a built-in bot may think about a move."""
    bot_pace: float = 1.2
    """A built-in bot moves this many seconds after it is asked, or a whole multiple of that."""
    bot_warm: bool = True
    """Whether the bot processes start with the server, not with the first game."""
    guests: bool = True
    """Whether people may play without an account."""
    uploads: bool = True
    """Whether people may upload their own editions."""
    chat: bool = True
    """Whether people may write free text at tables; ready-made phrases are always allowed."""
    requests_per_minute: int = 240
    """For each address."""
    logins_per_minute: int = 10
    """For each address, and for each account."""
    misses_per_minute: int = 60
    """For each address: requests for things that do not exist or are not theirs."""
    uploads_per_minute: int = 30
    """For each address: files to check or save."""
    prints_per_minute: int = 6
    """For each address: games turned into a PDF; recent ones that are still cached do not count."""
    searches_per_minute: int = 60
    """For each address: searches and statistics of the database of games."""
    downloads_per_hour: int = 12
    """For each address: files of games from the database, and as many files of a person's own data."""
    download_games: int = 200
    """The most games in such a file."""
    guests_per_hour: int = 60
    """New guests for each address."""
    messages_per_second: float = 20.0
    """For each websocket, on average."""
    says_per_minute: int = 20
    """Chat lines, for each person."""
    connections_per_address: int = 200
    """Websockets at once."""
    requests_at_once_per_address: int = 256
    """Open connections other than websockets; not counted behind a proxy."""
    sockets_at_most: int = 5_000
    """Websockets to tables; above four fifths of this, only players get in: no new tables, no onlookers."""
    lag_at_most: float = 0.5
    """Seconds that a process may lag behind; above this there are no new tables or onlookers either."""
    tables_per_person: int = 50
    """The most unfinished tables that one person may have opened."""
    tournaments: bool = True
    """Whether people with an account may create tournaments; the operator always may."""
    tournament_players: int = 64
    """The most players in a tournament that a person creates."""
    tournament_rest: float = 10.0
    """Seconds between two games of a player in a tournament."""
    tournament_no_show: float = 60.0
    """A player who has not come to a tournament game after this many seconds loses it."""
    notice_seconds: float = 60.0
    """Seconds until a player who is away is notified by push or e-mail, if they have asked for it."""
    push: bool = True
    """Whether to send Web Push notices; the push services of the browser makers deliver them."""
    push_key: str = ""
    """The private VAPID key, 32 bytes in base64url; empty: one is made and stored in the database."""
    push_contact: str = ""
    """``mailto:`` or ``https:``, where a push service can reach the operator; empty for base_url."""
    push_local: bool = False
    """Whether push endpoints may have private addresses and plain http: for tests, never for a server."""
    smtp_host: str = ""
    """The mail server for e-mail notices, which also need base_url and smtp_from; empty: no e-mail."""
    smtp_port: Port = 587
    """The port of the mail server."""
    smtp_tls: Literal["starttls", "tls", "none"] = "starttls"
    """How the connection is encrypted; ``tls`` means from the first byte, as on port 465."""
    smtp_user: str = ""
    """The name to sign in with; empty for none."""
    smtp_password: str = ""
    """The password to sign in with."""
    smtp_from: str = ""
    """The address that mails come from."""
    mails_per_hour: int = 300
    """Confirmation mails from each process; each person and each address get only a few of these."""
    idle_seconds: int = 600
    """Seconds after which a table that nobody looks at is removed from memory."""
    session_days: int = 365
    """How long a cookie lasts."""
    metrics_token: str = ""
    """The bearer token for /metrics; empty: nobody can read it."""
    drain_seconds: float = 0.0
    """Seconds that a stopping process still accepts clients while /readyz already says no."""
    log_form: Literal["text", "json"] = "text"
    """Lines for people, or JSON for programs, on standard error."""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """The lowest level that is logged."""

    @property
    def secure(self) -> bool:
        """Whether people use https, so that cookies are for https only."""
        return self.base_url.startswith("https://")


def _fit(where: str, value: object, wanted: Any) -> Any:
    try:
        fits = msgspec.convert(value, wanted, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(where, str(error)) from None
    if isinstance(fits, (int, float)) and not fits >= 0:
        raise BadSetting(where, f"takes no {fits}")
    return fits


def _read_file(file: Path, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a file."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(str(file), error.strerror or str(error)) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(str(file), str(error)) from None
    for name in content:
        if name not in fields:
            near = " or ".join(difflib.get_close_matches(name, fields, n=2))
            raise BadSetting(
                str(file), f"there is no setting {name!r}" + (f"; did you mean {near}?" if near else "")
            )
    return {name: _fit(f"{file}: {name}", value, fields[name]) for name, value in content.items()}


def read_settings(
    flags: Mapping[str, object] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """The settings from file, environment and flags; `BadSetting` names the one that is wrong."""
    environment = os.environ if environment is None else environment
    fields = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    if file is None and environment.get(FILE):
        file = Path(environment[FILE])
    given = _read_file(file, fields) if file is not None else {}
    for name, kind in fields.items():
        variable = PREFIX + name.upper()
        if variable in environment:
            text: Any = environment[variable]
            given[name] = _fit(variable, text.split() if name == "hosts" else text, kind)
    for name, value in (flags or {}).items():
        if value is not None:
            given[name] = _fit(f"--{name.replace('_', '-')}", value, fields[name])
    return Settings(**given)
