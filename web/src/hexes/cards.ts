/** The scenarios of the gallery. */

import { allCards } from "../lib/games";
import type { GameCard } from "../wire";

/** Small ones first; those for which one chooses a force last. */
function size(card: GameCard): number {
  return card.armies[0].size + card.armies[1].size || 100;
}

export async function scenarioCards(): Promise<GameCard[]> {
  return (await allCards()).filter((card) => card.family === "hexes").sort((a, b) => size(a) - size(b));
}
