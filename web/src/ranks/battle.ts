/** Who wins an attack, as far as the player knows both pieces: the rules of the engine (ST-ATT-3 to ST-ATT-6). */

import type { Kind, PieceSeen } from "../wire";
import type { Book } from "./edition";

/** What an attack brings to the attacker. */
export type Verdict = "win" | "lose" | "tie";

export function fight(attacker: Kind, defender: Kind): Verdict {
  if (defender.role === "bomb") return attacker.defuses ? "win" : "lose";
  if (defender.role === "flag" || attacker.slays.includes(defender.rank)) return "win";
  if (attacker.strength === defender.strength) return "tie";
  return attacker.strength > defender.strength ? "win" : "lose";
}

/** What an attack brings where what is known decides it, else null. */
export function decided(book: Book, attacker: PieceSeen, defender: PieceSeen): Verdict | null {
  const mine = attacker.kind ? book.kind(attacker.seat, attacker.kind) : undefined;
  if (!mine) return null;
  const named = defender.kind ? book.kind(defender.seat, defender.kind) : undefined;
  const may = named ? [named] : defender.rank ? book.kindsOf(defender.seat, defender.rank) : [];
  const found = new Set(may.map((kind) => fight(mine, kind)));
  return found.size === 1 ? [...found][0]! : null;
}

/** How likely a rank of the other seat takes one of these pieces that attacks it, in percent. */
export function dangers(book: Book, mine: readonly PieceSeen[], seat: number): (rank: string) => number {
  const kinds = mine
    .flatMap((one) => book.kind(one.seat, one.kind ?? "") ?? [])
    .filter((kind) => kind.moves !== "none");
  return (rank) => {
    const foe = book.kindsOf(seat, rank)[0];
    if (!foe || !kinds.length) return 0;
    const lost = kinds.reduce((sum, kind) => sum + { lose: 100, tie: 50, win: 0 }[fight(kind, foe)], 0);
    return lost / kinds.length;
  };
}
