/** What is wrong with a text, in the reader's language; the words are fetched for the first fault. */

import type { FaultAt } from "../wire";
import { fill, tongue, type Language } from "./index";
import { fileOf } from "./language-files";

type Sentences = Record<string, string>;

const FILES = import.meta.glob<{ default: Sentences }>("../../../src/flagfall/core/words/??.toml");

const known = $state<Partial<Record<Language, Sentences>>>({});
const asked = new Map<Language, Promise<void>>();

/** Have the words of a language; what cannot be fetched is said in English. */
export function fetchFaultWords(language: Language = tongue()): Promise<void> {
  if (language === "en") return Promise.resolve(); // the server says everything in English anyway
  const before = asked.get(language);
  if (before) return before;
  const load = fileOf(FILES, language)().then(
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
export function faultWords(fault: FaultAt): string {
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
