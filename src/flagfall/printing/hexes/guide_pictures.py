"""The rulebook of the hex game: its chapters, with the pictures that the engine works out."""

from __future__ import annotations

from flagfall.core.words import Phrases, templates
from flagfall.hexes.analysis.guide_scenes import GuideScene, guide_scenes
from flagfall.hexes.game import COLOURS
from flagfall.hexes.rules.sight import Part
from flagfall.hexes.units.unit_files import roster
from flagfall.hexes.words import phrases
from flagfall.printing.hexes.counters import silhouette
from flagfall.printing.hexes.map_sheets import RADIUS, map_body, middle, outline, size, text_at
from flagfall.printing.svg import INK, PAPER, drawings, mixed, n, svg

GUIDE = "flagfall.hexes"
SKIPPED = ("abilities", "attributes", "options")
"""Chapters that are lists: the pages of tables have them, for the units at hand."""


def chapters(say: Phrases) -> list[dict[str, object]]:
    """The chapters in the order of the guide; what the pages of the browser do, other sentences say here."""
    texts = templates(GUIDE, f"guide/{say.language}")
    own = {"goal.p1": say("hex", "aims"), "modes.p1": say("hex", "transforming")}
    ids = [key.removesuffix(".title") for key in templates(GUIDE, "guide/en") if key.endswith(".title")]
    return [
        {
            "title": texts[f"{id}.title"],
            "text": [own.get(key, texts[key]) for key in texts if key.startswith(f"{id}.p")],
            "pictures": [
                {"svg": scene_picture(scene), "caption": caption(scene, say.language)}
                for scene in guide_scenes()
                if scene.chapter == id
            ],
        }
        for id in ids
        if id not in SKIPPED
    ]


def scene_picture(scene: GuideScene) -> str:
    """A small map with its units, and what the engine says about the first of them."""
    there = scene.map
    width, height = size(there)
    parts = [map_body(there, list(range(len(there.cells))), {})]
    parts += [
        f'<polygon points="{outline(*middle(there, hex), RADIUS - 0.6)}" fill="#d19a1f" fill-opacity=".38"/>'
        for hex in scene.arc
    ]
    disc = f'r="5.5" fill="#fbf8f0" fill-opacity=".85" stroke="{INK}" stroke-width=".4"'
    for hex, cost in scene.reach:
        x, y = middle(there, hex)
        if hex != scene.pieces[0].hex:
            parts.append(f'<circle cx="{n(x)}" cy="{n(y)}" {disc}/>')
            parts.append(text_at(x, y + 2.3, 7, str(cost), INK, bold=True))
    if scene.line is not None or scene.odds is not None:
        (ax, ay), (bx, by) = (middle(there, piece.hex) for piece in scene.pieces[:2])
        parts.append(
            f'<path d="M{n(ax)} {n(ay)}L{n(bx)} {n(by)}" stroke="#94301f" stroke-width="1.4" '
            f'stroke-dasharray="4 2"/>'
        )
    units = roster()
    for piece in scene.pieces:
        x, y = middle(there, piece.hex)
        mode = units[piece.sheet].modes[piece.mode]
        own = COLOURS[piece.seat]
        fill = mixed(own, PAPER, 0.86) if piece.seat == 0 else own
        scales = drawings().scales
        scale = 0.24 * scales[min(mode.height, len(scales) - 1)]
        parts.append(
            f'<g transform="translate({n(x)} {n(y)}) rotate({piece.facing * 60})">'
            f'<circle r="12.5" fill="{fill}" stroke="{own}" stroke-width=".8"/>'
            f'<path d="M-3-12.6L0-15.4L3-12.6z" fill="{own}"/>'
            f'<g transform="scale({n(scale)})">{silhouette(mode, piece.seat)}</g></g>'
        )
    return svg(width, height, "".join(parts))


def caption(scene: GuideScene, language: str) -> str:
    """What a picture shows, in the words of the game's own log."""
    say = phrases(language)
    name = roster()[scene.pieces[0].sheet].name
    if scene.odds is not None:
        roll = scene.odds.to_hit
        needs = say("odds", "needs", n=roll.number)
        cover = f"; {say('odds', 'caught')}" if roll.cover is not None else ""
        return f"{name}: {needs} ({_told(say, roll.parts)}){cover}."
    if scene.line is not None:
        seen = scene.line.sight
        if not seen.clear:
            return say("rule", seen.rule)
        return f"{name}: {_told(say, seen.parts)}."
    if scene.reach:
        return f"{name}: {say('report', 'points', cost=f'1–{max(cost for _, cost in scene.reach)}')}."
    return name + "."


def _told(say: Phrases, parts: tuple[Part, ...]) -> str:
    return ", ".join(f"{say('part', part.name, of=part.of)} {signed(part.value)}" for part in parts)


def signed(value: int) -> str:
    """A number with its sign."""
    return f"+{value}" if value > 0 else str(value).replace("-", "−")
