/** A table of the hex game as one browser sees it. */

import { t } from "../i18n";
import { api } from "../lib/api";
import { announcer } from "../lib/live-region.svelte";
import { Line as Wire, type LineState } from "../lib/live";
import { play } from "../lib/sounds";
import type { ClockFace, HexAction, HexDemand, HexEvent, HexInfo, HexView, Presence, Problem, ServerMessage, TableInfo, Told, Turn } from "../wire";
import { ask } from "./ask";
import type { Cell } from "./draw";
import { fold } from "./fold";
import { Reporter, type Line } from "./report";
import { h, say, speakHexes } from "./words.svelte";

class Stream {
  view = $state.raw<HexView>(null!);
  lines = $state.raw<readonly Line[]>([]);
  /** What was done last: the way of a move, the line of a shot. */
  trail = $state.raw<readonly number[]>([]);
  aim = $state.raw<readonly number[]>([]);

  constructor(
    readonly seat: number,
    public n: number,
    view: HexView,
  ) {
    this.view = view;
  }
}

export class HexTable {
  info = $state.raw<TableInfo | null>(null);
  book = $state.raw<HexInfo | null>(null);
  seats = $state.raw<readonly number[]>([]);
  streams = $state.raw<readonly Stream[]>([]);
  turns = $state.raw<readonly Turn[]>([]);
  demand = $state.raw<HexDemand | null>(null);
  clock = $state.raw<{ face: ClockFace; at: number }>({ face: { left: [null, null] }, at: 0 });
  presence = $state.raw<Presence | null>(null);
  line = $state<LineState>("connecting");
  closed = $state(0);
  code = $state("");
  problem = $state.raw<Problem | null>(null);
  shownSeat = $state(-1);
  /** The seat that has to take the screen over, where something is hidden. */
  handTo = $state<number | null>(null);
  reporter = $state.raw<Reporter | null>(null);

  private wire: Wire;
  private waiting: ServerMessage[] = [];
  private busy = false;

  constructor(readonly id: string) {
    this.wire = new Wire(`/api/tables/${encodeURIComponent(id)}/live`, {
      message: (message) => {
        this.waiting.push(message);
        if (!this.busy) void this.work();
      },
      state: (state, code) => {
        if (this.line === "waiting" && state === "open") announcer.say(t("line.back"));
        if (state === "waiting" && this.line === "open") announcer.say(t("line.lost"));
        this.line = state;
        this.closed = code;
      },
      since: () => this.streams.map((stream) => `${stream.seat}:${stream.n}`).join(","),
    });
  }

