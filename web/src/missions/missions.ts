/** The missions: the list, what somebody has reached, how one begins, and its goals in words. */

import { call } from "../lib/api";
import { named } from "../hexes/words.svelte";
import { router } from "../lib/router.svelte";
import { session } from "../lib/session.svelte";
import type { MissionBook, MissionDone, MissionGoal, MissionMark, Seated } from "../wire";
import { m } from "./words";

const q = encodeURIComponent;

export type Marks = Readonly<Record<string, MissionMark>>;

export const missionApi = {
  book: () => call<MissionBook>("GET", "/missions"),
  marks: () => call<Marks>("GET", "/me/missions"),
  begin: (id: string) => call<Seated>("POST", `/missions/${q(id)}/tables`),
  finish: (table: string) => call<MissionDone>("POST", `/tables/${q(table)}/hex/mission`),
};

/** What the person here has reached; nothing for somebody who never came. */
export async function myMarks(): Promise<Marks> {
  return session.me ? missionApi.marks() : {};
}

/** Sit down to a mission. */
export async function beginMission(id: string): Promise<void> {
  await session.someone();
  const made = await missionApi.begin(id);
  router.go(`/table/${made.table.id}`);
}

/** A goal in words. */
export function goalWords(goal: MissionGoal): string {
  switch (goal.kind) {
    case "keep":
      return goal.lost ? m("goal.keep", { n: goal.lost }) : m("goal.nobody");
    case "by-round":
      return m("goal.by-round", { n: goal.round });
    case "zones":
      return m("goal.zones", { zones: goal.zones.map((zone) => named("zone", zone)).join(", ") });
    case "defeat":
      return m("goal.defeat", { n: goal.count });
  }
}
