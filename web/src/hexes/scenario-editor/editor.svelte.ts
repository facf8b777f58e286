/** The scenario editor: which part is open, who is chosen, what the map's hexes are for, and what the server says. */

import { tongue, word } from "../../i18n";
import { api } from "../../lib/api";
import { rivals } from "../../lib/games";
import { router } from "../../lib/router.svelte";
import { session } from "../../lib/session.svelte";
import { CLOCKS } from "../../table/clocks";
import { failureWords } from "../../table/words";
import type { FaultAt, HexScenario, HexUnit, Workbench } from "../../wire";
import { hexApi } from "../api";
import { hexOf, label } from "../map/geometry";
import { OWN_MAP, type Draft } from "../workshop/draft.svelte";
import { blank, conditions, entries, placed, standing, withCondition, withEntry, type Group, type Step } from "./model";
import { save, type Saved } from "./saved";

/** How long nothing has to change before the server is asked. */
const REST = 500;

export class ScenarioEditor {
  readonly draft: Draft;
  bench = $state.raw<Workbench | null>(null);
  step = $state<Step>("story");
  group = $state<Group>(0);
  /** The unit that the next hex is for. */
  chosen = $state.raw<{ readonly group: Group; readonly at: number } | null>(null);
  /** The zone that is drawn. */
  zone = $state("");
  /** The condition whose constructs are chosen on the map, or -1. */
  picking = $state(-1);
  faults = $state.raw<readonly FaultAt[]>([]);
  /** The file as the server has written it last; empty while something has changed since. */
  text = $state("");
  /** Sheets of the units that come with the scenario. */
  own = $state.raw<Readonly<Record<string, HexUnit>>>({});
  fault = $state("");
  busy = $state(false);
  #timer = 0;
  #changes = 0;
  #unsaved: Saved | null = null;

  constructor(draft: Draft) {
    this.draft = draft;
  }

  get scenario(): HexScenario | null {
    return this.draft.scenario;
  }
  get sheets(): Readonly<Record<string, HexUnit>> {
    return { ...this.bench?.sheets, ...this.own };
  }
  get zones(): readonly string[] {
    return this.scenario?.generator ? ["south", "north"] : Object.keys(this.draft.map?.zones ?? {});
  }
  /** Whether units and zones can have hexes: a map by chance has none that one could name. */
  get fixed(): boolean {
    return !this.scenario?.generator;
  }
  title(): string {
    return this.scenario ? word(this.scenario.title, tongue()) : "";
  }

  async trying<T>(work: () => Promise<T>): Promise<T | null> {
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

  /** Have what a scenario is made of, and a scenario. */
  async begin(): Promise<void> {
    await this.trying(async () => {
      this.bench ??= await hexApi.workbench();
      if (!this.scenario) await this.anew();
    });
  }

  /** An empty scenario on the map of the workshop. */
  async anew(): Promise<void> {
    await session.someone();
    if (!(await this.draft.writeQuietly())) return;
    const found = await hexApi.openScenario({ map: this.draft.files.map, skirmish: { rounds: 12 } });
    if (!found.scenario) return;
    this.draft.open({ ...found, scenario: blank(found.scenario), units: this.draft.files.units });
    this.chosen = null;
    this.step = "story";
  }

  /** Begin with a scenario that comes with the program. */
  async template(id: string): Promise<void> {
    await this.trying(async () => {
      const { scenario } = await hexApi.scenario(id);
      const map = scenario.map ? await hexApi.builtInMap(scenario.map) : null;
      // Damage at the start names units, which the next click may take out: a template begins whole.
      const options = Object.fromEntries(
        Object.entries(scenario.options ?? {}).filter(([name]) => name !== "start_damage"),
      );
      this.draft.open({ scenario: { ...scenario, options, start_damage: false }, map });
      this.chosen = null;
    });
  }

  /** Open a scenario file; false if it cannot be read, with its faults in the draft. */
  async open(scenario: string, map = "", units = ""): Promise<boolean> {
    const found = await this.trying(async () => {
      await session.someone();
      return hexApi.openScenario({ scenario, map, units });
    });
    this.chosen = null;
    return !!found && this.draft.open(found);
  }

  edit(next: HexScenario): void {
    if (next !== this.scenario) this.draft.edit(next);
  }

  /** A hex of the map was chosen. */
  pick(hex: number): void {
    const { scenario, draft } = this;
    if (!scenario || !draft.map) return;
    const there = label(draft.map, hex);
    if (this.step === "winning" && this.picking >= 0) return this.#construct(there);
    if (this.step !== "units" || !this.fixed) return;
    const found = standing(scenario, there);
    if (found && (found.group !== this.chosen?.group || found.at !== this.chosen.at)) {
      this.chosen = found;
      this.group = found.group;
    } else if (!found && this.chosen) this.put(this.chosen, hex);
  }

  /** Put a unit in a hex. */
  put({ group, at }: { readonly group: Group; readonly at: number }, hex: number): void {
    if (!this.scenario || !this.draft.map || hex < 0) return;
    this.chosen = { group, at };
    this.group = group;
    this.edit(placed(this.scenario, group, at, label(this.draft.map, hex)));
  }

  turn(way: string): void {
    if (!this.scenario || !this.chosen) return;
    const { group, at } = this.chosen;
    this.edit(withEntry(this.scenario, group, at, { facing: way as "N" }));
  }

  /** A construct is added to the chosen condition, or taken from it. */
  #construct(hex: string): void {
    const goal = this.scenario && conditions(this.scenario)[this.picking];
    if (!goal || (goal.kind !== "destroy" && goal.kind !== "protect")) return;
    const before = goal.hexes ?? [];
    const hexes = before.includes(hex) ? before.filter((one) => one !== hex) : [...before, hex];
    this.edit(withCondition(this.scenario!, this.picking, { ...goal, hexes }));
  }

