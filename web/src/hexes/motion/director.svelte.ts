/** One queue that plays what happened, in its order: walking, turning, shots, numbers, transformations, falls. */

import { prefs } from "../../lib/prefs.svelte";
import { play } from "../../lib/sounds";
import type { Sound } from "../../lib/tones";
import type { HexEvent, HexPiece, HexView } from "../../wire";
import { centre, type Grid, type Point } from "../map/geometry";
import { fold } from "../play/fold";
import { h } from "../words.svelte";
import type { Pose } from "./poses";

type Tone = "harm" | "none" | "good";

/** Something drawn on the map for a moment; `at` runs from 0 to 1. */
export type Effect = { readonly id: number; readonly at: number } & (
  | { readonly kind: "tracer"; readonly from: Point; readonly to: Point; readonly blow: boolean }
  | { readonly kind: "burst" | "ring"; readonly place: Point }
  | { readonly kind: "words"; readonly place: Point; readonly text: string; readonly tone: Tone }
);
type Sketch = Effect extends infer One ? (One extends Effect ? Omit<One, "id" | "at"> : never) : never;

/** What was told at once, and the view before it. */
interface Batch {
  readonly before: HexView;
  readonly events: readonly HexEvent[];
}

/** Milliseconds at the usual pace. */
const STEP = 170;
const TURN = 90;
const SHOT = 260;
const BURST = 320;
const RISE = 1100;
const SCENE = 760;
const FALL = 620;
/** How far a miss goes beyond its target, and how far beside it. */
const BEYOND = 70;
const ASIDE = 30;
/** So many batches wait at most before the queue hurries. */
const CROWD = 4;

/** Where a shot goes that misses: past its target, and on. */
export function wide(from: Point, to: Point): Point {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const far = Math.hypot(x, y) || 1;
  const [right, down] = [x / far, y / far];
  return [to[0] + right * BEYOND - down * ASIDE, to[1] + down * BEYOND + right * ASIDE];
}

const STORIES = new Set(["moved", "attacked", "struck", "did", "fell"]);

export class Director {
  /** What is shown while something plays; null: what is. */
  view = $state.raw<HexView | null>(null);
  poses = $state.raw<ReadonlyMap<number, Pose>>(new Map());
  effects = $state.raw<readonly Effect[]>([]);
  playing = $state(false);
  /** Whether there is a turn that can be shown again. */
  last = $state.raw<Batch | null>(null);
  private turn: Batch | null = null;
  private queue: Batch[] = [];
  private skipping = false;
  private made = 0;
  private gone = false;

  constructor(
    readonly grid: Grid,
    /** Bring a hex into sight. */
    readonly look: (hex: number) => void,
    /** What a unit sounds like on its way. */
    readonly voice: (piece: HexPiece) => Sound,
  ) {}

  /** Play what was told. */
  play(before: HexView, events: readonly HexEvent[]): void {
    this.note(before, events);
    this.enqueue({ before, events });
  }

  /** The turn that ended last, once more. */
  again(): void {
    if (this.last && !this.playing) this.enqueue(this.last);
  }

  /** Be done with all that waits. */
  skip(): void {
    this.queue = [];
    this.skipping = this.playing;
  }

  destroy(): void {
    this.gone = true;
    this.skip();
  }

  private note(before: HexView, events: readonly HexEvent[]): void {
    const drawn = events.findIndex((event) => event.type === "drawn");
    const mine = drawn < 0 ? events : events.slice(0, drawn);
    const facts = events.filter((event) => !STORIES.has(event.type));
    this.turn = this.turn
      ? { before: this.turn.before, events: [...this.turn.events, ...mine, ...(drawn < 0 ? [] : facts)] }
      : { before, events: [...mine, ...(drawn < 0 ? [] : facts)] };
    if (this.turn.events.some((event) => STORIES.has(event.type))) this.last = this.turn;
    if (drawn >= 0) this.turn = null;
  }

  private enqueue(batch: Batch): void {
    if (!batch.events.some((event) => STORIES.has(event.type)) || document.hidden) return;
    this.queue.push(batch);
    if (!this.playing) void this.run();
  }

  private async run(): Promise<void> {
    this.playing = true;
    for (let batch = this.queue.shift(); batch && !this.gone; batch = this.queue.shift()) {
      this.view = batch.before;
      await this.show(batch);
    }
    this.playing = this.skipping = false;
    this.view = null;
    this.poses = new Map();
    this.effects = [];
  }

