/** A table as one browser sees it: what the line told, and what is shown of it now. */

import { api } from "../lib/api";
import { book as fetchBook } from "../lib/games";
import { announcer } from "../lib/live-region.svelte";
import { Line, type LineState } from "../lib/live";
import { prefs } from "../lib/prefs.svelte";
import { play } from "../lib/sounds";
import { t } from "../i18n";
import type { ClockFace, GameAction, GameEvent, OfferKind, PlayAction, Preset, Presence, Problem, RankView, Said, ServerMessage, TableInfo, Told, Turn } from "../wire";
import type { Book } from "./edition";
import { entryWords, outcomeWords, problemWords } from "./words";
import { tell, type Battle, type Entry } from "./story";

export const BATTLE_MS = 900;

/** One seat's stream: the truth as far as it was told, and what the board shows of it. */
class Stream {
  n = 0;
  view: RankView;
  shown = $state.raw<RankView>(null!);
  entries = $state.raw<readonly Entry[]>([]);
  /** Whether the list begins at the beginning. */
  whole = $state(true);

  constructor(
    readonly seat: number,
    n: number,
    view: RankView,
  ) {
    this.n = n;
    this.view = view;
    this.shown = view;
  }
}

export class Table {
  info = $state.raw<TableInfo | null>(null);
  book = $state.raw<Book | null>(null);
  seats = $state.raw<readonly number[]>([]);
  streams = $state.raw<readonly Stream[]>([]);
  turns = $state.raw<readonly Turn[]>([]);
  clock = $state.raw<{ face: ClockFace; at: number }>({ face: { left: [null, null] }, at: 0 });
  presence = $state.raw<Presence | null>(null);
  said = $state.raw<readonly Said[]>([]);
  code = $state("");
  line = $state<LineState>("connecting");
  closed = $state(0);
  problem = $state.raw<Problem | null>(null);
  refused = $state(0);
  battle = $state.raw<Battle | null>(null);
  busy = $state(false);
  /** What has to be said but is no refusal: an offer was turned down. */
  remark = $state("");
  /** Whether a move is on its way: until it is answered nothing else can be played. */
  sent = $state(false);
  /** The seat whose knowledge is shown; at one screen it changes hands. */
  shownSeat = $state(-1);
  /** The seat that has to take the screen over before anything is shown. */
  handTo = $state<number | null>(null);

  private wire: Line;
  private waiting: ServerMessage[] = [];
  private skip: (() => void) | null = null;
  private ready = false;
  private handled = new Set<number>();
  private offered: OfferKind | null = null;
  private gone = false;

