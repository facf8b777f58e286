/**
 * A picture for each series of games, all of one size: the table on which it is played, and its armies on it.
 * Drawn by us; a series without a picture of its own gets the classic table.
 */

import { stream } from "./grain";
import { pieceMarkup } from "./kit";
import type { Theme } from "./emblems";

export const WIDE = 600;
export const HIGH = 360;
/** Where the table ends and the room begins. */
const EDGE = 132;

export interface Scene {
  /** The colours of the two sides. */
  readonly colours: readonly [string, string];
  readonly markup: string;
}

/** Rectangles, circles and paths, written short. */
const path = (d: string, rest: string): string => `<path d="${d}" ${rest}/>`;
const round = (x: number, y: number, r: number, rest: string): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" ${rest}/>`;

function fade(id: string, stops: readonly [number, string, number?][], radial = false): string {
  const inner = stops
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join("");
  return radial
    ? `<radialGradient id="sc-${id}" cx=".5" cy=".5" r=".5">${inner}</radialGradient>`
    : `<linearGradient id="sc-${id}" x1="0" y1="0" x2="0" y2="1">${inner}</linearGradient>`;
}

/** The lines of a board that lies before us: those that run away from us, and those across. */
function board(colour: string, width: number, opacity = 1): string {
  let d = "";
  for (let i = -7; i <= 7; i++) {
    const far = WIDE / 2 + i * 40;
    d += `M${far} ${EDGE}L${WIDE / 2 + i * 112} ${HIGH}`;
  }
  for (let k = 0; k <= 6; k++) {
    const y = EDGE + (HIGH - EDGE) * (k / 6) ** 1.55;
    d += `M0 ${y.toFixed(1)}H${WIDE}`;
  }
  return path(d, `fill="none" stroke="${colour}" stroke-width="${width}" opacity="${opacity}"`);
}

interface Man {
  readonly x: number;
  /** Where it touches the table. */
  readonly y: number;
  readonly size: number;
  readonly seat: 0 | 1;
  readonly light: boolean;
  readonly rank?: string;
  readonly emblem?: string;
  readonly robot?: boolean;
}

/** A piece that stands on the table with its shadow. */
function stand(theme: Theme, man: Man): string {
  const { x, y, size, seat, light } = man;
  const face = { theme, seat, light, rank: man.rank ?? "", emblem: man.emblem ?? "", robot: man.robot ?? false };
  return (
    `<ellipse cx="${x + size * 0.1}" cy="${y - size * 0.03}" rx="${size * 0.5}" ry="${size * 0.11}" ` +
    `fill="#000" opacity=".38"/>` +
    `<g transform="translate(${x - size / 2} ${y - size}) scale(${size / 100})">${pieceMarkup(face)}</g>`
  );
}

/** The enemy far away shows its backs; our own stand large before us. */
function armies(theme: Theme, light: readonly [boolean, boolean], own: readonly [string, string][]): string {
  const far = [-150, -90, -30, 30, 90, 150].map((dx, i) =>
    stand(theme, { x: WIDE / 2 + dx, y: EDGE + 34 + (i % 2) * 3, size: 50, seat: 1, light: light[1] }),
  );
  const spots = [
    { x: 118, y: 316, size: 122 },
    { x: 296, y: 340, size: 148 },
    { x: 478, y: 316, size: 122 },
  ];
  const near = own.map(([rank, emblem], i) =>
    stand(theme, { ...spots[i]!, seat: 0, light: light[0], rank, emblem, robot: theme === "robots" && i === 1 }),
  );
  return far.join("") + near[0]! + near[2]! + near[1]!;
}

