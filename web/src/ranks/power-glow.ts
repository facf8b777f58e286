/** Where light falls on the board for what a power or a change of mode did. */

import type { Glow } from "../board";
import type { Entry } from "./story";

/** Columns to the right and rows up, of a direction in words: "north east". */
export function wayOf(direction: string): readonly [number, number] {
  const one = (more: string, less: string): number =>
    direction.includes(more) ? 1 : direction.includes(less) ? -1 : 0;
  return [one("east", "west"), one("north", "south")];
}

/** The light of one entry: what a battle shows needs none. */
export function glowsOf(entry: Entry): readonly Glow[] {
  const found: Glow[] = [];
  if (entry.power && entry.beam && !entry.battle) {
    const way = entry.answer ? { way: wayOf(entry.answer.direction) } : {};
    found.push({ from: entry.beam.from, cells: entry.beam.to, ...way });
  }
  if (entry.flipped) found.push({ from: null, cells: [entry.flipped.square] });
  if (entry.noticed.length) found.push({ from: null, cells: entry.noticed.map((one) => one.square) });
  return found;
}

/** Where a banner must not lie: on the light of an entry, or on the battle that a power led to. */
export function toldPlaces(entry: Entry): readonly Glow[] {
  const lit = glowsOf(entry);
  if (lit.length || !entry.power) return lit;
  return entry.trail.map((step) => ({ from: step.from, cells: [step.to] }));
}
