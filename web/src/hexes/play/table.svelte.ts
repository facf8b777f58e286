/** A table of the hex game as one browser sees it. */

import { tongue, word } from "../../i18n";
import { watchCode } from "../../lib/router.svelte";
import { problemWords } from "../../table/words";
import { LiveTable } from "../../table/live-table.svelte";
import { api } from "../../lib/api";
import { announcer } from "../../lib/announcer.svelte";
import { prefs } from "../../lib/prefs.svelte";
import { play } from "../../lib/sounds";
import type { HexAction, HexDemand, HexEvent, HexInfo, HexView, Problem, Reset, Told, Turn, Welcome } from "../../wire";
import { speakMissions } from "../../missions/words";
import { hexApi } from "../api";
import { cellsOf, type Cell } from "../map/draw";
import { fold } from "./fold";
import { ForcePlan } from "./force-plan.svelte";
import { questionsAt, type HexPlay } from "./hex-play";
import { Reporter, type Line } from "./report";
import { h, say, speakHexes } from "../words.svelte";
import { limitOf } from "../victory";

/** What the hex game plays with. */
interface Hexes {
  view: HexView;
  event: HexEvent;
  action: HexAction;
  legal: HexAction;
}

export class Stream {
  n = $state(0);
  view = $state.raw<HexView>(null!);
  lines = $state.raw<readonly Line[]>([]);
  /** What was done last: the way of a move, the line of a shot. */
  trail = $state.raw<readonly number[]>([]);
  aim = $state.raw<readonly number[]>([]);
  /** Who plays what is told on the map. */
  watch: ((before: HexView, events: readonly HexEvent[]) => void) | null = null;
  /** How many lines there were before each message, to go back to. */
  private before: number[] = [];

  constructor(
    readonly seat: number,
    n: number,
    view: HexView,
  ) {
    this.n = n;
    this.view = view;
  }

  /** Take in what happened. */
  add(events: readonly HexEvent[], lines: readonly Line[]): void {
    this.before.push(this.lines.length);
    this.view = events.reduce(fold, this.view);
    this.lines = [...this.lines, ...lines];
    this.trail = events.flatMap((event) => (event.type === "moved" ? (event.path ?? []).map((place) => place[0]) : []));
    this.aim = events.flatMap((event) =>
      event.type === "attacked" && event.to_hit?.sight ? [event.to_hit.sight.start, event.to_hit.sight.end] : [],
    );
  }

  /** One action was taken back. */
  restore(view: HexView): void {
    this.view = view;
    this.lines = this.lines.slice(0, this.before.pop() ?? 0);
    this.trail = this.aim = [];
  }
}

export class HexTable extends LiveTable<Hexes, Stream> implements HexPlay {
  book = $state.raw<HexInfo | null>(null);
  demand = $state.raw<HexDemand | null>(null);
  reporter = $state.raw<Reporter | null>(null);
  readonly force = new ForcePlan();
  readonly questions = questionsAt(this.id);

  get turn(): Turn<HexAction> | null {
    return this.handTo !== null || this.seat === null ? null : this.turnOf(this.seat);
  }
  get legal(): readonly HexAction[] {
    return this.turn?.legal ?? [];
  }
  get cells(): readonly Cell[] {
    return this.book && this.stream ? cellsOf(this.book.map.cells, this.stream.view.changes) : [];
  }

  why(problem: Problem): string {
    const rule = problem.rule ? say(`rule.${problem.rule}`, problem.params ?? {}) : "";
    return rule && rule !== `rule.${problem.rule}` ? rule : problemWords(problem);
  }

  protected async prepare(message: Welcome<HexView>): Promise<void> {
    const { view } = message.streams[0]!;
    await speakHexes();
    this.book ??= await hexApi.scenario(message.table.game, view.map_seed, view.options);
    if (this.book.mission) await speakMissions();
    const { armies } = this.book.card;
    const side = (seat: number): string => word(armies[seat === 1 ? 1 : 0].names, tongue());
    // Which seat reads is known only once all streams are there.
    const seat = (): number | null => (this.hot ? null : this.seat);
    const limit = limitOf(this.book.scenario);
    this.reporter = new Reporter(this.book.map, this.book.sheets, say, view.pieces, { seat, side, limit });
  }

