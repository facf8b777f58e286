/** A map and a scenario in the making, with their files. Drawing is done here; what is wrong the server says. */

import { failureWords } from "../../table/words";
import { session } from "../../lib/session.svelte";
import type { FaultAt, HexMap, HexScenario, HexSkirmish, MapDraft, OwnChecked, ScenarioOpened } from "../../wire";
import { hexApi } from "../api";
import { neighbour } from "../map/geometry";
import { h, speakHexes } from "../words.svelte";

export type FileKind = "map" | "units" | "scenario";
export type Faults = Readonly<Record<string, readonly FaultAt[]>>;

/** What a stroke does to a hex. */
export type Brush =
  | { readonly kind: "terrain"; readonly terrain: string; readonly size: number; readonly hp: number }
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "zone"; readonly zone: string };

const STEPS = 100;
/** What a scenario calls the map that it brings along. */
export const OWN_MAP = "own";

/** What undo goes back to: map and scenario together, as one thing is changed after the other. */
interface Snapshot {
  readonly map: HexMap;
  readonly scenario: HexScenario | null;
}

/** The map with one hex painted. */
function painted(map: HexMap, brush: Brush, hex: number, into: boolean): HexMap {
  if (brush.kind === "zone") {
    const before = map.zones[brush.zone] ?? [];
    if (before.includes(hex) === into) return map;
    const after = into ? [...before, hex].sort((a, b) => a - b) : before.filter((one) => one !== hex);
    return { ...map, zones: { ...map.zones, [brush.zone]: after } };
  }
  const cells = [...map.cells];
  const [level, terrain, size, hp] = cells[hex]!;
  cells[hex] =
    brush.kind === "level"
      ? [brush.level, terrain === "-" ? "." : terrain, size, hp]
      : [level, brush.terrain, brush.size, brush.hp];
  return { ...map, cells };
}

/** The same stroke on the other side of a map that looks the same from both: each of two zones is the other's twin. */
function opposite(map: HexMap, brush: Brush): Brush {
  const names = Object.keys(map.zones);
  if (brush.kind !== "zone" || names.length !== 2) return brush;
  return { kind: "zone", zone: names[names[0] === brush.zone ? 1 : 0]! };
}

/** Whether a map looks the same from both sides. */
export function mirrored(map: HexMap, twins: readonly number[]): boolean {
  return (
    twins.length > 0 &&
    map.cells.every((cell, hex) => {
      const twin = map.cells[twins[hex] ?? -1];
      return !twin || String(cell) === String(twin);
    })
  );
}

/** The hexes that hang together with one and are like it. */
export function alike(map: HexMap, hex: number): number[] {
  const [level, terrain] = map.cells[hex]!;
  const found = new Set([hex]);
  for (const at of found)
    for (let way = 0; way < 6; way += 1) {
      const next = neighbour(map, at, way);
      const cell = next >= 0 ? map.cells[next] : undefined;
      if (cell && cell[0] === level && cell[1] === terrain) found.add(next);
    }
  return [...found];
}

export class Draft {
  /** Whether a stroke fills all that hangs together. */
  filling = $state(false);
  map = $state.raw<HexMap | null>(null);
  /** The scenario that is being edited, once one is begun. */
  scenario = $state.raw<HexScenario | null>(null);
  note = $state("");
  seed = $state(0);
  twins: readonly number[] = [];
  symmetric = $state(true);
  files = $state<Record<FileKind, string>>({ map: "", units: "", scenario: "" });
  faults = $state.raw<Faults>({});
  warnings = $state.raw<readonly FaultAt[]>([]);
  fault = $state("");
  busy = $state(false);
  past = $state.raw<readonly Snapshot[]>([]);
  future = $state.raw<readonly Snapshot[]>([]);
  /** The text of the map was changed since it was read. */
  typed = false;
  /** The map was drawn on since its file was written. */
  private drawn = false;
  private into = true;
  private last = -1;

