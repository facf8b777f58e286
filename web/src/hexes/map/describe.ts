/** Hexes and units in words, for the line under the map and for screen readers. */

import type { HexInfo, HexMap, HexView } from "../../wire";
import type { Cell } from "./draw";
import { label, WAYS } from "./geometry";
import type { Reporter } from "../play/report";
import { h, named, perhaps, say } from "../words.svelte";

export const TERRAIN: Record<string, string> = {
  ".": "clear",
  r: "rough",
  t: "thin-trees",
  T: "thick-trees",
  w: "water",
  c: "construct",
  "#": "impassable",
};

/** Units in a hex that can be seen there, the flying last. */
export function unitsAt(view: HexView, hex: number): number[] {
  const there = (unit: number): boolean => {
    const piece = view.pieces[unit]!;
    return piece.hex === hex && piece.carrier < 0 && (piece.status === "play" || piece.status === "wreck");
  };
  return view.pieces
    .map((_, unit) => unit)
    .filter(there)
    .sort((a, b) => view.pieces[a]!.layer - view.pieces[b]!.layer);
}

/** Where and how a unit is. */
export function bearing(book: HexInfo, view: HexView, reporter: Reporter, unit: number): string {
  const piece = view.pieces[unit];
  if (!piece) return "";
  if (piece.status !== "play") return perhaps(`state.${piece.status}`);
  const words: string[] = [];
  if (piece.carrier >= 0) words.push(h("state.carried", { unit: reporter.name(piece.carrier) }));
  else if (piece.unseen || piece.hex < 0) words.push(h("state.unseen"));
  else words.push(`${label(book.map, piece.hex)} ${say(`way.${WAYS[piece.facing]}`)}`);
  if (piece.layer === 1) words.push(h("state.air"));
  if (piece.stance === 1) words.push(h("state.prone"));
  if (piece.stance === 2) words.push(h("state.hover"));
  if (piece.cloaked) words.push(h("state.cloaked"));
  if (piece.shield) words.push(h("state.shield"));
  if (piece.ducked) words.push(h("state.ducked"));
  return words.join(", ");
}

/** The ground of a hex, and its zones. */
export function groundWords(map: HexMap, cells: readonly Cell[], hex: number): string[] {
  const number = label(map, hex);
  const cell = cells[hex];
  if (!cell) return [number];
  const words = [
    h("where", { hex: number, terrain: say(`terrain.${TERRAIN[cell[1]] ?? "clear"}`).split(",")[0]!, n: cell[0] }),
  ];
  if (cell[1] === "w") words.push(h("depth", { n: cell[2] }));
  if (cell[1] === "c") words.push(h("tall", { n: cell[2], hp: cell[3] }));
  for (const [zone, hexes] of Object.entries(map.zones))
    if (hexes.includes(hex)) words.push(h("zone", { zone: named("zone", zone) }));
  return words;
}

/** A hex: its ground, what burns, who stands there. */
export function hexWords(
  book: HexInfo,
  cells: readonly Cell[],
  view: HexView,
  reporter: Reporter,
  side: (seat: number) => string,
  hex: number,
): string[] {
  const words = groundWords(book.map, cells, hex);
  if (!cells[hex]) return words;
  if (view.fires.includes(hex)) words.push(h("fire"));
  if (view.smoke.some((one) => one[0] === hex)) words.push(h("smoke"));
  for (const unit of unitsAt(view, hex)) {
    const piece = view.pieces[unit]!;
    const most = Math.max(book.sheets[piece.sheet]?.hp ?? 1, piece.hp);
    words.push(
      `${side(piece.seat)} ${reporter.name(unit)}, ${h("hp", { n: piece.hp, most })}, ` +
        `${bearing(book, view, reporter, unit)}`,
    );
  }
  return words;
}
