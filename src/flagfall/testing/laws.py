"""Fold, replay, codec and determinize. Secrecy has a file of its own."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from flagfall.core import PUBLIC, Action, AnyGame, State, View, hears
from flagfall.core.offers import multiplied
from flagfall.testing.errors import LawBroken
from flagfall.testing.play import Moment, moments, play
from flagfall.testing.secrecy import check_secrecy


def check_fold(game: AnyGame, seed: int, most: int = 100_000, **options: object) -> None:
    """Every seat's events, sent as JSON and folded into its view, give its next view, byte by byte.

    Every event is folded; views are compared at the opening, at the end and at every fourth step or so.
    """
    rng = random.Random(f"fold {game.id} {seed}")
    seats = (*range(game.seats), PUBLIC)
    first: State = game.new(seed=seed, **options)
    views = {seat: first.view(seat) for seat in seats}
    decoder = msgspec.json.Decoder(game.event_type)
    for i, moment in enumerate(moments(game, seed, most, **options)):
        looked_at = i < 5 or moment.after.outcome() is not None or rng.random() < 0.25
        for seat in seats:
            for event in moment.events:
                if not hears(event, seat):
                    continue
                got = decoder.decode(msgspec.json.encode(event))
                if got != event:
                    raise LawBroken("codec", game.id, "an event changed on the wire", sent=event, got=got)
                views[seat] = game.fold(views[seat], got)
            if looked_at:
                _same_view(game, seat, views[seat], moment)


def _same_view(game: AnyGame, seat: int, folded: View, moment: Moment) -> None:
    one, two = msgspec.json.encode(folded), msgspec.json.encode(moment.after.view(seat))
    if one != two:
        told = [event for event in moment.events if hears(event, seat)]
        raise LawBroken(
            "fold", game.id, f"seat {seat} after {moment.action}", events=told, folded=one, built=two
        )


def check_replay(game: AnyGame, seed: int, most: int = 100_000, **options: object) -> None:
    """A log of texts rebuilds the state and its digest, and so does the position text."""
    log = play(game, seed, most, **options)
    state: State = game.new(seed=seed, **options)
    for seat, action in log.actions:
        state = state.apply(seat, game.action(str(action))).state
    if state.digest() != log.digest:
        raise LawBroken("replay", game.id, "the log leads elsewhere", log=log.digest, replay=state.digest())


def _same_offers(game: AnyGame, moment: Moment) -> None:
    """Where legal actions come as offers too, those multiplied out are the list."""
    offers = moment.before.offers(moment.seat)
    if offers and multiplied(offers, game.action_type) != list(moment.before.legal(moment.seat)):
        raise LawBroken("codec", game.id, "the offers are not the legal actions", offers=offers)


def check_codec(game: AnyGame, seed: int, most: int = 100_000, **options: object) -> None:
    """Actions round-trip as text, JSON and integers; views as JSON; states as position texts."""
    rng = random.Random(f"codec {game.id} {seed}")
    for moment in moments(game, seed, most, **options):
        _round_trip(game, moment.action)
        if rng.random() < 0.05:
            _same_offers(game, moment)
            for action in moment.before.legal(moment.seat):
                _round_trip(game, action)
            for seat in (*range(game.seats), PUBLIC):
                view = moment.after.view(seat)
                got = msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
                if got != view:
                    raise LawBroken("codec", game.id, "a view changed on the wire", sent=view, got=got)
            text = moment.after.position()
            again = game.position(text)
            if again.digest() != moment.after.digest() or again.position() != text:
                raise LawBroken(
                    "codec", game.id, "a position changed as text", text=text, got=again.position()
                )


def _round_trip(game: AnyGame, action: Action) -> None:
    read = game.action(str(action))
    if read != action:
        raise LawBroken("codec", game.id, "an action changed as text", action=repr(action), got=repr(read))
    sent = msgspec.json.decode(msgspec.json.encode(action), type=game.action_type)
    if sent != action:
        raise LawBroken(
            "codec", game.id, "an action changed on the wire", action=repr(action), got=repr(sent)
        )
    try:
        code = game.encode(action)
    except ValueError:  # set-ups and free-form paths have no integer
        return
    if not 0 <= code < game.num_actions or game.decode(code) != action:
        raise LawBroken("codec", game.id, "an action changed as integer", action=repr(action), code=code)


def check_determinize(game: AnyGame, seed: int, most: int = 100_000, **options: object) -> None:
    """A state made from a view fits it, as the truth does, has its legal actions, and can be played on."""
    rng = random.Random(f"determinize {game.id} {seed}")
    for moment in moments(game, seed, most, **options):
        if rng.random() > 0.05:
            continue
        for seat in (*range(game.seats), PUBLIC):
            view = moment.after.view(seat)
            world: State = game.determinize(view, rng)
            for name, state in (("the truth", moment.after), ("a world made up", world)):
                if not game.fits(view, state):
                    where = f"{name} does not fit what seat {seat} sees"
                    raise LawBroken("determinize", game.id, where, view=view, state=state.position())
            if msgspec.json.encode(world.view(seat)) != msgspec.json.encode(view):
                raise LawBroken("determinize", game.id, f"seat {seat}", view=view, world=world.view(seat))
            if seat != PUBLIC and tuple(world.legal(seat)) != tuple(moment.after.legal(seat)):
                raise LawBroken("determinize", game.id, f"legal actions of seat {seat} differ")
            for decision in moment.after.pending():
                if moment.after.legal(decision.seat) and not world.legal(decision.seat):
                    raise LawBroken(
                        "determinize", game.id, f"seat {decision.seat} is stuck in a world made up"
                    )
            for _ in range(5):
                for decision in world.pending()[:1]:
                    world = world.apply(decision.seat, decision.sample(rng)).state


LAWS: dict[str, Callable[..., None]] = {
    "fold": check_fold,
    "secrecy": check_secrecy,
    "replay": check_replay,
    "codec": check_codec,
    "determinize": check_determinize,
}
"""Every law by its name."""


def check_all(game: AnyGame, seed: int, most: int = 100_000, **options: object) -> None:
    """Every law, on random games from one seed."""
    for law in LAWS.values():
        law(game, seed, most, **options)
