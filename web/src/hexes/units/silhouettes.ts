/** Our drawings of units, seen from above and facing north, in a square of 80 by 80 around the middle. */

import type { HexMode } from "../../wire";
import { body, both, box, boxes, dark, disc, discs, glass, half, light, line, poly, type Part } from "./kit";

export type Silhouette = NonNullable<HexMode["shape"]>;

/** Arms that reach forward, shoulders, head: a robot, more or less broad. */
function robot(wide: number, head: number, gun: number): Part[] {
  const hand = wide - 4;
  return [
    dark(boxes(4, 4, wide * 0.34, 20, 3), boxes(4, 17, wide * 0.42, 9, 3)),
    body(
      both(
        [
          [hand - 5, -4],
          [hand - 3, -24],
          [hand + 4, -24],
          [hand + 5, -2],
        ],
        3,
      ),
    ),
    dark(box(hand - 3, -24 - gun, 6, gun + 4, 1.5)),
    body(
      half(
        [
          [0, -12],
          [wide * 0.55, -14],
          [wide, -11],
          [wide + 2, 3],
          [wide * 0.7, 10],
          [0, 13],
        ],
        4,
      ),
    ),
    light(
      both(
        [
          [wide * 0.62, -11],
          [wide - 1, -9],
          [wide, 1],
          [wide * 0.66, 5],
        ],
        2,
      ),
    ),
    dark(half("0 1, 8 -1, 10 8, 0 11", 2)),
    body(
      half(
        [
          [0, -5 - head],
          [head * 0.8, -3 - head],
          [head, 0],
          [head * 0.7, 4],
          [0, 5],
        ],
        3,
      ),
    ),
    glass(
      half(
        [
          [0, -3 - head],
          [head * 0.62, -2 - head],
          [head * 0.6, 1 - head],
          [0, 2 - head],
        ],
        1,
      ),
    ),
  ];
}

/** Wheels, body, bonnet and glass of a car. */
function car(wide: number, front: number, back: number): Part[] {
  return [
    dark(boxes(wide - 2, front + 8, 6, 13), boxes(wide - 2, back - 19, 6, 13)),
    body(
      half(
        [
          [0, front],
          [wide - 4, front + 2],
          [wide, front + 10],
          [wide - 1, back - 10],
          [wide - 3, back],
          [0, back],
        ],
        5,
      ),
    ),
    glass(
      half(
        [
          [0, front + 17],
          [wide - 4, front + 18],
          [wide - 6, front + 27],
          [0, front + 26],
        ],
        2,
      ),
    ),
    glass(
      half(
        [
          [0, back - 14],
          [wide - 6, back - 14],
          [wide - 4, back - 7],
          [0, back - 6],
        ],
        2,
      ),
    ),
    light(
      half(
        [
          [0, front + 28],
          [wide - 6, front + 29],
          [wide - 6, back - 16],
          [0, back - 16],
        ],
        2,
      ),
    ),
  ];
}

/** A pair of tracks. */
const tracks = (inner: number, wide: number, top: number, high: number): Part[] => [
  dark(boxes(inner, top, wide, high, 3)),
  line(
    ...Array.from({ length: Math.floor(high / 7) }, (_, at) => {
      const y = top + 5 + at * 7;
      return `M${inner + 1} ${y}h${wide - 2}M${-inner - 1} ${y}h${2 - wide}`;
    }),
  ),
];

