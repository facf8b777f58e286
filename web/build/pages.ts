/**
 * Writes pages.json: what the server puts into the first answer, so that nothing is asked for twice.
 * Of each page and each language the files that will be needed, and the words of the skeleton.
 */

import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";
import { wordsOf } from "./first-words.ts";
import { languages } from "./words.ts";

/** The modules whose chunks a page needs, by the first part of its address; more for those that load in steps. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "": ["/pages/Home.svelte"],
  lobby: ["/pages/lobby/Lobby.svelte"],
  series: ["/pages/Series.svelte", "/ranks/EditionGallery.svelte"],
  play: ["/pages/Play.svelte"],
  table: ["/pages/Table.svelte"],
  replay: ["/pages/Replay.svelte"],
  join: ["/pages/lobby/Join.svelte"],
  games: ["/pages/Games.svelte"],
  review: ["/ranks/review/ReviewPage.svelte"],
};

/** What most visitors of a page need next: fetched after what the page asks the server for. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  table: ["/ranks/TablePage.svelte"],
  replay: ["/ranks/ReplayPage.svelte"],
};

const WORDS = fileURLToPath(new URL("../src/i18n", import.meta.url));

export function pages(): Plugin {
  return {
    name: "flagfall-pages",
    apply: "build",
    async generateBundle(_options, bundle: Rolldown.OutputBundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === "chunk");
      const ends = (module: string): Rolldown.OutputChunk[] =>
        chunks.filter((chunk) => chunk.facadeModuleId?.split("?")[0]?.endsWith(module));
      /** A chunk and all that it imports, with their styles; the page itself has the entry and its style already. */
      const needs = (from: readonly Rolldown.OutputChunk[]): string[] => {
        const entry = chunks.find((chunk) => chunk.isEntry);
        const had = new Set<string>([entry?.fileName ?? "", ...(entry?.imports ?? [])]);
        const found: string[] = [];
        const take = (name: string): void => {
          if (had.has(name)) return;
          had.add(name);
          found.push(name);
          const chunk = bundle[name];
          if (chunk?.type !== "chunk") return;
          chunk.imports.forEach(take);
          (chunk as { viteMetadata?: { importedCss?: Set<string> } }).viteMetadata?.importedCss?.forEach(take);
        };
        from.forEach((chunk) => take(chunk.fileName));
        return found;
      };
      const filesOf = (plan: typeof PAGES): Record<string, string[]> =>
        Object.fromEntries(Object.entries(plan).map(([page, modules]) => [page, needs(modules.flatMap(ends))]));
      const plans = await Promise.all(
        languages().map(async (language) => {
          const words = await wordsOf(language, WORDS);
          const file = (folder: string, kind: string): Rolldown.OutputChunk[] => {
            const own = ends(`${folder}/${language}.${kind}`);
            return own.length ? own : ends(`${folder}/en.${kind}`);
          };
          return [
            language,
            {
              files: needs([...file("/i18n", "ts"), ...file("/ranks/words", "toml")]),
              title: words["home.title"],
              lead: words["home.lead"],
              play: words["home.play"],
              loading: words["loading"],
            },
          ] as const;
        }),
      );
      this.emitFile({
        type: "asset",
        fileName: "pages.json",
        source: JSON.stringify({
          pages: filesOf(PAGES),
          later: filesOf(LATER),
          languages: Object.fromEntries(plans),
        }),
      });
    },
  };
}
