/**
 * What several pages share goes into few files: each file costs a phone a round trip.
 *
 * Left to itself the bundler makes a file of its own for every set of pages that share something, and a table of a
 * hidden-rank game would be forty. Here those parts of it that others use too are five, by who else uses them, so
 * that no page fetches much that it does not need.
 */

import type { Rolldown } from "vite";

const ENTRY = "/src/main.ts";
const TABLE = "/src/ranks/TablePage.svelte";
const HEX_TABLE = "/src/hexes/TablePage.svelte";
const LESSON = "/src/pages/learn/Lesson.svelte";
/** The files, the first that fits: of each the sets of pages that all use a part. */
const FILES: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  ["common", [["/src/pages/Home.svelte"], ["/src/pages/Series.svelte"], ["/src/analysis/AnalysisPage.svelte"]]],
  ["parts", [["/src/hexes/ReplayPage.svelte"], [HEX_TABLE, LESSON]]],
  ["board", [["/src/ranks/ReplayPage.svelte"], [LESSON], ["/src/pages/Setup.svelte"]]],
  ["seats", [[HEX_TABLE]]],
  ["game", [[TABLE]]],
];
/** Big, and needed by few of those pages: it stays by itself. */
const ALONE = ["/src/ranks/setup/"];

type Graph = Pick<Rolldown.PluginContext, "getModuleInfo">;

/** A module and all that it imports at once. */
function closure(graph: Graph, root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const take = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(take);
  };
  take(root);
  return found;
}

/** Names the file of a module; null where the bundler decides. */
export function chunkNames(root: string): (id: string, graph: Graph) => string | null {
  const known = new Map<string, ReadonlySet<string>>();
  const uses = (graph: Graph, page: string, id: string): boolean => {
    let all = known.get(page);
    if (!all) known.set(page, (all = closure(graph, root + page)));
    return all.has(id);
  };
  return (id, graph) => {
    const file = id.split("?")[0]!;
    if (!uses(graph, TABLE, id) || uses(graph, ENTRY, id) || file === root + TABLE) return null;
    if (ALONE.some((part) => file.startsWith(root + part))) return null;
    return FILES.find(([, sets]) => sets.some((pages) => pages.every((page) => uses(graph, page, id))))![0];
  };
}