  constructor(readonly id: string) {
    this.wire = new Line(`/api/tables/${encodeURIComponent(id)}/live`, {
      message: (message) => this.take(message),
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

  /** The seat that plays here, or null for an onlooker. */
  get seat(): 0 | 1 | null {
    return this.seats.includes(this.shownSeat) ? (this.shownSeat as 0 | 1) : null;
  }

  turnOf(seat: number): Turn | null {
    return this.turns.find((turn) => turn.seat === seat) ?? null;
  }

  /** The legal actions of whoever sits here, once what happened has been shown. */
  get legal(): readonly PlayAction[] {
    if (this.busy || this.sent || this.handTo !== null || this.seat === null) return [];
    const turn = this.turnOf(this.seat);
    return turn?.must === "act" ? turn.legal : [];
  }

  // Messages are taken one after the other; a battle that is being shown holds up the next ones.
  private take(message: ServerMessage): void {
    this.waiting.push(message);
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.waiting.length) {
      try {
        await this.one(this.waiting.shift()!);
      } catch {
        // Something on the way failed, such as the edition that could not be fetched: begin anew with a whole view.
        this.waiting = [];
        this.streams = [];
        this.line = "waiting";
        await new Promise((resolve) => window.setTimeout(resolve, 2000));
        if (!this.gone) this.wire.again();
      }
    }
    this.busy = false;
    this.settle();
  }

  private async one(message: ServerMessage): Promise<void> {
    if (message.type !== "pong" && message.type !== "presence" && message.type !== "clock") this.sent = false;
    switch (message.type) {
      case "welcome":
        this.book ??= await fetchBook(message.table.game);
        this.info = message.table;
        this.seats = message.seats;
        this.streams = message.streams.map((stream) => new Stream(stream.seat, stream.n, stream.view));
        this.turns = [];
        this.clock = { face: message.clock, at: performance.now() };
        this.presence = message.presence;
        this.said = message.said ?? [];
        this.code = message.code ?? "";
        if (!this.ready) this.shownSeat = message.seats[0] ?? message.streams[0]?.seat ?? -1;
        this.ready = true;
        if (this.hot && (message.table.status === "setup" || message.table.status === "play")) {
          // Whoever loaded the page may be either player: cover the board before anything is drawn.
          this.handled.clear();
          this.handTo = message.table.turn ?? (message.table.ready?.[0] ? 1 : 0);
        }
        for (const stream of this.streams) if (stream.n > 0 && stream.view.phase !== "setup") await this.past(stream);
        break;
      case "resumed":
        this.info = message.table;
        this.presence = message.presence;
        this.turns = [];
        this.clock = { face: message.clock, at: performance.now() };
        break;
      case "told":
        await this.told(message);
        break;
      case "reset": {
        const stream = this.streams.find((one) => one.seat === message.seat);
        if (!stream) break;
        stream.n = message.n;
        stream.view = stream.shown = message.view;
        stream.entries = stream.entries.filter((entry) => entry.ply <= message.view.track.ply);
        this.turns = this.turns.filter((turn) => turn.seat !== message.seat);
        this.clock = { face: message.clock, at: performance.now() };
        this.offered = null;
        announcer.say(t("told.takeback"));
        break;
      }
      case "turn":
        this.turns = [...this.turns.filter((turn) => turn.seat !== message.seat), message];
        break;
      case "table":
        this.info = message.table;
        this.weigh();
        break;
      case "clock":
        this.clock = { face: message.clock, at: performance.now() };
        break;
      case "presence":
        this.presence = message;
        break;
      case "said":
        if (!this.said.some((one) => one.id === message.id)) this.said = [...this.said, message].slice(-200);
        break;
      case "refused":
        this.refuse(message.problem);
        break;
      case "goodbye":
        if (!message.again) this.problem = message.problem;
        break;
      case "done":
      case "pong":
        break;
    }
  }

  /** An offer of ours that is gone while the game goes on was turned down. */
  private weigh(): void {
    const { info, seat, offered } = this;
    if (!info || seat === null || !offered || this.hot) return;
    if (info.offers?.[seat]?.includes(offered)) return;
    this.offered = null;
    if (offered === "rematch" || info.status === "over" || info.status === "aborted") return;
    this.remark = t("offer.declined");
    announcer.say(this.remark);
  }

  refuse(problem: Problem): void {
    this.offered = null;
    this.problem = problem;
    this.refused += 1;
    play("refused");
    announcer.say(problemWords(problem, this.book, this.seat ?? 0));
  }

  private async past(stream: Stream): Promise<void> {
    const { book } = this;
    if (!book) return;
    try {
      const told = (await api.history(this.id, stream.seat)).filter((one) => one.n <= stream.n);
      let view: RankView = { ...stream.view, phase: "setup", pieces: [], captured: [], awaited: null, setups: [null, null], outcome: null, track: { ...stream.view.track, turn: 0, ply: 0, quiet: 0 } };
      let entries: Entry[] = [];
      for (const one of told) {
        if (one.type === "reset") {
          view = one.view;
          entries = entries.filter((entry) => entry.ply <= one.view.track.ply);
          continue;
        }
        const step = tell(view, one.events, book.ranks);
        view = step.view;
        if (step.entry) entries.push(step.entry);
      }
      stream.entries = entries;
      stream.whole = told.length > 0;
    } catch {
      stream.whole = false;
    }
  }

  private async told(message: Told): Promise<void> {
    const stream = this.streams.find((one) => one.seat === message.seat);
    const { book } = this;
    if (!stream || !book || message.n <= stream.n) return;
    if (message.n !== stream.n + 1) {
      this.wire.again();
      return;
    }
    stream.n = message.n;
    this.turns = this.turns.filter((turn) => turn.seat !== message.seat);
    const { view, entry, marks } = tell(stream.view, message.events, book.ranks);
    stream.view = view;
    this.clock = { face: message.clock, at: performance.now() };
    const visible = stream.seat === this.shownSeat && this.handTo === null;
    if (entry) stream.entries = [...stream.entries, entry];
    if (visible) await this.show(stream, entry, marks, message.events);
    else stream.shown = view;
  }

  private async show(stream: Stream, entry: Entry | null, marks: readonly string[], events: readonly GameEvent[]): Promise<void> {
    const { book } = this;
    if (!book) return;
    const words: string[] = [];
    if (marks.includes("began")) words.push(t("told.began"));
    if (entry) words.push(entryWords(book, entry));
    if (entry?.battle) {
      play("battle");
      announcer.say(words.join(" "));
      words.length = 0;
      this.battle = entry.battle;
      // The same length for every outcome: nobody learns anything from the time it takes.
      await new Promise<void>((resolve) => {
        const timer = window.setTimeout(resolve, document.hidden ? 0 : BATTLE_MS);
        this.skip = () => {
          window.clearTimeout(timer);
          resolve();
        };
      });
      this.skip = null;
      this.battle = null;
    } else if (entry) play("move");
    stream.shown = stream.view;
    const { outcome } = stream.view;
    if (marks.includes("ended") && outcome) {
      play("end");
      const { title, reason } = outcomeWords(outcome, this.hot ? null : this.seat, book);
      words.push(`${title} ${reason}`);
    } else if (events.some((event) => event.type === "turned" && event.seat === stream.seat)) words.push(t("told.yours"));
    announcer.say(words.join(" "));
  }

  /** Cut the battle short. */
  hurry(): void {
    this.skip?.();
  }

  /** At one screen: whose hands the screen should be in now. */
  private settle(): void {
    if (!this.hot || !this.info || this.info.status === "over" || this.info.status === "aborted") {
      if (this.hot) this.handTo = null;
      return;
    }
    const next = this.turns.map((turn) => turn.seat).sort((a, b) => a - b)[0];
    if (next === undefined) return;
    if (this.turns.some((turn) => turn.seat === this.shownSeat) && this.handled.has(this.shownSeat)) return;
    if (next === this.shownSeat && this.handled.has(next)) return;
    this.handTo = next;
  }

  /** The next player has the screen. */
  takeOver(): void {
    if (this.handTo === null) return;
    this.handled = new Set([this.handTo]);
    this.shownSeat = this.handTo;
    this.handTo = null;
    const stream = this.stream;
    if (stream) stream.shown = stream.view;
    const last = stream?.entries.at(-1);
    if (last && this.book) announcer.say(entryWords(this.book, last));
  }

  // ---- what a player can do ---------------------------------------------------------------

  private who(): { seat?: 0 | 1 } {
    return this.hot && this.seat !== null ? { seat: this.seat } : {};
  }

  private post(message: Parameters<Line["send"]>[0]): void {
    this.problem = null;
    this.remark = "";
    if (!this.wire.send(message)) this.refuse({ code: "offline" });
    else if (message.type === "act" || message.type === "typed") this.sent = true;
  }

  act(action: GameAction): void {
    const stream = this.stream;
    this.post({ type: "act", action, ...this.who(), ...(stream && action.type !== "deploy" ? { n: stream.n } : {}) });
  }

  typed(text: string): void {
    this.post({ type: "typed", text, ...this.who() });
  }

  resign(): void {
    this.post({ type: "resign", ...this.who() });
  }

  abort(): void {
    this.post({ type: "abort", ...this.who() });
  }

  offer(what: OfferKind): void {
    this.offered = what;
    this.post({ type: "offer", what, ...this.who() });
  }

  decline(what: OfferKind): void {
    this.offered = null;
    this.post({ type: "decline", what, ...this.who() });
  }

  say(text: string, preset?: Preset): void {
    this.post(preset ? { type: "say", preset } : { type: "say", text });
  }

  share(): void {
    this.post({ type: "share" });
  }

  close(): void {
    this.gone = true;
    this.skip?.();
    this.wire.close();
  }

  /** Whether private marks are allowed: not where the table plays from memory (ST-KNOW-2). */
  get mayNote(): boolean {
    return this.info?.options["memory"] !== "table" && prefs.now.marks;
  }
}