function classic(): Scene {
  const lake = path(
    "M330 208Q372 186 446 192Q508 198 520 214Q500 236 430 238Q352 238 330 208Z",
    `fill="#2f6486" stroke="#c2b184" stroke-width="6"`,
  );
  return {
    colours: ["#a4301f", "#2d5b8f"],
    markup:
      `<defs>${fade("cl-room", [
        [0, "#1d130b"],
        [1, "#4a2f1a"],
      ])}${fade("cl-felt", [
        [0, "#3f6349"],
        [1, "#5d8467"],
      ])}${fade(
        "cl-lamp",
        [
          [0, "#ffe3a0", 0.85],
          [0.45, "#ffc86a", 0.28],
          [1, "#ffb347", 0],
        ],
        true,
      )}</defs><rect width="${WIDE}" height="${HIGH}" fill="url(#sc-cl-room)"/>` +
      // Shelves with the boxes of other evenings, and a lamp.
      path("M0 60H600M0 118H600", `stroke="#2c1b0e" stroke-width="7"`) +
      [14, 58, 84, 128, 470, 512, 540, 566]
        .map(
          (x, i) =>
            `<rect x="${x}" y="${i % 2 ? 74 : 82}" width="${i % 3 ? 24 : 38}" height="${i % 2 ? 41 : 33}" ` +
            `fill="${["#6e2f24", "#31563f", "#7a5a2a", "#2f4a63"][i % 4]!}" opacity=".75"/>`,
        )
        .join("") +
      `<rect y="${EDGE}" width="${WIDE}" height="${HIGH - EDGE}" fill="url(#sc-cl-felt)"/>` +
      board("#35553f", 2) +
      lake +
      path("M372 208q9 -7 18 0t18 0M430 222q9 -7 18 0t18 0", `fill="none" stroke="#9cc3d8" stroke-width="3"`) +
      path(`M0 ${EDGE}H${WIDE}`, `stroke="#c9a35b" stroke-width="7"`) +
      `<ellipse cx="300" cy="150" rx="330" ry="210" fill="url(#sc-cl-lamp)"/>` +
      path("M300 0V20", `stroke="#0d0805" stroke-width="4"`) +
      path("M246 62Q300 -4 354 62Z", `fill="#c9a35b" stroke="#6b4d1c" stroke-width="3"`) +
      `<ellipse cx="300" cy="62" rx="54" ry="8" fill="#fff3cd"/>` +
      armies(
        "classic",
        [false, true],
        [
          ["1", "mask"],
          ["10", "baton"],
          ["3", "pick"],
        ],
      ),
  };
}

function stars(): Scene {
  const next = stream(21);
  let far = "";
  for (let i = 0; i < 130; i++)
    far += round(
      next() * WIDE,
      next() * 190,
      0.5 + next() * 1.5,
      `fill="#fff" opacity="${(0.3 + next() * 0.7).toFixed(2)}"`,
    );
  const ship = (x: number, y: number, s: number, tint: string): string =>
    `<g transform="translate(${x} ${y}) scale(${s})">` +
    path("M-52 8L40 -8L58 4L44 14Z", `fill="${tint}"`) +
    path("M-52 8L40 -8L46 -2Z", `fill="#fff" opacity=".28"`) +
    path("M8 -6L18 -22H32L36 -8Z", `fill="${tint}"`) +
    path("M58 4l26 -4 -24 8z", `fill="#8fd0ff" opacity=".9"`) +
    `</g>`;
  return {
    colours: ["#3d63c9", "#b8402c"],
    markup:
      `<defs>${fade("st-sky", [
        [0, "#050817"],
        [0.5, "#182350"],
        [1, "#0a1028"],
      ])}${fade("st-world", [
        [0, "#f0c48a"],
        [1, "#7c3b2e"],
      ])}${fade(
        "st-mist",
        [
          [0, "#7a5fd0", 0.55],
          [1, "#7a5fd0", 0],
        ],
        true,
      )}</defs><rect width="${WIDE}" height="${HIGH}" fill="url(#sc-st-sky)"/>` +
      `<ellipse cx="170" cy="80" rx="210" ry="90" fill="url(#sc-st-mist)"/>${far}` +
      round(486, 74, 56, `fill="url(#sc-st-world)"`) +
      path("M434 56Q486 70 540 52M431 78Q486 96 541 76", `fill="none" stroke="#fff2d0" stroke-width="5" opacity=".3"`) +
      `<ellipse cx="486" cy="74" rx="96" ry="17" fill="none" stroke="#f4dba8" stroke-width="4" opacity=".8" ` +
      `transform="rotate(-14 486 74)"/>` +
      ship(150, 62, 1, "#7d8cae") +
      ship(284, 34, 0.5, "#5c6b92") +
      ship(86, 108, 0.42, "#5c6b92") +
      path("M206 74L398 96", `stroke="#ff6b52" stroke-width="3" stroke-dasharray="26 22" opacity=".95"`) +
      `<rect y="${EDGE}" width="${WIDE}" height="${HIGH - EDGE}" fill="#0c1430" opacity=".82"/>` +
      board("#5f7fe0", 1.6, 0.75) +
      path(`M0 ${EDGE}H${WIDE}`, `stroke="#9db4ff" stroke-width="2.5"`) +
      `<ellipse cx="300" cy="230" rx="215" ry="52" fill="none" stroke="#8fd0ff" stroke-width="2" ` +
      `stroke-dasharray="4 10"/>` +
      armies(
        "stars",
        [false, true],
        [
          ["9", "sword"],
          ["10", "baton"],
          ["2", "spyglass"],
        ],
      ),
  };
}

