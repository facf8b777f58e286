/** A force by points: what it costs, what can be found, what a theme draws, and the forces that a player keeps. */

import type { HexTeam, HexUnit } from "../../wire";

/** What can be chosen from: units with what they cost here, and the teams that can become one. */
export interface Offer {
  readonly points: number;
  readonly costs: Readonly<Record<string, number>>;
  readonly sheets: Readonly<Record<string, HexUnit>>;
  readonly teams: readonly HexTeam[];
}

export const THEMES = ["flyers", "wheels", "beasts", "giants", "small", "skills", "teams"] as const;
export type Theme = (typeof THEMES)[number];

const has = (unit: HexUnit, names: readonly string[]): boolean =>
  unit.sheet.modes.some((mode) =>
    [...(mode.abilities ?? []), ...(mode.attributes ?? [])].some((one) => names.includes(one)),
  );
const kind = (unit: HexUnit, names: readonly string[]): boolean =>
  unit.sheet.modes.some((mode) => names.includes(mode.kind));

/** Whether a unit belongs to a theme. */
export function themed(unit: HexUnit, theme: Theme, teams: readonly HexTeam[]): boolean {
  switch (theme) {
    case "flyers":
      return has(unit, ["fly", "vtol"]);
    case "wheels":
      return kind(unit, ["vehicle"]);
    case "beasts":
      return kind(unit, ["animal"]);
    case "giants":
      return unit.sheet.modes.some((mode) => mode.hgt >= 5);
    case "small":
      return unit.sheet.modes.every((mode) => mode.hgt <= 1) || has(unit, ["small"]);
    case "skills":
      return unit.sheet.modes.some((mode) => (mode.abilities ?? []).length > 0);
    case "teams":
      return teams.some(({ members }) => members.includes(unit.sheet.id));
  }
}

/** The whole teams among the chosen, and what each costs more than its members: what it can become (HX-SEQ-12). */
export function wholeTeams(offer: Offer, chosen: readonly string[]): { team: HexTeam; more: number }[] {
  return offer.teams
    .filter((team) => team.members.every((id) => chosen.includes(id)))
    .map((team) => {
      const members = team.members.reduce((sum, id) => sum + (offer.costs[id] ?? 0), 0);
      return { team, more: Math.max(0, (offer.sheets[team.into]?.cost ?? 0) - members) };
    });
}

/** What a force costs. */
export function spent(offer: Offer, chosen: readonly string[]): number {
  const units = chosen.reduce((sum, id) => sum + (offer.costs[id] ?? 0), 0);
  return units + wholeTeams(offer, chosen).reduce((sum, { more }) => sum + more, 0);
}

/** The units of a kept force that are here and can be paid for, in its order. */
export function affordable(offer: Offer, wanted: readonly string[]): string[] {
  const found: string[] = [];
  for (const id of wanted)
    if (id in offer.costs && !found.includes(id) && spent(offer, [...found, id]) <= offer.points) found.push(id);
  return found;
}

/** A random force from a theme, from everything where the theme has too little. */
export function drawn(offer: Offer, theme: Theme | "", random: () => number): string[] {
  const shuffled = Object.keys(offer.costs)
    .map((id) => ({ id, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);
  const fits = (id: string): boolean => !theme || (id in offer.sheets && themed(offer.sheets[id]!, theme, offer.teams));
  const own = affordable(offer, shuffled.filter(fits));
  return own.length ? own : affordable(offer, shuffled);
}

/** Whether a unit is meant by a word that somebody types: its name, what it is, or what it can do. */
export function meant(words: readonly string[], wish: string): boolean {
  const parts = wish.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const text = words.join(" ").toLocaleLowerCase();
  return parts.every((part) => text.includes(part));
}

export interface Army {
  readonly name: string;
  readonly units: readonly string[];
}
const KEY = "flagfall.hex-armies";
const MOST = 30;

/** The forces that this browser keeps. */
export function keptArmies(): Army[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found)
      ? found.filter(
          (one: Partial<Army>): one is Army =>
            typeof one?.name === "string" &&
            Array.isArray(one.units) &&
            one.units.every((id) => typeof id === "string"),
        )
      : [];
  } catch {
    return [];
  }
}

/** Keep a force under its name, or forget the one of that name. */
export function keepArmy(name: string, units: readonly string[] | null): Army[] {
  const rest = keptArmies().filter((one) => one.name !== name);
  const now = units ? [{ name, units }, ...rest].slice(0, MOST) : rest;
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing still plays.
  }
  return now;
}
