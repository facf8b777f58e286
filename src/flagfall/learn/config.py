"""The numbers of a training run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from flagfall.core import FlagfallError


class BadConfig(FlagfallError):  # noqa: N818 - named like the other errors
    """A training run cannot have these numbers, or cannot go on with them."""


RENAMED = {
    "tau": "entropy_start",
    "tau_decay": "entropy_decay",
    "tau_end": "entropy_end",
    "loose": "free_repetition",
}
"""What numbers were called when older states were saved."""


def changes(base: Any, words: list[str]) -> dict[str, Any]:
    """Changes to a dataclass from words such as ``lr=3e-4``; `BadConfig` names the word that is none."""
    old = {field.name: getattr(base, field.name) for field in fields(base)}
    found: dict[str, Any] = {}
    for word in words:
        name, _, text = word.partition("=")
        try:
            if isinstance(old[name], tuple):
                found[name] = tuple(type(old[name][0])(part) for part in text.split(","))
            else:
                found[name] = type(old[name])(text)
        except (KeyError, ValueError):
            raise BadConfig(f"{word!r} is not NAME=VALUE with one of {', '.join(old)}") from None
    return found


@dataclass(frozen=True)
class Config:
    """Everything that decides how a run learns; part of its saved state."""

    width: int = 128
    depth: int = 5
    memory: int = 0
    """1: the input has what each piece was seen to do; 0: it has not, as in states before that was kept."""
    games: int = 4096
    """Games side by side."""
    plies: int = 64
    """Half-moves of each game between two rounds of learning."""
    batch: int = 8192
    editions: tuple[str, ...] = ("original", "barrage", "duel", "star-wars-saga", "transformers")
    mix: tuple[float, ...] = (0.72, 0.10, 0.08, 0.03, 0.07)
    """The share of the games that each edition has."""
    optimizer: str = "muon"
    lr: float = 5e-4
    """Step size of Adam."""
    muon_lr: float = 6e-3
    """Step size of the orthogonalised steps, which the weights of convolutions take with ``muon``."""
    warmup: int = 50
    """Updates until the step size is full."""
    entropy_start: float = 0.02
    """Weight of the entropy at the start; it falls as ``(1 + iteration / 20) ** -entropy_decay``."""
    entropy_decay: float = 0.3
    entropy_end: float = 0.006
    kl: float = 0.05
    """Weight of the divergence from the policy that played."""
    clip: float = 0.2
    policy: float = 8.0
    value: float = 0.5
    belief: float = 0.1
    td: float = 0.9
    """Lambda of the outcome targets."""
    gae: float = 0.7
    """Lambda of the advantages."""
    keep: float = 0.25
    """The share of positions with the largest advantages that is learned from."""
    extra: float = 0.1
    """The share of all positions that is learned from besides."""
    draw: float = -0.1
    """What a draw is worth to both."""
    discount: float = 1.0
    """What is left of a win after one more move of the player, the rest is a draw: below 1 it hurries."""
    quiet: int = 100
    """Half-moves without an attack to a draw in training; in matches it is the edition's own number."""
    free_repetition: float = 0.0
    """The share of the games of each edition that knows no rule against repetition, as some hosts do."""
    norm: float = 1.0
    """Largest norm of the gradient."""
    ema: float = 0.99
    """Decay of the averaged weights, for an iteration."""
    match_plies: int = 1500
    """Half-moves after which a game of a match counts as drawn."""
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.editions) != len(self.mix) or abs(sum(self.mix) - 1) > 1e-6:
            raise BadConfig(f"mix {self.mix} does not share 1 among {self.editions}")
        if not 0 <= self.free_repetition < 1:
            raise BadConfig(f"free_repetition {self.free_repetition} is no share: at least 0 and less than 1")
        if self.optimizer not in ("muon", "adam"):
            raise BadConfig(f"optimizer {self.optimizer!r}; there are muon and adam")
        if self.games * self.plies * (self.keep + self.extra) < self.batch:
            raise BadConfig(f"a batch of {self.batch} is more than an iteration gives")

    def changed(self, **values: Any) -> Config:
        """The same with other numbers."""
        return replace(self, **values)

    def plain(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return asdict(self)

    @classmethod
    def read(cls, plain: dict[str, Any]) -> Config:
        """From such a dictionary, also one with names of earlier versions; unknown names are an error."""
        plain = {RENAMED.get(name, name): value for name, value in plain.items()}
        known = {field.name for field in fields(cls)}
        if strange := sorted(set(plain) - known):
            raise BadConfig(f"unknown numbers: {', '.join(strange)}")
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in plain.items()}
        return cls(**values)

    @classmethod
    def parse(cls, base: Config, words: list[str]) -> Config:
        """``base`` with changes from words such as ``lr=3e-4``."""
        return base.changed(**changes(base, words))


FULL = Config(memory=1, discount=0.9997)
"""For a large GPU."""
TINY = Config(
    width=16,
    depth=2,
    memory=1,
    games=48,
    plies=16,
    batch=128,
    editions=("original", "barrage", "duel"),
    mix=(0.4, 0.3, 0.3),
    warmup=5,
    match_plies=100,
)
"""For a minute on a CPU: it shows that everything works, and learns next to nothing."""
PRESETS = {"full": FULL, "tiny": TINY}
