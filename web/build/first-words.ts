import { existsSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import type en from "../src/i18n/en.ts";

/** The client's own words in a language, from a folder; the English ones for what is still to be written. */
export async function wordsOf(language: string, folder: string): Promise<typeof en> {
  const read = async (one: string): Promise<Partial<typeof en>> => {
    const path = join(folder, `${one}.ts`);
    return existsSync(path) ? (await runnerImport<{ default: Partial<typeof en> }>(path)).module.default : {};
  };
  return { ...(await read("en")), ...(await read(language)) } as typeof en;
}

/** A key, which needs quotes only where it is no plain name. */
const KEY = /^ {2}(?:"([^"]+)"|(\w+)):/gm;
const OPENING = /^(?:export default|const words: Dictionary =) \{/m;

/** A file of words with the English ones beneath it, if it lacks any: what is not written yet is said in English. */
export function onEnglish(own: string, english: string): string | null {
  const keys = (text: string): string[] => [...text.matchAll(KEY)].map((found) => (found[1] ?? found[2])!);
  const there = new Set(keys(own));
  if (keys(english).every((key) => there.has(key))) return null;
  return `import english from "./en";\n${own.replace(OPENING, "$&\n  ...english,")}`;
}
