import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { words } from "./build/words.ts";

const server = process.env["FLAGFALL_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [words(), svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { include: ["test/**/*.test.ts"], environment: "jsdom", setupFiles: ["test/browser.ts"] },
});
