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
