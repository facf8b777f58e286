/**
 * Emblems of named heroes, drawn by us around the origin in a box of 48 by 48: a thing that somebody carries,
 * wears or drives, never a likeness. The words say what is drawn.
 */

import type { Emblem } from "./emblems";

const dot = (x: number, y: number, r: number): string => `M${x} ${y - r}a${r} ${r} 0 1 0 .1 0Z`;

export const HEROES: Readonly<Record<string, Emblem>> = {
  // Head-gear and clothes.
  hood: {
    solid: "M0 -24Q20 -20 20 8L24 24H-24L-20 8Q-20 -20 0 -24ZM0 -13Q-11 -11 -11 4Q-6 15 0 15Q6 15 11 4Q11 -11 0 -13Z",
  },
  "chest-plate": {
    solid:
      "M-21 -18H21V12L12 20H-12L-21 12ZM-15 -12V-5H-3V-12ZM3 -12V-5H9V-12ZM12 -12V-5H16V-12ZM-15 1V5H15V1ZM-8 " +
      "10V14H8V10Z",
  },
  "double-blade": { line: "M-21 21L-8 8M8 -8L21 -21", solid: "M-10 5L5 -10L10 -5L-5 10Z" },
  rockets: {
    solid: "M-18 -12Q-12 -27 -6 -12V9H-18ZM6 -12Q12 -27 18 -12V9H6ZM-4 -7H4V4H-4ZM-16 13H-8L-12 25ZM8 13H16L12 25Z",
  },
  veil: { solid: "M-18 -4Q-18 -23 0 -23Q18 -23 18 -4V3Q0 -5 -18 3ZM-18 9Q0 1 18 9Q14 24 0 24Q-14 24 -18 9Z" },
  mitre: { solid: "M-14 8L-20 -18L-7 -7L0 -25L7 -7L20 -18L14 8ZM-14 13H14V21H-14Z" },
  cap: { solid: "M-23 -3Q-16 -20 0 -20Q16 -20 23 -3L15 3H-15ZM-17 7H17Q24 12 20 19Q0 9 -20 19Q-24 12 -17 7Z" },
  cloak: { solid: "M0 -24Q12 -22 12 -8L23 24H5L0 0L-5 24H-23L-12 -8Q-12 -22 0 -24Z" },
  cape: { solid: "M-9 -23H9L7 -14Q23 2 23 22Q11 14 0 24Q-11 14 -23 22Q-23 2 -7 -14Z" },
  "fan-crown": {
    solid: "M0 10Q-26 6 -23 -17Q-13 -8 -9 -22Q-2 -11 0 -25Q2 -11 9 -22Q13 -8 23 -17Q26 6 0 10ZM-11 14H11V22H-11Z",
  },
  beacon: { line: "M0 24V2M-13 -13q-6 9 0 17M13 -13q6 9 0 17M-10 24H10", solid: dot(0, -5, 7) },
  patch: { line: `${dot(0, 0, 20)}M-17 -10L15 12`, solid: "M-3 -8L10 1L3 11L-9 2Z" },
  monocle: { line: `${dot(-2, -5, 13)}M9 3Q18 10 14 24`, solid: dot(-2, -5, 4) },
  glasses: { line: `${dot(-12, 2, 9)}${dot(12, 2, 9)}M-3 0Q0 -4 3 0M-21 0L-24 -8M21 0L24 -8` },
  epaulette: { solid: "M-22 -14Q0 -24 22 -14V-4H-22ZM-22 0H-15V22H-22ZM-11 0H-4V24H-11ZM0 0H7V24H0ZM11 0H18V22H11Z" },
  "wide-hat": { solid: "M-25 8Q0 -2 25 8Q0 20 -25 8ZM-13 2Q-14 -20 0 -20Q14 -20 13 2Q0 -4 -13 2Z" },
  // Creatures.
  cane: { line: "M-8 24L4 -8Q9 -25 19 -17M-15 4L-4 10M2 0L13 4", solid: dot(-17, 2, 4) },
  "round-ears": {
    solid:
      "M-18 -10Q-25 -24 -10 -20Q0 -24 10 -20Q25 -24 18 -10Q22 18 0 24Q-22 18 -18 -10Z" +
      "M0 -9Q-10 -9 -10 4Q-8 14 0 14Q8 14 10 4Q10 -9 0 -9Z",
  },
  "ear-flaps": { solid: "M-6 -22H6L10 -4L23 19Q13 25 9 8L4 23H-4L-9 8Q-13 25 -23 19L-10 -4Z" },
  paw: {
    solid:
      `M0 0Q15 0 15 12Q15 23 0 23Q-15 23 -15 12Q-15 0 0 0Z` +
      `${dot(-18, -4, 5)}${dot(-7, -15, 6)}${dot(7, -15, 6)}${dot(18, -4, 5)}`,
  },
  parrot: {
    line: "M-2 22L-10 25",
    solid: "M-4 -23Q12 -24 13 -10L21 -7L13 -3Q14 14 -6 22Q-16 10 -12 -8Q-11 -20 -4 -23ZM3 -16a3 3 0 1 0 .1 0Z",
  },
  tentacles: {
    line: "M-14 0Q-22 12 -16 24M-5 2Q-9 14 -4 24M5 2Q9 14 4 24M14 0Q22 12 16 24",
    solid: "M-18 2Q-20 -24 0 -24Q20 -24 18 2Z",
  },
  starfish: { solid: "M0 -25L6 -7L24 -8L10 3L16 22L0 11L-16 22L-10 3L-24 -8L-6 -7Z" },
  shell: { line: "M4 4a4 4 0 1 0 -6 -4a9 9 0 0 0 15 6a13 13 0 0 0 -9 -21a17 17 0 0 0 -20 16q1 15 19 21" },
  spines: { solid: "M-12 22L-24 0L-11 6L-16 -18L-3 0L0 -25L3 0L16 -18L11 6L24 0L12 22Z" },
  coral: { line: "M0 24V4M0 10L-12 -2V-16M0 4L11 -8V-22M-12 -2L-21 -6M11 -8L21 -12M0 4V-14" },
  "hammer-head": { solid: "M-25 -14Q0 -24 25 -14V-3Q12 -10 8 -4L6 22H-6L-8 -4Q-12 -10 -25 -3Z" },
  stinger: { line: "M-16 22H4Q18 20 16 4Q14 -8 2 -8", solid: "M6 -18L-14 -10L6 0ZM-20 14h10v10h-10z" },
  // Machines.
  "machine-head": { solid: "M-2 -25H2V-17H-2ZM-8 -16H8V-5H-8ZM-14 -2H14V5H-14ZM-8 8H8V24H-8Z" },
  gear: {
    solid:
      "M-4 -25H4L6 -17L13 -22L20 -15L15 -8L25 -5V4L16 6L21 14L14 21L6 16L4 25H-4L-6 16L-14 21L-21 14L-16 6L-25 " +
      "4V-5L-15 -8" +
      `L-20 -15L-13 -22L-6 -17Z${dot(0, 0, 8)}`,
  },
  walker: { solid: "M-24 -16H-9V-21H17V-2H-9V-6H-24ZM-9 2H-2L-4 24H-12ZM10 2H17L20 24H12Z" },
  "arm-cannon": { solid: "M-23 -12H3L9 -18H23V-2H9L3 4H-5L-9 21H-20L-16 3H-23Z" },
  fighter: { solid: "M0 -25L5 -3L22 10V16L6 10V17L11 24H-11L-6 17V10L-22 16V10L-5 -3Z" },
  jet: { solid: "M0 -25L6 -6L24 12V18L6 11L9 24H-9L-6 11L-24 18V12L-6 -6Z" },
  rotor: { line: "M-24 -17H20M-2 -17V-9", solid: "M-14 -9H6L23 -4V2H10L5 14H-12Q-21 3 -14 -9ZM-14 18H8V23H-14Z" },
  siren: { solid: `M-4 -23H6V-16H-4ZM-23 10V0L-13 -3L-7 -13H9L15 -3L23 0V10Z${dot(-12, 13, 6)}${dot(12, 13, 6)}` },
  plough: { solid: `M-24 -18H-16V20H-24ZM-12 -4H2V-14H18V12H-12Z${dot(-5, 15, 7)}${dot(12, 15, 7)}` },
  tank: { solid: "M-24 8H24L17 21H-17ZM-13 4V-9H5V-4H24V1H5V4Z" },
  "twin-cannon": { solid: "M-24 -16H10V-8H-8V-4H-24ZM-24 2H-8V6H24V14H-24ZM-20 17H8V23H-20Z" },
  racer: { solid: `M-24 8V0L-10 -3L-2 -12H12L18 -3L24 0V8ZM12 -18H24V-13H12Z${dot(-13, 11, 6)}${dot(13, 11, 6)}` },
  coupe: {
    solid:
      `M-24 9Q-24 0 -14 -2Q-6 -14 6 -14Q16 -12 24 0V9Z${dot(-12, 12, 6)}${dot(13, 12, 6)}M-6 -4L4 -4L4 ` +
      `-10Q-2 -9 -6 -4Z`,
  },
  pod: { line: "M-14 8L-4 17M14 8L4 17", solid: "M-20 -24H-8V2L-14 9L-20 2ZM8 -24H20V2L14 9L8 2ZM-6 14H6L4 24H-4Z" },
  // Weapons and tools.
  "curved-hilt": { line: "M3 3L14 -24", solid: "M-2 2L8 6Q3 15 -6 23L-13 18Q-5 12 -2 2Z" },
  pistols: { solid: "M-2 -20H-24V-12H-14V-6H-10L-12 6H-2ZM2 -4H24V4H14V10H10L12 22H2Z" },
  pistol: { solid: "M-23 -13H23V-4H5L2 3H-3L-7 21H-17L-12 -2H-23Z" },
  halberd: { line: "M0 -4V24", solid: "M0 -25L6 -14V-6L19 -13V6L6 -1H-6L-15 3L-7 -8V-14Z" },
  crosshair: { line: `${dot(0, 0, 15)}M0 -24V-8M0 8V24M-24 0H-8M8 0H24` },
  club: { line: "M-15 21L10 -10", solid: "M6 -23L21 -18L24 -3L14 0L4 -11ZM-23 15l8 8 -8 3z" },
  bow: { line: "M-19 6Q0 -30 19 6M0 -17V24M-19 6H19" },
  "ring-hilt": { line: "M0 -25V4", solid: `${dot(0, 13, 11)}${dot(0, 13, 5)}` },
  wrench: { line: "M-14 16L6 -5", solid: "M2 -10q-3 -12 10 -15l-2 9 6 5 8 -3q-3 13 -15 11zM-20 14l8 8 -4 4 -8 -8z" },
  hammer: { line: "M-2 24V-8", solid: "M-20 -22H14L22 -14L14 -6H-20Z" },
  fan: { line: "M0 20L-20 -8M0 20L-7 -18M0 20L7 -18M0 20L20 -8", solid: "M-22 -10Q0 -32 22 -10L15 -3Q0 -18 -15 -3Z" },
  flask: { solid: "M-5 -25H5V-13Q16 -8 16 6V16Q16 24 8 24H-8Q-16 24 -16 16V6Q-16 -8 -5 -13ZM-10 4V12H10V4Z" },
  book: { solid: "M-23 -18Q-10 -22 0 -15Q10 -22 23 -18V18Q10 14 0 21Q-10 14 -23 18ZM-3 -12V14H3V-12Z" },
  "junk-sail": {
    line: "M0 -25V20",
    solid: "M3 -24L22 -14V-8L3 -12ZM3 -9L24 -4V2L3 2ZM3 5L22 8V13H3ZM-3 -18L-16 -4V10L-3 13ZM-20 17H22L14 25H-12Z",
  },
  eye: { line: "M-24 0Q0 -24 24 0Q0 24 -24 0Z", solid: dot(0, 0, 8) },
  coin: {
    line: dot(0, 0, 20),
    solid: "M-10 8L-12 -7L-4 0L0 -10L4 0L12 -7L10 8Z",
  },
  chain: { line: "M-20 -10a9 7 40 1 1 11 10M-6 -6a9 7 40 1 0 11 12M2 0a9 7 40 1 1 12 12M12 10a9 7 40 1 0 9 12" },
  claw: { line: "M0 24V6M0 6Q-22 2 -16 -22M0 6Q22 2 16 -22", solid: "M-16 -25L-6 -10L-20 -12ZM16 -25L6 -10L20 -12Z" },
  whip: { line: "M-20 22L-8 6Q0 -4 10 2Q20 8 14 16Q6 22 2 12Q-2 -8 20 -22" },
  barrel: { solid: "M-13 -23H13Q20 0 13 23H-13Q-20 0 -13 -23ZM-15 -14H15V-9H-15ZM-15 10H15V15H-15Z" },
  note: { line: "M-6 15V-18L16 -23V10M-6 -8L16 -13", solid: `${dot(-12, 16, 7)}${dot(10, 12, 7)}` },
  key: { line: "M-2 4L18 -16M10 -8l7 7M16 -14l6 6", solid: `${dot(-9, 10, 12)}${dot(-9, 10, 5)}` },
  badge: {
    solid: "M0 -25L20 -17V2Q18 18 0 25Q-18 18 -20 2V-17ZM0 -14L4 -4L14 -4L6 3L9 13L0 7L-9 13L-6 3L-14 -4L-4 -4Z",
  },
  spanner: { line: "M-18 18L18 -18M18 18L-18 -18", solid: "M-24 -24h12v6h-6v6h-6zM24 -24h-12v6h6v6h6z" },
  radio: { line: "M8 -12V-24M14 -18q6 4 0 10", solid: "M-14 -10H12V24H-14ZM-9 -4V4H7V-4ZM-9 9V12H7V9ZM-9 16V19H7V16Z" },
  "field-helm": { solid: "M-20 6Q-22 -20 0 -20Q22 -20 20 6L25 12H-25ZM-12 16H12L8 24H-8Z" },
  suns: { line: "M-24 15H24M-16 23H16", solid: `${dot(-10, -10, 9)}${dot(11, -2, 8)}` },
  leaf: { line: "M-16 22L8 -8", solid: "M-12 12Q-20 -14 20 -22Q20 14 -12 12ZM-6 8L10 -12L2 6Z" },
  purse: {
    solid: "M-9 -24H9L5 -14Q23 -2 21 13Q19 24 0 24Q-19 24 -21 13Q-23 -2 -5 -14ZM-4 -2V2H-9V7H-4V16H4V7H9V2H4V-2Z",
  },
  plaque: {
    solid: "M-23 -15H23V15H-23ZM-18 -10V-2H-9V-10ZM-5 -10V-2H4V-10ZM8 -10V-2H17V-10ZM-18 3V10H-9V3ZM-5 3V10H4V3Z",
  },
};
