import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { chunkNames } from "./build/chunks.ts";
import { offline } from "./build/offline.ts";
import { pages } from "./build/pages.ts";
import { words } from "./build/words.ts";

const server = process.env["FLAGFALL_SERVER"] ?? "http://127.0.0.1:8420";
/** How long each part of the build took is of no interest to somebody who only wants to play. */
const quiet = { bundlerTimings: false };

export default defineConfig({
  plugins: [words(), svelte(), pages(), offline()],
  assetsInclude: ["**/*.onnx"],
  worker: { format: "es", rolldownOptions: { checks: quiet } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: quiet,
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: chunkNames(fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "")), minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true }, "/help": server } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    include: ["test/**/*.test.ts"],
    environment: "jsdom",
    setupFiles: ["test/browser.ts"],
    // Only what hangs is a fault: a busy machine is none.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
