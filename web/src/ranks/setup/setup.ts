/** A set-up while it is being made: which kind stands on which square. Pure. */

import type { BoardInfo, Kind } from "../../wire";

export type Placing = ReadonlyMap<number, string>;

/** Where ready-made set-ups come from: their styles, and one of a style. */
export interface Readymade {
  readonly styles: readonly string[];
  make(game: string, seat: 0 | 1, style: string): Promise<{ pieces: [number, string][] }>;
}

/** Home squares as the player sees them: front row first, from their left to their right. */
export function homeRows(board: BoardInfo, seat: number): number[][] {
  const rows = new Map<number, number[]>();
  for (const square of board.homes[seat === 1 ? 1 : 0]) {
    const row = Math.floor(square / 10);
    rows.set(row, [...(rows.get(row) ?? []), square]);
  }
  const order = [...rows.keys()].sort((a, b) => (seat === 1 ? a - b : b - a));
  return order.map((row) => rows.get(row)!.sort((a, b) => (seat === 1 ? b - a : a - b)));
}

/** How many of each kind still wait to be placed. */
export function missing(kinds: readonly Kind[], placing: Placing): Map<string, number> {
  const left = new Map(kinds.map((kind) => [kind.id, kind.count]));
  for (const kind of placing.values()) left.set(kind, (left.get(kind) ?? 0) - 1);
  return left;
}

export function complete(kinds: readonly Kind[], placing: Placing): boolean {
  return [...missing(kinds, placing).values()].every((count) => count === 0);
}

/** Put a kind on a square; whatever stood there goes back to the tray. */
export function put(placing: Placing, square: number, kind: string): Placing {
  return new Map([...placing, [square, kind]]);
}

export function take(placing: Placing, square: number): Placing {
  const next = new Map(placing);
  next.delete(square);
  return next;
}

/** Move a piece; two pieces change places. */
export function swap(placing: Placing, from: number, to: number): Placing {
  const next = new Map(placing);
  const [one, two] = [placing.get(from), placing.get(to)];
  next.delete(from);
  next.delete(to);
  if (one) next.set(to, one);
  if (two) next.set(from, two);
  return next;
}

/** Left and right exchanged. */
export function mirror(board: BoardInfo, seat: number, placing: Placing): Placing {
  const next = new Map<number, string>();
  for (const row of homeRows(board, seat))
    row.forEach((square, i) => {
      const kind = placing.get(row[row.length - 1 - i]!);
      if (kind) next.set(square, kind);
    });
  return next;
}

export function write(board: BoardInfo, seat: number, kinds: readonly Kind[], placing: Placing): string {
  const letters = new Map(kinds.map((kind) => [kind.id, kind.letter]));
  return homeRows(board, seat)
    .map((row) => row.map((square) => letters.get(placing.get(square) ?? "") ?? ".").join(""))
    .join("/");
}

export interface ReadFault {
  readonly fault: "letter" | "many" | "few" | "count";
  readonly sign: string;
  readonly at: number;
}

/** The set-up that letters draw, or the first thing that is wrong. */
export function read(board: BoardInfo, seat: number, kinds: readonly Kind[], text: string): Placing | ReadFault {
  const letters = new Map(kinds.map((kind) => [kind.letter.toUpperCase(), kind]));
  const squares = homeRows(board, seat).flat();
  const placing = new Map<number, string>();
  const used = new Map<string, number>();
  let taken = 0;
  let at = 0;
  for (const sign of text) {
    at += 1;
    if (/\s|\//.test(sign)) continue;
    if (taken === squares.length) return { fault: "many", sign, at };
    const kind = letters.get(sign.toUpperCase());
    if (kind) {
      const n = (used.get(kind.id) ?? 0) + 1;
      if (n > kind.count) return { fault: "count", sign, at };
      used.set(kind.id, n);
      placing.set(squares[taken]!, kind.id);
    } else if (!".-_".includes(sign)) return { fault: "letter", sign, at };
    taken += 1;
  }
  if (taken < squares.length) return { fault: "few", sign: "", at };
  return placing;
}
