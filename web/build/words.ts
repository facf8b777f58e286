/** Imports of the engine's own sentences (`words/LANGUAGE.toml`) as flat tables, so that nobody writes them twice. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { onEnglish } from "./first-words.ts";

function flat(table: object, at: string, into: Record<string, string>): Record<string, string> {
  for (const [key, value] of Object.entries(table)) {
    const path = at ? `${at}.${key}` : key;
    if (value !== null && typeof value === "object") flat(value as object, path, into);
    else into[path] = String(value);
  }
  return into;
}

/** The languages that there are: the code, and what its speakers call it. */
const LIST = fileURLToPath(new URL("../../src/flagfall/core/words/languages.toml", import.meta.url));

export function languages(): string[] {
  return Object.keys(parse(readFileSync(LIST, "utf-8")));
}

/** A file of the client's own words in another language than English. */
const OWN = /\/(?:i18n|words)\/(?!en\.)\w\w\.ts$/;

/** The parts of the files that this client uses; the rest is for the terminal. */
const PARTS = ["refusal", "end", "direction", "option", "fault"];

export function words(): Plugin {
  return {
    name: "flagfall-words",
    enforce: "pre",
    load(id) {
      const file = id.split("?")[0]!;
      if (!file.endsWith(".toml")) return null;
      const read = (path: string): object => (existsSync(path) ? parse(readFileSync(path, "utf-8")) : {});
      const table = read(file);
      const english = file === LIST ? {} : read(join(dirname(file), "en.toml"));
      const hexes = file.includes("/hexes/");
      const used = (part: string): boolean => (hexes ? part !== "table" : PARTS.includes(part));
      const some = (all: object): object =>
        file === LIST ? all : Object.fromEntries(Object.entries(all).filter(([part]) => used(part)));
      this.addWatchFile(file);
      return `export default ${JSON.stringify(flat(some(table), "", flat(some(english), "", {})))};`;
    },
    transform(code, id) {
      return OWN.test(id) ? onEnglish(code, readFileSync(join(dirname(id), "en.ts"), "utf-8")) : null;
    },
  };
}