/** Four legs, a body, a head and a tail. */
function beast(wide: number, long: number): Part[] {
  return [
    dark(
      both(
        [
          [wide - 5, -14],
          [wide + 8, -24],
          [wide + 11, -18],
          [wide, -4],
        ],
        3,
      ),
      both(
        [
          [wide - 6, 10],
          [wide + 8, 20],
          [wide + 6, 27],
          [wide - 8, 20],
        ],
        3,
      ),
    ),
    dark(
      poly(
        [
          [-2, long - 4],
          [2, long - 4],
          [4, long + 8],
          [10, long + 13],
          [8, long + 16],
          [0, long + 10],
        ],
        2,
      ),
    ),
    body(
      half(
        [
          [0, -22],
          [wide - 2, -18],
          [wide, -8],
          [wide - 4, 4],
          [wide - 2, 16],
          [wide - 8, long],
          [0, long + 1],
        ],
        5,
      ),
    ),
    body(half("0 -38, 5 -37, 10 -28, 9 -20, 0 -16", 4)),
    dark(both("5 -27, 12 -30, 11 -21", 1.5)),
    light(
      half(
        [
          [0, -12],
          [5, -8],
          [4, long - 6],
          [0, long - 3],
        ],
        3,
      ),
    ),
  ];
}

const DRAWINGS: Readonly<Record<Silhouette, () => readonly Part[]>> = {
  robot: () => robot(26, 9, 8),
  "robot-light": () => robot(21, 8, 5),
  "robot-heavy": () => [
    ...robot(30, 9, 11),
    dark(both("22 -14, 33 -15, 36 -2, 30 5, 25 -2", 3)),
    line("M26 -11L32 0M-26 -11L-32 0"),
  ],
  "robot-winged": () => [
    body(both("6 -6, 38 12, 36 20, 24 15, 10 14", 2)),
    line("M14 2L34 14M-14 2L-34 14"),
    ...robot(22, 8, 8),
  ],
  giant: () => [
    dark(boxes(5, 6, 14, 24, 3), boxes(3, 22, 18, 12, 3)),
    body(both("24 -6, 27 -30, 37 -30, 39 -4, 34 2", 4)),
    dark(boxes(27, -37, 9, 12, 2)),
    body(half("0 -16, 20 -20, 36 -15, 38 3, 24 14, 0 18", 4)),
    light(both("21 -16, 34 -12, 35 0, 23 4", 2)),
    dark(half("0 -2, 12 -6, 15 8, 0 14", 2)),
    line("M20 -18V10M-20 -18V10"),
    body(half("0 -20, 8 -18, 10 -6, 0 -1", 3)),
    dark(both("7 -17, 15 -27, 11 -12", 1)),
    glass(half("0 -17, 6 -16, 5 -12, 0 -11", 1)),
  ],
  partner: () => [
    dark(boxes(3, 6, 8, 15, 2)),
    body(both("11 -5, 13 -19, 19 -19, 18 0", 3)),
    body(half("0 -9, 13 -10, 18 -4, 15 7, 0 10", 4)),
    light(half("0 0, 6 -1, 5 7, 0 8", 2)),
    body(disc(0, -7, 8)),
    glass(half("0 -14, 5 -12, 4 -8, 0 -7", 1)),
  ],
  human: () => [person(-16, 8), person(2, -10), person(18, 10), person(-2, 24)].flat(),
  squad: () => [soldier(0, -18), soldier(-19, -2), soldier(19, -2), soldier(-10, 20), soldier(10, 20)].flat(),
  car: () => car(17, -33, 33),
  racer: () => [
    dark(boxes(13, -28, 9, 14), boxes(12, 14, 11, 16)),
    body(half("0 -37, 6 -34, 8 -14, 15 -4, 14 20, 8 30, 0 31", 3)),
    dark(box(-15, -34, 30, 5, 2), box(-17, 29, 34, 6, 2)),
    glass(half("0 -6, 6 -3, 5 7, 0 9", 3)),
    line("M0 -30V-10M0 12V28"),
  ],
  jeep: () => [
    dark(boxes(15, -30, 9, 17, 2), boxes(15, 14, 9, 17, 2)),
    body(half("0 -31, 15 -30, 18 -8, 18 28, 0 30", 3)),
    glass(box(-14, -10, 28, 7, 1)),
    line("M-12 4H12M-12 12H12M-12 20H12M-8 -27V-14M8 -27V-14"),
    dark(box(-8, 30, 16, 5, 2)),
  ],
  van: () => [
    dark(boxes(17, -25, 6, 13), boxes(17, 14, 6, 13)),
    body(half("0 -32, 15 -31, 19 -23, 19 31, 0 33", 4)),
    glass(half("0 -25, 14 -24, 15 -16, 0 -15", 2)),
    light(box(-14, -10, 28, 38, 3)),
    line("M0 -10V28M-14 10H14"),
  ],
  truck: () => [
    dark(boxes(17, -26, 6, 11), boxes(17, 8, 6, 10), boxes(17, 20, 6, 10)),
    body(half("0 -35, 14 -34, 18 -28, 18 -10, 0 -9", 4)),
    glass(half("0 -27, 15 -26, 14 -19, 0 -18", 2)),
    dark(box(-8, -12, 16, 10, 1)),
    body(box(-20, -5, 40, 39, 3)),
    line("M-20 5H20M-20 15H20M-20 25H20"),
    light(discs(15, -31, 2.5)),
  ],
  trailer: () => [
    dark(boxes(15, -32, 6, 9), boxes(16, 18, 6, 8), boxes(16, 28, 6, 8)),
    body(half("0 -39, 13 -38, 16 -33, 16 -20, 0 -19", 4)),
    glass(half("0 -32, 13 -31, 12 -25, 0 -24", 2)),
    body(box(-19, -16, 38, 55, 3)),
    light(box(-14, -11, 28, 45, 2)),
    line("M0 -11V34M-14 4H14M-14 19H14"),
  ],
  motorcycle: () => [
    dark(half("0 -35, 5 -31, 5 -14, 0 -11", 3), half("0 10, 6 13, 6 31, 0 34", 3)),
    dark(both("3 -14, 17 -12, 17 -8, 3 -8", 1.5)),
    body(half("0 -20, 7 -14, 9 2, 6 16, 0 18", 3)),
    light(half("0 0, 5 2, 4 13, 0 15", 2)),
    glass(half("0 -18, 5 -14, 0 -10", 1)),
  ],
  tank: () => [
    ...tracks(15, 12, -26, 56),
    body(half("0 -24, 13 -22, 17 -14, 17 24, 0 28", 3)),
    dark(box(-3, -40, 6, 34, 1.5), box(-4.5, -40, 9, 6, 1)),
    body(half("0 -10, 9 -9, 14 0, 13 14, 0 18", 4)),
    light(disc(0, 4, 6)),
    line("M-8 22H8"),
  ],
  cannon: () => [
    ...tracks(13, 10, 0, 34),
    body(half("0 -4, 14 -2, 17 8, 15 32, 0 34", 3)),
    dark(box(-7, -40, 14, 52, 2)),
    body(box(-10, -30, 20, 7, 2), box(-10, -14, 20, 7, 2)),
    glass(disc(0, -37, 4)),
    light(disc(0, 20, 8)),
  ],
  launcher: () => [
    dark(boxes(17, -26, 6, 11), boxes(17, 4, 6, 11), boxes(17, 19, 6, 11)),
    body(half("0 -34, 14 -33, 18 -26, 18 32, 0 33", 4)),
    glass(half("0 -29, 14 -28, 13 -22, 0 -21", 2)),
    dark(boxes(2, -18, 13, 45, 2)),
    light(discs(8.5, -14, 4.5), discs(8.5, 2, 4.5), discs(8.5, 18, 4.5)),
  ],
  digger: () => [
    ...tracks(14, 11, -10, 42),
    body(half("0 -8, 12 -7, 15 4, 14 28, 0 30", 4)),
    dark(boxes(6, -26, 5, 22, 1)),
    body(half("0 -36, 20 -38, 25 -33, 25 -24, 0 -22", 3)),
    line("M-18 -35V-25M-9 -36V-24M0 -36V-24M9 -36V-24M18 -35V-25"),
    glass(box(-9, 2, 18, 12, 2)),
  ],
  crane: () => [
    dark(boxes(16, -24, 6, 11), boxes(16, 14, 6, 12)),
    body(half("0 -30, 15 -29, 18 -20, 18 32, 0 33", 4)),
    glass(box(-15, -24, 12, 11, 2)),
    dark(poly("2 20, 9 20, 7 -38, 2 -38", 1)),
    line("M3 14L8 8M3 2L8 -4M3 -10L8 -16M3 -22L7 -28"),
    light(disc(4, 20, 9)),
    dark(disc(4.5, -37, 4)),
  ],
  train: () => [
    dark(boxes(15, -24, 5, 56, 1)),
    line("M15 -12h5M15 0h5M15 12h5M15 24h5M-15 -12h-5M-15 0h-5M-15 12h-5M-15 24h-5"),
    dark(half("0 -41, 15 -34, 13 -28, 0 -27", 2)),
    body(half("0 -34, 10 -32, 14 -26, 14 4, 0 5", 4)),
    dark(disc(0, -23, 5), disc(0, -8, 4)),
    body(box(-18, 4, 36, 34, 3)),
    light(box(-13, 9, 26, 17, 2)),
  ],
  jet: () => [
    body(both("4 -8, 36 16, 36 22, 12 18, 5 20", 1.5)),
    body(both("4 20, 17 32, 17 36, 4 33", 1.5)),
    body(half("0 -40, 4 -30, 7 -10, 7 28, 4 34, 0 35", 3)),
    glass(half("0 -28, 3.5 -22, 3.5 -12, 0 -9", 2)),
    dark(both("7 -6, 11 -2, 11 16, 7 18", 1), boxes(1, 31, 5, 6, 1)),
    line("M16 4L32 17M-16 4L-32 17"),
    light(both("29 13, 36 18, 36 21, 28 18", 1)),
  ],
  bomber: () => [
    body(both("5 -10, 39 10, 39 17, 6 10", 2)),
    body(both("3 24, 16 32, 16 36, 3 34", 1.5)),
    body(half("0 -41, 6 -35, 8 -26, 8 20, 4 36, 0 38", 4)),
    dark(boxes(14, -8, 6, 12, 2), boxes(26, 0, 6, 12, 2)),
    glass(half("0 -36, 4 -33, 4 -29, 0 -28", 1)),
    line("M0 -22V26"),
  ],
  helicopter: () => [
    body(box(-3, 8, 6, 28, 2), box(-13, 30, 26, 5, 2)),
    body(half("0 -27, 9 -22, 13 -10, 12 8, 5 17, 0 18", 5)),
    glass(half("0 -24, 7 -19, 9 -11, 0 -9", 3)),
    dark(both("10 -2, 20 0, 20 5, 10 5", 1)),
    light(disc(0, 0, 5)),
    dark(poly("-34 -26, -31 -30, 34 26, 31 30", 1), poly("34 -26, 31 -30, -34 26, -31 30", 1)),
    dark(poly("2 26, 12 38, 10 40, 0 28", 1)),
    body(disc(0, 0, 4)),
  ],
  shuttle: () => [
    body(both("9 -2, 34 26, 34 33, 9 32", 2)),
    dark(both("28 22, 34 27, 34 33, 26 33", 1)),
    body(half("0 -40, 7 -35, 11 -22, 11 34, 0 36", 5)),
    dark(half("0 -40, 6 -35, 7 -30, 0 -28", 3)),
    glass(box(-7, -27, 14, 5, 1)),
    light(box(-7, -16, 14, 32, 2)),
    line("M0 -16V16"),
    dark(discs(6, 36, 4), disc(0, 28, 4, 9)),
  ],
  rocket: () => [
    dark(both("10 12, 22 28, 22 38, 10 32", 1.5)),
    body(half("0 -42, 8 -30, 12 -12, 12 24, 9 36, 0 37", 5)),
    light(box(-12, -8, 24, 6, 1), box(-12, 14, 24, 5, 1)),
    dark(disc(0, 37, 8, 4)),
    glass(disc(0, -20, 5)),
  ],
  saucer: () => [
    dark(disc(0, 0, 35)),
    body(disc(0, 0, 31)),
    line("M0 -31V-13M27 -16L11 -7M27 16L11 7M0 31V13M-27 16L-11 7M-27 -16L-11 -7"),
    light(disc(0, 0, 16)),
    glass(disc(0, 0, 10)),
    dark(poly("-6 -31, 0 -40, 6 -31", 1)),
  ],
  hovercraft: () => [
    dark(half("0 -36, 18 -32, 26 -18, 26 26, 16 34, 0 35", 8)),
    body(half("0 -30, 14 -27, 20 -15, 20 24, 0 27", 6)),
    glass(half("0 -18, 10 -16, 10 -7, 0 -5", 2)),
    dark(discs(9, 20, 8)),
    line("M9 12V28M1 20H17M-9 12V28M-1 20H-17"),
    light(box(-8, 0, 16, 9, 2)),
  ],
  ship: () => [
    body(half("0 -42, 10 -28, 17 -6, 17 32, 12 40, 0 40", 4)),
    line("M-6 -26L-10 36M6 -26L6 36"),
    dark(box(9, -6, 8, 22, 2)),
    light(box(11, -2, 4, 12, 1)),
    dark(disc(-3, -14, 4), disc(-3, 28, 4)),
  ],
  submarine: () => [
    dark(both("6 26, 16 34, 16 38, 5 36", 1.5)),
    body(half("0 -40, 8 -34, 11 -18, 11 14, 5 34, 0 40", 7)),
    dark(half("0 -16, 5 -11, 5 4, 0 10", 3)),
    light(disc(0, -6, 2.5)),
    line("M-9 16H9M-9 22H9"),
  ],
  gun: () => [
    body(half("0 -36, 5 -36, 5 -10, 9 -8, 9 10, 0 12", 2)),
    dark(poly("-9 2, -4 2, -4 12, 2 14, 10 34, -2 38, -12 12", 3)),
    dark(half("0 -42, 4 -42, 4 -35, 0 -35", 1)),
    light(box(-5, -6, 10, 12, 2)),
    line("M-5 -28H5M-5 -20H5"),
  ],
  cassette: () => [
    body(box(-27, -18, 54, 36, 4)),
    light(box(-21, -12, 42, 15, 2)),
    dark(discs(10, -4, 5)),
    dark(poly("-14 18, -11 9, 11 9, 14 18", 1)),
    dark(poly("-5 -18, 0 -26, 5 -18", 1)),
  ],
  deck: () => [
    body(box(-24, -30, 48, 60, 4)),
    dark(box(-18, -8, 36, 26, 3)),
    light(box(-18, -25, 36, 11, 2)),
    glass(discs(8, 5, 6)),
    dark(box(-18, 22, 9, 5, 1), box(-6, 22, 9, 5, 1), box(6, 22, 12, 5, 1)),
    dark(poly("-5 -30, 0 -38, 5 -30", 1)),
  ],
  device: () => [
    body(box(-26, -12, 52, 36, 5)),
    dark(box(-16, -19, 14, 9, 2)),
    dark(disc(4, -6, 14)),
    body(disc(4, -14, 13)),
    glass(disc(4, -18, 9)),
    light(box(-21, 10, 14, 8, 2)),
  ],
  beast: () => beast(14, 25),
  dinosaur: () => [
    dark(half("0 12, 7 14, 4 30, 2 41, 0 42", 3)),
    dark(both("10 2, 22 0, 25 10, 17 18, 9 14", 4), both("8 -12, 17 -16, 18 -12, 9 -6", 2)),
    body(half("0 -16, 9 -12, 14 2, 11 16, 5 24, 0 26", 5)),
    body(half("0 -42, 6 -40, 9 -28, 10 -20, 5 -12, 0 -11", 4)),
    light(discs(6, -24, 2.2)),
    line("M0 -8L0 34M-4 -4L4 -4M-5 4L5 4M-5 12L5 12M-3 20L3 20"),
  ],
  dragon: () => [
    body(both("6 -6, 22 -22, 38 -10, 33 2, 26 0, 20 10, 8 12", 2)),
    line("M10 -2L22 -19M14 4L32 -8M-10 -2L-22 -19M-14 4L-32 -8"),
    dark(half("0 16, 6 18, 3 34, 7 40, 0 43", 2)),
    body(half("0 -14, 8 -12, 11 0, 9 16, 4 24, 0 25", 4)),
    body(both("1 -10, 4 -27, 6 -38, 13 -36, 13 -26, 9 -10", 3)),
    light(discs(9, -32, 2)),
  ],
  reptile: () => [
    dark(both("9 -12, 22 -20, 25 -14, 11 -4", 2), both("9 8, 22 14, 21 21, 8 16", 2)),
    dark(half("0 14, 6 16, 3 34, 0 43", 2)),
    body(half("0 -18, 10 -16, 15 -4, 14 10, 7 20, 0 22", 5)),
    body(half("0 -41, 4 -40, 6 -26, 9 -20, 6 -14, 0 -13", 3)),
    line("M-10 -8H10M-12 0H12M-10 8H10M0 -14V18"),
    light(discs(5, -21, 2)),
  ],
  shark: () => [
    dark(both("8 -6, 28 8, 26 14, 9 8", 2), both("1 30, 12 40, 9 43, 0 37", 1)),
    body(half("0 -40, 8 -32, 12 -16, 10 6, 4 28, 0 36", 5)),
    dark(half("0 -12, 3 -2, 0 10", 1)),
    light(discs(7, -27, 2.2)),
    line("M9 -17L5 -12M9 -12L5 -7M-9 -17L-5 -12M-9 -12L-5 -7"),
  ],
  insect: () => [
    line(
      "M8 -8L24 -20L30 -16M10 0L30 0L35 6M9 8L24 20L30 30M-8 -8L-24 -20L-30 -16M-10 0L-30 0L-35 6M-9 8L-24 20L-30 30",
    ),
    dark(both("2 -26, 9 -39, 16 -37, 10 -33, 7 -23", 1.5)),
    body(half("0 -26, 8 -23, 8 -15, 0 -13", 4)),
    body(half("0 -16, 11 -12, 15 4, 11 24, 0 32", 6)),
    line("M0 -12V30"),
    light(both("3 -8, 9 -4, 10 8, 4 14", 3)),
  ],
  scorpion: () => [
    line("M10 -4L26 -10M11 3L28 4M10 10L25 18M-10 -4L-26 -10M-11 3L-28 4M-10 10L-25 18"),
    body(both("6 -14, 18 -22, 16 -34, 22 -41, 24 -32, 31 -36, 29 -24, 20 -14, 9 -7", 2)),
    body(half("0 -16, 9 -14, 13 0, 8 16, 0 20", 5)),
    dark(poly("-4 16, 4 16, 6 26, 14 34, 20 28, 22 34, 15 41, 4 36", 2)),
    light(discs(4, -10, 2)),
    line("M-10 -3H10M-10 4H10M-7 11H7"),
  ],
  bird: () => [
    body(both("4 -12, 22 -20, 38 -8, 40 8, 34 2, 30 9, 24 3, 19 11, 12 6, 6 12", 2)),
    dark(half("0 14, 6 16, 11 34, 4 32, 0 37", 1.5)),
    body(half("0 -24, 6 -18, 7 2, 4 18, 0 20", 4)),
    body(disc(0, -25, 7)),
    dark(half("0 -39, 3 -31, 0 -28", 1)),
    light(discs(3.5, -27, 1.6)),
    line("M12 -8L32 -6M-12 -8L-32 -6"),
  ],
  bat: () => [
    body(both("3 -8, 16 -24, 24 -16, 39 -14, 33 2, 35 14, 24 8, 18 18, 11 9, 4 14", 1.5)),
    line("M5 -2L24 -15M5 2L33 2M5 4L19 16M-5 -2L-24 -15M-5 2L-33 2M-5 4L-19 16"),
    body(half("0 -20, 6 -14, 6 10, 0 22", 4)),
    dark(both("1 -20, 7 -34, 8 -18", 1)),
    light(discs(3, -14, 1.6)),
  ],
  base: () => [
    dark(box(-34, -34, 68, 68, 5)),
    body(half("0 -36, 14 -36, 14 -26, 30 -26, 30 30, 0 30", 3)),
    light(box(-9, -34, 18, 40, 2)),
    line("M0 -30V2"),
    dark(boxes(14, -20, 12, 12, 2), boxes(14, 14, 12, 12, 2)),
    glass(boxes(16, -2, 8, 10, 2)),
  ],
  city: () => [
    dark(half("0 -38, 24 -38, 38 -24, 38 24, 24 38, 0 38", 3)),
    body(boxes(6, -32, 14, 16), boxes(22, -22, 12, 18), boxes(6, 6, 12, 24), boxes(21, 2, 13, 18)),
    body(box(-9, -13, 18, 16, 2)),
    light(boxes(9, -29, 8, 9, 1), boxes(24, 5, 7, 10, 1), box(-5, -10, 10, 9, 1)),
    line("M0 -38V-14M0 4V38M-38 -1H-10M10 -1H38"),
    glass(discs(12, 24, 3.5), discs(28, -14, 3.5)),
  ],
  station: () => [
    dark(half("0 -32, 20 -34, 36 -18, 36 22, 22 36, 0 34", 4)),
    body(half("0 -26, 16 -28, 29 -14, 29 18, 18 29, 0 28", 4)),
    dark(boxes(19, -42, 6, 26, 1), box(-3, -40, 6, 22, 1)),
    light(disc(0, 2, 14)),
    dark(discs(22, -14, 7), discs(20, 20, 6), disc(0, -16, 7)),
    glass(disc(0, 2, 7)),
  ],
};

