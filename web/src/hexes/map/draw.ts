/** What lies on the painted ground of a map: borders, zones, fire and smoke. */

import { centre, edge, neighbour, outline, RADIUS, type Grid, type Point } from "./geometry";

export type Cell = readonly [elevation: number, terrain: string, size: number, hp: number];

const n = (value: number): number => Math.round(value * 10) / 10;

/** The border of a set of hexes. */
export function border(grid: Grid, hexes: readonly number[], radius = RADIUS - 3): string {
  const inside = new Set(hexes);
  return hexes
    .flatMap((hex) =>
      [0, 1, 2, 3, 4, 5]
        .filter((way) => !inside.has(neighbour(grid, hex, way)))
        .map((way) => edge(grid, hex, way, radius)),
    )
    .join("");
}

/** A zone as it is drawn: its ground, its border, and where its name stands. */
export interface Zone {
  readonly id: string;
  readonly ground: string;
  readonly rim: string;
  readonly at: readonly [x: number, y: number];
}

/** How near two names of zones may stand, across and down. */
const APART = [150, 32] as const;

/** The zones of a map, the biggest first, so that a small one inside it is seen; no name lies on another. */
export function zones(grid: Grid, named: Readonly<Record<string, readonly number[]>>): Zone[] {
  const taken: Point[] = [];
  const free = (spot: Point): boolean =>
    !taken.some(([x, y]) => Math.abs(x - spot[0]) < APART[0] && Math.abs(y - spot[1]) < APART[1]);
  return Object.entries(named)
    .filter(([, hexes]) => hexes.length)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([id, hexes]) => {
      const spots = hexes.map((hex) => centre(grid, hex));
      const top = Math.min(...spots.map(([, y]) => y));
      const low = Math.max(...spots.map(([, y]) => y));
      const between = (row: readonly Point[]): number => {
        const across = row.map(([x]) => x);
        return (Math.min(...across) + Math.max(...across)) / 2;
      };
      const above: Point = [between(spots.filter(([, y]) => y < top + RADIUS)), top - 24];
      const below: Point = [between(spots.filter(([, y]) => y > low - RADIUS)), low + 40];
      const at = free(above) ? above : below;
      taken.push(at);
      return {
        id,
        ground: hexes.map((hex) => outline(grid, hex, RADIUS - 1)).join(""),
        rim: border(grid, hexes),
        at,
      };
    });
}

const FLAMES = [
  "M-15 22q-9 -14 4 -23q0 10 6 10q-4 -17 8 -27q0 14 8 21q6 8 0 19z",
  "M-8 22q-5 -9 3 -15q1 7 4 7q-2 -10 5 -15q1 8 5 12q3 6 0 11z",
] as const;
const PUFFS = ["-14 6 14", "4 -6 17", "16 8 12", "-4 14 13"] as const;

/** Fire and smoke, each made of parts that move by themselves (`hexes.css`). */
export function marks(
  grid: Grid,
  fires: readonly number[],
  smoke: readonly (readonly [number, number, number])[],
): string {
  const at = (hex: number): string => centre(grid, hex).map(n).join(" ");
  const clouds = smoke.map(([hex]) => {
    const puffs = PUFFS.map((puff) => {
      const [x, y, radius] = puff.split(" ");
      return `<circle class="hx-puff" cx="${x}" cy="${y}" r="${radius}"/>`;
    });
    return `<g transform="translate(${at(hex)})">${puffs.join("")}</g>`;
  });
  const flames = fires.map(
    (hex) =>
      `<g transform="translate(${at(hex)})"><ellipse class="hx-glow" cy="14" rx="34" ry="20"/>` +
      `<path class="hx-flame" d="${FLAMES[0]}"/><path class="hx-flame core" d="${FLAMES[1]}"/></g>`,
  );
  const layer = (name: string, parts: readonly string[]): string =>
    parts.length ? `<g class="${name}">${parts.join("")}</g>` : "";
  return layer("hx-smoke", clouds) + layer("hx-fire", flames);
}

/** The cells of a map with all that has changed since. */
export function cellsOf(first: readonly Cell[], changes: readonly (readonly [number, Cell])[]): readonly Cell[] {
  if (!changes.length) return first;
  const cells = [...first];
  for (const [hex, cell] of changes) cells[hex] = cell;
  return cells;
}
