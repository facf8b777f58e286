/** Questions about the hex game. */

import { call } from "../lib/api";
import type {
  HexAnalysisAnswer,
  HexAnalysisLine,
  HexAnalysisMoment,
  HexAnalysisQuestion,
  HexDemand,
  HexGaze,
  HexGuide,
  HexInfo,
  HexOptions,
  HexLine,
  HexOutlook,
  HexPicture,
  HexPlan,
  HexPlanned,
  HexReported,
  HexRoute,
  MapDraft,
  MapDrawing,
  OwnChecked,
  OwnScenario,
  ScenarioChecked,
  ScenarioDraft,
  ScenarioOpened,
  Workbench,
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
  /** A scenario with its map and its sheets; those of a game that runs or is over by its options. */
  scenario: (game: string, seed = 0, options: HexOptions | null = null) =>
    call<HexInfo>(
      "GET",
      `/hexes/${q(game)}?${query({ map_seed: seed, ...(options && { revision: options.revision ?? 1 }) })}`,
    ),
  hint: (table: string, seat: number) => call<HexPlanned>("GET", `/tables/${q(table)}/advice/plan?${query({ seat })}`),
  guide: () => call<HexGuide>("GET", "/hexes-guide"),
  picture: (game: string) => call<HexPicture>("GET", `/hexes/${q(game)}/picture`),
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
  builtInMap: (id: string) => call<MapDraft>("GET", `/maps/with-the-game/${q(id)}`),
  workbench: () => call<Workbench>("GET", "/workbench"),
  draftScenario: (draft: ScenarioDraft) => call<ScenarioChecked>("POST", "/scenarios/draft", draft),
  openScenario: (own: OwnScenario) => call<ScenarioOpened>("POST", "/scenarios/open", own),
  checkOwn: (own: OwnScenario) => call<OwnChecked>("POST", "/scenarios/check", own),
  keepOwn: (own: OwnScenario) => call<OwnChecked>("POST", "/scenarios", own),
  analyse: (line: HexAnalysisLine) => call<HexAnalysisMoment>("POST", "/analysis/hex", line),
  askAnalysis: (asked: HexAnalysisQuestion) => call<HexAnalysisAnswer>("POST", "/analysis/hex/ask", asked),
  report: (table: string) => call<HexReported>("GET", `/tables/${q(table)}/hex/report`),
};
