/** A map in the making, with its files. Drawing is done here; what is right and wrong the server says. */

import { failureWords } from "../../table/words";
import { session } from "../../lib/session.svelte";
import type { FaultAt, HexMap, HexSkirmish, MapDraft, OwnChecked } from "../../wire";
import { hexApi } from "../api";

export type FileKind = "map" | "units" | "scenario";
export type Faults = Readonly<Record<string, readonly FaultAt[]>>;

/** What a stroke does to a hex. */
export type Brush =
  | { readonly kind: "terrain"; readonly terrain: string; readonly size: number; readonly hp: number }
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "zone"; readonly zone: string };

const STEPS = 100;

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

export class Draft {
  map = $state.raw<HexMap | null>(null);
  note = $state("");
  seed = $state(0);
  twins: readonly number[] = [];
  symmetric = $state(true);
  files = $state<Record<FileKind, string>>({ map: "", units: "", scenario: "" });
  faults = $state.raw<Faults>({});
  warnings = $state.raw<readonly FaultAt[]>([]);
  fault = $state("");
  busy = $state(false);
  past = $state.raw<readonly HexMap[]>([]);
  future = $state.raw<readonly HexMap[]>([]);
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
    if (undoable && this.map) this.remember(this.map);
    this.map = found.map;
    this.note = found.note ?? "";
    this.twins = found.twins ?? [];
    this.files.map = found.text ?? "";
    this.drawn = false;
  }

  async generate(values: object): Promise<void> {
    const found = await this.trying(() => hexApi.generate(values));
    if (!found) return;
    this.take(found, true);
    this.seed = found.seed ?? 0;
  }

  /** Read a map file; true if it is one. */
  async read(text: string, name = ""): Promise<boolean> {
    const found = await this.asking(() => hexApi.readMap(text, name));
    if (!found) return false;
    this.take(found, true);
    if (!found.map) this.files.map = text;
    return !!found.map;
  }

  /** Have the file of the map as it is drawn now. */
  async write(): Promise<boolean> {
    const map = this.map;
    if (!map || !this.drawn) return true;
    const found = await this.asking(() =>
      hexApi.writeMap({
        name: map.name,
        text: this.note,
        width: map.width,
        height: map.height,
        cells: map.cells,
        zones: map.zones,
      }),
    );
    if (found) this.take(found);
    return !!found?.map;
  }

  /** Check the files, or keep them as a game. */
  async send(skirmish: HexSkirmish | null, keep: boolean): Promise<OwnChecked | null> {
    if (!(await this.write())) return null;
    const own = { ...$state.snapshot(this.files), skirmish };
    const found = await this.asking(() => (keep ? hexApi.keepOwn(own) : hexApi.checkOwn(own)));
    if (found) this.faults = found.faults ?? {};
    return found;
  }

  private remember(map: HexMap): void {
    this.past = [...this.past.slice(-STEPS), map];
    this.future = [];
  }

  /** Paint a hex, and its twin; a stroke is undone as a whole. */
  paint(brush: Brush, hex: number, begin: boolean): void {
    const map = this.map;
    if (!map || (!begin && hex === this.last)) return;
    this.last = hex;
    if (begin) {
      this.into = brush.kind !== "zone" || !(map.zones[brush.zone] ?? []).includes(hex);
      this.remember(map);
    }
    let next = painted(map, brush, hex, this.into);
    const twin = this.symmetric ? (this.twins[hex] ?? -1) : -1;
    if (twin >= 0) next = painted(next, opposite(map, brush), twin, this.into);
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
    this.remember(this.map!);
    this.map = map;
    this.drawn = true;
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
    const [width, height] = [this.map.width, this.map.height];
    this[to] = [...this[to], this.map];
    this[from] = this[from].slice(0, -1);
    this.map = last;
    this.drawn = true;
    // The twins belong to a size; the server tells those of another.
    if (last.width !== width || last.height !== height) void this.write();
  }
}
