/**
 * Writes offline.json: the files that a browser keeps for playing without a connection, and a name for their sum.
 * The runtime of the network is kept gzipped, which is a quarter of it; the worker unpacks it.
 * And shared.json: which of the files a server has anyway, so that a package need not hold them twice.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** The modules that are opened there; what they import comes along. */
const MODULES = [
  "/index.html",
  "/pages/Home.svelte",
  "/pages/NotFound.svelte",
  "/pages/Rules.svelte",
  "/ranks/RulesPage.svelte",
  "/ranks/TablePage.svelte",
  "/offline/OfflinePage.svelte",
  "/offline/OfflineGame.svelte",
];
/** Words of every language. */
const WORDS = /\/(src\/i18n|offline\/words|printing\/words|ranks\/words)\/[a-z]{2}\.(ts|toml)$/;
/** What is no module: the worker, the network and its runtime, the fonts of the four languages. */
const ASSETS = [/^bot-worker-/, /^ranks-.*\.onnx$/, /^ort-wasm-.*\.gz$/, /-latin-wght-normal-.*\.woff2$/];

/** The package of the server, and the files that the client takes from it as they are. */
const PACKAGE = join(import.meta.dirname, "..", "..", "src", "flagfall");
const SHARED = [{ file: "bots/network/weights/ranks.onnx", asset: /^ranks-.*\.onnx$/ }];

const hash = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

/** By address of a file of the client: which file of the package it is, and the hash that it must have. */
function shared(assets: string): Record<string, { file: string; sha256: string }> {
  const found: Record<string, { file: string; sha256: string }> = {};
  for (const { file, asset } of SHARED)
    for (const name of readdirSync(assets).filter((one) => asset.test(one))) {
      const sha256 = hash(join(assets, name));
      if (sha256 !== hash(join(PACKAGE, file))) throw new Error(`${name} is not ${file}`);
      found[`/assets/${name}`] = { file, sha256 };
    }
  return found;
}

export function offline(): Plugin {
  return {
    name: "flagfall-offline",
    apply: "build",
    writeBundle(options, bundle: Rolldown.OutputBundle) {
      const folder = options.dir!;
      const assets = join(folder, "assets");
      for (const name of readdirSync(assets).filter((one) => one.endsWith(".wasm"))) {
        writeFileSync(join(assets, `${name}.gz`), gzipSync(readFileSync(join(assets, name)), { level: 9 }));
        rmSync(join(assets, name));
      }
      writeFileSync(join(folder, "shared.json"), JSON.stringify(shared(assets)));
      const found = new Set<string>();
      const take = (name: string): void => {
        const chunk = bundle[name];
        if (found.has(name) || !chunk) return;
        found.add(name);
        if (chunk.type !== "chunk") return;
        chunk.imports.forEach(take);
        (chunk as { viteMetadata?: { importedCss?: Set<string> } }).viteMetadata?.importedCss?.forEach(take);
      };
      for (const chunk of Object.values(bundle)) {
        const module = chunk.type === "chunk" ? (chunk.facadeModuleId?.split("?")[0] ?? "") : "";
        if (MODULES.some((one) => module.endsWith(one)) || WORDS.test(module)) take(chunk.fileName);
      }
      for (const name of readdirSync(assets)) if (ASSETS.some((one) => one.test(name))) found.add(`assets/${name}`);
      const files = [...found, "icon.svg", "manifest.webmanifest"]
        .filter((name) => name !== "index.html")
        .sort()
        .map((name) => ({ path: `/${name}`, bytes: statSync(join(folder, name)).size }));
      const build = createHash("sha256").update(readFileSync(join(folder, "index.html")));
      for (const { path } of files) build.update(path);
      writeFileSync(join(folder, "offline.json"), JSON.stringify({ build: build.digest("hex").slice(0, 16), files }));
    },
  };
}