  get hot(): boolean {
    return this.seats.length > 1;
  }
  get stream(): Stream | null {
    return this.streams.find((stream) => stream.seat === this.shownSeat) ?? this.streams[0] ?? null;
  }
  get seat(): number | null {
    return this.seats.includes(this.shownSeat) ? this.shownSeat : null;
  }
  get turn(): Turn | null {
    return this.handTo !== null || this.seat === null ? null : (this.turns.find((turn) => turn.seat === this.seat) ?? null);
  }
  get legal(): readonly HexAction[] {
    // What the type calls actions of the other family are those of this one at a hex table.
    return (this.turn?.legal ?? []) as unknown as readonly HexAction[];
  }
  get cells(): readonly Cell[] {
    const { book, stream } = this;
    if (!book || !stream) return [];
    const cells: Cell[] = [...book.map.cells];
    for (const [hex, cell] of stream.view.changes) cells[hex] = cell;
    return cells;
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.waiting.length) await this.one(this.waiting.shift()!);
    this.busy = false;
    this.settle();
  }

  private async one(message: ServerMessage): Promise<void> {
    switch (message.type) {
      case "welcome": {
        const streams = message.streams as unknown as { seat: number; n: number; view: HexView }[];
        const first = streams[0]!.view;
        await speakHexes();
        this.book ??= await ask.scenario(message.table.game, first.map_seed);
        this.reporter = new Reporter(this.book.map, this.book.sheets, say, first.pieces);
        this.info = message.table;
        this.seats = message.seats;
        this.streams = streams.map((stream) => new Stream(stream.seat, stream.n, stream.view));
        this.turns = [];
        this.clock = { face: message.clock, at: performance.now() };
        this.presence = message.presence;
        this.code = message.code ?? "";
        if (!this.seats.includes(this.shownSeat)) this.shownSeat = message.seats[0] ?? streams[0]!.seat;
        for (const stream of this.streams) await this.past(stream);
        break;
      }
      case "resumed":
        this.info = message.table;
        this.presence = message.presence;
        this.turns = [];
        this.clock = { face: message.clock, at: performance.now() };
        break;
      case "told":
        this.told(message);
        break;
      case "turn":
        this.turns = [...this.turns.filter((turn) => turn.seat !== message.seat), message];
        this.demand = null;
        break;
      case "table":
        this.info = message.table;
        break;
      case "clock":
        this.clock = { face: message.clock, at: performance.now() };
        break;
      case "presence":
        this.presence = message;
        break;
      case "refused":
        this.refuse(message.problem);
        break;
      case "goodbye":
        if (!message.again) this.problem = message.problem;
        break;
      default:
        break;
    }
  }

  private lines(events: readonly HexEvent[]): Line[] {
    return events.flatMap((event) => this.reporter?.line(event) ?? []);
  }

  /** The log from the beginning: the rolls before it, and everything that was told. */
  private async past(stream: Stream): Promise<void> {
    const opening = this.lines(stream.view.opening);
    const { table } = stream.view;
    try {
      const told = stream.n ? await api.history(this.id, stream.seat) : [];
      const events = told.filter((one) => one.n <= stream.n).flatMap((one) => (one.type === "told" ? (one.events as unknown as HexEvent[]) : []));
      stream.lines = [...opening, ...this.lines(events)];
    } catch {
      stream.lines = opening;
    }
    if (!stream.n && table.phase === "play") stream.lines = [...stream.lines, ...this.lines([{ type: "round", round: table.round }, { type: "drawn", unit: table.stack[0]?.[0] ?? -1 }])];
  }

  private told(message: Told): void {
    const stream = this.streams.find((one) => one.seat === message.seat);
    if (!stream || message.n <= stream.n) return;
    if (message.n !== stream.n + 1) return this.wire.again();
    const events = message.events as unknown as HexEvent[];
    stream.n = message.n;
    this.turns = this.turns.filter((turn) => turn.seat !== message.seat);
    stream.view = events.reduce(fold, stream.view);
    this.clock = { face: message.clock, at: performance.now() };
    const fresh = this.lines(events);
    stream.lines = [...stream.lines, ...fresh];
    stream.trail = events.flatMap((event) => (event.type === "moved" ? (event.path ?? []).map((place) => place[0]) : []));
    stream.aim = events.flatMap((event) => (event.type === "attacked" && event.to_hit?.sight ? [event.to_hit.sight.start, event.to_hit.sight.end] : []));
    if (message.seat !== this.shownSeat || this.handTo !== null) return;
    if (events.some((event) => event.type === "attacked")) play("battle");
    else if (events.some((event) => event.type === "moved")) play("move");
    if (events.some((event) => event.type === "ended")) play("end");
    announcer.say(fresh.map((line) => line.text).join(". "));
  }

  refuse(problem: Problem): void {
    this.problem = problem;
    play("refused");
    announcer.say(this.why(problem));
  }

  /** Why something was refused, in words. */
  why(problem: Problem): string {
    const rule = problem.rule ? say(`rule.${problem.rule}`, problem.params ?? {}) : "";
    if (rule && rule !== `rule.${problem.rule}`) return `${rule} (${problem.rule})`;
    return h("problem", { why: problem.detail || problem.code });
  }

  /** Whose hands the screen should be in, and what there is to decide. */
  private settle(): void {
    const next = this.turns.map((turn) => turn.seat).sort()[0];
    if (this.hot && next !== undefined && !this.turns.some((turn) => turn.seat === this.shownSeat)) {
      const { view } = this.streams[0]!;
      const secret = !!view.options.cloak_hides_position || view.table.phase === "muster";
      if (secret) this.handTo = next;
      else this.shownSeat = next;
    }
    if (this.info?.status === "over" || this.info?.status === "aborted") this.handTo = null;
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
    if (seat === null || !turn || !stream || this.demand?.n === stream.n) return;
    const n = stream.n;
    try {
      const found = await ask.demand(this.id, seat);
      if (found.n === stream.n && this.seat === seat) {
        this.demand = found;
        if (found.what === "act") announcer.say(h("yours", { unit: this.reporter?.name(found.unit) ?? "" }));
      }
    } catch {
      if (stream.n === n) window.setTimeout(() => void this.inquire(), 1500);
    }
  }

  act(action: HexAction): void {
    const { stream } = this;
    this.problem = null;
    const sent = this.wire.send({ type: "hex-act", action, ...this.who(), ...(stream ? { n: stream.n } : {}) });
    if (!sent) this.refuse({ code: "offline", detail: h("line") });
  }

  resign(): void {
    this.wire.send({ type: "resign", ...this.who() });
  }

  private who(): { seat?: 0 | 1 } {
    return this.hot && this.seat !== null ? { seat: this.seat as 0 | 1 } : {};
  }

  close(): void {
    this.wire.close();
  }
}
