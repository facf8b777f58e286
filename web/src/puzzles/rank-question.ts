/** What a puzzle of a hidden-rank game asks, in a sentence. */

import { squareName } from "../board";
import { t, type Key } from "../i18n";
import type { PuzzleShown } from "../wire";

export function rankQuestion(puzzle: PuzzleShown): string {
  return t(`puzzles.ask.${puzzle.kind}` as Key, {
    n: puzzle.kind === "win" ? puzzle.moves : puzzle.picks,
    square: puzzle.square >= 0 ? squareName(puzzle.square) : "",
  });
}

/** The pieces that had moved before the film of a puzzle: until it is solved, only these are marked. */
export function movedBefore(puzzle: PuzzleShown): ReadonlySet<number> {
  return new Set(puzzle.scene.view.pieces.filter((one) => one.moved).map((one) => one.id));
}