  private get pace(): number {
    if (this.skipping || this.gone) return 0;
    return prefs.pace * (this.queue.length > CROWD ? 0.35 : 1);
  }

  /** Run something from 0 to 1. */
  private async tween(ms: number, draw: (at: number) => void): Promise<void> {
    if (prefs.reduced) {
      draw(1);
      return;
    }
    let done = 0;
    let last = performance.now();
    while (done < 1) {
      const pace = this.pace;
      if (!pace) break;
      const now = await new Promise<number>((next) => requestAnimationFrame(next));
      done = Math.min(1, done + Math.max(0, now - last) / (ms * pace));
      last = now;
      draw(done);
    }
    draw(1);
  }

  private async effect(ms: number, sketch: Sketch): Promise<void> {
    if (!this.pace) return;
    const id = (this.made += 1);
    const put = (at: number): void => {
      this.effects = [...this.effects.filter((one) => one.id !== id), { ...sketch, id, at }];
    };
    await this.tween(ms, put);
    // Who wants no motion reads the words all the same.
    if (prefs.reduced && sketch.kind === "words") {
      put(0.3);
      await new Promise((next) => setTimeout(next, 900 * this.pace));
    }
    this.effects = this.effects.filter((one) => one.id !== id);
  }

  private pose(unit: number, change: Partial<Pose>): void {
    const piece = this.view?.pieces[unit];
    const [x, y] = centre(this.grid, Math.max(0, piece?.hex ?? 0));
    const first: Pose = { x, y, angle: (piece?.facing ?? 0) * 60, wide: 1, tall: 1, seen: 1 };
    this.poses = new Map(this.poses).set(unit, { ...first, ...this.poses.get(unit), ...change });
  }

  private change(unit: number, change: Partial<HexPiece>): void {
    const { view } = this;
    const piece = view?.pieces[unit];
    if (!view || !piece) return;
    const pieces = [...view.pieces];
    pieces[unit] = { ...piece, ...change };
    this.view = { ...view, pieces };
  }

  private spot(unit: number, hex = -1): Point | null {
    const pose = this.poses.get(unit);
    if (pose) return [pose.x, pose.y];
    const at = hex >= 0 ? hex : (this.view?.pieces[unit]?.hex ?? -1);
    return at >= 0 ? centre(this.grid, at) : null;
  }

  private async show({ events }: Batch): Promise<void> {
    for (const [at, event] of events.entries()) {
      if (!this.pace) break;
      const later = events.slice(at + 1);
      if (event.type === "moved") await this.walk(event);
      else if (event.type === "attacked") await this.shoot(event, events);
      else if (event.type === "struck") await this.strike(event);
      else if (event.type === "did") await this.act(event, later);
      else if (event.type === "fell") await this.fall(event);
      else if (event.type === "piece" && this.view) {
        // Facts stand after all stories of a batch, but a turn shown again has several batches in a row.
        this.view = fold(this.view, event);
        const poses = new Map(this.poses);
        poses.delete(event.unit ?? -1);
        this.poses = poses;
      } else if (this.view) this.view = fold(this.view, event);
    }
    this.poses = new Map();
  }

  private async walk(event: HexEvent & { type: "moved" }): Promise<void> {
    const { unit = -1, path = [], manner = "" } = event;
    const piece = this.view?.pieces[unit];
    if (!piece || !path.length) return;
    const last = path.at(-1)!;
    if (piece.hex < 0) this.change(unit, { hex: path[0]![0], facing: path[0]![1], carrier: -1 });
    this.look(piece.hex);
    this.look(last[0]);
    if (manner === "teleport") {
      await this.tween(SCENE / 3, (at) => this.pose(unit, { seen: 1 - at, wide: 1 - at * 0.6 }));
      const [x, y] = centre(this.grid, last[0]);
      this.pose(unit, { x, y, angle: last[1] * 60 });
      await this.tween(SCENE / 3, (at) => this.pose(unit, { seen: at, wide: 0.4 + at * 0.6 }));
      return;
    }
    const sound = this.voice({ ...piece, layer: last[2] });
    let steps = 0;
    let angle = piece.facing * 60;
    let [x, y] = this.spot(unit) ?? centre(this.grid, path[0]![0]);
    for (const [hex, facing, layer] of path) {
      if (hex < 0) continue;
      const [nx, ny] = centre(this.grid, hex);
      // The short way round.
      const wanted = angle + ((((facing * 60 - angle) % 360) + 540) % 360) - 180;
      const [ox, oy, was] = [x, y, angle];
      const far = nx !== ox || ny !== oy;
      if (!far && wanted === was && layer === this.view?.pieces[unit]?.layer) continue;
      // Feet are heard at every hex, what rolls or flies now and then.
      if (far && (sound === "step" || steps % 3 === 0)) play(sound);
      if (far) steps += 1;
      await this.tween(far ? STEP : TURN, (at) => {
        this.pose(unit, {
          x: ox + (nx - ox) * at,
          y: oy + (ny - oy) * at,
          angle: was + (wanted - was) * Math.min(1, at * 1.6),
        });
      });
      this.change(unit, { layer, facing });
      [x, y, angle] = [nx, ny, wanted];
    }
    this.change(unit, { hex: last[0] >= 0 ? last[0] : piece.hex, facing: last[1], layer: last[2], stance: last[3] });
    if (manner === "exit") await this.tween(FALL, (at) => this.pose(unit, { seen: 1 - at }));
  }

