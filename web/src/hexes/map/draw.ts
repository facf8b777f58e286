/** The ground of a map as SVG: few long paths, so that big maps stay quick. Told apart by signs, not by colour. */

import { centre, edge, HIGH, label, neighbour, outline, RADIUS, type Grid } from "./geometry";

export type Cell = readonly [elevation: number, terrain: string, size: number, hp: number];

const SHADES = 6;
const n = (value: number): number => Math.round(value * 10) / 10;

function tree(x: number, y: number, size: number): string {
  return (
    `M${n(x)} ${n(y - size)}L${n(x + size * 0.7)} ${n(y + size * 0.5)}H${n(x - size * 0.7)}Z` +
    `M${n(x)} ${n(y + size * 0.5)}V${n(y + size)}`
  );
}
function wave(x: number, y: number): string {
  return `M${n(x - 16)} ${n(y)}q4 -5 8 0t8 0t8 0t8 0`;
}
function stone(x: number, y: number): string {
  return `M${n(x - 5)} ${n(y + 3)}l4 -7l5 2l2 5z`;
}

/** How dark a level is drawn: 0 is the level of most of the ground. */
function shade(elevation: number): number {
  return Math.max(-1, Math.min(SHADES, elevation));
}

/** A part of the ground: what is drawn of it grows with the zoom. */
export interface Tile {
  readonly key: string;
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
  readonly base: string;
  readonly signs: string;
  readonly texts: string;
  readonly numbers: string;
}

const SPAN = 10;

/** The ground in squares of hexes, so that only those in sight have to be drawn; `points` writes hit points. */
export function tiles(grid: Grid, cells: readonly Cell[], points = (hp: number): string => `${hp} HP`): Tile[] {
  const found: Tile[] = [];
  for (let top = 0; top < grid.height; top += SPAN) {
    for (let left = 0; left < grid.width; left += SPAN) {
      const hexes: number[] = [];
      for (let y = top; y < Math.min(grid.height, top + SPAN); y += 1)
        for (let x = left; x < Math.min(grid.width, left + SPAN); x += 1) hexes.push(y * grid.width + x);
      const [first, last] = [centre(grid, hexes[0]!), centre(grid, hexes.at(-1)!)];
      found.push({
        key: `${left} ${top}`,
        box: [first[0] - RADIUS, first[1] - HIGH, last[0] + RADIUS, last[1] + HIGH],
        ...piece(grid, cells, hexes, points),
      });
    }
  }
  return found;
}

function piece(
  grid: Grid,
  cells: readonly Cell[],
  hexes: readonly number[],
  points: (hp: number) => string,
): Pick<Tile, "base" | "signs" | "texts" | "numbers"> {
  const fills = new Map<string, string[]>();
  const signs: Record<string, string[]> = {
    rough: [],
    thin: [],
    thick: [],
    water: [],
    built: [],
    wall: [],
    step: [],
    cliff: [],
  };
  const texts: string[] = [];
  const numbers: string[] = [];
  const put = (key: string, path: string): void => {
    const list = fills.get(key);
    if (list) list.push(path);
    else fills.set(key, [path]);
  };
  for (const hex of hexes) {
    const [elevation, terrain, size, hp] = cells[hex]!;
    if (terrain === "-") continue;
    const [x, y] = centre(grid, hex);
    put(fillOf(cells[hex]!), outline(grid, hex));
    if (terrain === "r")
      signs["rough"]!.push(stone(x - 16, y - 6), stone(x + 14, y - 14), stone(x + 10, y + 14), stone(x - 12, y + 18));
    if (terrain === "t") signs["thin"]!.push(tree(x - 16, y - 4, 11), tree(x + 15, y + 8, 11));
    if (terrain === "T")
      signs["thick"]!.push(
        tree(x - 20, y - 10, 12),
        tree(x + 2, y - 18, 12),
        tree(x + 22, y - 6, 12),
        tree(x - 12, y + 16, 12),
        tree(x + 12, y + 18, 12),
      );
    if (terrain === "w") signs["water"]!.push(wave(x, y - 16), wave(x, y + 2), ...(size > 1 ? [wave(x, y + 20)] : []));
    if (terrain === "c") {
      signs["built"]!.push(
        `M${n(x - 24)} ${n(y - 25)}h48v40h-48zM${n(x - 17)} ${n(y - 18)}h34v26h-34z` +
          `M${n(x - 24)} ${n(y - 25)}l7 7M${n(x + 24)} ${n(y - 25)}l-7 7M${n(x - 24)} ${n(y + 15)}l7 -7` +
          `M${n(x + 24)} ${n(y + 15)}l-7 -7`,
      );
      texts.push(
        `<text class="hx-built" x="${n(x)}" y="${n(y + HIGH / 2 - 13)}">▲${size} <tspan ` +
          `class="hx-hp">${points(hp)}</tspan></text>`,
      );
    }
    if (terrain === "#")
      for (let line = -24; line <= 24; line += 12)
        signs["wall"]!.push(`M${n(x + line - 11)} ${n(y + 20)}L${n(x + line + 11)} ${n(y - 20)}`);
    if (terrain === "w" && size)
      texts.push(`<text class="hx-depth" x="${n(x)}" y="${n(y + HIGH / 2 - 7)}">▼${size}</text>`);
    else if (elevation && terrain !== "c")
      texts.push(`<text class="hx-level" x="${n(x)}" y="${n(y + HIGH / 2 - 7)}">${elevation}</text>`);
    numbers.push(`<text class="hx-number" x="${n(x)}" y="${n(y - HIGH / 2 + 11)}">${label(grid, hex)}</text>`);
    for (const way of [1, 2, 3]) {
      const other = neighbour(grid, hex, way);
      const next = other < 0 ? undefined : cells[other];
      if (!next || next[1] === "-") continue;
      const gap = Math.abs(next[0] - elevation);
      if (gap) signs[gap > 1 ? "cliff" : "step"]!.push(edge(grid, hex, way));
    }
  }
  const base = [...fills].map(([key, list]) => `<path class="hx-g hx-${key}" d="${list.join("")}"/>`).join("");
  const drawn = Object.entries(signs)
    .map(([key, list]) => (list.length ? `<path class="hx-s-${key}" d="${list.join("")}"/>` : ""))
    .join("");
  return { base, signs: drawn, texts: texts.join(""), numbers: numbers.join("") };
}

