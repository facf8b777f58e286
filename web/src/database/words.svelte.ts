/** Words of the database of games. */

import { AreaWords } from "../i18n/area-words.svelte";
import type { Params } from "../i18n";
import type en from "./words/en";

export type DatabaseKey = keyof typeof en;
const words = new AreaWords<DatabaseKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakDatabase = (): Promise<void> => words.load();

/** The sentence of a key in the reader's language. */
export const d = (key: DatabaseKey, params?: Params): string => words.say(key, params);
