import { readdirSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import {
  blank,
  conditions,
  entries,
  everybody,
  faultsOf,
  fresh,
  keyOf,
  KINDS,
  placed,
  purposes,
  slug,
  standing,
  stepOf,
  withCondition,
  withEntry,
  withHold,
  withoutUnit,
  withSideId,
  withTitle,
  withUnit,
  withZone,
  written,
} from "../../src/hexes/scenario-editor/model";
import { Draft } from "../../src/hexes/workshop/draft.svelte";
import type { FaultAt, HexMap, HexScenario } from "../../src/wire";

const FOLDER = "../src/flagfall/hexes/data/scenarios";
const SCENARIOS = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".toml"))
  .map((file) => parse(readFileSync(`${FOLDER}/${file}`, "utf-8")) as unknown as HexScenario);
const named = (id: string): HexScenario => SCENARIOS.find((one) => one.id === id)!;

/** All zones that a scenario names. */
const zonesOf = (scenario: HexScenario): string[] => [
  ...new Set(
    [
      ...scenario.sides.map(({ zone }) => zone),
      ...everybody(scenario).map(({ entry }) => entry.zone),
      ...conditions(scenario).map((one) => (one.kind === "hold" ? one.zone : null)),
    ].flatMap((zone) => zone ?? []),
  ),
];

describe.each(SCENARIOS.map((one) => [one.id, one] as const))("%s", (_, scenario) => {
  it("is opened and saved as it is", () => {
    const draft = new Draft();
    expect(draft.open({ scenario })).toBe(true);
    expect(draft.scenario).toEqual(scenario);
  });
  it("is the same after changes that are taken back", () => {
    const whole = { ...scenario, victory: [...conditions(scenario)] };
    for (const group of [0, 1] as const) {
      const more = withUnit(whole, group, "bumblebee");
      expect(everybody(more).length).toBe(everybody(whole).length + 1);
      expect(new Set(everybody(more).map(({ entry }) => keyOf(entry))).size).toBe(everybody(more).length);
      expect(withoutUnit(more, group, entries(more, group).length - 1)).toEqual(whole);
      const { id } = whole.sides[group];
      expect(withSideId(withSideId(whole, group, "somebody"), group, id)).toEqual(whole);
    }
    for (const { entry, group, at } of everybody(whole)) {
      const other = withEntry(whole, group, at, { id: "other" });
      expect(JSON.stringify(other)).not.toContain(`"id":"${keyOf(entry)}"`);
      expect(withEntry(other, group, at, { id: entry.id })).toEqual(whole);
    }
    for (const zone of zonesOf(whole)) {
      expect(zonesOf(withZone(whole, zone, "elsewhere"))).not.toContain(zone);
      expect(withZone(withZone(whole, zone, "elsewhere"), "elsewhere", zone)).toEqual(whole);
      expect(zonesOf(withZone(whole, zone, null))).not.toContain(zone);
    }
    for (const kind of KINDS) {
      const more = withCondition(whole, whole.victory.length, fresh(whole, kind, ["hill"]));
      expect(more.victory?.length).toBe(whole.victory.length + 1);
      expect(withCondition(more, whole.victory.length, null)).toEqual(whole);
    }
  });
});

describe("a scenario in the making", () => {
  it("puts a unit in a hex, and who stood there where it came from", () => {
    const one = placed(placed(named("hex-three"), 0, 0, "0101"), 0, 1, "0202");
    expect(standing(one, "0101")).toEqual({ group: 0, at: 0 });
    const two = placed(one, 0, 1, "0101");
    expect(standing(two, "0101")).toEqual({ group: 0, at: 1 });
    expect(standing(two, "0202")).toEqual({ group: 0, at: 0 });
  });
  it("forgets who is gone in the chain of command and in what wins", () => {
    const convoy = named("hex-convoy");
    const goal = conditions(convoy).find((one) => "units" in one && one.units?.length) as { units: string[] };
    const key = goal.units[0]!;
    const { group, at } = everybody(convoy).find(({ entry }) => keyOf(entry) === key)!;
    expect(JSON.stringify(withoutUnit(convoy, group, at))).not.toContain(`"${key}"`);
  });
  it("says what a zone is for", () => {
    const bridge = withHold(named("hex-bridge"), "hill", 1, true);
    expect(purposes(bridge, "hill")).toEqual({ deploy: [], hold: [1], units: 0 });
    expect(purposes(withHold(bridge, "hill", 1, false), "hill").hold).toEqual([]);
    expect(purposes(bridge, bridge.sides[0].zone!).deploy).toEqual([0]);
  });
  it("begins without points, and is named in the reader's language and in English", () => {
    const begun = blank(named("hex-skirmish"));
    expect(begun.sides.map(({ points }) => points)).toEqual([undefined, undefined]);
    const titled = withTitle({ ...begun, title: { en: "" } }, "de", "Über die Höhe");
    expect(titled).toMatchObject({ id: "uber-die-hohe", title: { de: "Über die Höhe", en: "Über die Höhe" } });
    expect(written({ en: "Hill", de: "Berg" }, "de", "Hügel")).toEqual({ en: "Hill", de: "Hügel" });
    expect(slug("  Straße nach Süd-Ost! ")).toBe("strasse-nach-sud-ost");
  });
  it("shows a fault where it can be put right", () => {
    const fault = (field: string): FaultAt => ({ line: 1, reason: "", field });
    const faults = ["sides[1].units[1].at", "sides[1].units[10]", "victory[2].zone"].map(fault);
    expect(faultsOf(faults, "sides[1].units[1]")).toEqual([faults[0]]);
    expect(["sides[1]", "sides[2].zone", "limit.rounds", "options.arcs", "title"].map(stepOf)).toEqual([
      "units",
      "zones",
      "winning",
      "rules",
      "story",
    ]);
  });
  it("is undone together with its map, step by step", () => {
    const draft = new Draft();
    const cell = [0, ".", 0, 0] as HexMap["cells"][number];
    const map = {
      name: "",
      width: 2,
      height: 1,
      digits: 2,
      cells: [cell, cell],
      zones: { south: [0] },
      roads: [],
    } as HexMap;
    draft.open({ scenario: { ...named("hex-bridge"), map: "own" }, map: { map } });
    draft.map = map;
    const begun = draft.scenario!;
    draft.edit(withUnit(begun, 0, "bumblebee"));
    draft.editZones({ home: [0] }, withZone(draft.scenario!, "south", "home"));
    draft.paint({ kind: "zone", zone: "home" }, 1, true, false);
    expect(draft.map.zones).toEqual({ home: [0, 1] });
    draft.undo();
    draft.undo();
    expect(draft.map).toBe(map);
    expect(everybody(draft.scenario!).length).toBe(everybody(begun).length + 1);
    draft.undo();
    expect(draft.scenario).toEqual(begun);
    draft.redo();
    draft.redo();
    expect(draft.map.zones).toEqual({ home: [0] });
    expect(draft.scenario!.sides.map(({ zone }) => zone)).toContain("home");
  });
  it("is played on a map of its own as soon as that is drawn on", () => {
    const draft = new Draft();
    const cell = [0, ".", 0, 0] as HexMap["cells"][number];
    const map = { name: "", width: 1, height: 1, digits: 2, cells: [cell], zones: { a: [] } } as unknown as HexMap;
    draft.open({ scenario: named("hex-skirmish") });
    draft.map = map;
    draft.paint({ kind: "zone", zone: "a" }, 0, true, false);
    expect(draft.scenario).toMatchObject({ map: "own" });
    expect(draft.scenario).not.toHaveProperty("generator");
  });
});
