/** What somebody is told during their first game: one tip at a time, each when it fits what is on the board. */

import type { Book } from "../edition";
import type { RankView } from "../../wire";

export const TIPS = ["turn", "choose", "hidden", "battle", "seen", "moved", "special", "power", "advice"] as const;
export type Tip = (typeof TIPS)[number];

/** What is on the board for a player. */
export interface Scene {
  readonly book: Book;
  readonly view: RankView;
  readonly seat: number;
  readonly mine: boolean;
  /** Whether an own piece is selected. */
  readonly chosen: boolean;
  readonly battles: number;
  /** Own moves so far. */
  readonly moves: number;
  /** Whether a piece can use a power now. */
  readonly spark: boolean;
  readonly advised: boolean;
}

const FITS: Record<Tip, (scene: Scene) => boolean> = {
  // How to move is told to somebody who has not moved, also where the opponent begins.
  turn: (scene) => scene.mine && !scene.chosen && !scene.moves,
  choose: (scene) => scene.mine && scene.chosen && !scene.moves,
  hidden: (scene) => scene.moves > 0,
  battle: (scene) => scene.battles > 0,
  seen: (scene) => scene.view.pieces.some((one) => one.seat === scene.seat && !!one.seen),
  moved: (scene) =>
    scene.moves > 0 && scene.view.pieces.some((one) => one.seat !== scene.seat && !!one.moved && !one.rank),
  special: (scene) => scene.moves > 3 && special(scene),
  power: (scene) => scene.spark,
  advice: (scene) => scene.advised && scene.moves > 4,
};

/** The next tip that fits and was not given yet; null for now. */
export function next(scene: Scene, given: ReadonlySet<Tip>): Tip | null {
  return TIPS.find((tip) => !given.has(tip) && FITS[tip](scene)) ?? null;
}

/** The ranks that the tips name, as this edition has them; what it lacks is missing. */
export function ranksOf(book: Book, seat: number): Record<string, string> {
  const { kinds } = book.army(seat);
  const spy = kinds.find((kind) => kind.slays.length > 0);
  const found: Record<string, string | undefined> = {
    flag: kinds.find((kind) => kind.role === "flag")?.rank,
    bomb: kinds.find((kind) => kind.role === "bomb")?.rank,
    miner: kinds.find((kind) => kind.defuses)?.rank,
    scout: kinds.find((kind) => kind.moves === "line")?.rank,
    spy: spy?.rank,
    victim: spy?.slays[0],
  };
  return Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => one[1] !== undefined));
}

function special({ book, seat }: Scene): boolean {
  const ranks = ranksOf(book, seat);
  return ["miner", "scout", "spy", "victim"].every((name) => name in ranks);
}
