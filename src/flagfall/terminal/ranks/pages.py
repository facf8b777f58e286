"""The page of one edition with its board, armies, powers and options."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.core import Amounts, Choice, Number, Option, Switch
from flagfall.core.words import Phrases
from flagfall.ranks.board import DEAD
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame
from flagfall.ranks.guide import sections
from flagfall.ranks.powers import KINDS
from flagfall.ranks.words import phrases, side_name
from flagfall.terminal.paint import BOLD, DIM, painted
from flagfall.terminal.paragraphs import filled, lines
from flagfall.terminal.ranks.board import Drawing, SquareText


def edition_page(game: RankGame, say: Phrases, *, colour: bool, width: int = 80) -> str:
    """One edition: board, armies, powers, rules and options."""
    return "\n".join(_edition(game, say, colour, width))


def _edition(game: RankGame, say: Phrases, colour: bool, width: int) -> Iterator[str]:
    edition, language = game.edition, say.language
    yield painted(f"{edition.name(language)} ({game.id})", BOLD, colour)
    yield from lines(edition.summary.get(language, edition.summary["en"]), width)
    if edition.sources:
        yield ""
        yield from lines(edition.sources.get(language, edition.sources["en"]), width)
    yield ""
    drawing = Drawing(game, 0, colour=colour)
    homes = {
        square: SquareText(f"{seat + 1:^{drawing.room + 2}}", drawing.plates[seat])
        for seat in (0, 1)
        for square in game.board.homes[seat]
    }
    yield drawing.picture(homes)
    lake = edition.lake.get(language, edition.lake["en"])
    first, second = (side_name(game, seat, language) for seat in (0, 1))
    dead = say("board-dead") if DEAD in edition.picture else ""
    yield say("board-signs", first=first, second=second, lake=lake) + dead
    for section in sections(edition):
        yield ""
        yield painted(section.title[language], BOLD, colour)
        for sentence in section.text:
            yield filled(sentence[language], width, indent="  ")
    same = edition.armies[0].kinds == edition.armies[1].kinds
    for seat in (0,) if same else (0, 1):
        names = [side_name(game, one, language) for one in ((0, 1) if same else (seat,))]
        yield ""
        title = say("army-title", sides=", ".join(names), size=edition.armies[seat].size)
        yield painted(title, BOLD, colour)
        yield from army_table(game, seat, say, colour=colour)
    if edition.powers:
        yield ""
        yield painted(say("powers-of-this-game"), BOLD, colour)
        for power in edition.powers:
            uses = say("power-uses", uses=power.uses) if power.uses else ""
            yield f"{power.name(language)} [{power.id}] ({KINDS[power.kind].rule}){uses}"
            text = power.help.get(language, power.help["en"])
            yield filled(text, width, indent="    ")
    yield ""
    yield painted(say("options-title"), BOLD, colour)
    about = phrases(language)
    for option in game.options:
        default = str(option.default).lower()
        yield f"{option.name} = {default}  {painted(f'({option.rule}: {_values(option, say)})', DIM, colour)}"
        text = about("option", option.name)
        yield filled(text, width, indent="    ")


def _values(option: Option, say: Phrases) -> str:
    """The values that an option takes, in the reader's language; the words to type stay as they are."""
    match option:
        case Switch():
            return say("values-switch")
        case Number():
            return say(
                "values-number-none" if option.none else "values-number", low=option.low, high=option.high
            )
        case Choice():
            return f" {say('values-or')} ".join(option.values)
        case Amounts():
            return option.describe()


def army_table(game: RankGame, seat: int, say: Phrases, *, colour: bool) -> Iterator[str]:
    """An army, one kind a line: letter, rank, count, name, powers."""
    language = say.language
    kinds = game.edition.armies[seat].kinds
    width = max(len(kind.name(language)) for kind in kinds)
    head = f"{say('column-letter'):>6} {say('column-rank'):>5} {say('column-count'):>6}  {say('column-name')}"
    yield painted(head, DIM, colour)
    for kind in kinds:
        line = f"{kind.letter:>6} {kind.rank:>5} {kind.count:>6}  {kind.name(language):<{width}}"
        yield f"{line}  {_abilities(game, kind, say)}".rstrip()


def _abilities(game: RankGame, kind: Kind, say: Phrases) -> str:
    language = say.language
    names = {power.id: power.name(language) for power in game.edition.powers}
    told = []
    if kind.robot:
        vehicle, robot = (", ".join(names[id] for id in ids) for ids in (kind.powers, kind.robot))
        told.append(say("modes", vehicle=vehicle, robot=robot))
    else:
        told += [names[id] for id in kind.powers]
    if kind.moves == "line":
        told.append(say("moves-line"))
    if kind.defuses:
        bombs = dict.fromkeys(
            one.name(language) for army in game.edition.armies for one in army.kinds if one.role == "bomb"
        )
        told.append(say("defuses", bombs=", ".join(bombs)))
    if kind.slays:
        told.append(say("slays", ranks=", ".join(kind.slays)))
    return ", ".join(told)
