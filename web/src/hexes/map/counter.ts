/** The names on the plates. */

import type { HexPiece, HexUnit } from "../../wire";
import type { Point } from "./geometry";

/** How wide a plate may be where nobody is near, in units of the map. */
const WIDEST = 230;

/** How much higher than itself a plate keeps free: it should not lie on the figure beside it either. */
const NEXT = 14;
/** How much of that figure, from its middle, is kept free. */
const FIGURE = 24;

/**
 * How wide the plate of each unit may be, for plates of a height: not so wide that it lies on another's, nor on the
 * figure of somebody half a row above or below.
 */
export function rooms(places: readonly Point[], high: number): number[] {
  return places.map(([x, y]) =>
    Math.min(
      WIDEST,
      ...places.flatMap(([ox, oy]) => {
        const [aside, down] = [Math.abs(ox - x), Math.abs(oy - y)];
        if (!aside || down >= high + NEXT) return [];
        return [down < high ? aside - 4 : 2 * (aside - FIGURE)];
      }),
    ),
  );
}

/** The size of a name on a plate, for the scale that the map is seen at. */
export function plateFont(zoom: number): number {
  return Math.max(13, Math.min(32, 11.5 / zoom));
}

/** Below this scale a name is a smudge: the plate goes, and the figures grow instead. */
export const NAMED = 0.22;

/** How many times its size a unit is drawn, for the scale that the map is seen at. */
export function swollen(zoom: number): number {
  return Math.max(1, Math.min(1.7, 0.26 / Math.max(zoom, 0.01)));
}

/** The bar of hit points below a name of a size, and the whole plate. */
export const barHigh = (font: number): number => font * 0.32;
export const plateHigh = (font: number): number => font + barHigh(font) + 5;

/**
 * A short label for each unit of a game, no two the same: that of its sheet, with a number where several share it.
 * A unit with another name in the reader's language has it on the plate too.
 */
export function labels(
  pieces: readonly HexPiece[],
  sheets: Readonly<Record<string, HexUnit>>,
  called: (name: string) => string = (name) => name,
): string[] {
  const plain = pieces.map((piece) => {
    const sheet = sheets[piece.sheet];
    if (!sheet) return piece.key.slice(0, 3);
    const own = called(sheet.sheet.name);
    return own === sheet.sheet.name ? sheet.label : own.slice(0, 3);
  });
  return plain.map((label, at) => {
    if (plain.indexOf(label) === plain.lastIndexOf(label)) return label;
    return `${label}${plain.slice(0, at + 1).filter((one) => one === label).length}`;
  });
}

/** How many letters of each name tell it from all others; of names that are another's beginning all, and one more. */
export function telling(names: readonly string[]): number[] {
  const shared = (a: string, b: string): number => {
    let n = 0;
    while (n < a.length && a[n] === b[n]) n++;
    return n;
  };
  return names.map((name) => 1 + Math.max(2, ...names.map((other) => (other === name ? 0 : shared(name, other)))));
}

/** What a plate can say of a unit. */
export interface Naming {
  /** Its name, and its short label that nobody else has. */
  readonly whole: string;
  readonly label: string;
  /** The part of its name that stands for the whole; nothing where that is not its own. */
  readonly shorter?: string;
  /** How many letters of its name tell it from all others. */
  readonly least?: number;
}

/** How much smaller a name may be written so that it stands whole. */
export const SMALLER = 0.82;

/** The name on a plate with room for some letters: whole, a part that is its own, its beginning, or its label. */
export function plateName({ whole, label, shorter = "", least = whole.length }: Naming, fits: number): string {
  const number = /\d$/.test(label) ? ` ${label.at(-1)}` : "";
  if (whole.length + number.length <= fits / SMALLER) return whole + number;
  if (shorter && !number && shorter.length <= fits / SMALLER) return shorter;
  const cut = whole.slice(0, Math.floor(fits) - 1 - number.length).trimEnd();
  return cut.length >= least && cut.length > label.length - number.trim().length ? `${cut}.${number}` : label;
}

/** The first word of each name of several words that nobody else's name shares, for plates too small for the whole. */
export function firstWords(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const [first = "", ...rest] = name.split(" ");
    const shared = names.some((other, one) => one !== at && other.split(" ").includes(first));
    return rest.length && !shared ? first : "";
  });
}
