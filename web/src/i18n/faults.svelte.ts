/** What is wrong with a text, in the reader's language; the words are fetched for the first fault. */

import type { FaultAt } from "../wire";
import { fill, tongue, type Language } from "./index";

type Sentences = Record<string, string>;

// The server says everything in English anyway.
const LOADERS: Record<Exclude<Language, "en">, () => Promise<{ default: Sentences }>> = {
  nl: () => import("../../../src/flagfall/core/words/nl.toml"),
  fr: () => import("../../../src/flagfall/core/words/fr.toml"),
  de: () => import("../../../src/flagfall/core/words/de.toml"),
};

const known = $state<Partial<Record<Language, Sentences>>>({});
const asked = new Map<Language, Promise<void>>();

/** Have the words of a language; what cannot be fetched is said in English. */
export function fetchFaultWords(language: Language = tongue()): Promise<void> {
  if (language === "en") return Promise.resolve();
  const before = asked.get(language);
  if (before) return before;
  const load = LOADERS[language]().then(
    ({ default: sentences }) => {
      known[language] = sentences;
    },
    () => {
      known[language] = {};
    },
  );
  asked.set(language, load);
  return load;
}

/** The sentence of a fault, without its place; empty while the words are still on their way. */
function faultWords(fault: FaultAt): string {
  const language = tongue();
  if (language === "en") return fault.reason;
  const words = known[language];
  if (!words) {
    void fetchFaultWords(language);
    return "";
  }
  const sentence = words[`fault.${fault.code}`];
  if (sentence === undefined) return fault.reason;
  const params = fault.params ?? {};
  const hint = params["near"] ? fill(words["fault.near"] ?? "", params) : "";
  return fill(sentence, params) + hint;
}

/** The sentence with the field it is about. */
export function faultAt(fault: FaultAt): string {
  return fault.field ? `${fault.field}: ${faultWords(fault)}` : faultWords(fault);
}
