/** Pieces from a small kit: outline by side, field pattern, numeral, emblem, and signs in the corners. */

import { emblem, type Theme } from "./emblems";
import { grainDefs } from "./grain";

/** What a hidden piece may be, with how many percent; `heat` tints the piece by that one rank. */
export interface Guess {
  readonly rank: string;
  readonly percent: number;
  readonly heat: boolean;
  /** How likely it takes what attacks it, in percent; and how likely it is the flag. */
  readonly danger?: number;
  readonly flag?: number;
}

/** Percent above which a likely rank is written on a piece. */
const SURE = 60;
/** Percent above which the chance of the flag is shown. */
const HOPE = 12;

/** What a piece looks like to one player. */
export interface Face {
  readonly theme: Theme;
  readonly seat: 0 | 1;
  /** Whether its field is light, so that the pattern on it is dark. */
  readonly light: boolean;
  /** The numeral or letter; empty shows the back. */
  readonly rank: string;
  readonly emblem: string;
  /** It has moved by itself. */
  readonly moved?: boolean;
  /** The opponent has been shown what it is. */
  readonly seen?: boolean;
  /** It lies face up in its second mode. */
  readonly robot?: boolean;
  /** It can use a power now. */
  readonly spark?: boolean;
  /** The player's own note on it. */
  readonly note?: string;
  /** What it may be, and how likely that is, in percent. */
  readonly guess?: Guess | null;
}

const OUTLINES: Record<Theme, readonly [string, string]> = {
  classic: ["M12 13Q31 15 50 7Q69 15 88 13V50Q87 79 50 95Q13 79 12 50Z", "M14 8H86V94L50 85L14 94Z"],
  stars: ["M50 4L90 27V73L50 96L10 73V27Z", "M50 6A44 44 0 1 1 49.9 6Z"],
  robots: ["M24 6H76L94 27L85 70L62 95H38L15 70L6 27Z", "M25 9H75L91 25V75L75 91H25L9 75V25Z"],
  pirates: [
    "M50 5L61 9 72 11 80 20 89 28 91 39 95 50 91 61 89 72 80 80 72 89 61 91 50 95 39 91 28 89 20 80 11 " +
      "72 9 61 5 50 9 39 11 28 20 20 28 11 39 9Z",
    "M12 10Q50 20 88 10Q80 50 88 90Q50 80 12 90Q20 50 12 10Z",
  ],
};

/** The outline of a side in a theme, in a box of 100. */
export function outline(theme: Theme, seat: 0 | 1): string {
  return OUTLINES[theme][seat];
}

const FIELD_PATTERNS: Record<Theme, readonly [string, string]> = {
  classic: [
    `width="12" height="12" patternTransform="rotate(45)"><path d="M0 6H12" stroke-width="2.4"/>`,
    `width="14" height="14"><circle cx="4" cy="4" r="1.9" stroke="none" fill="@"/>` +
      `<circle cx="11" cy="11" r="1.9" stroke="none" fill="@"/>`,
  ],
  stars: [
    `width="16" height="16"><path d="M8 0V16M0 8H16" stroke-width="1.2"/>`,
    `width="100" height="100"><circle cx="50" cy="50" r="36" stroke-width="1.6" fill="none"/>` +
      `<circle cx="50" cy="50" r="27" stroke-width="1.2" fill="none" stroke-dasharray="3 5"/>`,
  ],
  robots: [
    `width="100" height="100"><path d="M20 34H80M26 66H74M50 66V92" stroke-width="2"/>` +
      `<circle cx="24" cy="22" r="2.6" fill="@" stroke="none"/>` +
      `<circle cx="76" cy="22" r="2.6" fill="@" stroke="none"/>`,
    `width="10" height="10"><path d="M0 10L10 0" stroke-width="1.8"/>`,
  ],
  pirates: [
    `width="100" height="100"><circle cx="50" cy="50" r="38" stroke-width="2.4" stroke-dasharray="5 4" fill="none"/>`,
    `width="100" height="18"><path d="M0 9Q25 3 50 9T100 9" stroke-width="1.6" fill="none"/>`,
  ],
};

/** Light from above on every piece, and the bevel of its edge: bright where it looks up, dark where it looks down. */
const LIGHT =
  `<linearGradient id="ff-light" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/>` +
  `<stop offset=".42" stop-color="#fff" stop-opacity="0"/><stop offset=".62" stop-color="#000" stop-opacity="0"/>` +
  `<stop offset="1" stop-color="#000" stop-opacity=".26"/></linearGradient>` +
  `<linearGradient id="ff-bevel" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".75"/>` +
  `<stop offset=".5" stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".5"/>` +
  `</linearGradient>`;

