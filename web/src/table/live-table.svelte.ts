/** A table of any game as one browser sees it: who sits there, clocks, offers, chat, and the connection to it. */

import { watchCode } from "../lib/router.svelte";
import { announcer } from "../lib/announcer.svelte";
import { api } from "../lib/api";
import { Connection, OUTDATED, type ConnectionHandlers, type ConnectionState, type Line } from "../lib/connection";
import { play } from "../lib/sounds";
import { t } from "../i18n";
import { fetchFaultWords } from "../i18n/faults.svelte";
import { multiplied } from "./offers";
import {
  PROTOCOL,
  type ClientMessage,
  type ClockFace,
  type OfferKind,
  type Preset,
  type Presence,
  type Problem,
  type Reset,
  type Said,
  type ServerMessage,
  type TableInfo,
  type Told,
  type Turn,
  type Welcome,
} from "../wire";
import { keepReadMark, readMark } from "./read-marks";

const ASIDE: ReadonlySet<string> = new Set(["pong", "presence", "clock", "said"]);

/** Where one seat's stream stands. */
export interface Followed {
  readonly seat: number;
  n: number;
}

/** What a family plays with: its views, events and actions, and those actions that are offered as legal. */
export interface Family {
  view: unknown;
  event: unknown;
  action: unknown;
  legal: unknown;
}
type FromServer<F extends Family> = ServerMessage<F["view"], F["event"], F["legal"]>;
type ToServer<F extends Family> = Exclude<ClientMessage<F["action"]>, { type: "ping" }>;

/** A table that is kept in this browser, in place of one on the server. */
export interface LocalHost<F extends Family> {
  connect(on: ConnectionHandlers<FromServer<F>>): Line<ToServer<F>>;
  /** All that a seat was told. */
  history(seat: number): Promise<(Told<F["event"]> | Reset<F["view"]>)[]>;
}

export abstract class LiveTable<F extends Family = Family, S extends Followed = Followed> {
  info = $state.raw<TableInfo | null>(null);
  seats = $state.raw<readonly number[]>([]);
  streams = $state.raw<readonly S[]>([]);
  turns = $state.raw<readonly Turn<F["legal"]>[]>([]);
  clock = $state.raw<{ face: ClockFace; at: number }>({ face: { left: [null, null] }, at: 0 });
  presence = $state.raw<Presence | null>(null);
  said = $state.raw<readonly Said[]>([]);
  /** The number of the last line of the chat that was read here. */
  private read = $state(0);
  code = $state("");
  /** The short code that a friend can type, with `code`. */
  short = $state("");
  connection = $state<ConnectionState>("connecting");
  closed = $state(0);
  problem = $state.raw<Problem | null>(null);
  refused = $state(0);
  busy = $state(false);
  /** What has to be said but is no refusal: an offer was turned down. */
  remark = $state("");
  /** Whether a move is on its way: until it is answered nothing else can be played. */
  sent = $state(false);
  /** The seat whose knowledge is shown; at one screen it changes hands. */
  shownSeat = $state(-1);
  /** The seat that has to take the screen over before anything is shown. */
  handTo = $state<number | null>(null);

  private readonly socket: Line<ToServer<F>>;
  private waiting: FromServer<F>[] = [];
  private offered: OfferKind | null = null;
  private gone = false;
  /** Whether the connection was lost, and is not back yet. */
  private lost = false;

  constructor(
    readonly id: string,
    private readonly host?: LocalHost<F>,
  ) {
    this.read = readMark(id);
    const code = watchCode();
    const pass = code ? `&code=${encodeURIComponent(code)}` : "";
    const handlers: ConnectionHandlers<FromServer<F>> = {
      message: (message) => this.take(message),
      state: (state, code) => {
        if (state === "waiting" && this.connection === "open") {
          this.lost = true;
          announcer.say(t("line.lost"));
        } else if (state === "open" && this.lost) {
          this.lost = false;
          announcer.say(t("line.back"));
        }
        this.connection = state;
        this.closed = code;
      },
      since: () => this.streams.map((stream) => `${stream.seat}:${stream.n}`).join(","),
    };
    this.socket =
      host?.connect(handlers) ??
      new Connection(`/api/tables/${encodeURIComponent(id)}/live?actions=offers${pass}`, handlers);
  }

  /** Whether the table is kept in this browser: nothing on the server knows of it. */
  get local(): boolean {
    return this.host !== undefined;
  }

  /** All that a seat was told so far. */
  protected history(seat: number): Promise<(Told<F["event"]> | Reset<F["view"]>)[]> {
    return this.host?.history(seat) ?? api.history<F["view"], F["event"]>(this.id, seat, watchCode());
  }

  // ---- what a game adds -----------------------------------------------------------------------

  /** Have what is needed to show the table. */
  protected abstract prepare(message: Welcome<F["view"]>): Promise<void>;
  protected abstract follow(message: Welcome<F["view"]>): readonly S[];
  /** The table is known: tell what was before. */
  protected abstract entered(message: Welcome<F["view"]>): Promise<void>;
  protected abstract heard(message: Told<F["event"]>, stream: S): void | Promise<void>;
  protected abstract restored(message: Reset<F["view"]>, stream: S): void;
  /** Everything that came has been taken in: whose hands the screen should be in now. */
  protected abstract settle(): void;
  /** The next player has the screen. */
  abstract takeOver(): void;
  /** Why something was refused, in words. */
  abstract why(problem: Problem): string;

  // ---- what there is --------------------------------------------------------------------------

  get hot(): boolean {
    return this.seats.length > 1;
  }

  get over(): boolean {
    return this.info?.status === "over" || this.info?.status === "aborted";
  }