function robots(): Scene {
  const next = stream(5);
  let city = "";
  for (let x = -10; x < WIDE;) {
    const w = 26 + next() * 34;
    const h = 26 + next() * 76;
    city +=
      `<rect x="${x.toFixed(0)}" y="${(EDGE - h).toFixed(0)}" width="${w.toFixed(0)}" ` +
      `height="${h.toFixed(0)}" fill="#2a2433"/>`;
    for (let k = 0; k < 3; k++)
      city +=
        `<rect x="${(x + 5 + next() * (w - 14)).toFixed(0)}" ` +
        `y="${(EDGE - h + 8 + next() * (h - 18)).toFixed(0)}" width="5" height="7" fill="#ffcf70" opacity=".8"/>`;
    x += w + 2;
  }
  // A giant at rest behind the town: shoulders, head, two lights.
  const giant =
    path("M196 132V96L222 74H262L268 52H332L338 74H378L404 96V132Z", `fill="#3d4658"`) +
    path("M222 74H262L256 104H204V90ZM378 74H338L344 104H396V90Z", `fill="#566176"`) +
    path("M274 18L288 8H312L326 18V50L312 60H288L274 50Z", `fill="#566176"`) +
    path("M262 14L274 20V44L266 40ZM338 14L326 20V44L334 40Z", `fill="#3d4658"`) +
    path("M282 30H296V38H284ZM318 30H304V38H316Z", `fill="#7df0ff"`) +
    path("M286 84H314L306 112H294Z", `fill="#e0b53a"`);
  return {
    colours: ["#b3261e", "#5b3f9e"],
    markup:
      `<defs>${fade("ro-sky", [
        [0, "#3a1d3f"],
        [0.45, "#c8553d"],
        [1, "#ffb566"],
      ])}${fade("ro-deck", [
        [0, "#565f68"],
        [1, "#858f97"],
      ])}</defs><rect width="${WIDE}" height="${EDGE + 4}" fill="url(#sc-ro-sky)"/>` +
      round(474, 92, 34, `fill="#ffe2a0"`) +
      giant +
      city +
      `<rect y="${EDGE}" width="${WIDE}" height="${HIGH - EDGE}" fill="url(#sc-ro-deck)"/>` +
      board("#3d444a", 3.5) +
      board("#b9c3ca", 1, 0.5) +
      path("M30 208H206L190 246H-2Z", `fill="#24272b"`) +
      path(
        "M52 208h22l-24 38h-24zM96 208h22l-22 38h-24zM140 208h22l-19 38h-24zM184 208h20l-16 38h-24z",
        `fill="#e0b53a"`,
      ) +
      path(`M0 ${EDGE}H${WIDE}`, `stroke="#d7dde2" stroke-width="4"`) +
      armies(
        "robots",
        [false, true],
        [
          ["7", "helmet"],
          ["10", "baton"],
          ["5", "chevrons"],
        ],
      ),
  };
}

