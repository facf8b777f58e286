/** The words of the review, fetched with its page. */

import { AreaWords } from "../../i18n/area-words.svelte";
import type en from "./words/en";

export type ReviewKey = keyof typeof en;

export const words = new AreaWords<ReviewKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));
