/** How the bot chooses: by chance, as likely as the network's policy says, as level 6 does without looking ahead. */

import { softmax } from "./network";

/** Below one it favours the better moves; what is less likely than `FLOOR` times the best is left out. */
const HEAT = 0.5;
const FLOOR = 0.02;

/** The chances of actions, given their logits. */
export function chancesOf(logits: readonly number[]): number[] {
  const chances = softmax(logits.map((one) => one / HEAT));
  const least = FLOOR * Math.max(...chances);
  const kept = chances.map((one) => (one < least ? 0 : one));
  const sum = kept.reduce((a, b) => a + b, 0);
  return kept.map((one) => one / sum);
}

/** One of some things by their chances; `roll` is from 0 to 1. */
export function drawn<T>(things: readonly T[], chances: readonly number[], roll: number): T {
  let left = roll;
  for (const [i, chance] of chances.entries()) {
    left -= chance;
    if (chance > 0 && left < 0) return things[i]!;
  }
  return things[chances.findLastIndex((one) => one > 0)]!;
}
