/** Words of friends and challenges. */

import { AreaWords } from "../i18n/area-words.svelte";
import type { Params } from "../i18n";
import type en from "./words/en";

export type FriendKey = keyof typeof en;
const words = new AreaWords<FriendKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));

/** Have the words of the language spoken now. */
export const speakFriends = (): Promise<void> => words.load();

/** The sentence of a key in the reader's language. */
export const f = (key: FriendKey, params?: Params): string => words.say(key, params);
