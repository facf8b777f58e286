/** The words of the set-up laboratory, fetched with its page. */

import { AreaWords } from "../../i18n/area-words.svelte";
import type en from "./words/en";

export type LabKey = keyof typeof en;

export const words = new AreaWords<LabKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));