  private async shoot(event: HexEvent & { type: "attacked" }, all: readonly HexEvent[]): Promise<void> {
    const attack = event.to_hit?.attack;
    if (!attack) return;
    this.look(this.view?.pieces[attack.by]?.hex ?? -1);
    this.look(attack.hex);
    const from = this.spot(attack.by);
    const to = this.spot(attack.unit, attack.hex);
    if (!from || !to) return;
    const blow = attack.kind === "physical" || attack.kind === "demolish";
    play(blow ? "blow" : "shot");
    if (blow) {
      const part = (at: number): number => (at < 0.5 ? at : 1 - at) * 0.8;
      await this.tween(SHOT * 1.3, (at) =>
        this.pose(attack.by, { x: from[0] + (to[0] - from[0]) * part(at), y: from[1] + (to[1] - from[1]) * part(at) }),
      );
    } else await this.effect(SHOT, { kind: "tracer", from, to: event.hit ? to : wide(from, to), blow });
    const cover = event.to_hit?.cover;
    const caught =
      cover && all.some((one) => one.type === "rolled" && one.purpose === "cover" && (one.value ?? 0) <= 5);
    // What the cover catches bursts there and not at the target (HX-COV-1).
    if (event.hit) await this.effect(BURST, { kind: "burst", place: caught ? centre(this.grid, cover.hex) : to });
    if (event.hit && !caught) return;
    void this.rise(to, caught ? h("fx.cover") : h("fx.miss"), "none");
    await this.wait(RISE * 0.5);
  }

  private async rise(place: Point, text: string, tone: Tone): Promise<void> {
    await this.effect(RISE, { kind: "words", place, text, tone });
  }
  private wait(ms: number): Promise<void> {
    return this.tween(ms, () => undefined);
  }

  private async strike(event: HexEvent & { type: "struck" }): Promise<void> {
    const { unit = -1, hex = -1, damage = 0 } = event;
    const place = this.spot(unit, hex);
    if (!place) return;
    play(damage ? "hit" : "clank");
    const piece = this.view?.pieces[unit];
    if (piece && damage) this.change(unit, { hp: Math.max(0, piece.hp - damage) });
    void this.rise(place, damage ? `−${damage}` : h("fx.none"), damage ? "harm" : "none");
    if (!damage) return this.wait(RISE * 0.5);
    const [x, y] = place;
    if (unit >= 0) await this.tween(240, (at) => this.pose(unit, { x: x + Math.sin(at * 19) * 5 * (1 - at), y }));
    await this.wait(RISE * 0.35);
  }

