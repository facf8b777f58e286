/** The words of the analysis board, fetched with its page. */

import { AreaWords } from "../i18n/area-words.svelte";
import type en from "./words/en";

export type AnalysisKey = keyof typeof en;

export const words = new AreaWords<AnalysisKey>(import.meta.glob<{ default: typeof en }>("./words/*.ts"));