function fillOf([elevation, terrain, size]: Cell): string {
  if (terrain === "w") return size > 1 ? "deep" : "water";
  if (terrain === "#") return "wall";
  return terrain === "c" ? "built" : `e${shade(elevation)}`;
}

/** The map as small as a stamp: one colour a hex, no signs. */
export function overview(grid: Grid, cells: readonly Cell[]): string {
  const fills = new Map<string, string[]>();
  cells.forEach((cell, hex) => {
    if (cell[1] === "-") return;
    const key = cell[1] === "t" || cell[1] === "T" ? "trees" : fillOf(cell);
    const list = fills.get(key);
    if (list) list.push(outline(grid, hex));
    else fills.set(key, [outline(grid, hex)]);
  });
  return [...fills].map(([key, list]) => `<path class="hx-o hx-${key}" d="${list.join("")}"/>`).join("");
}

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

/** The zones of a map. */
export function zones(grid: Grid, named: Readonly<Record<string, readonly number[]>>): string {
  return Object.entries(named)
    .map(([name, hexes]) =>
      hexes.length
        ? `<path class="hx-zone" data-zone="${name.replace(/[^\w-]/g, "")}" d="${border(grid, hexes)}"/>`
        : "",
    )
    .join("");
}

/** Fire and smoke. */
export function marks(
  grid: Grid,
  fires: readonly number[],
  smoke: readonly (readonly [number, number, number])[],
): string {
  const flames = fires.map((hex) => {
    const [x, y] = centre(grid, hex);
    return `M${n(x - 14)} ${n(y + 22)}q-8 -14 4 -22q0 10 6 10q-4 -16 8 -26q0 14 8 20q6 8 0 18z`;
  });
  const clouds = smoke.map(([hex]) => {
    const [x, y] = centre(grid, hex);
    return (
      `M${n(x - 26)} ${n(y + 8)}a10 10 0 0 1 8 -16a13 13 0 0 1 24 -4a11 11 0 0 1 18 12a9 9 0 0 1 -6 ` +
      "14h-36a8 8 0 0 1 -8 -6z"
    );
  });
  const layer = (name: string, paths: readonly string[]): string =>
    paths.length ? `<path class="${name}" d="${paths.join("")}"/>` : "";
  return layer("hx-smoke", clouds) + layer("hx-fire", flames);
}

/** The cells of a map with all that has changed since. */
export function cellsOf(first: readonly Cell[], changes: readonly (readonly [number, Cell])[]): readonly Cell[] {
  if (!changes.length) return first;
  const cells = [...first];
  for (const [hex, cell] of changes) cells[hex] = cell;
  return cells;
}