  protected follow(message: Welcome<HexView>): readonly Stream[] {
    return message.streams.map((stream) => new Stream(stream.seat, stream.n, stream.view));
  }

  protected async entered(): Promise<void> {
    this.demand = null;
    for (const stream of this.streams) await this.past(stream);
  }

  private lines(events: readonly HexEvent[]): Line[] {
    return this.reporter?.tell(events) ?? [];
  }

  /** The log from the beginning: the rolls before it, and everything that was told. */
  private async past(stream: Stream): Promise<void> {
    const now = stream.view;
    stream.lines = this.lines(now.opening);
    try {
      const told = stream.n
        ? (await api.history<HexView, HexEvent>(this.id, stream.seat, watchCode())).filter((one) => one.n <= stream.n)
        : [];
      const begun = told.flatMap((one) => (one.type === "reset" ? [] : one.events));
      // Where all units have their places, the first card lies open before anything is told; who had it is known by
      // what they did, if they did something.
      if (now.table.phase === "play" && !begun.some((event) => event.type === "round" && event.round === 1)) {
        const first = begun.find((event) => ["drawn", "moved", "did", "rolled"].includes(event.type)) as
          { type: string; unit?: number } | undefined;
        const unit = !stream.n ? now.table.stack[0]?.[0] : first?.type === "drawn" ? undefined : first?.unit;
        stream.lines = [
          ...stream.lines,
          ...this.lines([
            { type: "round", round: 1 },
            ...(unit === undefined ? [] : [{ type: "drawn" as const, unit }]),
          ]),
        ];
      }
      for (const one of told) {
        if (one.type === "reset") stream.restore(now);
        else {
          stream.add(one.events, this.lines(one.events));
        }
      }
    } catch {
      // Without the past there is still the present.
    }
    stream.view = now;
  }

  protected heard(message: Told<HexEvent>, stream: Stream): void {
    const { events } = message;
    const fresh = this.lines(events);
    const before = stream.view;
    stream.add(events, fresh);
    stream.watch?.(before, events);
    if (message.seat !== this.shownSeat || this.handTo !== null) return;
    // Where nothing is played on the map, one sound stands for all of it.
    if (!prefs.pace) {
      if (events.some((event) => event.type === "attacked")) play("shot");
      else if (events.some((event) => event.type === "moved")) play("step");
    }
    if (events.some((event) => event.type === "ended")) play("end");
    announcer.say(fresh.map((line) => line.text).join(". "));
  }

  protected restored(message: Reset<HexView>, stream: Stream): void {
    stream.restore(message.view);
    this.demand = null;
  }

  /** At one screen: whose hands the screen should be in, and what there is to decide. */
  protected settle(): void {
    const next = this.turns.map((turn) => turn.seat).sort()[0];
    if (this.hot && next !== undefined && !this.turns.some((turn) => turn.seat === this.shownSeat)) {
      const { view } = this.streams[0]!;
      const secret = !!view.options.cloak_hides_position || view.table.phase === "muster";
      if (secret) this.handTo = next;
      else this.shownSeat = next;
    }
    if (this.over) this.handTo = null;
    void this.inquire();
  }

  takeOver(): void {
    if (this.handTo === null) return;
    this.shownSeat = this.handTo;
    this.handTo = null;
    void this.inquire();
  }

  /** Ask what the seat in turn may do, with every cost and chance. */
  private async inquire(): Promise<void> {
    const { seat, turn, stream } = this;
    if (seat === null || !turn || !stream) {
      this.demand = null;
      return;
    }
    if (this.demand?.n === stream.n && this.asked === seat) return;
    const n = stream.n;
    try {
      const found = await hexApi.demand(this.id, seat);
      if (found.n !== stream.n || this.seat !== seat) return;
      // Several messages ask, and one answer is enough: another would take away what the player has begun.
      if (this.demand?.n === found.n && this.asked === seat) return;
      this.asked = seat;
      this.demand = found;
      if (found.what === "act") announcer.say(h("yours", { unit: this.reporter?.name(found.unit) ?? "" }));
    } catch {
      if (stream.n === n) window.setTimeout(() => void this.inquire(), 1500);
    }
  }
  private asked = -1;

  act(action: HexAction): void {
    const { stream } = this;
    if (!this.sent) this.post({ type: "hex-act", action, ...this.who(), ...(stream ? { n: stream.n } : {}) });
  }
}
