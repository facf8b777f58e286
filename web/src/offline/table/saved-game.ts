/** The game that is kept in this browser: set-ups and moves, from which everything else follows. */

import type { OptionValue, Outcome } from "../../wire";
import type { Seat } from "../rules/settled";
import type { Placement } from "../rules/state";

const KEY = "flagfall.offline.game";
const VERSION = 1;

export interface SavedGame {
  readonly version: typeof VERSION;
  readonly game: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** The person's seat. */
  readonly seat: Seat;
  readonly created: number;
  readonly setups: readonly [Placement | null, Placement | null];
  /** From and to, move by move. */
  readonly moves: readonly number[];
  /** An end off the board. */
  readonly ended: Outcome | null;
  readonly aborted: boolean;
  /** Whether it has ended in whatever way. */
  readonly over: boolean;
}

export function newGame(game: string, options: SavedGame["options"], seat: Seat): SavedGame {
  return {
    version: VERSION,
    game,
    options,
    seat,
    created: Date.now(),
    setups: [null, null],
    moves: [],
    ended: null,
    aborted: false,
    over: false,
  };
}

/** The kept game; null if there is none that this version can read. */
export function keptGame(): SavedGame | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as SavedGame | null;
    return found?.version === VERSION ? found : null;
  } catch {
    return null;
  }
}

export function keepGame(game: SavedGame | null): void {
  try {
    if (game) localStorage.setItem(KEY, JSON.stringify(game));
    else localStorage.removeItem(KEY);
  } catch {
    // The game then lasts as long as the page.
  }
}
