/** Words of the puzzles of the hex game, in the reader's language. */

import { AreaWords } from "../i18n/area-words.svelte";
import type en from "./words/en";

export type Key = keyof typeof en;
const words = new AreaWords(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakPuzzles = (): Promise<void> => words.load();
/** The sentence of a key. */
export const p: typeof words.say = (key, params) => words.say(key, params);
