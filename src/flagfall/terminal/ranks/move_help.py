"""Help with the moves: what the piece on a square can do, and all that a player can do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flagfall.core.words import Phrases
from flagfall.ranks.actions import Halt, Move, PlayAction, Strike, Use
from flagfall.ranks.board import NAMES, NOWHERE
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import Piece, RankView
from flagfall.terminal.paragraphs import filled
from flagfall.terminal.ranks.story import Story


def goals(legal: Iterable[PlayAction], square: int) -> frozenset[int]:
    """The squares that the piece on a square can reach or hit, powers included."""
    found: set[int] = set()
    for action in legal:
        if isinstance(action, Move) and action.origin == square:
            found.add(action.target)
        elif isinstance(action, Strike) or (isinstance(action, Use) and action.origin == square):
            found.update(action.targets)
    return frozenset(found)


def square_help(
    game: RankGame, story: Story, legal: Sequence[PlayAction], square: int, say: Phrases
) -> list[str]:
    """What is known of a square, and what the reader's own piece there can do."""
    view = story.view
    piece = view.at(square)
    name = NAMES[square]
    if piece is None:
        key = "square-blocked" if square in game.board.blocked else "square-empty"
        return [say(key, square=name)]
    who = f"{story.named(piece)} ({story.side(piece.seat)})"
    lines = [f"{name}: {who}{_notes(piece, view, say)}"]
    if piece.seat != view.seat:
        return lines
    return lines + list(_abilities(game, view, piece, legal, say))


def _notes(piece: Piece, view: RankView, say: Phrases) -> str:
    notes = []
    if piece.robot:
        notes.append(say("note-robot"))
    if piece.seat == view.seat and piece.seen:
        notes.append(say("note-seen"))
    if piece.seat != view.seat and piece.moved:
        notes.append(say("note-moved"))
    return f", {', '.join(notes)}" if notes else ""


def _abilities(
    game: RankGame, view: RankView, piece: Piece, legal: Sequence[PlayAction], say: Phrases
) -> Iterator[str]:
    square = piece.square
    language = say.language
    kind = next(one for one in game.edition.armies[piece.seat].kinds if one.id == piece.kind)
    steps = [action.target for action in legal if isinstance(action, Move) and _plain(action, square)]
    free = [NAMES[target] for target in steps if view.at(target) is None]
    hits = [NAMES[target] for target in steps if view.at(target) is not None]
    if free:
        yield f"  {say('can-move', squares=' '.join(free))}"
    if hits:
        yield f"  {say('can-attack', squares=' '.join(hits))}"
    now, other = (kind.robot, kind.powers) if piece.robot else (kind.powers, kind.robot)
    for id in (*now, *other):
        power = next(one for one in game.edition.powers if one.id == id)
        switch = square if id in other and id not in now else NOWHERE
        uses = [
            action
            for action in legal
            if isinstance(action, Use)
            and (action.origin, action.power, action.switch) == (square, id, switch)
        ]
        note = say("after-switch", square=NAMES[square]) if switch != NOWHERE else ""
        text = power.help.get(language, power.help["en"])
        yield f"  {power.name(language)} [{id}]{note}"
        yield filled(text, 76, indent="    ")
        if uses:
            listed = [_targets(use) for use in uses]
            yield filled(
                f"{say('can-target')} {', '.join(listed)}",
                76,
                indent="    ",
            )
            yield f"    {say('for-example', text=uses[0])}"
        elif any(token.power == id and token.seat == piece.seat and not token.left for token in view.tokens):
            yield f"    {say('power-spent')}"
        else:
            yield f"    {say('no-target')}"
    if not steps and not any(getattr(action, "origin", -1) == square for action in legal):
        yield f"  {say('cannot-act')}"


def _plain(action: Move, square: int) -> bool:
    return action.origin == square and action.switch == NOWHERE


def _targets(use: Use) -> str:
    return " ".join([*(NAMES[target] for target in use.targets), *([use.kind] if use.kind else [])])


def all_moves(story: Story, legal: Sequence[PlayAction], say: Phrases) -> Iterator[str]:
    """All that a player can do, a line for each piece; changes of mode are told once."""
    strikes = [str(action) for action in legal if isinstance(action, Strike | Halt)]
    if strikes:
        yield filled(", ".join(strikes), 78)
        return
    by_piece: dict[int, list[str]] = {}
    switches: set[int] = set()
    for action in legal:
        if not isinstance(action, Move | Use):
            continue
        if action.switch != NOWHERE:
            switches.add(action.switch)
            continue
        target = story.view.at(action.target) if isinstance(action, Move) else None
        text = str(action).replace("-", "x", 1) if target is not None else str(action)
        by_piece.setdefault(action.origin, []).append(text)
    for square, actions in sorted(by_piece.items()):
        piece = story.view.at(square)
        name = story.named(piece) if piece is not None else ""
        lead = f"{NAMES[square]:>3} {name}: "
        yield filled(lead + ", ".join(actions), 78, hang="      ")
    if switches:
        yield say("can-switch", squares=" ".join(NAMES[square] for square in sorted(switches)))
