/** Words of playing without a connection. */

import { AreaWords } from "../i18n/area-words.svelte";
import type { Params } from "../i18n";
import type en from "./words/en";

type OfflineKey = keyof typeof en;
const words = new AreaWords<OfflineKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakOffline = (): Promise<void> => words.load();

/** The sentence of a key in the reader's language. */
export const o = (key: OfflineKey, params?: Params): string => words.say(key, params);
