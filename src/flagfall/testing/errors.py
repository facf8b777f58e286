"""How a broken law is reported."""

from __future__ import annotations


class LawBroken(AssertionError):  # noqa: N818 - it says what happened
    """A law does not hold: which one, in which game, and what was seen."""

    def __init__(self, law: str, game: str, what: str, **seen: object) -> None:
        self.law = law
        details = "".join(f"\n  {name}: {_short(value)}" for name, value in seen.items())
        super().__init__(f"{law} is broken in {game}: {what}{details}")


def _short(value: object) -> str:
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return text if len(text) <= 2_000 else f"{text[:1_000]} … {text[-900:]}"
