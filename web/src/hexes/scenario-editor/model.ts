/** A scenario in the making: every change gives a new scenario, with all that speaks of the changed thing. */

import type { FaultAt, HexEntry, HexScenario, HexScenarioSide } from "../../wire";

/** Whose units: the first side's, the second's, or the mercenaries, for whom both sides roll. */
export type Group = 0 | 1 | 2;
export type Condition = NonNullable<HexScenario["victory"]>[number];
export type Kind = Condition["kind"];
export const KINDS = ["eliminate", "hold", "exit", "destroy", "protect"] as const satisfies readonly Kind[];
/** The parts of the editor; faults are shown where they can be put right. */
export const STEPS = ["story", "zones", "units", "winning", "rules", "ready"] as const;
export type Step = (typeof STEPS)[number];

/** The same, with some values changed; a value that is nothing is left out, as a file leaves it out. */
export function changed<T extends object>(one: T, values: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const all = Object.entries({ ...one, ...values }).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(all) as T;
}

/** A name as ids are written: small letters, digits and hyphens. */
export function slug(name: string): string {
  return name
    .replace(/ß/g, "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
}

/** Words in one more language; English, which every file needs, goes along until somebody writes it. */
export function written(
  words: Readonly<Record<string, string>>,
  language: string,
  text: string,
): Record<string, string> {
  const before = words[language];
  const along = language !== "en" && (!words["en"] || words["en"] === before);
  return { ...words, [language]: text, ...(along ? { en: text } : {}) };
}

export const keyOf = (entry: HexEntry): string => entry.id ?? entry.unit;

export function entries(scenario: HexScenario, group: Group): readonly HexEntry[] {
  return (group === 2 ? scenario.mercenaries : scenario.sides[group].units) ?? [];
}

/** All units of a scenario with their places in it. */
export function everybody(scenario: HexScenario): { entry: HexEntry; group: Group; at: number }[] {
  return ([0, 1, 2] as const).flatMap((group) => entries(scenario, group).map((entry, at) => ({ entry, group, at })));
}

export function withSide(
  scenario: HexScenario,
  seat: 0 | 1,
  values: { readonly [K in keyof HexScenarioSide]?: HexScenarioSide[K] | undefined },
): HexScenario {
  const sides = scenario.sides.map((side, at) => (at === seat ? changed(side, values) : side));
  return { ...scenario, sides: sides as HexScenario["sides"] };
}

function withEntries(scenario: HexScenario, group: Group, list: readonly HexEntry[]): HexScenario {
  const units = list.length ? [...list] : undefined;
  if (group === 2) return changed(scenario, { mercenaries: units });
  const sides = scenario.sides.map((side, at) => (at === group ? changed(side, { units }) : side));
  return { ...scenario, sides: sides as HexScenario["sides"] };
}

/** The first sketch: the sides of a skirmish, with no force yet, and no limit of points. */
export function blank(skirmish: HexScenario): HexScenario {
  const sides = skirmish.sides.map((side) => changed(side, { points: undefined, factions: undefined }));
  return { ...skirmish, id: "own", text: { en: "" }, preset: "arena", sides: sides as HexScenario["sides"] };
}

export function withTitle(scenario: HexScenario, language: string, text: string): HexScenario {
  const title = written(scenario.title, language, text);
  return { ...scenario, title, id: slug(title["en"] ?? text) || "own" };
}

/** One unit more, under a name that nobody has yet. */
export function withUnit(scenario: HexScenario, group: Group, unit: string): HexScenario {
  const taken = new Set(everybody(scenario).map(({ entry }) => keyOf(entry)));
  let id = unit;
  for (let n = 2; taken.has(id); n += 1) id = `${unit}-${n}`;
  const entry: HexEntry = id === unit ? { unit } : { unit, id };
  return withEntries(scenario, group, [...entries(scenario, group), entry]);
}

/** What speaks of a unit by its name: with another name, or without it. */
function renamed(scenario: HexScenario, from: string, to: string | null): HexScenario {
  const list = (keys: readonly string[] | undefined): string[] | undefined => {
    const after = (keys ?? []).flatMap((key) => (key !== from ? [key] : to === null ? [] : [to]));
    return after.length ? after : undefined;
  };
  const sides = scenario.sides.map((side) => (side.chain ? changed(side, { chain: list(side.chain) }) : side));
  const after = { ...scenario, sides: sides as HexScenario["sides"] };
  if (!scenario.victory) return after;
  const victory = scenario.victory.map((one) =>
    "units" in one && one.units ? (changed(one, { units: list(one.units) }) as Condition) : one,
  );
  return { ...after, victory };
}

export function withoutUnit(scenario: HexScenario, group: Group, at: number): HexScenario {
  const list = entries(scenario, group);
  const gone = list[at];
  if (!gone) return scenario;
  return renamed(
    withEntries(
      scenario,
      group,
      list.filter((one) => one !== gone),
    ),
    keyOf(gone),
    null,
  );
}

export function withEntry(
  scenario: HexScenario,
  group: Group,
  at: number,
  values: { readonly [K in keyof HexEntry]?: HexEntry[K] | undefined },
): HexScenario {
  const before = entries(scenario, group)[at];
  if (!before) return scenario;
  const after = changed(before, values);
  const next = withEntries(
    scenario,
    group,
    entries(scenario, group).map((one, index) => (index === at ? after : one)),
  );
  return keyOf(after) === keyOf(before) ? next : renamed(next, keyOf(before), keyOf(after));
}

/** Put a unit in a hex; who stands there already goes to where it comes from. */
export function placed(scenario: HexScenario, group: Group, at: number, hex: string): HexScenario {
  const from = entries(scenario, group)[at]?.at ?? undefined;
  let next = scenario;
  for (const other of everybody(scenario))
    if (other.entry.at === hex && (other.group !== group || other.at !== at))
      next = withEntry(next, other.group, other.at, { at: from });
  return withEntry(next, group, at, { at: hex, zone: undefined });
}

/** Who stands in a hex. */
export function standing(scenario: HexScenario, hex: string): { group: Group; at: number } | null {
  const found = everybody(scenario).find(({ entry }) => entry.at === hex);
  return found ? { group: found.group, at: found.at } : null;
}

/** What a zone is for. */
export interface Purposes {
  /** The sides that put their units there. */
  readonly deploy: readonly (0 | 1)[];
  /** The sides that win by holding it. */
  readonly hold: readonly (0 | 1)[];
  /** Single units that are put there. */
  readonly units: number;
}

const seatOf = (scenario: HexScenario, side: string): 0 | 1 => (scenario.sides[1].id === side ? 1 : 0);

export function purposes(scenario: HexScenario, zone: string): Purposes {
  return {
    deploy: ([0, 1] as const).filter((seat) => scenario.sides[seat].zone === zone),
    hold: (scenario.victory ?? []).flatMap((one) =>
      one.kind === "hold" && one.zone === zone ? [seatOf(scenario, one.side)] : [],
    ),
    units: everybody(scenario).filter(({ entry }) => entry.zone === zone).length,
  };
}

/** The conditions as they hold: a file without any means that the last side standing wins. */
export const conditions = (scenario: HexScenario): readonly Condition[] => scenario.victory ?? [{ kind: "eliminate" }];

/** Make a zone an objective of a side, or no more. */
export function withHold(scenario: HexScenario, zone: string, seat: 0 | 1, on: boolean): HexScenario {
  const side = scenario.sides[seat].id;
  const rest = conditions(scenario).filter((one) => !(one.kind === "hold" && one.zone === zone && one.side === side));
  return { ...scenario, victory: on ? [...rest, { kind: "hold", side, zone, rounds: 2 }] : rest };
}

/** What speaks of a zone: with another name, or, where it is gone, without it. */
export function withZone(scenario: HexScenario, from: string, to: string | null): HexScenario {
  const zone = to ?? undefined;
  const fixed = (list: readonly HexEntry[] | undefined): HexEntry[] | undefined =>
    list?.map((entry) => (entry.zone === from ? changed(entry, { zone }) : entry));
  const sides = scenario.sides.map((side) =>
    changed(side, { units: fixed(side.units), ...(side.zone === from ? { zone } : {}) }),
  );
  return changed(scenario, {
    sides: sides as HexScenario["sides"],
    mercenaries: fixed(scenario.mercenaries),
    victory: scenario.victory?.flatMap((one) =>
      one.kind !== "hold" || one.zone !== from ? [one] : to === null ? [] : [{ ...one, zone: to }],
    ),
  });
}

/** A condition as it begins, with something in it that can be. */
export function fresh(scenario: HexScenario, kind: Kind, zones: readonly string[]): Condition {
  const [{ id: side, units: mine }, { units: theirs }] = scenario.sides;
  switch (kind) {
    case "eliminate":
      return { kind };
    case "hold": {
      const free = zones.find((zone) => !purposes(scenario, zone).deploy.length);
      return { kind, side, zone: free ?? zones[0] ?? "", rounds: 2 };
    }
    case "exit":
      return { kind, side, edge: "N" };
    case "destroy":
      return { kind, side, ...(theirs?.length ? { units: [keyOf(theirs[0]!)] } : {}) };
    case "protect":
      return { kind, side, until: scenario.limit?.rounds ?? 10, ...(mine?.length ? { units: [keyOf(mine[0]!)] } : {}) };
  }
}

export function withCondition(scenario: HexScenario, at: number, condition: Condition | null): HexScenario {
  const all = [...conditions(scenario)];
  all.splice(at, at < all.length ? 1 : 0, ...(condition ? [condition] : []));
  return { ...scenario, victory: all };
}

/** The id of a side changes with all that names it. */
export function withSideId(scenario: HexScenario, seat: 0 | 1, id: string): HexScenario {
  const before = scenario.sides[seat].id;
  if (!id || id === before || scenario.sides[1 - seat]!.id === id) return scenario;
  const next = withSide(scenario, seat, { id });
  const { limit } = next;
  return changed(next, {
    victory: next.victory?.map((one) => (one.side === before ? { ...one, side: id } : one)),
    limit: limit?.winner === before ? { ...limit, winner: id } : limit,
  });
}

/** The step of the editor in which a fault can be put right. */
export function stepOf(field: string): Step {
  if (/^sides\[\d\]\.(units|chain|points)|^sides\[\d\]$|^mercenaries/.test(field)) return "units";
  if (/^sides\[\d\]\.zone/.test(field)) return "zones";
  if (/^(victory|limit)/.test(field)) return "winning";
  if (/^(options|preset|start_damage)/.test(field)) return "rules";
  return "story";
}

/** The faults of one thing and all that is in it. */
export function faultsOf(faults: readonly FaultAt[], field: string): readonly FaultAt[] {
  const inside = (found: string): boolean =>
    found === field || (found.startsWith(field) && /^[.[]/.test(found.slice(field.length)));
  return faults.filter((one) => inside(one.field ?? ""));
}