function pirates(): Scene {
  const sail = (d: string): string => path(d, `fill="#f6e7c1" stroke="#7d5a2c" stroke-width="2"`);
  return {
    colours: ["#7a1f14", "#1f5a66"],
    markup:
      `<defs>${fade("pi-sky", [
        [0, "#f4d9a0"],
        [1, "#e8a867"],
      ])}${fade("pi-chart", [
        [0, "#cfb27a"],
        [1, "#ead5a4"],
      ])}</defs><rect width="${WIDE}" height="${EDGE + 4}" fill="url(#sc-pi-sky)"/>` +
      round(118, 66, 38, `fill="#fff0c4"`) +
      `<rect y="104" width="${WIDE}" height="30" fill="#4c7f86"/>` +
      path(
        "M20 116q10 -6 20 0t20 0M150 122q10 -6 20 0t20 0M530 118q10 -6 20 0t20 0",
        `fill="none" stroke="#cfe7e2" stroke-width="2.5"`,
      ) +
      path("M0 104Q26 86 62 104Z", `fill="#6d7d49"`) +
      path(
        "M34 96Q38 78 30 66M30 66q-14 -6 -20 4M30 66q12 -8 22 2M30 66q-2 -12 8 -16",
        `fill="none" stroke="#4d4422" stroke-width="4" stroke-linecap="round"`,
      ) +
      // The ship.
      path("M318 96H474L456 122H340Z", `fill="#5a3a1e"`) +
      path("M318 96L290 84L336 100ZM474 96V78H450L446 96Z", `fill="#6d4828"`) +
      path("M352 96V18M398 96V6M440 84V26", `stroke="#3c2712" stroke-width="4"`) +
      sail("M330 30Q352 40 374 30Q380 58 374 84Q352 72 330 84Q322 56 330 30Z") +
      sail("M376 18Q398 28 420 18Q427 52 420 82Q398 70 376 82Q368 50 376 18Z") +
      sail("M426 36Q440 42 456 36Q461 54 456 72Q440 64 426 72Q421 54 426 36Z") +
      path("M398 6l22 4 -22 6z", `fill="#7a1f14"`) +
      `<rect y="${EDGE}" width="${WIDE}" height="${HIGH - EDGE}" fill="url(#sc-pi-chart)"/>` +
      board("#a98c58", 1.6) +
      path(
        "M-10 208Q60 182 148 204Q176 232 116 246Q40 256 -10 246Z",
        `fill="#8fb0a8" stroke="#6b5128" stroke-width="2.5"`,
      ) +
      path(
        "M150 222Q214 176 300 220T452 222",
        `fill="none" stroke="#8a2b1c" stroke-width="5" stroke-dasharray="14 11" stroke-linecap="round"`,
      ) +
      path("M444 210l26 24M472 210l-30 24", `stroke="#8a2b1c" stroke-width="8" stroke-linecap="round"`) +
      path(`M0 ${EDGE}H${WIDE}`, `stroke="#6b4a22" stroke-width="8"`) +
      path(`M0 ${EDGE}H${WIDE}`, `stroke="#d8bd85" stroke-width="5" stroke-dasharray="13 7"`) +
      armies(
        "pirates",
        [false, true],
        [
          ["8", "swords"],
          ["10", "baton"],
          ["4", "spyglass"],
        ],
      ),
  };
}

/** A tile of a hex map seen from a height: its top, and two sides that face us. */
function tile(x: number, y: number, lift: number, top: string, side: string, grain = ""): string {
  const [w, h] = [46, 24];
  const edge = (dy: number): string =>
    `M${x - w} ${y + dy}L${x - w / 2} ${y + dy - h}H${x + w / 2}L${x + w} ${y + dy}L${x + w / 2} ` +
    `${y + dy + h}H${x - w / 2}Z`;
  const wall =
    `M${x - w} ${y - lift}L${x - w / 2} ${y + h - lift}H${x + w / 2}L${x + w} ` +
    `${y - lift}V${y + 14}L${x + w / 2} ${y + h + 14}H${x - w / 2}L${x - w} ${y + 14}Z`;
  return (
    path(wall, `fill="${side}"`) +
    path(
      `M${x + w / 2} ${y + h - lift}L${x + w} ${y - lift}V${y + 14}L${x + w / 2} ${y + h + 14}Z`,
      `fill="#000" opacity=".2"`,
    ) +
    path(edge(-lift), `fill="${top}" stroke="#2b2a20" stroke-opacity=".35" stroke-width="1.5"`) +
    grain
  );
}

const GROUNDS: Record<string, readonly [string, string, number]> = {
  m: ["#a9b878", "#7b8450", 0],
  h: ["#c4b382", "#8f7a4c", 18],
  H: ["#d8c9a0", "#9c8658", 38],
  w: ["#5c8f9e", "#3c6a78", -8],
  f: ["#7f9a5b", "#5b7040", 0],
  r: ["#b9a27a", "#7d6a48", 0],
};
/** Rows of ground from far to near: m meadow, h hill, H high hill, w water, f wood, r road. */
const RELIEF = ["HhmmfmmhH", "hmmfwwmrhH", "mfmmwwmrmh", "mmhmmmrrmf", "fmmmrrmmwwm"];

