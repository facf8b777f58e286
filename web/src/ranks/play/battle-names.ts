/** Where the names of fighters are written: whole on the board, and never over each other. */

/** About how wide a letter of a name is, in units of the board. */
export const LETTER = 15.5;

export interface Named {
  readonly text: string;
  /** Where its piece stands. */
  readonly x: number;
  /** How the name lies to its piece: its end under it, its beginning, or its middle. */
  readonly side: "left" | "right" | "middle";
}

/** The middle of each name, and whether it stands a line lower than the others. */
export function placeNames(
  names: readonly Named[],
  least: number,
  most: number,
): readonly { middle: number; lower: boolean }[] {
  const REACH = 60;
  const spans = names.map(({ text, x, side }) => {
    const wide = text.length * LETTER;
    const wish = side === "left" ? x + REACH - wide : side === "right" ? x - REACH : x - wide / 2;
    return { left: Math.max(least, Math.min(wish, most - wide)), wide };
  });
  return spans.map(({ left, wide }, i) => ({
    middle: left + wide / 2,
    lower: spans.some((other, j) => j < i && left < other.left + other.wide && other.left < left + wide),
  }));
}
