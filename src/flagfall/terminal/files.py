"""Files that a person names: read and written whole, or one clear error."""

from __future__ import annotations

from pathlib import Path

from flagfall.core import FlagfallError

LONGEST = 8_000_000
"""The longest file that is looked at, in bytes."""


class BadFile(FlagfallError):  # noqa: N818 - says what is wrong
    """A file that cannot be read or written."""


def read_text(path: Path) -> str:
    """The text of a file; one clear error if it cannot be read."""
    try:
        if path.stat().st_size > LONGEST:
            raise BadFile(f"{path}: longer than {LONGEST} bytes")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: not a text in UTF-8 (byte {error.start})") from None


def write_text(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a file whole or not at all; an existing one is only replaced if that is wanted."""
    write_bytes(path, text.encode(), replace=replace)


def write_bytes(path: Path, content: bytes, *, replace: bool = False) -> None:
    """The same for a file that is no text."""
    if path.exists() and not replace:
        raise BadFile(f"{path}: there is such a file already")
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadFile(f"{path}: {error.strerror or error}") from None
