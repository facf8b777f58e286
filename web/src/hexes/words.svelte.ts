/** Words of the hex pages: this client's own, and the engine's sentences, in the reader's language. */

import { fill, tongue, type Params } from "../i18n";
import { fileOf, maybeFileOf } from "../i18n/language-files";
import type en from "./words/en";

export type Key = keyof typeof en;
type Own = Record<Key, string>;
interface Table {
  default: Record<string, string>;
}
const OWN = import.meta.glob<{ default: Own }>("./words/*.ts");
/** The engine's sentences. */
const ENGINE = import.meta.glob<Table>("../../../src/flagfall/hexes/words/*.toml");
/** What sheets and maps say; those are in English already. */
const SHEETS = import.meta.glob<Table>("../../../src/flagfall/hexes/words/sheets/*.toml");
/** The chapters of the rulebook, which only its page reads. */
const GUIDES = import.meta.glob<Table>("../../../src/flagfall/hexes/words/guide/*.toml");

const now = $state<{ language: string; own: Partial<Own>; engine: Record<string, string> }>({
  language: "",
  own: {},
  engine: {},
});

/** Have the words of the language spoken now. */
export async function speakHexes(): Promise<void> {
  const language = tongue();
  if (now.language === language) return;
  const [{ default: own }, { default: engine }, sheets] = await Promise.all([
    fileOf(OWN, language)(),
    fileOf(ENGINE, language)(),
    maybeFileOf(SHEETS, language)?.(),
  ]);
  Object.assign(now, { language, own, engine: { ...engine, ...sheets?.default } });
}

/** The texts of the rulebook in the language spoken now, by chapter and part. */
export async function guideTexts(): Promise<Record<string, string>> {
  return (await fileOf(GUIDES, tongue())()).default;
}

/** A sentence of the pages. */
export function h(key: Key, params?: Params): string {
  return fill(now.own[key] ?? key, params);
}

/** A sentence of the pages, or of the engine, that may not exist. */
export function perhaps(key: string, params?: Params): string {
  const found = (now.own as Record<string, string | undefined>)[key] ?? now.engine[key];
  return found === undefined ? "" : fill(found, params);
}

/** A sentence of the engine, or its key. */
export function say(key: string, params?: Params): string {
  const found = now.engine[key];
  return found === undefined ? key : fill(found, params);
}

/** What a sheet or a map calls something; a word of somebody's own stays as it is. */
export function named(kind: "mode" | "function" | "name" | "note" | "zone", text: string): string {
  return now.engine[`${kind}.${text}`] ?? text;
}
