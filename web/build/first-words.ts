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