/** The patterns that the pieces and boards refer to: put once into the page. */
export function patternDefs(): string {
  const parts: string[] = [LIGHT, grainDefs()];
  for (const [theme, pair] of Object.entries(FIELD_PATTERNS))
    pair.forEach((body, seat) => {
      for (const [tone, colour] of [
        ["d", "rgba(255,248,232,.2)"],
        ["l", "rgba(12,14,28,.17)"],
      ] as const)
        parts.push(
          `<pattern id="ffp-${theme}-${seat}-${tone}" patternUnits="userSpaceOnUse" stroke="${colour}" ` +
            `${body.replaceAll("@", colour)}</pattern>`,
        );
    });
  return parts.join("");
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function emblemMarkup(theme: Theme, name: string, x: number, y: number, scale: number): string {
  const drawn = emblem(theme, name);
  if (!drawn) return "";
  const line = drawn.line ? `<path class="line" d="${drawn.line}"/>` : "";
  const solid = drawn.solid ? `<path class="solid" fill-rule="evenodd" d="${drawn.solid}"/>` : "";
  return `<g class="emblem" transform="translate(${x} ${y}) scale(${scale})">${line}${solid}</g>`;
}

function front(face: Face): string {
  const rank = escape(face.rank.slice(0, 3));
  const numeral = /^\d+$/.test(face.rank);
  if (numeral)
    return (
      `<text class="rank${rank.length > 1 ? " two" : ""}" x="50" y="48">${rank}</text>` +
      emblemMarkup(face.theme, face.emblem, 50, 68, 0.7)
    );
  // Pieces without a number keep the letter in the numeral's place, smaller, and wear the emblem large.
  return `<text class="rank letter" x="50" y="37">${rank}</text>${emblemMarkup(face.theme, face.emblem, 50, 62, 0.9)}`;
}

const BACKS: Record<Theme, string> = {
  classic: "M50 30L54.500 43 68 45.500 57.500 54 61 67.500 50 60 39 67.500 42.500 54 32 45.500 45.500 43Z",
  stars: "M50 26L54 46 74 50 54 54 50 74 46 54 26 50 46 46Z",
  robots: "M50 32L65.500 41V59L50 68 34.500 59V41ZM50 41L42 45.500V54.500L50 59 58 54.500V45.500Z",
  pirates: "M50 27L54 46 66 34 58 47 73 50 58 53 66 66 54 54 50 73 46 54 34 66 42 53 27 50 42 47 34 34 46 46Z",
};

/** A hidden piece by how dangerous it is, and by the chance that it is the flag. */
function feared(shape: string, { rank, percent, danger = 0, flag = 0 }: Guess): string {
  // Even odds leave the piece as it is; from there it goes to red, or to green: little is seen already.
  const away = (danger - 50) / 50;
  const tint = (0.8 * Math.abs(away) ** 0.6).toFixed(2);
  const parts = [`<path class="${away > 0 ? "danger" : "safe"}" d="${shape}" fill-opacity="${tint}"/>`];
  if (flag > HOPE) parts.push(`<path class="hope" d="${shape}" stroke-opacity="${Math.min(1, 0.35 + flag / 60)}"/>`);
  parts.push(`<g class="guess">`);
  if (percent > SURE) parts.push(`<text x="50" y="56">${escape(rank.slice(0, 3))}</text>`);
  else if (flag > HOPE) parts.push(`<path class="pennant" d="M40 60V26M40 28q11 -7 22 0v15q-11 -7 -22 0"/>`);
  const part = Math.max(2, Math.round(0.52 * danger));
  parts.push(
    `<rect class="all" x="24" y="65" width="52" height="9" rx="4.500"/>` +
      `<rect class="part" x="24" y="65" width="${part}" height="9" rx="4.500"/></g>`,
  );
  return parts.join("");
}

function guessed(shape: string, guess: Guess): string {
  const { rank, percent, heat } = guess;
  if (!heat) return feared(shape, guess);
  const tint = `<path class="heat" d="${shape}" fill-opacity="${(0.85 * percent) / 100}"/>`;
  const part = Math.max(2, Math.round(0.52 * percent));
  return (
    `${tint}<g class="guess"><text x="50" y="53">${escape(rank.slice(0, 3))}</text>` +
    `<rect class="all" x="24" y="61" width="52" height="10" rx="5"/>` +
    `<rect class="part" x="24" y="61" width="${part}" height="10" rx="5"/></g>`
  );
}

/** The piece as SVG in a box of 100 by 100. */
export function pieceMarkup(face: Face): string {
  const shape = outline(face.theme, face.seat);
  const open = face.rank !== "";
  const parts = [
    `<g class="piece s${face.seat} t-${face.theme}${open ? "" : " back"}${face.robot ? " robot" : ""}">`,
    `<path class="shade" d="${shape}"/>`,
    `<path class="field" d="${shape}"/><path ` +
      `fill="url(#ffp-${face.theme}-${face.seat}-${face.light ? "l" : "d"})" d="${shape}"/>`,
    `<path class="light" d="${shape}"/><path class="bevel" d="${shape}" ` +
      `transform="translate(50 50) scale(.93) translate(-50 -50)"/>`,
  ];
  if (face.robot)
    parts.push(`<path class="inner" d="${shape}" transform="translate(50 50) scale(.86) translate(-50 -50)"/>`);
  if (!open && face.guess) parts.push(guessed(shape, face.guess));
  else parts.push(open ? front(face) : `<path class="device" fill-rule="evenodd" d="${BACKS[face.theme]}"/>`);
  if (face.moved)
    parts.push(`<g class="sign moved"><circle cx="16" cy="84" r="13"/><path d="M10 78l6 6 -6 6M17 78l6 6 -6 6"/></g>`);
  if (face.seen)
    parts.push(
      `<g class="sign seen"><circle cx="84" cy="16" r="13"/><path d="M75 16q9 -10 18 0q-9 10 -18 0z"/>` +
        `<circle class="dot" cx="84" cy="16" r="2.600"/></g>`,
    );
  if (face.robot)
    parts.push(
      `<g class="sign mode"><circle cx="16" cy="16" r="13"/>` +
        `<path d="M9 11h14v10h-14zM12.500 15h1M18.500 15h1M16 11v-4"/></g>`,
    );
  if (face.spark)
    parts.push(`<g class="sign spark"><circle cx="84" cy="84" r="13"/><path d="M86 74l-7 11h9l-6 10"/></g>`);
  if (face.note) {
    const note = escape(face.note.slice(0, 2));
    parts.push(
      `<g class="sign note"><path class="tag" d="M64 68h24l8 13 -8 13h-24z"/><text x="77" y="89">${note}</text></g>`,
    );
  }
  parts.push("</g>");
  return parts.join("");
}
