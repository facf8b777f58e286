/** A sign for each kind of power, drawn by lines in a box of 24. */

const SIGNS: Record<string, string> = {
  blast: "M3 12h9M12 12l9-4M12 12l9 4M12 12h9M6 8v8",
  charge: "M4 18L14 8M9 7h6v6M17 5l3-1-1 3",
  compass: "M12 2.500a9.500 9.500 0 1 1-.01 0ZM15.500 8.500L13.500 13.500 8.500 15.500 10.500 10.500Z",
  leap: "M3 18q9-22 18-2M21 16l-1-5M21 16l-5-1",
  magic: "M5 19L15 9M17 3v4M15 5h4M20 11v3M18.500 12.500h3M8 4v3M6.500 5.500h3",
  magnet: "M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4ZM6 8h4M14 8h4",
  rumble: "M12 3l2 5 5-2-2 5 5 2-5 2 2 5-5-2-2 5-2-5-5 2 2-5-5-2 5-2-2-5 5 2Z",
  slash: "M19 4Q17 14 5 20M20 9Q17 16 9 20M15 4Q12 11 4 15",
  sneak: "M3 12h3M9 12h3M15 12h2M17 8l4 4-4 4",
  speed: "M4 6l6 6-6 6M10 6l6 6-6 6M16 6l5 6-5 6",
  summon: "M12 20V9M7 13l5-5 5 5M5 4h14",
  vision: "M2.500 12q9.500-12 19 0q-9.500 12-19 0ZM12 9a3 3 0 1 1-.01 0Z",
  mode: "M6 9h12v9H6ZM9.500 13h.01M14.500 13h.01M12 9V5M3 12v3M21 12v3",
  battle: "M4 4l11 12M12 18l6-6M16 17l4 4M20 4L9 16M12 18l-6-6M8 17l-4 4",
  move: "M4 12h14M13 6l6 6-6 6",
};

export function powerSign(kind: string): string {
  return SIGNS[kind] ?? SIGNS["magic"]!;
}
