/** Questions about the hex game. */

import { call } from "../lib/api";
import type {
  HexDemand,
  HexFortunes,
  HexGaze,
  HexInfo,
  HexLine,
  HexOutlook,
  HexPlan,
  HexRoute,
  MapDraft,
  MapDrawing,
  OwnChecked,
  OwnScenario,
} from "../wire";

const q = encodeURIComponent;

/** What a player thinks of doing: a legal action by its place in the list, or a move step by step. */
export interface Thought {
  readonly n: number;
  readonly index?: number;
  readonly manner?: string;
  readonly via?: string;
}

function query(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${q(String(value))}`)
    .join("&");
}

export const hexApi = {
  scenario: (game: string, seed = 0) => call<HexInfo>("GET", `/hexes/${q(game)}?map_seed=${seed}`),
  demand: (table: string, seat: number) => call<HexDemand>("GET", `/tables/${q(table)}/hex/demand?seat=${seat}`),
  plan: (table: string, seat: number, thought: Thought) =>
    call<HexPlan>("GET", `/tables/${q(table)}/hex/plan?${query({ seat, ...thought })}`),
  way: (table: string, seat: number, n: number, manner: string, through: readonly string[]) =>
    call<HexRoute>("GET", `/tables/${q(table)}/hex/way?${query({ seat, n, manner, through: through.join(".") })}`),
  outlook: (table: string, seat: number, unit: number) =>
    call<HexOutlook>("GET", `/tables/${q(table)}/hex/sight?${query({ seat, unit })}`),
  gaze: (table: string, seat: number, unit: number, thought: Thought | null) =>
    call<HexGaze>("GET", `/tables/${q(table)}/hex/gaze?${query({ seat, unit, ...thought })}`),
  line: (table: string, seat: number, unit: number, at: string, thought: Thought | null) =>
    call<HexLine>("GET", `/tables/${q(table)}/hex/line?${query({ seat, unit, at, ...thought })}`),
  generate: (values: object) => call<MapDraft>("GET", `/maps/generate?${query(values)}`),
  readMap: (text: string, name: string) => call<MapDraft>("POST", "/maps/read", { text, name }),
  writeMap: (drawing: MapDrawing) => call<MapDraft>("POST", "/maps/write", drawing),
  checkOwn: (own: OwnScenario) => call<OwnChecked>("POST", "/scenarios/check", own),
  keepOwn: (own: OwnScenario) => call<OwnChecked>("POST", "/scenarios", own),
  luck: (table: string) => call<HexFortunes>("GET", `/tables/${q(table)}/hex/luck`),
};
