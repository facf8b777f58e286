/** The scenarios of the gallery, asked for once. */

import { api } from "../lib/api";
import type { GameCard } from "../wire";

let cards: Promise<GameCard[]> | null = null;

export function scenarioCards(): Promise<GameCard[]> {
  cards ??= api.games().then((all) => all.filter((card) => card.family === "hexes"));
  cards.catch(() => (cards = null));
  return cards;
}

export async function isScenario(game: string): Promise<boolean> {
  return (await scenarioCards()).some((card) => card.id === game);
}
