/** Words of the places to learn at. */

import { AreaWords } from "../../i18n/area-words.svelte";
import type en from "./words/en";

export type LearnKey = keyof typeof en;
const words = new AreaWords<LearnKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakLearn = (): Promise<void> => words.load();

/** The sentence of a key in the reader's language. */
export const l = (key: LearnKey): string => words.say(key);
