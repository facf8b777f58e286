/** Words of progress: ladders of bots, badges, statistics, ladders of people. */

import { AreaWords } from "../i18n/area-words.svelte";
import type { Params } from "../i18n";
import type en from "./words/en";

export type ProgressKey = keyof typeof en;
const words = new AreaWords<ProgressKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakProgress = (): Promise<void> => words.load();

/** The sentence of a key in the reader's language. */
export const p = (key: ProgressKey, params?: Params): string => words.say(key, params);

/** The sentence of a badge, whose id comes from the server. */
export const badgeWords = (id: string, level: number): { name: string; help: string } => ({
  name: p(`badge.${id}` as ProgressKey),
  help: p(`badge.${id}.help` as ProgressKey, { level }),
});
