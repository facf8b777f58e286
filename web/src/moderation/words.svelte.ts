/** Words of moderation. */

import { AreaWords } from "../i18n/area-words.svelte";
import type { Params } from "../i18n";
import type en from "./words/en";

export type ModerationKey = keyof typeof en;
const words = new AreaWords<ModerationKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakModeration = (): Promise<void> => words.load();

/** The sentence of a key in the reader's language. */
export const m = (key: ModerationKey, params?: Params): string => words.say(key, params);
