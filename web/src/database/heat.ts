/** Squares coloured by how often something was played there, or by how often it won. */

import { squareOf, type Cell } from "../board";
import type { PlaceTally } from "../wire";

/** From how many games on a win rate is shown: fewer would be read for more than they say. */
export const ENOUGH = 10;

export interface Heat {
  readonly cell: Cell;
  readonly games: number;
  /** Points of a hundred, a draw counting half; null where there are too few games. */
  readonly rate: number | null;
}

/** How often a seat's games came out well: points of a hundred. */
export function rateOf(one: Pick<PlaceTally, "games" | "won" | "drawn">): number | null {
  return one.games < ENOUGH ? null : Math.round((100 * (one.won + one.drawn / 2)) / one.games);
}

/** The square at which a place begins: itself, or the square that a first move leaves. */
export function originOf(place: string): Cell | null {
  const found = /(?:^|, )([a-j](?:10|[1-9]))(?=$|[-x ])/.exec(place);
  return found ? squareOf(found[1]!) : null;
}

/** Where a first move goes, if it is a plain move. */
export function targetOf(place: string): Cell | null {
  const found = /[-x]([a-j](?:10|[1-9]))$/.exec(place);
  return found ? squareOf(found[1]!) : null;
}

/** The squares of some tallies, those that begin on the same square added up. */
export function heats(tallies: readonly PlaceTally[]): Heat[] {
  const sums = new Map<Cell, { games: number; won: number; drawn: number }>();
  for (const one of tallies) {
    const cell = originOf(one.place);
    if (cell === null) continue;
    const sum = sums.get(cell) ?? { games: 0, won: 0, drawn: 0 };
    sums.set(cell, { games: sum.games + one.games, won: sum.won + one.won, drawn: sum.drawn + one.drawn });
  }
  return [...sums].map(([cell, sum]) => ({ cell, games: sum.games, rate: rateOf(sum) }));
}

const PAPER = [251, 243, 223];
const WARM = [240, 162, 58];
const COLD = [140, 186, 238];

function mixed(to: readonly number[], share: number): string {
  const part = Math.min(1, Math.max(0, share));
  return `rgb(${PAPER.map((from, i) => Math.round(from + (to[i]! - from) * part)).join(" ")})`;
}

/** The colour of a square: by how often, or by how much better or worse than even. */
export function colourOf(heat: Heat, most: number, by: "games" | "rate"): string {
  if (by === "games") return mixed(WARM, heat.games / Math.max(1, most));
  if (heat.rate === null) return mixed(WARM, 0);
  return mixed(heat.rate >= 50 ? WARM : COLD, Math.abs(heat.rate - 50) / 30);
}

/** A square of the map in a box of 100 by 100: the number that it is coloured by is the large one. */
export function tileMarkup(heat: Heat, most: number, by: "games" | "rate"): string {
  const few = heat.rate === null;
  const large = by === "games" ? String(heat.games) : few ? "–" : `${heat.rate}%`;
  const small = by === "games" ? (few ? "" : `${heat.rate}%`) : `×${heat.games}`;
  const size = large.length > 3 ? 32 : 40;
  const lines = small
    ? `<text x="50" y="50" font-size="${size}">${large}</text><text x="50" y="80" font-size="26">${small}</text>`
    : `<text x="50" y="64" font-size="${size}">${large}</text>`;
  const edge = few ? ` stroke-dasharray="7 6"` : "";
  const fill = colourOf(heat, most, by);
  const tile = `<rect x="5" y="5" width="90" height="90" rx="10" fill="${fill}"${edge}/>`;
  return `<g class="heat-tile">${tile}${lines}</g>`;
}
