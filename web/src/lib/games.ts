/** Games and their bots, asked for once. */

import type { BotInfo, GameCard } from "../wire";
import { api } from "./api";

let cards: Promise<GameCard[]> | null = null;
const own = new Map<string, Promise<GameCard | null>>();

/** The cards of all games. */
export function allCards(): Promise<GameCard[]> {
  cards ??= api.games();
  cards.catch(() => (cards = null));
  return cards;
}

/** The card of a game: from the gallery, or asked for where somebody has made the game; null if there is none. */
export async function cardOf(id: string): Promise<GameCard | null> {
  const listed = (await allCards()).find((card) => card.id === id);
  if (listed) return listed;
  let found = own.get(id);
  if (!found) {
    found = api.card(id).catch(() => null);
    own.set(id, found);
  }
  return found;
}

const players = new Map<string, Promise<readonly BotInfo[]>>();

/** The bots that play a game; none if nobody answers. */
export function botsOf(game: string): Promise<readonly BotInfo[]> {
  let found = players.get(game);
  if (!found) {
    found = api.bots(game).catch(() => []);
    players.set(game, found);
  }
  return found;
}

/** The next stronger one of the bots of a game; null after the strongest, and for a bot that is none of them. */
export function stronger(bots: readonly BotInfo[], id: string): BotInfo | null {
  const level = bots.find((one) => one.id === id)?.level ?? Infinity;
  return bots.filter((one) => one.level > level).sort((a, b) => a.level - b.level)[0] ?? null;
}

/** The bots that play a game, the easiest first, and the one to begin with: neither a child's nor the hardest. */
export async function rivals(game: string): Promise<{ bots: BotInfo[]; usual: string }> {
  const bots = [...(await api.bots(game))].sort((a, b) => a.level - b.level);
  return { bots, usual: bots[Math.floor((bots.length - 1) / 2)]?.id ?? "" };
}

/** Ask again, after an upload. */
export function forgetGames(): void {
  cards = null;
  own.clear();
}
