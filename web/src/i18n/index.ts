/** Words in every language of languages.toml; each dictionary is fetched when it is needed. */

import names from "../../../src/flagfall/core/words/languages.toml";
import { current } from "./current.svelte";
import type en from "./en";
import { fileOf } from "./language-files";

export type Key = keyof typeof en;
export type Dictionary = Record<Key, string>;
/** The code of a language, such as `fr`. */
export type Language = string;
/** What the speakers of each language call it, by its code. */
export const OWN_NAMES: Readonly<Record<Language, string>> = names;
export const LANGUAGES: readonly Language[] = Object.keys(names);

// The sentences of refusals and ends are the engine's own; the rest is this client's.
const OWN = import.meta.glob<{ default: Dictionary }>("./??.ts");
const ENGINE = import.meta.glob<{ default: Record<string, string> }>("../../../src/flagfall/ranks/words/*.toml");

export function isLanguage(tag: string): boolean {
  return LANGUAGES.includes(tag);
}

/** Speak a language from now on. */
export async function speak(language: Language): Promise<void> {
  const [{ default: words }, { default: engine }] = await Promise.all([
    fileOf(OWN, language)(),
    fileOf(ENGINE, language)(),
  ]);
  current.words = words;
  current.engine = engine;
  current.language = language;
  document.documentElement.lang = language;
}

const NO_BREAK = "\u00a0";

export type Params = Record<string, string | number>;

/** A line never begins with a colon or a percent sign, where a language writes a space before it. */
function kept(sentence: string): string {
  return sentence.replace(/ (?=[:;!?»%])/g, NO_BREAK).replaceAll("« ", `«${NO_BREAK}`);
}

/** Put values into a sentence; `{n|one|# of them}` chooses by number. */
export function fill(sentence: string, params: Params = {}): string {
  return kept(sentence).replace(
    /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g,
    (whole, name: string, one?: string, many?: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (one !== undefined && many !== undefined)
        return Number(value) === 1 ? one : many.replaceAll("#", String(value));
      return String(value);
    },
  );
}

/** The sentence of a key in the reader's language. */
export function t(key: Key, params?: Params): string {
  return fill(current.words[key] ?? key, params);
}

/** A sentence of the engine, such as `refusal.ST-MOVE-1.too far`, or null. */
export function told(key: string, params?: Params): string | null {
  const found = current.engine[key];
  return found === undefined ? null : fill(found, params);
}

/** The sentence of a key that may not exist, or null. */
export function maybe(key: string, params?: Params): string | null {
  const found = (current.words as Record<string, string | undefined>)[key];
  return found === undefined ? null : fill(found, params);
}

/** The language spoken now. */
export function tongue(): Language {
  return current.language;
}

/** A number with one decimal, as the reader writes it. */
export function decimal(value: number): string {
  return value.toLocaleString(tongue(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A name in every language that it has. */
export type Words = Record<string, string>;

/** A name in a language, else in English. */
export function word(words: Words | undefined, language: string): string {
  return kept(words?.[language] ?? words?.["en"] ?? "");
}
