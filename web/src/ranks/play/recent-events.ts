/** What the table keeps telling until the player moves again. */

import type { Geometry, Glow } from "../../board";
import type { Entry } from "../story";

/** What has happened since the player's last move, with that move; an onlooker has the last event alone. */
export function recent(entries: readonly Entry[], seat: number | null): readonly Entry[] {
  if (seat === null) return entries.slice(-1);
  const mine = entries.findLastIndex((entry) => entry.seat === seat);
  return entries.slice(Math.max(mine, entries.length - 3, 0));
}

/** The battle before the last thing that happened, where the answer to it came at once. */
export function battleBefore(told: readonly Entry[]): Entry | null {
  return told.slice(0, -1).findLast((entry) => entry.battle) ?? null;
}

/** Whether what a banner speaks of lies in the upper half, so that it stands below. */
export function belongsBelow(glows: readonly Glow[], geometry: Geometry, height: number): boolean {
  const cells = glows.flatMap((glow) => [...glow.cells, ...(glow.from === null ? [] : [glow.from])]);
  const rows = cells.map((cell) => geometry.place(cell).row);
  return rows.length > 0 && Math.min(...rows) < 2 && Math.max(...rows) < height - 2;
}
