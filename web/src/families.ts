/** The pages of each family of games, found by the family that a game's card names. */

import type { Component } from "svelte";
import { api } from "./lib/api";
import { cardOf } from "./lib/games";

export interface PageProps {
  /** Of the game, or of the table. */
  readonly id: string;
  readonly query: URLSearchParams;
}

type Load = () => Promise<{ default: Component<PageProps> }>;

/** What a family brings: the page before a game, the table, and the finished game. */
interface FamilyPages {
  readonly play: Load;
  readonly table: Load;
  readonly replay: Load;
}

const RANKS: FamilyPages = {
  play: () => import("./ranks/PlayPage.svelte"),
  table: () => import("./ranks/TablePage.svelte"),
  replay: () => import("./ranks/ReplayPage.svelte"),
};

const HEXES: FamilyPages = {
  play: () => import("./hexes/PlayPage.svelte"),
  table: () => import("./hexes/TablePage.svelte"),
  replay: () => import("./hexes/ReplayPage.svelte"),
};

const FAMILIES: Readonly<Record<string, FamilyPages>> = { ranks: RANKS, hexes: HEXES };

/** A page of the family of a game. A game that cannot be found goes to the first family, whose pages say why. */
export async function pageOfGame(game: string, page: keyof FamilyPages): Promise<Component<PageProps>> {
  const card = await cardOf(game).catch(() => null);
  const family = FAMILIES[card?.family ?? ""] ?? RANKS;
  return (await family[page]()).default;
}

/** A page of the family that is played at a table. */
export async function pageOfTable(table: string, page: keyof FamilyPages): Promise<Component<PageProps>> {
  const game = await api.table(table).then(
    (seated) => seated.table.game,
    () => "",
  );
  return pageOfGame(game, page);
}
