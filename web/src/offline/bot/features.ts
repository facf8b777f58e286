/** The numbers that the network takes, from the bytes of an observation (`flagfall.bots.network.network`). */

import { CELLS, VECTOR, type Observation } from "./observation";

export const CELL_INPUTS = 242;
/** Rough values by rank, for the balance of material. */
const WORTHS = [0, 0.3, 0.12, 0.3, 0.2, 0.25, 0.35, 0.45, 0.6, 0.85, 1, 0.2];
const EVEN = 0.3;
/** Parts of the vector: from, up to, the number that divides them, and the most that counts. */
const PARTS = [
  [0, 48, 4, 255],
  [48, 49, 100, 255],
  [49, 50, 64, 255],
  [51, 52, 1, 255],
  [52, 54, 4, 255],
  [54, 56, 8, 32],
] as const;

export interface Features {
  readonly cells: Float32Array;
  readonly board: Float32Array;
  readonly balance: Float32Array;
}

export function featuresOf({ planes, vector }: Observation): Features {
  const cells = new Float32Array(CELLS * CELL_INPUTS);
  for (let cell = 0; cell < CELLS; cell += 1) {
    const byte = (plane: number): number => planes[plane * CELLS + cell]!;
    let at = cell * CELL_INPUTS;
    /** One input is lit: the first for `first`; none where the value is outside. */
    const light = (value: number, first: number, count: number): void => {
      if (value >= first && value < first + count) cells[at + value - first] = 1;
      at += count;
    };
    light(byte(0), 0, 64);
    for (const plane of [1, 2]) {
      light(byte(plane) & 15, 1, 10);
      light(byte(plane) >> 4, 1, 10);
    }
    for (const plane of [3, 4])
      for (let bit = 0; bit < 8; bit += 1, at += 1) if ((byte(plane) >> bit) & 1) cells[at] = 1;
    const own = byte(0) >= 2 && byte(0) < 50;
    /** The same numbers have inputs of their own for own pieces, after those for the enemy's. */
    const apart = (value: number, count: number): void => {
      light(own ? 0 : value, 1, count);
      light(own ? value : 0, 1, count);
    };
    for (const plane of [5, 6]) apart(byte(plane) & 15, 10);
    for (const plane of [5, 6]) apart(byte(plane) >> 4, 10);
    apart(byte(7) & 15, 15);
    apart((byte(7) >> 4) & 3, 3);
    apart((byte(7) >> 6) & 3, 3);
  }
  const material = (from: number): number => WORTHS.reduce((sum, worth, rank) => sum + worth * vector[from + rank]!, 0);
  const [theirs, mine] = [material(0), material(24)];
  const balance = (mine - theirs) / (mine + theirs + EVEN);
  const board = new Float32Array(VECTOR);
  let at = 0;
  for (const [low, high, divisor, most] of PARTS)
    for (let i = low; i < high; i += 1) board[at++] = Math.min(vector[i]!, most) / divisor;
  board[at] = balance;
  return { cells, board, balance: new Float32Array([balance]) };
}
