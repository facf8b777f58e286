/** What was taken in a game, and by whom. */

import type { Book } from "../edition";
import type { Entry, Fighter } from "../story";
import type { Kind } from "../../wire";

export interface Capture {
  readonly by: Fighter;
  readonly taken: Fighter;
}

const kindOf = (book: Book, one: Fighter): Kind | undefined =>
  one.kind ? book.kind(one.seat, one.kind) : book.kindsOf(one.seat, one.rank)[0];
const role = (book: Book, one: Fighter): string => kindOf(book, one)?.role ?? "";

/** Every piece that fell, with the one that it fell to. */
function captures(entries: readonly Entry[]): Capture[] {
  return entries.flatMap(({ battle }) => {
    if (!battle) return [];
    const { attacker, defenders } = battle;
    return [
      ...defenders.filter((one) => one.falls).map((taken) => ({ by: attacker, taken })),
      ...(attacker.falls && defenders[0] ? [{ by: defenders[0], taken: attacker }] : []),
    ];
  });
}

/** The capture of the flag, if there was one. */
export function flagCapture(entries: readonly Entry[], book: Book): Capture | null {
  return captures(entries).find(({ taken }) => role(book, taken) === "flag") ?? null;
}

/** The strongest piece that a seat has taken, the first of several; of either side for null. */
export function bestCapture(entries: readonly Entry[], book: Book, seat: number | null): Capture | null {
  const strength = (one: Fighter): number => kindOf(book, one)?.strength ?? 0;
  return (
    captures(entries)
      // What walks into a bomb was not captured by anybody.
      .filter(({ by, taken }) => [by, taken].every((one) => ["soldier", "spy"].includes(role(book, one))))
      .filter(({ by }) => seat === null || by.seat === seat)
      .sort((a, b) => strength(b.taken) - strength(a.taken))[0] ?? null
  );
}
