/** Hexes on the page: flat tops, odd columns half a hex lower. Numbers are rows times width plus column. */

import type { Cell, Geometry, Way } from "../../board";

export const RADIUS = 50;
export const HIGH = Math.sqrt(3) * RADIUS;
export const WAYS = ["N", "NE", "SE", "S", "SW", "NW"] as const;

export type Point = readonly [number, number];

export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly digits: number;
  /** Hexes with a road. */
  readonly roads?: readonly number[];
}

export function centre(grid: Grid, hex: number): Point {
  const x = hex % grid.width;
  const y = Math.floor(hex / grid.width);
  return [RADIUS + x * 1.5 * RADIUS, HIGH / 2 + y * HIGH + (x & 1 ? HIGH / 2 : 0)];
}

/** The hex in the midst of some, or -1. */
export function midst(grid: Grid, hexes: readonly number[]): number {
  const spots = hexes.map((hex) => centre(grid, hex));
  const mean = (axis: 0 | 1): number => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length;
  const [x, y] = [mean(0), mean(1)];
  const far = spots.map((spot) => Math.hypot(spot[0] - x, spot[1] - y));
  return hexes[far.indexOf(Math.min(...far))] ?? -1;
}

/** The size of the whole map. */
export function extent(grid: Grid): Point {
  return [RADIUS * 2 + (grid.width - 1) * 1.5 * RADIUS, grid.height * HIGH + (grid.width > 1 ? HIGH / 2 : 0)];
}

/** The corner before the edge towards a direction, clockwise: `corner(way)` to `corner(way + 1)` is that edge. */
function corner(way: number, radius = RADIUS): Point {
  const angle = ((way * 60 - 120) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** The six corners of a hex; the edge towards a direction goes from its corner to the next. */
export function corners(grid: Grid, hex: number, radius = RADIUS): Point[] {
  const [x, y] = centre(grid, hex);
  return [0, 1, 2, 3, 4, 5].map((way) => {
    const [right, down] = corner(way, radius);
    return [x + right, y + down];
  });
}

function point(x: number, y: number): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

/** The outline of a hex as a path. */
export function outline(grid: Grid, hex: number, radius = RADIUS): string {
  const [x, y] = centre(grid, hex);
  const corners = [0, 1, 2, 3, 4, 5].map((way) => corner(way, radius));
  return `M${corners.map(([right, down]) => point(x + right, y + down)).join("L")}Z`;
}

/** The edge of a hex towards a direction as a path. */
export function edge(grid: Grid, hex: number, way: number, radius = RADIUS): string {
  const [x, y] = centre(grid, hex);
  const [a, b] = [corner(way, radius), corner(way + 1, radius)];
  return `M${point(x + a[0], y + a[1])}L${point(x + b[0], y + b[1])}`;
}

/** The hex next to another in a direction, or -1 off the map. */
export function neighbour(grid: Grid, hex: number, way: number): number {
  const x = hex % grid.width;
  const y = Math.floor(hex / grid.width);
  const low = x & 1;
  const column = x + [0, 1, 1, 0, -1, -1][way]!;
  const row = y + [-1, low - 1, low, 1, low, low - 1][way]!;
  return column < 0 || row < 0 || column >= grid.width || row >= grid.height ? -1 : row * grid.width + column;
}

/** The hex at a point of the map, or -1. */
export function hexAt(grid: Grid, px: number, py: number): number {
  const guess = Math.round((px - RADIUS) / (1.5 * RADIUS));
  let best = -1;
  let least = RADIUS * RADIUS;
  for (const x of [guess - 1, guess, guess + 1]) {
    if (x < 0 || x >= grid.width) continue;
    const y = Math.round((py - HIGH / 2 - (x & 1 ? HIGH / 2 : 0)) / HIGH);
    if (y < 0 || y >= grid.height) continue;
    const [cx, cy] = centre(grid, y * grid.width + x);
    const far = (cx - px) ** 2 + (cy - py) ** 2;
    if (far < least) [best, least] = [y * grid.width + x, far];
  }
  return best;
}

/** The number of a hex as the rules write it. */
export function label(grid: Grid, hex: number): string {
  const two = (value: number): string => String(value + 1).padStart(grid.digits, "0");
  return two(hex % grid.width) + two(Math.floor(hex / grid.width));
}

/** The hex of a number, or -1. */
export function hexOf(grid: Grid, text: string): number {
  const x = Number(text.slice(0, grid.digits)) - 1;
  const y = Number(text.slice(grid.digits)) - 1;
  return x >= 0 && y >= 0 && x < grid.width && y < grid.height ? y * grid.width + x : -1;
}

/** The direction of an arrow key; to the side it stays in the row, which goes up and down by half a hex. */
function wayOf(grid: Grid, hex: number, way: Way): number {
  const low = (hex % grid.width) & 1;
  return { up: 0, down: 3, right: low ? 1 : 2, left: low ? 5 : 4 }[way];
}

/** The map as the board knows it: its hexes are the cells, without those that are left out. */
export function hexagons(grid: Grid, out: (hex: number) => boolean = () => false): Geometry {
  const cells: Cell[] = [];
  for (let hex = 0; hex < grid.width * grid.height; hex += 1) if (!out(hex)) cells.push(hex);
  const [width, height] = extent(grid);
  return {
    cells,
    width,
    height,
    size: HIGH,
    rows: grid.height,
    columns: grid.width,
    centre(cell) {
      const [x, y] = centre(grid, cell);
      return { x, y };
    },
    outline: (cell) => outline(grid, cell, RADIUS - 2),
    at({ x, y }) {
      const hex = hexAt(grid, x, y);
      return hex < 0 || out(hex) ? null : hex;
    },
    step(cell, way) {
      let next = neighbour(grid, cell, wayOf(grid, cell, way));
      while (next >= 0 && out(next)) next = neighbour(grid, next, wayOf(grid, next, way));
      return next < 0 ? null : next;
    },
    place: (cell) => ({ row: Math.floor(cell / grid.width), column: cell % grid.width }),
    name: (cell) => label(grid, cell),
    rim: () => [],
  };
}