  private async trying<T>(work: () => Promise<T>): Promise<T | null> {
    this.busy = true;
    this.fault = "";
    try {
      return await work();
    } catch (problem) {
      this.fault = failureWords(problem);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** The same for files: they are read for somebody, a guest if nobody else. */
  private asking<T>(work: () => Promise<T>): Promise<T | null> {
    return this.trying(async () => {
      await session.someone();
      return work();
    });
  }

  /** Take over what the server made of a map. */
  private take(found: MapDraft, undoable = false): void {
    this.faults = found.faults?.length ? { map: found.faults } : {};
    this.warnings = found.warnings ?? [];
    this.typed = false;
    if (!found.map) return;
    if (undoable) {
      this.remember();
      this.playOnMap();
    }
    this.map = found.map;
    this.note = found.note ?? "";
    this.twins = found.twins ?? [];
    this.files.map = found.text ?? "";
    this.drawn = false;
  }

  async generate(values: object): Promise<void> {
    const found = await this.trying(async () => (await Promise.all([hexApi.generate(values), speakHexes()]))[0]);
    if (!found) return;
    this.take(found, true);
    this.seed = found.seed ?? 0;
    if (!this.map) return;
    // The program names it in English; its reader may speak another language.
    const name = h("ws.generated", { n: this.seed });
    this.map = { ...this.map, name };
    this.files.map = this.files.map.replace(/^name = .*$/m, `name = ${name}`);
  }

  /** Read a map file; true if it is one. */
  async read(text: string, name = ""): Promise<boolean> {
    const found = await this.asking(() => hexApi.readMap(text, name));
    if (!found) return false;
    this.take(found, true);
    // What comes from elsewhere is seldom the same from both sides: painting it must not change the other half.
    if (found.map) this.symmetric = mirrored(found.map, this.twins);
    if (!found.map) this.files.map = text;
    return !!found.map;
  }

  /** Have the file of the map as it is drawn now. */
  async write(): Promise<boolean> {
    if (!this.map || !this.drawn) return true;
    return (await this.asking(() => this.writeQuietly())) ?? false;
  }

  /** The same while somebody goes on drawing: nothing waits for it, and what is drawn meanwhile stays. */
  async writeQuietly(): Promise<boolean> {
    const map = this.map;
    if (!map || !this.drawn) return true;
    const found = await hexApi.writeMap({
      name: map.name,
      text: this.note,
      width: map.width,
      height: map.height,
      cells: map.cells,
      zones: map.zones,
      roads: map.roads,
    });
    if (this.map !== map) return !!found.map;
    this.faults = found.faults?.length ? { map: found.faults } : {};
    if (!found.map) return false;
    this.twins = found.twins ?? [];
    this.files.map = found.text ?? "";
    this.drawn = false;
    // A zone that is still to be drawn is in no file yet.
    const written = found.map.zones;
    const zones = Object.fromEntries(Object.keys(map.zones).map((zone) => [zone, written[zone] ?? []]));
    if (JSON.stringify(zones) !== JSON.stringify(map.zones)) this.map = { ...map, zones };
    return true;
  }

  /** Take over a scenario with its map and units. */
  open(found: ScenarioOpened): boolean {
    this.faults = found.faults ?? {};
    if (!found.scenario) return false;
    this.remember();
    if (found.map) this.take(found.map);
    this.files.units = found.units ?? "";
    const { scenario } = found;
    // A map that comes with the program is named, and so is what generates one; any other is the scenario's own.
    this.scenario = found.map && !found.scenario.map ? { ...scenario, map: OWN_MAP } : scenario;
    if (found.map?.map) this.symmetric = mirrored(found.map.map, this.twins);
    return true;
  }

  /** Go on with what this browser has kept. */
  restore(kept: { map: HexMap | null; scenario: HexScenario; note: string; units: string }): void {
    if (kept.map) this.map = kept.map;
    this.note = kept.note;
    this.scenario = kept.scenario;
    this.files.units = kept.units;
    this.symmetric = false;
    this.drawn = true;
  }

  /** Take a map that comes with the program. */
  async takeBuiltIn(id: string): Promise<void> {
    const found = await this.trying(() => hexApi.builtInMap(id));
    if (!found?.map) return;
    this.take(found, true);
    if (this.scenario) this.scenario = { ...this.scenario, map: id };
    this.symmetric = mirrored(found.map, this.twins);
  }

  /** Change the scenario; undone as one step. */
  edit(scenario: HexScenario): void {
    this.remember();
    this.scenario = scenario;
  }

  /** Change the zones of the map and all that the scenario says of them. */
  editZones(zones: HexMap["zones"], scenario: HexScenario | null): void {
    if (!this.map) return;
    this.remember();
    this.map = { ...this.map, zones };
    this.scenario = scenario;
    this.drawn = true;
    this.playOnMap();
  }

  /** The map in the workshop is not one of the program's any more, and no map by chance. */
  private playOnMap(): void {
    const { scenario } = this;
    if (!scenario || (scenario.map === OWN_MAP && !scenario.generator)) return;
    const drawn: HexScenario = { ...scenario, map: OWN_MAP };
    delete drawn.generator;
    this.scenario = drawn;
  }

  /** Check the files, or keep them as a game. */
  async send(skirmish: HexSkirmish | null, keep: boolean): Promise<OwnChecked | null> {
    if (!(await this.write())) return null;
    const own = { ...$state.snapshot(this.files), skirmish };
    const found = await this.asking(() => (keep ? hexApi.keepOwn(own) : hexApi.checkOwn(own)));
    if (found) this.faults = found.faults ?? {};
    return found;
  }

  private remember(): void {
    if (!this.map) return;
    this.past = [...this.past.slice(-STEPS), { map: this.map, scenario: this.scenario }];
    this.future = [];
  }

  /** Paint a hex, and its twin; a stroke is undone as a whole. */
  paint(brush: Brush, hex: number, begin: boolean, mirror = this.symmetric): void {
    const map = this.map;
    if (!map || (!begin && hex === this.last)) return;
    this.last = hex;
    if (begin) {
      this.into = brush.kind !== "zone" || !(map.zones[brush.zone] ?? []).includes(hex);
      this.remember();
      this.playOnMap();
    }
    let next = map;
    for (const one of this.filling && begin ? alike(map, hex) : [hex]) {
      next = painted(next, brush, one, this.into);
      const twin = mirror ? (this.twins[one] ?? -1) : -1;
      if (twin >= 0) next = painted(next, opposite(map, brush), twin, this.into);
    }
    this.map = next;
    this.drawn = true;
  }

  addZone(zone: string): void {
    if (!this.map || zone in this.map.zones) return;
    this.change({ ...this.map, zones: { ...this.map.zones, [zone]: [] } });
  }
  rename(name: string): void {
    if (this.map && name !== this.map.name) this.change({ ...this.map, name });
  }
  private change(map: HexMap): void {
    this.remember();
    this.map = map;
    this.drawn = true;
    this.playOnMap();
  }

  undo(): void {
    this.step("past", "future");
  }
  redo(): void {
    this.step("future", "past");
  }
  private step(from: "past" | "future", to: "past" | "future"): void {
    const last = this[from].at(-1);
    if (!last || !this.map) return;
    const before = this.map;
    this[to] = [...this[to], { map: before, scenario: this.scenario }];
    this[from] = this[from].slice(0, -1);
    this.scenario = last.scenario;
    if (last.map === before) return;
    this.map = last.map;
    this.drawn = true;
    // The twins belong to a size; the server tells those of another.
    if (last.map.width !== before.width || last.map.height !== before.height) void this.write();
  }
}
