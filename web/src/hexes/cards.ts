/** The scenarios of the gallery, asked for once. */

import { api } from "../lib/api";
import type { GameCard } from "../wire";

/** Small ones first; those for which one chooses a force last. */
function size(card: GameCard): number {
  return card.armies[0].size + card.armies[1].size || 100;
}

let cards: Promise<GameCard[]> | null = null;

export function scenarioCards(): Promise<GameCard[]> {
  cards ??= api.games().then((all) => all.filter((card) => card.family === "hexes").sort((a, b) => size(a) - size(b)));
  cards.catch(() => (cards = null));
  return cards;
}

export async function isScenario(game: string): Promise<boolean> {
  return (await scenarioCards()).some((card) => card.id === game);
}
