/** The clocks that can be chosen for a game. */

import type { ClockSpec } from "../wire";

export const CLOCKS = {
  none: { type: "none" },
  "5": { type: "bank", base: 300, increment: 3 },
  "15": { type: "bank", base: 900, increment: 5 },
  "30": { type: "bank", base: 1800, increment: 10 },
  move: { type: "move", seconds: 60 },
  days: { type: "days", days: 3 },
} as const satisfies Record<string, ClockSpec>;

export type ClockName = keyof typeof CLOCKS;
