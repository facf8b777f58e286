/** The colours of the painted map, by day and by night; in grey the terrains still differ by pattern. */

export interface Palette {
  /** The ground by its level, from the lowest to the highest. */
  readonly levels: readonly string[];
  readonly tuft: string;
  /** Patches of the ground, lighter and darker than it; and what flowers on it. */
  readonly meadow: string;
  readonly moss: string;
  readonly flowers: readonly string[];
  readonly stone: string;
  readonly stoneLit: string;
  readonly water: readonly string[];
  readonly wave: string;
  readonly shore: string;
  readonly foam: string;
  readonly crown: string;
  readonly crownLit: string;
  readonly thick: string;
  readonly thickLit: string;
  readonly trunk: string;
  readonly paved: string;
  readonly roof: string;
  readonly roofLine: string;
  readonly front: string;
  readonly side: string;
  readonly window: string;
  readonly rock: string;
  readonly rockLit: string;
  readonly grid: string;
  readonly lit: string;
  readonly shade: string;
  readonly cliff: string;
  readonly ink: string;
  readonly halo: string;
}

/** The lowest level that has a colour of its own. */
export const LOWEST = -1;

export const DAY: Palette = {
  levels: ["#8ea468", "#a9b97a", "#bfc083", "#cfbd80", "#c9a86c", "#b98f5b", "#a5794b", "#92673e"],
  tuft: "#7d8f55",
  meadow: "#e9dd8e",
  moss: "#3f6a34",
  flowers: ["#f6ecc4", "#d9a33b", "#b7789a"],
  stone: "#8d8471",
  stoneLit: "#d6cdb6",
  water: ["#93c0c8", "#6da3b4", "#4b839b", "#346a85"],
  wave: "#d5ebee",
  shore: "#d8caa0",
  foam: "#eef6f2",
  crown: "#5f8444",
  crownLit: "#86a75f",
  thick: "#365c33",
  thickLit: "#56803f",
  trunk: "#3a3420",
  paved: "#b9b1a2",
  roof: "#cfc5b4",
  roofLine: "#8c8172",
  front: "#8d8273",
  side: "#6f6558",
  window: "#f2e3b0",
  rock: "#5d554b",
  rockLit: "#8a8071",
  grid: "rgba(60, 50, 25, 0.2)",
  lit: "rgba(255, 250, 220, 0.5)",
  shade: "rgba(45, 30, 10, 0.36)",
  cliff: "rgba(50, 30, 12, 0.75)",
  ink: "#3a3320",
  halo: "rgba(255, 252, 236, 0.75)",
};

export const NIGHT: Palette = {
  levels: ["#3a4c39", "#475a45", "#5a6648", "#6b6b4c", "#786d4e", "#84704f", "#8f7452", "#9a7b56"],
  tuft: "#62765a",
  meadow: "#98a066",
  moss: "#142a1c",
  flowers: ["#9a9a7c", "#a98546", "#80617a"],
  stone: "#59584f",
  stoneLit: "#87857a",
  water: ["#38687a", "#2a586f", "#1f465c", "#16344a"],
  wave: "#6fa0b3",
  shore: "#857c5c",
  foam: "#a5c5cb",
  crown: "#3d6a3c",
  crownLit: "#6b9a5c",
  thick: "#1f4130",
  thickLit: "#3f7048",
  trunk: "#0f1510",
  paved: "#5a5b59",
  roof: "#86857f",
  roofLine: "#45464a",
  front: "#4f5056",
  side: "#36383e",
  window: "#e8c978",
  rock: "#26262a",
  rockLit: "#4a4a50",
  grid: "rgba(0, 0, 0, 0.32)",
  lit: "rgba(255, 250, 225, 0.2)",
  shade: "rgba(0, 0, 0, 0.42)",
  cliff: "rgba(0, 0, 0, 0.8)",
  ink: "#e6dfca",
  halo: "rgba(15, 20, 22, 0.75)",
};
