/** The shapes of counters. */

const SHAPES: Record<string, string> = {
  robot: "M0 -30L26 -15V12L14 28H-14L-26 12V-15Z",
  vehicle: "M-30 -18Q-30 -22 -26 -22H26Q30 -22 30 -18V18Q30 22 26 22H-26Q-30 22 -30 18Z",
  animal: "M0 -28Q30 -26 30 2Q24 28 0 28Q-24 28 -30 2Q-30 -26 0 -28Z",
  jet: "M0 -32L32 20L12 16L0 27L-12 16L-32 20Z",
  vtol: "M0 -30L22 -6H32V6H22L0 30L-22 6H-32V-6H-22Z",
  hover: "M-30 0Q-24 -26 0 -26Q24 -26 30 0Q24 22 0 22Q-24 22 -30 0Z",
  ship: "M-31 -14H31L20 24H-20Z",
  boat: "M-31 -14H31L20 24H-20Z",
  base: "M-29 -29H29V29H-29Z",
};

export function shape(kind: string): string {
  return SHAPES[kind] ?? "M0 -29A29 29 0 1 1 -0.01 -29Z";
}

/** Two letters for a name: the first of two words, or of the one. */
export function initials(name: string): string {
  const words = name.replaceAll("-", " ").split(" ");
  return (words.length > 1 ? words[0]!.charAt(0) + words[1]!.charAt(0) : name.slice(0, 2)).toUpperCase();
}
