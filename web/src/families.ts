/** The pages of each family of games, found by the family that a game's card names. */

import { watchCode } from "./lib/router.svelte";
import type { Component, Snippet } from "svelte";
import type { Study } from "./analysis/tree";
import { api, call } from "./lib/api";
import { allCards, cardOf } from "./lib/games";
import type { GameCard, HexPuzzleShown, OptionValue, PositionText, PuzzleShown } from "./wire";

export interface PageProps {
  /** Of the game, or of the table. */
  readonly id: string;
  readonly query: URLSearchParams;
}

type Load = () => Promise<{ default: Component<PageProps> }>;

export interface GalleryProps {
  /** The games of this family in a series. */
  readonly cards: readonly GameCard[];
}

export interface OptionsProps {
  /** Of the game. */
  readonly id: string;
  /** What is chosen; empty at first, for what is usual. */
  options: Record<string, OptionValue>;
}

export interface PuzzleProps {
  readonly puzzle: PuzzleShown | HexPuzzleShown;
  /** Go on to another one. */
  readonly next: () => void;
}

export interface TeaserProps {
  readonly puzzle: PuzzleProps["puzzle"];
  readonly href: string;
  /** What can be done with it. */
  readonly children: Snippet;
}

export interface AnalysisProps {
  readonly study: Study;
  /** The name that it was kept by. */
  readonly name: string;
  /** Begin with another position. */
  readonly another: () => void;
  /** The position cannot be shown. */
  readonly failed: (why: string) => void;
}

type OptionsComponent = Component<OptionsProps, object, "options">;

/** What a family brings: the page before a game, the table, the finished game, the rules, and how games are listed. */
interface FamilyPages {
  readonly play: Load;
  readonly table: Load;
  readonly replay: Load;
  readonly rules: Load;
  readonly gallery: () => Promise<{ default: Component<GalleryProps> }>;
  /** The choice of a game's options, by itself; without one games are played as is usual there. */
  readonly options?: () => Promise<{ default: OptionsComponent }>;
  /** The analysis board, and where a position from the beginning of a game comes from. */
  readonly analysis?: { readonly board: () => Promise<{ default: Component<AnalysisProps> }>; readonly fresh: string };
  /** Asks for a game while its page is still being fetched, so that both come at the same time. */
  readonly ahead?: (game: string) => Promise<unknown>;
}

type PageName = "play" | "table" | "replay" | "rules";

const RANKS: FamilyPages = {
  play: () => import("./ranks/PlayPage.svelte"),
  table: () => import("./ranks/TablePage.svelte"),
  replay: () => import("./ranks/ReplayPage.svelte"),
  rules: () => import("./ranks/RulesPage.svelte"),
  gallery: () => import("./ranks/EditionGallery.svelte"),
  options: () => import("./ranks/EditionOptions.svelte"),
  analysis: { board: () => import("./ranks/analysis/RankBoard.svelte"), fresh: "/analysis/fresh" },
  ahead: async (game) => (await import("./ranks/edition-cache")).fetchBook(game),
};

const HEXES: FamilyPages = {
  play: () => import("./hexes/PlayPage.svelte"),
  table: () => import("./hexes/TablePage.svelte"),
  replay: () => import("./hexes/ReplayPage.svelte"),
  rules: () => import("./hexes/rulebook/RulesPage.svelte"),
  gallery: () => import("./hexes/ScenarioGallery.svelte"),
  analysis: { board: () => import("./hexes/analysis/HexBoard.svelte"), fresh: "/analysis/hex/fresh" },
};

/** The page of a puzzle, by the family that the puzzle names. */
const PUZZLES: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  ranks: () => import("./puzzles/RankPuzzle.svelte"),
  hexes: () => import("./puzzles/HexPuzzle.svelte"),
};

/** A puzzle before it is opened: its position and its question. */
const TEASERS: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  ranks: () => import("./puzzles/RankTeaser.svelte"),
};

const FAMILIES: Readonly<Record<string, FamilyPages>> = { ranks: RANKS, hexes: HEXES };

/** A page of the family of a game, or of a series; what is not found goes to the first family, whose pages say so. */
export async function pageOfGame(game: string, page: PageName): Promise<Component<PageProps>> {
  const cards = await allCards().catch(() => []);
  const card = cards.find((one) => one.series === game) ?? (await cardOf(game).catch(() => null));
  const family = FAMILIES[card?.family ?? ""] ?? RANKS;
  return (await family[page]()).default;
}

/** A page of the family that is played at a table. */
export async function pageOfTable(table: string, page: PageName): Promise<Component<PageProps>> {
  const game = await api.table(table, watchCode()).then(
    (seated) => seated.table.game,
    () => "",
  );
  // The card of one game, not the list of all: a phone waits for it.
  const card = game ? await api.card(game).catch(() => null) : null;
  const family = FAMILIES[card?.family ?? ""] ?? RANKS;
  if (card) void family.ahead?.(game).catch(() => undefined);
  return (await family[page]()).default;
}

/** How the games of a family are listed; null for a family without pages. */
export async function galleryOf(family: string): Promise<Component<GalleryProps> | null> {
  return (await FAMILIES[family]?.gallery())?.default ?? null;
}

/** The choice of a game's options; null where its family has none by itself. */
export async function optionsOf(game: string): Promise<OptionsComponent | null> {
  const card = await cardOf(game).catch(() => null);
  return (await FAMILIES[card?.family ?? ""]?.options?.())?.default ?? null;
}

/** How a family shows its puzzles: each takes those that name it. */
export async function puzzleOf(family: PuzzleProps["puzzle"]["type"]): Promise<Component<PuzzleProps>> {
  return (await PUZZLES[family]!()).default as Component<PuzzleProps>;
}

/** How a family shows a puzzle before it is opened; null where it does not. */
export async function teaserOf(family: PuzzleProps["puzzle"]["type"]): Promise<Component<TeaserProps> | null> {
  return ((await TEASERS[family]?.())?.default as Component<TeaserProps> | undefined) ?? null;
}

/** Whether a family has an analysis board. */
export function analysed(family: string): boolean {
  return !!FAMILIES[family]?.analysis;
}

/** The analysis board of a game; null where its family has none. */
export async function analysisOf(game: string): Promise<Component<AnalysisProps> | null> {
  const card = await cardOf(game);
  return (await FAMILIES[card?.family ?? ""]?.analysis?.board())?.default ?? null;
}

/** A position from the beginning of a game. */
export async function freshPosition(game: string): Promise<PositionText> {
  const card = await cardOf(game);
  return call<PositionText>(
    "GET",
    `${FAMILIES[card?.family ?? ""]?.analysis?.fresh ?? "/analysis/fresh"}?game=${encodeURIComponent(game)}`,
  );
}