  /** The hex of the chosen unit, or -1. */
  get place(): number {
    const entry = this.scenario && this.chosen && entries(this.scenario, this.chosen.group)[this.chosen.at];
    return entry?.at && this.draft.map && this.fixed ? hexOf(this.draft.map, entry.at) : -1;
  }

  /** Something has changed: it is kept, and the server is asked, as soon as nothing changes any more. */
  changed(): () => void {
    const { scenario, map, note, files } = this.draft;
    if (!scenario) return () => undefined;
    this.text = "";
    this.#changes += 1;
    this.#unsaved = { scenario, map, note, units: files.units };
    this.#timer = window.setTimeout(() => {
      this.keep();
      void this.check();
    }, REST);
    return () => window.clearTimeout(this.#timer);
  }

  /** Keep what has changed in this browser, also when the page is left. */
  keep(): void {
    if (this.#unsaved) save(this.#unsaved);
    this.#unsaved = null;
  }

  /** Have the file written and checked; true if it is in order. */
  async check(): Promise<boolean> {
    const { scenario, files } = this.draft;
    if (!scenario) return false;
    const asked = this.#changes;
    try {
      await session.someone();
      const own = scenario.map === OWN_MAP;
      if (own && !(await this.draft.writeQuietly())) {
        this.faults = this.draft.faults["map"] ?? [];
        return false;
      }
      const found = await hexApi.draftScenario({
        scenario,
        map: own ? this.draft.files.map : "",
        units: files.units,
      });
      // What has changed meanwhile is asked about again.
      if (this.#changes !== asked) return false;
      this.faults = found.faults ?? [];
      this.own = found.sheets ?? {};
      this.text = found.text ?? "";
      this.fault = "";
      return !this.faults.length;
    } catch (problem) {
      this.fault = failureWords(problem);
      return false;
    }
  }

  /** The file, once it is written. */
  async file(): Promise<File | null> {
    if (!this.text) await this.check();
    if (!this.text) return null;
    return new File([this.text], `${this.scenario?.id || OWN_MAP}.toml`, { type: "text/plain" });
  }

  /** Keep the scenario on the server and go to a table, or to its page. */
  async play(against: "bot" | "link" | "page"): Promise<void> {
    await this.trying(async () => {
      if (!this.text && !(await this.check())) return;
      if (this.faults.length) return;
      const { card } = await hexApi.keepOwn({ scenario: this.text });
      if (!card) return;
      if (against === "page") return router.go(`/play/${card.id}`);
      const made = await api.newTable({
        game: card.id,
        against: against === "bot" ? { type: "bot", level: (await rivals(card.id)).usual } : { type: "link" },
        options: {},
        clock: CLOCKS.none,
        seat: 0,
      });
      router.go(`/table/${made.table.id}`);
    });
  }

  /** Forget everything and start again on the map as it is. */
  async forget(): Promise<void> {
    this.#unsaved = null;
    save(null);
    await this.trying(() => this.anew());
  }
}
