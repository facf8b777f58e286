/** Left and right exchanged (`flagfall.bots.network.mirror`): the offline boards are their own mirror images. */

import { STRIDE } from "../rules/settled";
import { CELLS, PLANES } from "./observation";

/** North, east, south and west become these ways. */
const WAYS = [0, 3, 2, 1];
const [NORTH_EAST, SOUTH_WEST] = [1, 2];

/** The cell that a cell changes places with. */
export function cellImage(cell: number): number {
  return cell - (cell % STRIDE) + STRIDE - 1 - (cell % STRIDE);
}

/** The action that an action (way * 100 + goal) becomes. */
export function actionImage(action: number): number {
  return WAYS[Math.floor(action / CELLS)]! * CELLS + cellImage(action % CELLS);
}

/** The planes of the mirror image of a position. */
export function mirrored(planes: Uint8Array): Uint8Array {
  const found = new Uint8Array(PLANES * CELLS);
  for (let plane = 0; plane < PLANES; plane += 1)
    for (let cell = 0; cell < CELLS; cell += 1) found[plane * CELLS + cellImage(cell)] = planes[plane * CELLS + cell]!;
  for (let cell = 0; cell < CELLS; cell += 1) {
    const [one, other] = [NORTH_EAST * CELLS + cell, SOUTH_WEST * CELLS + cell];
    const [north, south] = [found[one]!, found[other]!];
    found[one] = (north & 15) | (south & 240);
    found[other] = (south & 15) | (north & 240);
  }
  return found;
}