/** Somebody without armour. */
function person(x: number, y: number): Part[] {
  return [body(disc(x, y + 2, 8, 4.6)), light(disc(x, y, 4.4))];
}

/** Somebody with a rifle. */
function soldier(x: number, y: number): Part[] {
  return [
    dark(box(x + 4, y - 15, 3, 17, 1)),
    body(disc(x, y + 2, 9, 5)),
    dark(disc(x, y, 5)),
    light(disc(x, y - 1, 2.6)),
  ];
}

const made = new Map<Silhouette, readonly Part[]>();

/** The parts of a drawing, from the lowest to the highest. */
export function drawing(shape: Silhouette): readonly Part[] {
  let parts = made.get(shape);
  if (!parts) made.set(shape, (parts = (DRAWINGS[shape] ?? DRAWINGS.robot)()));
  return parts;
}

export const SILHOUETTES = Object.keys(DRAWINGS) as readonly Silhouette[];

export const OF_KIND: Readonly<Record<HexMode["kind"], Silhouette>> = {
  robot: "robot",
  vehicle: "car",
  animal: "beast",
  jet: "jet",
  vtol: "helicopter",
  hover: "hovercraft",
  boat: "ship",
  gun: "gun",
  device: "device",
  base: "base",
  nebulon: "partner",
  human: "human",
};

/** What a mode looks like; one that does not say looks like the usual one of its kind. */
export function silhouette(mode: HexMode | undefined): Silhouette {
  return mode ? (mode.shape ?? OF_KIND[mode.kind]) : "robot";
}

/** How large a drawing is: a minibot is small, a city fills its hex. */
export function scale(height: number): number {
  return height <= 1 ? 0.82 : height === 2 ? 0.94 : height <= 4 ? 1.06 : height <= 6 ? 1.16 : 1.24;
}
