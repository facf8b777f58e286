/**
 * Emblems, drawn by us around the origin in a box of 48 by 48.
 * `line` is stroked, `solid` is filled; a theme may draw an emblem its own way.
 */

import { HEROES } from "./heroes";

export type Theme = "classic" | "stars" | "robots" | "pirates";
export const THEMES: readonly Theme[] = ["classic", "stars", "robots", "pirates"];

export interface Emblem {
  readonly line?: string;
  readonly solid?: string;
}

const CLASSIC: Record<string, Emblem> = {
  baton: {
    line: "M-11 13L11 -13",
    solid: "M-20 15l8 -8 7 7 -8 8zM20 -15l-8 8 -7 -7 8 -8zM0 -22l3 3 -3 3 -3 -3zM0 16l3 3 -3 3 -3 -3z",
  },
  swords: { line: "M-17 -19L11 13M5 18L16 7M12 14l7 7M17 -19L-11 13M-5 18L-16 7M-12 14l-7 7" },
  sword: { line: "M0 -22V9M-11 9H11M0 9V21", solid: "M-3.5 18h7v6h-7z" },
  sabre: { line: "M-13 -20Q13 -12 7 12M-1 8q9 8 15 1M6 12l-3 10" },
  helmet: { solid: "M-16 19V1A16 17 0 0 1 16 1V19H7V6H3V14H-3V6H-7V19ZM-2 -24h4v6h-4z" },
  plume: { line: "M-13 22Q-4 0 10 -14", solid: "M-10 12Q-17 -12 15 -22Q20 2 -4 12Z" },
  chevrons: { line: "M-15 -14L0 -4L15 -14M-15 -1L0 9L15 -1M-15 12L0 22L15 12" },
  pick: { line: "M-4 22L4 -12", solid: "M-21 -5Q-6 -24 21 -13Q4 -14 -21 -5Z" },
  spyglass: { solid: "M-25 6l4 11 15 -6 -4 -11zM-8 -3l6 16 13 -6 -6 -15zM8 -12l8 21 10 -5 -8 -20z" },
  mask: {
    solid:
      "M-22 -9Q0 -17 22 -9Q23 12 9 12Q3 12 0 5Q-3 12 -9 12Q-23 12 -22 -9ZM-14 -3Q-9 -6 -5 0Q-10 4 -14 -3Z" +
      "M14 -3Q9 -6 5 0Q10 4 14 -3Z",
  },
  bomb: {
    line: "M6 -6Q10 -17 17 -13",
    solid: "M-3 -8a15 15 0 1 0 .1 0ZM19 -23l1.5 5 5 -1 -3.5 4 3.5 4 -5 -1 -1.5 5 -1.5 -5 -5 1 3.500 -4 -3.500 -4 5 1z",
  },
  flag: { line: "M-13 -22V23", solid: "M-13 -21Q-3 -27 6 -19Q13 -14 21 -18V5Q13 9 5 3Q-3 -3 -13 3Z" },
};

const STARS: Record<string, Emblem> = {
  baton: {
    line: "M0 -23v8M0 15v8M-23 0h8M15 0h8M-16 -16l5 5M11 11l5 5M16 -16l-5 5M-11 11l-5 5",
    solid: "M0 -9a9 9 0 1 0 .1 0Z",
  },
  swords: { line: "M-19 -21L9 11M-10 11L19 -21", solid: "M7 8l4 -4 11 13 -4 4zM-7 8l-4 -4 -11 13 4 4z" },
  sword: { line: "M0 -24V6", solid: "M-4 6h8v18h-8z" },
  sabre: { line: "M-2 5L11 -23", solid: "M-6 3l8 4 -2 5q-1 5 -6 11l-7 -4q5 -4 5 -9z" },
  helmet: { solid: "M-18 18Q-20 -20 0 -20Q20 -20 18 18H8L5 6H-5L-8 18ZM-12 -2H12L10 3H-10Z" },
  plume: { line: "M-21 10L-3 2M-17 20L1 7", solid: "M8 -19l4 10 10 -1 -7 8 5 9 -10 -4 -7 8 -1 -10 -9 -5 10 -4z" },
  chevrons: {
    solid:
      "M0 -24l4 8 9 1 -7 6 2 9 -8 -4 -8 4 2 -9 -7 -6 9 -1z" +
      "M-13 5l3 6 6 1 -5 4 1 7 -5 -3 -6 3 1 -7 -4 -4 6 -1z" +
      "M13 5l3 6 6 1 -4 4 1 7 -6 -3 -5 3 1 -7 -5 -4 6 -1z",
  },
  pick: { line: "M-14 20L6 -3", solid: "M2 -8q-3 -12 10 -16l-3 9 6 6 9 -3q-4 13 -16 10z" },
  spyglass: { line: "M0 -23v13M0 10v13M-23 0h13M10 0h13M0 -15a15 15 0 1 0 .1 0Z", solid: "M0 -3a3 3 0 1 0 .1 0Z" },
  bomb: { solid: "M-18 -3A18 18 0 0 1 18 -3ZM-18 4A18 18 0 0 0 18 4ZM-4 -26h8v6h-8z" },
  flag: { line: "M0 -25V3", solid: "M-5 4h10v6h-3v14h-4v-14h-3zM-10 3h20v3h-20z" },
};