function hex(): Scene {
  let land = "";
  RELIEF.forEach((row, k) =>
    [...row].forEach((sign, i) => {
      const [top, side, lift] = GROUNDS[sign]!;
      const x = 8 + i * 69 - (row.length > 9 ? 34 : 0);
      const y = 96 + k * 56 + (i % 2) * 27;
      let grain = "";
      if (sign === "f")
        grain = [-18, 2, 20]
          .map(
            (dx, n) =>
              round(x + dx + 3, y - 4 + (n % 2) * 6, 12, `fill="#26331c" opacity=".35"`) +
              round(x + dx, y - 12 + (n % 2) * 6, 12, `fill="#4f6f3a"`) +
              round(x + dx - 3, y - 16 + (n % 2) * 6, 6, `fill="#7c9a55"`),
          )
          .join("");
      if (sign === "w")
        grain = path(`M${x - 16} ${y + 8}q8 -6 16 0t16 0`, `fill="none" stroke="#bfe0e4" stroke-width="2.5"`);
      if (sign === "r")
        grain = path(`M${x - 34} ${y + 3}H${x + 34}`, `stroke="#8a7550" stroke-width="9" opacity=".45"`);
      land += tile(x, y, lift, top, side, grain);
    }),
  );
  const walker = (x: number, y: number, s: number, main: string, trim: string): string =>
    `<g transform="translate(${x} ${y}) scale(${s})"><ellipse cx="12" cy="2" rx="46" ry="11" fill="#000" ` +
    `opacity=".4"/>` +
    path("M-26 0L-22 -40H-4V0ZM26 0L22 -40H4V0Z", `fill="${trim}"`) +
    path("M-34 -44L-28 -86H28L34 -44L18 -34H-18Z", `fill="${main}"`) +
    path("M-28 -86L-50 -80L-56 -36H-40L-34 -60ZM28 -86L50 -80L56 -36H40L34 -60Z", `fill="${trim}"`) +
    path("M-13 -112L-8 -118H8L13 -112V-94L8 -88H-8L-13 -94Z", `fill="${trim}"`) +
    path("M-8 -106H-1V-101H-7ZM8 -106H1V-101H7Z", `fill="#ffe27a"`) +
    path("M-16 -78H16L10 -56H-10Z", `fill="#fff" opacity=".32"`) +
    path("M44 -52L86 -66L88 -58L48 -42Z", `fill="#2c2f36"`) +
    `</g>`;
  return {
    colours: ["#b3261e", "#5b3f9e"],
    markup:
      `<defs>${fade("hx-sky", [
        [0, "#8fb4c4"],
        [1, "#e9e2c4"],
      ])}</defs><rect width="${WIDE}" height="${HIGH}" fill="url(#sc-hx-sky)"/>` +
      `<rect y="104" width="${WIDE}" height="${HIGH - 104}" fill="#6b7446"/>${land}` +
      // A jet with its shadow on the ground, a shot, and the two who shoot.
      path("M352 176l-40 12 14 -14 -8 -8 40 2 22 -6 8 8z", `fill="#000" opacity=".22"`) +
      path(
        "M392 62L330 74L296 52L312 78L286 92L330 90L352 112L362 88L404 76Z",
        `fill="#5b3f9e" stroke="#f3ecff" stroke-width="2.5"`,
      ) +
      path("M392 62L330 74L362 88L404 76Z", `fill="#8a6fd0"`) +
      walker(470, 206, 0.78, "#5b3f9e", "#3f2b74") +
      path("M262 196L408 176", `stroke="#fff1b8" stroke-width="4" stroke-linecap="round" stroke-dasharray="22 12"`) +
      path(
        "M414 158l6 12 14 -4 -6 13 12 8 -14 4 -2 14 -10 -11 -13 5 4 -13 -10 -10 14 -3z",
        `fill="#ffd76b" stroke="#d8622c" stroke-width="3"`,
      ) +
      walker(178, 292, 1.28, "#b3261e", "#7d1a14"),
  };
}

const SCENES: Readonly<Record<string, () => Scene>> = { classic, stars, robots, pirates, hex };

/** The picture of a series. */
export function sceneOf(series: string): Scene {
  return (SCENES[series] ?? classic)();
}
