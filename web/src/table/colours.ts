/** The colours of the two sides: made from what the edition says, told apart by lightness, with AAA text. */

import type { GameCard } from "../wire";

export interface SideColours {
  /** The ground of the piece. */
  readonly field: string;
  /** Numerals and emblems on it: at least 7 to 1. */
  readonly ink: string;
  /** The line round the piece. */
  readonly edge: string;
  readonly dark: boolean;
}

type Rgb = readonly [number, number, number];

export function parse(hex: string): Rgb {
  const found = /^#?([0-9a-f]{6})$/i.exec(hex.trim());
  const n = found ? parseInt(found[1]!, 16) : 0x808080;
  return [n >> 16, (n >> 8) & 255, n & 255];
}

const write = (rgb: Rgb): string => `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("")}`;

export function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, two: string): number {
  const [a, b] = [luminance(parse(one)), luminance(parse(two))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const mix = (from: Rgb, to: Rgb, part: number): Rgb => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
];

const CREAM = "#fff8e8";
const AAA = 7.2;

function darkSide(colour: Rgb): SideColours {
  let part = 0;
  while (contrast(write(mix(colour, [10, 8, 12], part)), CREAM) < AAA + 0.6 && part < 1) part += 0.02;
  return {
    field: write(mix(colour, [10, 8, 12], part)),
    ink: CREAM,
    edge: write(mix(colour, [255, 248, 232], 0.62)),
    dark: true,
  };
}

function lightSide(colour: Rgb): SideColours {
  const ink = write(mix(colour, [8, 10, 18], 0.72));
  let part = 0.62;
  while (contrast(write(mix(colour, [255, 253, 248], part)), ink) < AAA && part < 1) part += 0.02;
  return {
    field: write(mix(colour, [255, 253, 248], part)),
    ink,
    edge: write(mix(colour, [8, 10, 18], 0.5)),
    dark: false,
  };
}

/**
 * The colours of both sides: the darker colour goes on dark ground, the lighter on light.
 * If they are alike, seat 1 is the light one.
 */
export function sideColours(first: string, second: string): [SideColours, SideColours] {
  const [a, b] = [parse(first), parse(second)];
  return luminance(a) - luminance(b) > 0.05 ? [lightSide(a), darkSide(b)] : [darkSide(a), lightSide(b)];
}

/** CSS variables with the colours of both sides. */
export function sideStyle(first: string, second: string): Record<string, string> {
  const style: Record<string, string> = {};
  sideColours(first, second).forEach((side, seat) => {
    style[`--s${seat}-field`] = side.field;
    style[`--s${seat}-ink`] = side.ink;
    style[`--s${seat}-edge`] = side.edge;
  });
  return style;
}

export function cardStyle(card: GameCard): Record<string, string> {
  return sideStyle(card.armies[0].colour, card.armies[1].colour);
}
