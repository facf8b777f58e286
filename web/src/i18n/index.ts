/** Words in four languages; each dictionary is fetched when it is needed. */

import type en from "./en";
import { current } from "./current.svelte";

export type Key = keyof typeof en;
export type Dictionary = Record<Key, string>;
export type Language = "en" | "nl" | "fr" | "de";
export const LANGUAGES: readonly Language[] = ["en", "nl", "fr", "de"];
export const OWN_NAMES: Record<Language, string> = { en: "English", nl: "Nederlands", fr: "Français", de: "Deutsch" };

type Loaded = [{ default: Dictionary }, { default: Record<string, string> }];

// The sentences of refusals and ends are the engine's own; the rest is this client's.
const LOADERS: Record<Language, () => Promise<Loaded>> = {
  en: () => Promise.all([import("./en"), import("../../../src/flagfall/ranks/words/en.toml")]),
  nl: () => Promise.all([import("./nl"), import("../../../src/flagfall/ranks/words/nl.toml")]),
  fr: () => Promise.all([import("./fr"), import("../../../src/flagfall/ranks/words/fr.toml")]),
  de: () => Promise.all([import("./de"), import("../../../src/flagfall/ranks/words/de.toml")]),
};

export function isLanguage(tag: string): tag is Language {
  return (LANGUAGES as readonly string[]).includes(tag);
}

/** Speak a language from now on. */
export async function speak(language: Language): Promise<void> {
  const [{ default: words }, { default: engine }] = await LOADERS[language]();
  current.words = words;
  current.engine = engine;
  current.language = language;
  document.documentElement.lang = language;
}

export type Params = Record<string, string | number>;

/** Put values into a sentence; `{n|one|# of them}` chooses by number. */
export function fill(sentence: string, params: Params = {}): string {
  return sentence.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (one !== undefined && many !== undefined) return Number(value) === 1 ? one : many.replaceAll("#", String(value));
    return String(value);
  });
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

/** A name in every language that it has. */
export type Words = Record<string, string>;

/** A name in a language, else in English. */
export function word(words: Words | undefined, language: string): string {
  return words?.[language] ?? words?.["en"] ?? "";
}