  get stream(): S | null {
    return this.streams.find((stream) => stream.seat === this.shownSeat) ?? this.streams[0] ?? null;
  }

  /** The seat that plays here, or null for an onlooker. */
  get seat(): 0 | 1 | null {
    return this.seats.includes(this.shownSeat) ? (this.shownSeat as 0 | 1) : null;
  }

  /** There is nobody to talk to at one screen or with a bot alone. */
  get company(): boolean {
    return !this.hot && !(this.seat !== null && this.info?.seats.some((seat) => seat?.type === "bot"));
  }

  /** How many lines of the chat by others came since it was last open; kept by the browser. */
  get unread(): number {
    const seats = this.seats;
    return this.said.filter((one) => one.id > this.read && !seats.includes(one.seat ?? -1)).length;
  }

  /** The chat has been read so far. */
  readAll(): void {
    const newest = Math.max(this.read, ...this.said.map((one) => one.id));
    if (newest > this.read) keepReadMark(this.id, (this.read = newest));
  }

  turnOf(seat: number): Turn<F["legal"]> | null {
    return this.turns.find((turn) => turn.seat === seat) ?? null;
  }

  // ---- what comes -----------------------------------------------------------------------------

  // Messages are taken one after the other; what is being shown holds up the next ones.
  private take(message: FromServer<F>): void {
    // What changes nothing on the board must not disturb a player who is about to move.
    if (!this.busy && ASIDE.has(message.type)) {
      void this.one(message);
      return;
    }
    this.waiting.push(message);
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.waiting.length) {
      try {
        await this.one(this.waiting.shift()!);
      } catch {
        // Something on the way failed, such as the edition that could not be fetched: start again with a whole view.
        this.waiting = [];
        this.streams = [];
        this.connection = "waiting";
        await new Promise((resolve) => window.setTimeout(resolve, 2000));
        if (!this.gone) this.again();
      }
    }
    this.busy = false;
    this.settle();
  }

  private async one(message: FromServer<F>): Promise<void> {
    if (!ASIDE.has(message.type)) this.sent = false;
    switch (message.type) {
      case "welcome": {
        if (message.protocol !== PROTOCOL) return this.misunderstood(message.protocol);
        await this.prepare(message);
        this.info = message.table;
        this.seats = message.seats;
        const first = !this.streams.length && this.shownSeat < 0;
        this.streams = this.follow(message);
        this.turns = [];
        this.time(message.clock);
        this.presence = message.presence;
        this.said = message.said ?? [];
        this.code = message.code ?? "";
        this.short = message.short ?? "";
        if (first || (message.seats.length && !message.seats.includes(this.shownSeat)))
          this.shownSeat = message.seats[0] ?? message.streams[0]?.seat ?? -1;
        await this.entered(message);
        break;
      }
      case "resumed":
        this.info = message.table;
        this.presence = message.presence;
        this.turns = [];
        this.time(message.clock);
        break;
      case "told": {
        const stream = this.streams.find((one) => one.seat === message.seat);
        if (!stream || message.n <= stream.n) break;
        if (message.n !== stream.n + 1) {
          this.again();
          break;
        }
        stream.n = message.n;
        this.turns = this.turns.filter((turn) => turn.seat !== message.seat);
        this.time(message.clock);
        await this.heard(message, stream);
        break;
      }
      case "reset": {
        const stream = this.streams.find((one) => one.seat === message.seat);
        if (!stream) break;
        stream.n = message.n;
        this.restored(message, stream);
        this.turns = this.turns.filter((turn) => turn.seat !== message.seat);
        this.time(message.clock);
        this.offered = null;
        announcer.say(t("told.takeback"));
        break;
      }
      case "turn":
        this.turns = [
          ...this.turns.filter((turn) => turn.seat !== message.seat),
          { ...message, legal: message.offers ? multiplied<F["legal"]>(message.offers) : message.legal },
        ];
        break;
      case "table":
        this.info = message.table;
        this.weigh();
        break;
      case "clock":
        this.time(message.clock);
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

  /** A server with another protocol: with a newer one the page is out of date; an older one is being replaced. */
  private misunderstood(protocol: number): void {
    if (protocol > PROTOCOL) this.socket.end(OUTDATED);
    else this.socket.retry();
  }

  private time(face: ClockFace): void {
    this.clock = { face, at: performance.now() };
  }

  /** An offer of ours that is gone while the game goes on was turned down. */
  private weigh(): void {
    const { info, seat, offered } = this;
    if (!info || seat === null || !offered || this.hot) return;
    if (info.offers?.[seat]?.includes(offered)) return;
    this.offered = null;
    if (offered === "rematch" || this.over) return;
    this.remark = t("offer.declined");
    announcer.say(this.remark);
  }

  refuse(problem: Problem): void {
    this.offered = null;
    this.problem = problem;
    this.refused += 1;
    play("refused");
    // The words for what was typed wrongly may have to come first.
    if (problem.faults) void fetchFaultWords().then(() => announcer.say(this.why(problem)));
    else announcer.say(this.why(problem));
  }

  /** Start again with a whole view. */
  protected again(): void {
    this.socket.again();
  }

  // ---- what a player can do -------------------------------------------------------------------

  protected who(): { seat?: 0 | 1 } {
    return this.hot && this.seat !== null ? { seat: this.seat } : {};
  }

  protected post(message: ToServer<F>): void {
    this.problem = null;
    this.remark = "";
    if (!this.socket.send(message)) this.refuse({ code: "offline" });
    else if (message.type === "act" || message.type === "hex-act" || message.type === "typed") this.sent = true;
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
    this.socket.close();
  }
}
