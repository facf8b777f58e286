"""All acts of a turn: which there are, those that are legal now, their text forms, carrying one out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Union

from flagfall.core.errors import BadText, IllegalAction, Unreadable, complaint
from flagfall.core.offers import multiplied
from flagfall.core.protocol import Action, OfferedActions
from flagfall.hexes import abilities, actions
from flagfall.hexes.actions.act import Act, check_turn
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.turns import go_on
from flagfall.hexes.position import HexPosition
from flagfall.hexes.scene import Scene

KINDS: Final[tuple[type[Act], ...]] = (*actions.KINDS, *abilities.KINDS)
"""Every kind of act, in the order of the lists that players see."""
VERBS: Final[dict[str, type[Act]]] = {word: kind for kind in KINDS for word in kind.names()}
"""The kinds of acts by every first word that names one."""


ANY: Final = Union[KINDS]  # noqa: UP007 - of a tuple
"""The union of all kinds of acts."""


def offers(state: HexPosition) -> list[OfferedActions]:
    """All legal actions of the turn in progress, as products of short lists."""
    scene = Scene(state)
    return [offer for kind in KINDS for offer in kind.offers(scene)]


def legal(found: Sequence[OfferedActions]) -> list[Action]:
    """All legal actions of the turn in progress, one by one."""
    return multiplied(found, ANY)


def take(draft: Draft, action: Action) -> None:
    """Carry out an action of the turn in progress, and all that follows until somebody has to decide."""
    if not isinstance(action, Act):
        raise IllegalAction("HX-SEQ-3", kind=type(action).__name__.lower())
    scene = Scene(draft.before)
    check_turn(scene, action)
    draft.use_up(action.price(), action.slot(scene))
    action.perform(draft, scene)
    go_on(draft)


def read(text: str) -> Act:
    """The act that a text names; `BadText` says where it cannot be read."""
    words = text.split()
    kind = VERBS.get(words[0].lower()) if words else None
    if kind is None:
        raise BadText(complaint("act.verb", known=", ".join(sorted(VERBS))))
    with reading(text):
        return kind.read(words)


@contextmanager
def reading(text: str) -> Iterator[None]:
    """Makes `BadText` of words that do not fit: what is wrong with one of them, or that they are too many."""
    column = len(next(iter(text.split()), "")) + 2
    try:
        yield
    except Unreadable as error:
        raise BadText(error.complaint, column=column) from None
    except (ValueError, IndexError):
        raise BadText(complaint("act.unfit", text=text), column=column) from None
