/** Words of notices by push and e-mail. */

import { AreaWords } from "../i18n/area-words.svelte";
import type { Params } from "../i18n";
import type en from "./words/en";

export type NoticeKey = keyof typeof en;
const words = new AreaWords<NoticeKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakNotices = (): Promise<void> => words.load();

/** The sentence of a key in the reader's language. */
export const n = (key: NoticeKey, params?: Params): string => words.say(key, params);
