/** The colours of the painted map, by day and by night; in grey the terrains still differ by pattern. */

export interface Palette {
  /** The ground by its level, from the lowest to the highest. */
  readonly levels: readonly string[];
  readonly tuft: string;
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
  grid: "rgba(60, 50, 25, 0.22)",
  lit: "rgba(255, 250, 220, 0.5)",
  shade: "rgba(45, 30, 10, 0.36)",
  cliff: "rgba(50, 30, 12, 0.75)",
  ink: "#3a3320",
  halo: "rgba(255, 252, 236, 0.75)",
};

export const NIGHT: Palette = {
  levels: ["#2b3a2e", "#36463a", "#424f3d", "#505541", "#5d5843", "#695b45", "#746048", "#80674c"],
  tuft: "#4d5f4a",
  stone: "#59584f",
  stoneLit: "#87857a",
  water: ["#2c5362", "#21465a", "#193849", "#122a3a"],
  wave: "#6fa0b3",
  shore: "#5d5a48",
  foam: "#8db3bd",
  crown: "#3f6440",
  crownLit: "#5b8354",
  thick: "#24432f",
  thickLit: "#3a6040",
  trunk: "#0f1510",
  paved: "#4b4d50",
  roof: "#6a6a6c",
  roofLine: "#3d3e42",
  front: "#424349",
  side: "#303238",
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
