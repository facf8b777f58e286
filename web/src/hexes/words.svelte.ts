/** Words of the hex pages: this client's own, and the engine's sentences, in the reader's language. */

import { fill, tongue, type Language, type Params } from "../i18n";
import type en from "./words/en";

export type Key = keyof typeof en;
type Own = Record<Key, string>;
interface Table {
  default: Record<string, string>;
}
/** The page's own words, the engine's sentences, and what sheets and maps say; those are in English already. */
type Loaded = [{ default: Own }, Table, Table?];

const LOADERS: Record<Language, () => Promise<Loaded>> = {
  en: () => Promise.all([import("./words/en"), import("../../../src/flagfall/hexes/words/en.toml")]),
  nl: () =>
    Promise.all([
      import("./words/nl"),
      import("../../../src/flagfall/hexes/words/nl.toml"),
      import("../../../src/flagfall/hexes/words/sheets/nl.toml"),
    ]),
  fr: () =>
    Promise.all([
      import("./words/fr"),
      import("../../../src/flagfall/hexes/words/fr.toml"),
      import("../../../src/flagfall/hexes/words/sheets/fr.toml"),
    ]),
  de: () =>
    Promise.all([
      import("./words/de"),
      import("../../../src/flagfall/hexes/words/de.toml"),
      import("../../../src/flagfall/hexes/words/sheets/de.toml"),
    ]),
};

const now = $state<{ language: string; own: Partial<Own>; engine: Record<string, string> }>({
  language: "",
  own: {},
  engine: {},
});

/** Have the words of the language spoken now. */
export async function speakHexes(): Promise<void> {
  const language = tongue();
  if (now.language === language) return;
  const [{ default: own }, { default: engine }, sheets] = await LOADERS[language]();
  Object.assign(now, { language, own, engine: { ...engine, ...sheets?.default } });
}

/** A sentence of the pages. */
export function h(key: Key, params?: Params): string {
  return fill(now.own[key] ?? key, params);
}

/** A sentence of the pages that may not exist. */
export function perhaps(key: string, params?: Params): string {
  const found = (now.own as Record<string, string | undefined>)[key];
  return found === undefined ? "" : fill(found, params);
}

/** A number with one decimal, as the reader writes it. */
export function decimal(value: number): string {
  return value.toLocaleString(tongue(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A sentence of the engine, or its key. */
export function say(key: string, params?: Params): string {
  const found = now.engine[key];
  return found === undefined ? key : fill(found, params);
}

/** What a sheet or a map calls something; a word of somebody's own stays as it is. */
export function named(kind: "mode" | "function" | "name" | "zone", text: string): string {
  return now.engine[`${kind}.${text}`] ?? text;
}
