/** What goes to the worker in which the bot thinks, and back. It gets what its seat knows and nothing else. */

import type { Move, RankEvent, RankView } from "../../wire";
import type { EditionData, Seat } from "../rules/settled";

/** A game begins, or starts again from its history. */
export interface Begin {
  readonly type: "begin";
  readonly data: EditionData;
  readonly seat: Seat;
  /** Where the runtime (WebAssembly, gzipped if its name says so) and the weights are. */
  readonly runtime: string;
  readonly weights: string;
}

/** The bot is to move: what its seat heard since it was last asked, what it knows, and what it may do. */
export interface Ask {
  readonly type: "ask";
  readonly ref: number;
  readonly events: readonly RankEvent[];
  readonly view: RankView;
  readonly legal: readonly Move[];
}

export type ToBot = Begin | Ask;

export type FromBot =
  | { readonly type: "ready" }
  | { readonly type: "move"; readonly ref: number; readonly move: Move; readonly ms: number }
  | { readonly type: "failed"; readonly detail: string };
