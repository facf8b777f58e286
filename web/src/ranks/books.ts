/** The hidden-rank games: their cards, and each edition asked for once. */

import { api } from "../lib/api";
import { allCards, forgetGames } from "../lib/games";
import type { GameCard } from "../wire";
import { Book } from "./edition";

const books = new Map<string, Promise<Book>>();

/** The cards of the hidden-rank games. */
export async function rankCards(): Promise<GameCard[]> {
  return (await allCards()).filter((card) => card.family === "ranks");
}

/** An edition, asked for once. */
export function fetchBook(id: string): Promise<Book> {
  let found = books.get(id);
  if (!found) {
    found = api.game(id).then((info) => new Book(info));
    books.set(id, found);
    found.catch(() => books.delete(id));
  }
  return found;
}

/** Ask anew, after an upload. */
export function forgetBooks(): void {
  forgetGames();
  books.clear();
}
