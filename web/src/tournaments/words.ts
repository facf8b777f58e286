/** The words of the pages about tournaments. */

import { AreaWords } from "../i18n/area-words.svelte";
import type { Params } from "../i18n";
import { Refusal } from "../lib/api";
import { failureWords } from "../table/words";
import type en from "./words/en";

export type Key = keyof typeof en;

export const words = new AreaWords<Key>(import.meta.glob<{ default: Record<Key, string> }>("./words/*.ts"));

/** The sentence of a key in the reader's language. */
export function w(key: Key, params?: Params): string {
  return words.say(key, params);
}

/** What the server says no to in its own words about tournaments. */
const FAULTS: Readonly<Record<string, Key>> = {
  begun: "fault.begun",
  over: "fault.over",
  full: "fault.full",
  forbidden: "fault.forbidden",
  "too-many": "fault.one",
  "not-found": "fault.gone",
};
const FIELDS: Readonly<Record<string, Key>> = {
  name: "fault.name",
  starts: "fault.starts",
  most: "fault.most",
};

/** Why a request failed. */
export function faultWords(problem: unknown): string {
  if (problem instanceof Refusal && !problem.problem.retry) {
    const { code, field } = problem.problem;
    const key = code === "bad-message" ? FIELDS[field ?? ""] : FAULTS[code];
    if (key) return w(key);
  }
  return failureWords(problem);
}
