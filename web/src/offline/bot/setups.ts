/** Set-ups for the bot, and ready-made ones for a person: those that won most while the network learned. */

import learned from "../../../../src/flagfall/bots/network/weights/learned-setups.json";
import type { Kind } from "../../wire";
import { STRIDE, type EditionData, type Seat } from "../rules/settled";
import type { Placement } from "../rules/state";
import { armyCounts, turnOf } from "./observation";

/** How set-ups are written: nothing, flag, spy, 2 to 10, bomb. */
const SIGNS = ".FS23456789TB";
type Chance = () => number;

function shuffled<T>(things: readonly T[], chance: Chance): T[] {
  const all = [...things];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(chance() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

function army(kinds: readonly Kind[]): string[] {
  return kinds.flatMap((kind) => new Array<string>(kind.count).fill(kind.id));
}

/** Any set-up, each as likely as another. */
export function randomSetup(data: EditionData, seat: Seat, chance: Chance = Math.random): Placement {
  const kinds = shuffled(army(data.edition.armies[seat].kinds), chance);
  const squares = shuffled(data.board.homes[seat], chance).slice(0, kinds.length);
  return squares.map((square, i): [number, string] => [square, kinds[i]!]).sort(([a], [b]) => a - b);
}

/** One of the learned set-ups, or its mirror image; any set-up where none was learned. */
export function learnedSetup(data: EditionData, seat: Seat, chance: Chance = Math.random): Placement {
  const words = (learned as Record<string, string[]>)[data.edition.id] ?? [];
  const word = words[Math.floor(chance() * words.length)];
  if (!word) return randomSetup(data, seat, chance);
  const { kinds } = data.edition.armies[seat];
  const { width } = data.board;
  const mirrored = chance() < 0.5;
  const turn = turnOf(data);
  const left = new Map(
    armyCounts(kinds).map((_, strength) => [
      strength,
      shuffled(army(kinds.filter((kind) => kind.strength === strength)), chance),
    ]),
  );
  const placed: Placement = [];
  [...word].forEach((sign, square) => {
    const kind = sign === "." ? undefined : left.get(SIGNS.indexOf(sign) - 1)?.pop();
    if (!kind) return;
    const own = mirrored ? Math.floor(square / STRIDE) * STRIDE + width - 1 - (square % STRIDE) : square;
    placed.push([seat === 1 ? turn - own : own, kind]);
  });
  return placed.sort(([a], [b]) => a - b);
}
