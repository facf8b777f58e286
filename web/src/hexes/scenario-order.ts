/** The scenarios in the order in which one may want to play them. */

import type { GameCard } from "../wire";

function size(card: GameCard): number {
  return card.armies[0].size + card.armies[1].size || 100;
}

/** Small ones first; those for which one chooses a force last. */
export function bySize(cards: readonly GameCard[]): GameCard[] {
  return [...cards].sort((a, b) => size(a) - size(b));
}
