/** An edition without powers, with its options settled: what every moment of a game reads. */

import type { GameInfo, Kind, OptionValue } from "../../wire";

export type Seat = 0 | 1;
/** What the rules need of an edition. */
export type EditionData = Pick<GameInfo, "edition" | "board">;

export const EMPTY = -1;
export const BLOCKED = -2;
export const NOWHERE = -1;
/** The squares of a row are numbered as if every board were ten wide. */
export const STRIDE = 10;
/** The four ways as (row, column) steps: forward for the first seat, right, back, left. */
const WAYS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** The options of an edition as they are usually played. */
export function usualOptions(data: EditionData): Record<string, OptionValue> {
  return Object.fromEntries(data.edition.options.map((option) => [option.name, option.default]));
}

export class Settled {
  readonly id: string;
  readonly kinds: readonly [ReadonlyMap<string, Kind>, ReadonlyMap<string, Kind>];
  readonly sizes: readonly [number, number];
  readonly homes: readonly [ReadonlySet<number>, ReadonlySet<number>];
  readonly size: number;
  readonly blocked: ReadonlySet<number>;
  /** For each square the straight lines from it, each up to the first blocked square. */
  readonly rays: readonly (readonly (readonly number[])[])[];
  /** For each square the open squares next to it. */
  readonly beside: readonly (readonly number[])[];

  constructor(
    readonly data: EditionData,
    readonly options: Readonly<Record<string, OptionValue>>,
  ) {
    const { edition, board } = data;
    if (edition.powers.length) throw new Error(`${edition.id} has powers`);
    this.id = edition.id;
    const [one, two] = edition.armies;
    this.kinds = [new Map(one.kinds.map((kind) => [kind.id, kind])), new Map(two.kinds.map((kind) => [kind.id, kind]))];
    const count = (kinds: readonly Kind[]): number => kinds.reduce((sum, kind) => sum + kind.count, 0);
    this.sizes = [count(one.kinds), count(two.kinds)];
    this.homes = [new Set(board.homes[0]), new Set(board.homes[1])];
    this.size = STRIDE * board.height;
    this.blocked = new Set(board.blocked);
    this.rays = Array.from({ length: this.size }, (_, square) => this.lines(square));
    this.beside = this.rays.map((lines) => lines.map((line) => line[0]!));
  }

  private lines(square: number): number[][] {
    const { width, height } = this.data.board;
    const found: number[][] = [];
    for (const [up, right] of WAYS) {
      const line: number[] = [];
      let [row, column] = [Math.floor(square / STRIDE) + up, (square % STRIDE) + right];
      while (row >= 0 && row < height && column >= 0 && column < width) {
        if (this.blocked.has(row * STRIDE + column)) break;
        line.push(row * STRIDE + column);
        row += up;
        column += right;
      }
      if (line.length) found.push(line);
    }
    return found;
  }

  number(name: string): number {
    return Number(this.options[name]);
  }

  get keeps(): boolean {
    return this.options["memory"] === "assisted";
  }

  get moreSquare(): boolean {
    return this.options["more_square"] === true;
  }

  /** Whether only moves along a line count in the two-square rule, as in older games. */
  get linesOnly(): boolean {
    return this.options["two_square_reading"] === "lines";
  }

  /** Who sees a captured piece in the tray: null for everybody (ST-KNOW-1). */
  trayAudience(owner: Seat): readonly number[] | null {
    switch (this.options["captured"]) {
      case "prisoner":
        return [1 - owner];
      case "secret":
        return [owner];
      case "stealth":
        return [];
      default:
        return null;
    }
  }
}

/** The axis of a straight move and the borders it crosses; null for another. */
export function span(origin: number, target: number): [number, number, number] | null {
  const [low, high] = origin < target ? [origin, target] : [target, origin];
  const [row, lastRow] = [Math.floor(low / STRIDE), Math.floor(high / STRIDE)];
  if (row === lastRow) return [0, low % STRIDE, high % STRIDE];
  return low % STRIDE === high % STRIDE ? [1, row, lastRow] : null;
}
