/** The names on the plates. */

import type { HexPiece, HexUnit } from "../../wire";

/** A short label for each unit of a game, no two the same: that of its sheet, with a number where several share it. */
export function labels(pieces: readonly HexPiece[], sheets: Readonly<Record<string, HexUnit>>): string[] {
  const plain = pieces.map((piece) => sheets[piece.sheet]?.label ?? piece.key.slice(0, 3));
  return plain.map((label, at) => {
    if (plain.indexOf(label) === plain.lastIndexOf(label)) return label;
    return `${label}${plain.slice(0, at + 1).filter((one) => one === label).length}`;
  });
}

/** The first word of each name of several words that nobody else's name shares, for plates too small for the whole. */
export function firstWords(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const [first = "", ...rest] = name.split(" ");
    const shared = names.some((other, one) => one !== at && other.split(" ").includes(first));
    return rest.length && !shared ? first : "";
  });
}
