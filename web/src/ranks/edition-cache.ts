/** The editions, each asked for once. */

import { api } from "../lib/api";
import { forgetGames } from "../lib/games";
import { Book } from "./edition";

const books = new Map<string, Promise<Book>>();

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

/** Ask again, after an upload. */
export function forgetBooks(): void {
  forgetGames();
  books.clear();
}
