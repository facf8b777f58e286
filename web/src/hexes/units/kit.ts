/** A small kit for drawings seen from above, facing north: rounded outlines, halves that are mirrored, discs. */

type Point = readonly [x: number, y: number];
/** Points in a row, or written: "0 -10, 4 8". */
type Points = string | readonly Point[];
/** What a part of a drawing is made of: the side's colour, its dark or light shade, glass, a fine line. */
export type Material = "body" | "dark" | "light" | "glass" | "line";
export interface Part {
  readonly of: Material;
  readonly path: string;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

function read(points: Points): readonly Point[] {
  if (typeof points !== "string") return points;
  return points.split(",").map((text): Point => {
    const [x, y] = text.trim().split(" ").map(Number);
    return [x!, y!];
  });
}

/** A closed outline with round corners. */
export function poly(given: Points, round = 2.5): string {
  const points = read(given);
  const size = points.length;
  const near = (from: Point, to: Point): Point => {
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const part = Math.min(round, long / 2) / long;
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  };
  return (
    points
      .map((at, index) => {
        const [ax, ay] = near(at, points[(index + size - 1) % size]!);
        const [bx, by] = near(at, points[(index + 1) % size]!);
        return `${index ? "L" : "M"}${n(ax)} ${n(ay)}Q${n(at[0])} ${n(at[1])} ${n(bx)} ${n(by)}`;
      })
      .join("") + "Z"
  );
}

const mirrored = (points: Points): Point[] => read(points).map(([x, y]): Point => [-x, y]);

/** An outline of which the right half is given, from the front to the back. */
export function half(points: Points, round?: number): string {
  const left = mirrored(points)
    .filter(([x]) => x)
    .reverse();
  return poly([...read(points), ...left], round);
}

/** An outline on the right, and the same on the left. */
export function both(points: Points, round?: number): string {
  return poly(points, round) + poly(mirrored(points), round);
}

export function box(left: number, top: number, wide: number, high: number, round = 2): string {
  return poly(
    [
      [left, top],
      [left + wide, top],
      [left + wide, top + high],
      [left, top + high],
    ],
    round,
  );
}

/** A box on the right, and the same on the left. */
export function boxes(left: number, top: number, wide: number, high: number, round?: number): string {
  return box(left, top, wide, high, round) + box(-left - wide, top, wide, high, round);
}

export function disc(x: number, y: number, radius: number, tall = radius): string {
  const arc = `a${n(radius)} ${n(tall)} 0 1 0 `;
  return `M${n(x - radius)} ${n(y)}${arc}${n(2 * radius)} 0${arc}${n(-2 * radius)} 0Z`;
}

export function discs(x: number, y: number, radius: number, tall?: number): string {
  return disc(x, y, radius, tall) + disc(-x, y, radius, tall);
}

export const body = (...paths: string[]): Part => ({ of: "body", path: paths.join("") });
export const dark = (...paths: string[]): Part => ({ of: "dark", path: paths.join("") });
export const light = (...paths: string[]): Part => ({ of: "light", path: paths.join("") });
export const glass = (...paths: string[]): Part => ({ of: "glass", path: paths.join("") });
export const line = (...paths: string[]): Part => ({ of: "line", path: paths.join("") });
