/** What a person likes: kept in the browser, and with the account where there is one. */

import { api } from "./api";
import { isLanguage, speak, type Language } from "../i18n";

export type Speed = "slow" | "normal" | "fast" | "none";
/** By how much what is shown takes longer. */
const PACES: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.5, none: 0 };

export type Scheme = "auto" | "light" | "dark";

export const BOARDS = ["theme", "wood", "stone"] as const;
export type BoardLook = (typeof BOARDS)[number];
export const PIECES = ["drawn", "large"] as const;
export type PieceLook = (typeof PIECES)[number];

export interface Prefs {
  /** The code of a language, or `auto`: that of the browser. */
  language: Language;
  scheme: Scheme;
  volume: number;
  motion: "auto" | "full" | "less";
  /** How fast battles and other scenes are shown. */
  speed: Speed;
  /** Whether single keys are shortcuts at a table. */
  shortcuts: boolean;
  coordinates: boolean;
  marks: boolean;
  /** The board: that of the game's theme, or one that all games share. */
  board: BoardLook;
  /** The pieces: drawn, or with large numerals. */
  pieces: PieceLook;
  /** Whether sounds are also written down. */
  captions: boolean;
  /** Whether the tips of the first game were given. */
  guided: boolean;
}

const DEFAULTS: Prefs = {
  language: "auto",
  scheme: "auto",
  volume: 0.5,
  motion: "auto",
  speed: "normal",
  shortcuts: true,
  coordinates: true,
  marks: true,
  board: "theme",
  pieces: "drawn",
  captions: false,
  guided: false,
};
const KEY = "flagfall.prefs";

/** What is stored, read with care: anything odd falls back to its default. */
function read(stored: unknown): Prefs {
  const given = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  const one = <T>(value: unknown, allowed: readonly T[], other: T): T =>
    allowed.includes(value as T) ? (value as T) : other;
  const yes = (value: unknown, other: boolean): boolean => (typeof value === "boolean" ? value : other);
  const volume = given["volume"];
  return {
    language: typeof given["language"] === "string" && isLanguage(given["language"]) ? given["language"] : "auto",
    scheme: one<Scheme>(given["scheme"], ["auto", "light", "dark"], "auto"),
    volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
    motion: one(given["motion"], ["auto", "full", "less"] as const, "auto"),
    speed: one<Speed>(given["speed"], ["slow", "normal", "fast", "none"], "normal"),
    shortcuts: yes(given["shortcuts"], true),
    coordinates: yes(given["coordinates"], true),
    marks: yes(given["marks"], true),
    board: one(given["board"], BOARDS, "theme"),
    pieces: one(given["pieces"], PIECES, "drawn"),
    captions: yes(given["captions"], false),
    guided: yes(given["guided"], false),
  };
}

function stored(): Prefs {
  try {
    return read(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return { ...DEFAULTS };
  }
}

class Store {
  now = $state<Prefs>(stored());
  /** By how much scenes take longer for a while, above what was chosen. */
  slower = $state(1);
  private timer = 0;
  private still = matchMedia("(prefers-reduced-motion: reduce)");

  get reduced(): boolean {
    return this.now.motion === "less" || (this.now.motion === "auto" && this.still.matches);
  }

  /** By how much scenes take longer than usual; 0 where they are left out. */
  get pace(): number {
    return PACES[this.now.speed] * this.slower;
  }

  async set(change: Partial<Prefs>, share = true): Promise<void> {
    this.now = { ...this.now, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // A browser that keeps nothing still plays.
    }
    this.apply();
    if (change.language) await this.language();
    if (share) {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void api.preferences({ ...this.now }).catch(() => undefined), 800);
    }
  }

  /** Take over what the account knows. */
  async take(preferences: Record<string, unknown> | undefined): Promise<void> {
    if (preferences && Object.keys(preferences).length) await this.set(read(preferences), false);
  }

  apply(): void {
    const root = document.documentElement;
    root.dataset["scheme"] = this.now.scheme;
    root.dataset["board"] = this.now.board;
    root.dataset["pieces"] = this.now.pieces;
    root.dataset["motion"] = this.reduced ? "less" : "full";
  }

  async language(): Promise<void> {
    const wanted = this.now.language;
    const found =
      wanted === "auto" ? navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) : wanted;
    await speak(found ?? "en");
  }
}

export const prefs = new Store();
