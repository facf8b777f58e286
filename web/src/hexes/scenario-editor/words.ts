/** Words of the scenario editor, in the reader's language. */

import { AreaWords } from "../../i18n/area-words.svelte";
import type en from "./words/en";

const words = new AreaWords(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakEditor = (): Promise<void> => words.load();
/** The sentence of a key. */
export const w: typeof words.say = (key, params) => words.say(key, params);