const ROBOTS: Record<string, Emblem> = {
  baton: { solid: "M-18 10L-21 -14 -9 -3 0 -22 9 -3 21 -14 18 10ZM-18 14h36v7h-36z" },
  swords: {
    line: "M-16 18L0 -4M16 18L0 -4M0 -4V-10",
    solid: "M-23 13l12 -2 -2 11zM23 13l-12 -2 2 11zM0 -25l8 13h-16z",
  },
  sword: { line: "M0 24V13M-11 13H11", solid: "M-5 11V-14L0 -25 5 -14V11Z" },
  sabre: { solid: "M-16 22L-9 -2 -15 -4 5 -25 1 -6 8 -4Z" },
  helmet: {
    solid: "M-16 -14L-9 -20H9L16 -14V10L9 20H-9L-16 10ZM-11 -6V1H11V-6ZM-6 8V13H6V8ZM-22 -8h4v12h-4zM18 -8h4v12h-4z",
  },
  plume: { solid: "M-23 -4L0 -22 23 -4V4L0 -7 -23 4ZM-14 10L0 1 14 10V18L0 9 -14 18Z" },
  chevrons: { solid: "M5 -25L-14 2H-3L-7 24 14 -6H2Z" },
  pick: { line: "M-13 17L5 -3", solid: "M2 -9q-3 -11 9 -15l-2 9 6 5 8 -3q-3 12 -14 10zM-18 13l9 8 -6 4 -7 -6z" },
  spyglass: {
    line: "M-2 8L10 -8M-4 22L-4 12M-13 22H6",
    solid: "M-19 -12A19 19 0 0 0 9 16L-19 -12ZM12 -14a4 4 0 1 0 .1 0Z",
  },
  bomb: {
    line: "M-7 -23H7M-5 -23V-9M5 -23V-9",
    solid: "M-5 -10L-18 16Q-20 23 -12 23H12Q20 23 18 16L5 -10ZM-4 2L4 2 8 9H-8Z",
  },
  flag: { line: "M-13 -23V24", solid: "M-13 -22H8V-15H21V5H1V-2H-13Z" },
};

const PIRATES: Record<string, Emblem> = {
  baton: {
    line: "M0 -14a14 14 0 1 0 .1 0ZM0 -24V24M-24 0H24M-17 -17L17 17M17 -17L-17 17",
    solid: "M0 -5a5 5 0 1 0 .1 0Z",
  },
  swords: { line: "M-18 -20Q6 -14 12 14M4 16L17 9M18 -20Q-6 -14 -12 14M-4 16L-17 9" },
  sword: { line: "M-4 -23Q10 -8 3 10M-8 9Q2 14 12 7M2 11L-2 23" },
  sabre: {
    line: "M-20 -8L8 -8L20 -14M-20 -8V2H-4M-8 2q2 8 -6 16",
    solid: "M-22 -12H10L22 -17V-9L10 -3H-4L-12 20H-20L-16 -2H-22Z",
  },
  helmet: { solid: "M-24 10Q-14 -4 -12 -14Q0 -26 12 -14Q14 -4 24 10Q0 -6 -24 10ZM-20 15Q0 0 20 15Q0 24 -20 15Z" },
  plume: { line: "M0 -24V12M-20 12H20", solid: "M3 -23Q20 -8 18 8H3ZM-3 -17Q-16 -4 -17 8H-3ZM-19 14H19L12 23H-12Z" },
  chevrons: {
    line: "M0 -18V22M-10 -8H10M-18 6Q-16 22 0 22Q16 22 18 6M-22 10l4 -6 5 5M22 10l-4 -6 -5 5",
    solid: "M0 -26a4.500 4.500 0 1 0 .1 0Z",
  },
  pick: { line: "M-2 -22V-6M-2 -6Q-2 20 12 14Q20 8 12 -2M-10 -10H6", solid: "M-8 -24H4V-14H-8Z" },
  spyglass: CLASSIC["spyglass"]!,
  bomb: {
    line: "M0 -21Q5 -27 10 -23",
    solid:
      "M-14 -19H14Q20 2 14 23H-14Q-20 2 -14 -19ZM-16.500 -10H16.500V-6.500H-16.500ZM-16.500 11H16.500V14.500H-16.500Z",
  },
  flag: { line: "M-14 -23V24", solid: "M-14 -22L22 -16 12 -6 22 5 -14 2ZM-2 -14a5 5 0 1 0 .1 0Z" },
};

const BY_THEME: Record<Theme, Record<string, Emblem>> = {
  classic: CLASSIC,
  stars: STARS,
  robots: ROBOTS,
  pirates: PIRATES,
};

/** The emblem as a theme draws it; an unknown word has none. */
export function emblem(theme: Theme, name: string): Emblem | null {
  return BY_THEME[theme][name] ?? CLASSIC[name] ?? HEROES[name] ?? null;
}

/** The words of all emblems. */
export const EMBLEMS = [...Object.keys(CLASSIC), ...Object.keys(HEROES)];
