/** Names every line that is longer than 120 characters: formatting does not break strings and comments. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MOST = 120;
const files = ["src", "test", "build"].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.(ts|mjs|svelte|css)$/.test(name))
    .map((name) => join(folder, name)),
);
const long = files.flatMap((file) =>
  readFileSync(file, "utf-8")
    .split("\n")
    .flatMap((line, at) => ([...line].length > MOST ? [`${file}:${at + 1}: ${[...line].length} characters`] : [])),
);
for (const line of long) console.error(line);
process.exitCode = long.length ? 1 : 0;
