/** Questions about the hex game. */

import { call } from "../lib/api";
import type { HexDemand, HexInfo, HexOutlook, HexPlan } from "../wire";

const q = encodeURIComponent;

export const ask = {
  scenario: (game: string, seed = 0) => call<HexInfo>("GET", `/hexes/${q(game)}?map_seed=${seed}`),
  demand: (table: string, seat: number) => call<HexDemand>("GET", `/tables/${q(table)}/hex/demand?seat=${seat}`),
  plan: (table: string, seat: number, index: number, n: number) => call<HexPlan>("GET", `/tables/${q(table)}/hex/plan?seat=${seat}&index=${index}&n=${n}`),
  outlook: (table: string, seat: number, unit: number) => call<HexOutlook>("GET", `/tables/${q(table)}/hex/sight?seat=${seat}&unit=${unit}`),
};
