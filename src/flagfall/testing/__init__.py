"""The laws as a kit, for every edition, every scenario and games of others.

- *Fold*: folding the events that a seat hears into its view gives exactly its next view.
- *Secrecy*: what a seat cannot know changes not one byte of what it receives.
- *Replay*: the log rebuilds the state and its digest.
- *Codec*: text, JSON and integers round-trip.

And one that search relies on: a *determinized* state fits the view it was made from. Each law plays
random games from a seed and raises `LawBroken` with what it saw::

    >>> import flagfall
    >>> from flagfall.testing import check_all
    >>> check_all(flagfall.game("barrage"), seed=3)
"""

from flagfall.testing.errors import LawBroken
from flagfall.testing.laws import (
    LAWS,
    check_all,
    check_codec,
    check_determinize,
    check_fold,
    check_replay,
)
from flagfall.testing.play import Log, play
from flagfall.testing.secrecy import check_secrecy

__all__ = [
    "LAWS",
    "LawBroken",
    "Log",
    "check_all",
    "check_codec",
    "check_determinize",
    "check_fold",
    "check_replay",
    "check_secrecy",
    "play",
]
