/** What the map, the orders and the overlays need of a game: that of a table, or that of an analysis. */

import type {
  HexAction,
  HexDemand,
  HexGaze,
  HexInfo,
  HexLine,
  HexOutlook,
  HexPlan,
  HexPlanned,
  HexRoute,
  Outcome,
} from "../../wire";
import { hexApi, type Thought } from "../api";
import type { Cell } from "../map/draw";
import type { ForcePlan } from "./force-plan.svelte";
import type { Reporter } from "./report";
import type { Stream } from "./table.svelte";

/** What can be asked about the moment shown, from what a seat knows. */
export interface Questions {
  readonly hint: (seat: number) => Promise<HexPlanned>;
  readonly plan: (seat: number, thought: Thought) => Promise<HexPlan>;
  readonly way: (seat: number, n: number, manner: string, through: readonly string[]) => Promise<HexRoute>;
  readonly outlook: (seat: number, unit: number) => Promise<HexOutlook>;
  readonly gaze: (seat: number, unit: number, thought: Thought | null) => Promise<HexGaze>;
  readonly line: (seat: number, unit: number, at: string, thought: Thought | null) => Promise<HexLine>;
}

export interface HexPlay {
  readonly book: HexInfo | null;
  readonly stream: Stream | null;
  readonly reporter: Reporter | null;
  readonly demand: HexDemand | null;
  readonly legal: readonly HexAction[];
  /** Something where the person at the screen has to decide. */
  readonly turn: object | null;
  readonly seat: number | null;
  readonly over: boolean;
  readonly cells: readonly Cell[];
  readonly force: ForcePlan;
  /** Of a table: how it ended, whether hints may be asked for. */
  readonly info: { readonly outcome?: Outcome | null; readonly advice?: boolean; readonly rated?: boolean } | null;
  readonly questions: Questions;
  act(action: HexAction): void;
}

/** The questions of a table. */
export function questionsAt(table: string): Questions {
  return {
    hint: (seat) => hexApi.hint(table, seat),
    plan: (seat, thought) => hexApi.plan(table, seat, thought),
    way: (seat, n, manner, through) => hexApi.way(table, seat, n, manner, through),
    outlook: (seat, unit) => hexApi.outlook(table, seat, unit),
    gaze: (seat, unit, thought) => hexApi.gaze(table, seat, unit, thought),
    line: (seat, unit, at, thought) => hexApi.line(table, seat, unit, at, thought),
  };
}