  private async act(event: HexEvent & { type: "did" }, later: readonly HexEvent[]): Promise<void> {
    const { unit = -1, verb = "", target = -1, hex = -1, amount = 0 } = event;
    const facts = new Map<number, HexPiece>();
    for (const one of later) {
      if (one.type === "did" && one.verb === verb) continue;
      if (one.type === "piece" && one.piece && !facts.has(one.unit ?? 0)) facts.set(one.unit ?? 0, one.piece);
    }
    const place = this.spot(unit, hex);
    if (verb === "deploy" || verb === "appears" || verb === "arrives" || verb === "returns") {
      const fact = facts.get(unit);
      if (!fact || fact.hex < 0) return;
      this.look(fact.hex);
      this.change(unit, fact);
      await this.tween(SCENE / 2.5, (at) => this.pose(unit, { seen: at, wide: 1.6 - 0.6 * at, tall: 1.6 - 0.6 * at }));
    } else if (verb === "transform") {
      const fact = facts.get(unit);
      if (!place) return;
      this.look(this.view?.pieces[unit]?.hex ?? -1);
      play("transform");
      void this.effect(SCENE, { kind: "ring", place });
      // The silhouette folds together, and unfolds as another.
      await this.tween(SCENE / 2, (at) => this.pose(unit, { wide: 1 - 0.85 * at, tall: 1 + 0.12 * at }));
      this.change(unit, { mode: amount, ...(fact ? { layer: fact.layer, stance: fact.stance } : {}) });
      await this.tween(SCENE / 2, (at) => this.pose(unit, { wide: 0.15 + 0.85 * at, tall: 1.12 - 0.12 * at }));
    } else if (verb === "combine") await this.combine(hex >= 0 ? hex : (this.view?.pieces[unit]?.hex ?? -1), facts);
    else if (verb === "separate") await this.separate(unit, facts);
    else if (verb === "repair") {
      const to = this.spot(target);
      if (to) await this.rise(to, `+${amount}`, "good");
    } else if (place && verb !== "uncloak") {
      this.look(this.view?.pieces[unit]?.hex ?? -1);
      await this.effect(SCENE / 1.4, { kind: "ring", place: hex >= 0 ? centre(this.grid, hex) : place });
    }
  }

  /** The parts fly together, and the big one stands there. */
  private async combine(hex: number, facts: ReadonlyMap<number, HexPiece>): Promise<void> {
    if (hex < 0) return;
    const [x, y] = centre(this.grid, hex);
    const parts = [...facts].filter(
      ([unit, fact]) => this.view?.pieces[unit]?.status === "play" && fact.status !== "play",
    );
    const from = new Map(parts.map(([unit]) => [unit, this.spot(unit) ?? ([x, y] as Point)]));
    this.look(hex);
    play("transform");
    await this.tween(SCENE, (at) => {
      for (const [unit, [px, py]] of from)
        this.pose(unit, { x: px + (x - px) * at, y: py + (y - py) * at, wide: 1 - at * 0.5, tall: 1 - at * 0.5 });
    });
    for (const [unit, fact] of facts) this.change(unit, fact);
    this.poses = new Map();
    const big = [...facts].find(([, fact]) => fact.status === "play" && fact.hex === hex)?.[0];
    void this.effect(SCENE, { kind: "ring", place: [x, y] });
    if (big !== undefined)
      await this.tween(SCENE / 1.5, (at) => this.pose(big, { wide: 0.4 + 0.6 * at, tall: 0.4 + 0.6 * at, seen: at }));
  }

  /** The big one bursts, and its parts fly to their hexes. */
  private async separate(unit: number, facts: ReadonlyMap<number, HexPiece>): Promise<void> {
    const from = this.spot(unit);
    if (!from) return;
    this.look(this.view?.pieces[unit]?.hex ?? -1);
    play("transform");
    void this.effect(SCENE, { kind: "ring", place: from });
    await this.tween(SCENE / 2, (at) => this.pose(unit, { wide: 1 + 0.2 * at, tall: 1 + 0.2 * at, seen: 1 - at }));
    const parts = [...facts].filter(([, fact]) => fact.status === "play" && fact.hex >= 0);
    for (const [part, fact] of facts) this.change(part, fact);
    await this.tween(SCENE, (at) => {
      for (const [part, fact] of parts) {
        const [x, y] = centre(this.grid, fact.hex);
        this.pose(part, {
          x: from[0] + (x - from[0]) * at,
          y: from[1] + (y - from[1]) * at,
          seen: 1,
          wide: 0.5 + at / 2,
          tall: 0.5 + at / 2,
        });
      }
    });
  }

  private async fall(event: HexEvent & { type: "fell" }): Promise<void> {
    const { unit = -1, hex = -1, what = "" } = event;
    const place = this.spot(unit, hex);
    if (!place) return;
    if (what === "deactivated" || what === "unconscious") {
      const angle = this.poses.get(unit)?.angle ?? (this.view?.pieces[unit]?.facing ?? 0) * 60;
      play("fall");
      void this.effect(FALL, { kind: "burst", place });
      void this.rise(place, h("fx.out"), "harm");
      await this.tween(FALL, (at) =>
        this.pose(unit, { angle: angle + at * 70, tall: 1 - at * 0.3, seen: 1 - at * 0.35 }),
      );
      await this.wait(RISE * 0.4);
    } else if (what === "removed" || what === "withdrawn")
      await this.tween(FALL, (at) => this.pose(unit, { seen: 1 - at }));
    else if (what === "construct" || what === "shot" || what === "shield")
      await this.effect(BURST, { kind: "burst", place });
  }
}
