/**
 * A table in the browser: it keeps the truth of a game, asks the bot for its moves, and speaks with the page by the
 * same messages as a server. The page and the bot each get what their seat may know.
 */

import type { ConnectionHandlers, Line } from "../../lib/connection";
import { squareOf } from "../../board/squares";
import { hears } from "../../table/audience";
import type { Rival } from "../bot/rival";
import { learnedSetup } from "../bot/setups";
import { legalMoves } from "../rules/legal";
import { Settled, type EditionData, type Seat } from "../rules/settled";
import { State, type Placement } from "../rules/state";
import { deployed, ended, Illegal, moved, type Step } from "../rules/turn";
import { viewOf } from "../rules/view";
import {
  PROTOCOL,
  type ClientMessage,
  type ClockFace,
  type Move,
  type OfferKind,
  type Outcome,
  type Presence,
  type Problem,
  type RankAction,
  type RankEvent,
  type RankView,
  type Reset,
  type ServerMessage,
  type TableInfo,
  type Told,
} from "../../wire";
import type { SavedGame } from "./saved-game";

export type FromTable = ServerMessage<RankView, RankEvent, Move>;
export type ToTable = Exclude<ClientMessage<RankAction>, { type: "ping" }>;

export interface Around {
  /** The name of the person. */
  readonly name: string;
  readonly rival: Rival;
  /** Keep the game as it is now. */
  keep(game: SavedGame): void;
  /** The person wants another game. */
  rematch(): void;
  /** What to say when the bot cannot think. */
  failed(): string;
}

/** The level of the network without looking ahead. */
export const LEVEL = "6";
/** How long a move takes at least, so that it can be followed, in milliseconds. */
const LEAST = 450;
const CLOCK: ClockFace = { left: [null, null] };
const PRESENCE: Presence = { type: "presence", seats: [true, true], watchers: 0 };

export class LocalTable {
  private state: State;
  private steps: Step[] = [];
  /** What the page was told, in order. */
  private told: (Told<RankEvent> | Reset<RankView>)[] = [];
  /** What the bot's seat heard, and how much of it the bot was told. */
  private heard: RankEvent[] = [];
  private given = 0;
  private page: ConnectionHandlers<FromTable> | null = null;
  /** Counts what makes an answer of the bot out of date. */
  private epoch = 0;
  private ref = 0;

  constructor(
    data: EditionData,
    private game: SavedGame,
    private readonly around: Around,
  ) {
    const rules = new Settled(data, game.options);
    this.state = new State(rules);
    if (!game.setups[this.bot]) this.deploy(this.bot, learnedSetup(data, this.bot));
    this.replay();
  }

  /** Another one for each game: private marks are kept by it. */
  get id(): string {
    return `offline-${this.game.created}`;
  }

  get me(): Seat {
    return this.game.seat;
  }

  private get bot(): Seat {
    return (1 - this.game.seat) as Seat;
  }

  // ---- the page's end -------------------------------------------------------------------------

  connect(on: ConnectionHandlers<FromTable>): Line<ToTable> {
    this.page = on;
    const enter = (): void => queueMicrotask(() => this.welcome());
    enter();
    return {
      send: (message) => {
        this.ref += 1;
        queueMicrotask(() => this.take(message));
        return this.ref;
      },
      again: enter,
      retry: enter,
      end: () => undefined,
      close: () => {
        this.epoch += 1;
        this.page = null;
      },
    };
  }

  history(): Promise<(Told<RankEvent> | Reset<RankView>)[]> {
    return Promise.resolve([...this.told]);
  }

  private say(message: FromTable): void {
    this.page?.message(message);
  }

  private welcome(): void {
    this.page?.state("open", 0);
    this.say({
      type: "welcome",
      table: this.info(),
      seats: [this.me],
      streams: [{ seat: this.me, n: this.told.length, view: viewOf(this.state, this.me) }],
      clock: CLOCK,
      presence: PRESENCE,
      now: Date.now() / 1000,
      protocol: PROTOCOL,
    });
    this.demand();
  }

  private info(): TableInfo {
    const { game, state } = this;
    const person = { type: "person" as const, id: "", name: this.around.name };
    const bot = { type: "bot" as const, id: LEVEL };
    return {
      id: this.id,
      game: game.game,
      options: { ...game.options },
      status: game.aborted ? "aborted" : state.phase,
      clock: { type: "none" },
      speed: "free",
      seats: this.me === 0 ? [person, bot] : [bot, person],
      created: game.created / 1000,
      watch: false,
      ply: state.track.ply,
      turn: state.phase === "play" ? state.track.turn : null,
      ready: [state.setups[0] !== null, state.setups[1] !== null],
      offers: [[], []],
      outcome: state.over,
      advice: false,
    };
  }

  private refuse(problem: Problem): void {
    this.say({ type: "refused", problem, ref: this.ref });
  }

  // ---- what the page asks for -----------------------------------------------------------------

  private take(message: ToTable): void {
    try {
      switch (message.type) {
        case "act":
        case "hex-act":
          return this.act(message.action);
        case "typed":
          return this.typed(message.text);
        case "resign":
          return this.resign();
        case "abort":
          return this.abort();
        case "offer":
          return this.offered(message.what);
        case "decline":
        case "say":
        case "share":
          return this.say({ type: "done", ref: this.ref });
      }
    } catch (problem) {
      if (!(problem instanceof Illegal)) throw problem;
      this.refuse(problem.problem);
    }
  }

  private act(action: RankAction): void {
    if (action.type === "deploy") {
      const step = deployed(this.state, this.me, action);
      this.deploy(this.me, step.state.setups[this.me]);
      this.carry(step);
    } else if (action.type === "move") {
      const step = moved(this.state, this.me, action);
      this.save({ moves: [...this.game.moves, action.origin, action.target] });
      this.carry(step);
    } else this.refuse({ code: "illegal" });
  }

  private typed(text: string): void {
    const [from, to] = text.trim().toLowerCase().split(/[-x]/).map(squareOf);
    if (typeof from !== "number" || typeof to !== "number") this.refuse({ code: "bad-text" });
    else this.act({ type: "move", origin: from, target: to });
  }

  private resign(): void {
    if (this.state.over) return this.refuse({ code: "illegal", rule: "ST-END-1", params: { reason: "over" } });
    // Before the first move that counts for nobody.
    if (!this.state.track.ply) return this.abort();
    const outcome: Outcome = { termination: "resignation", scores: [this.me, 1 - this.me], rule: "ST-END-3" };
    this.save({ ended: outcome });
    this.carry(ended(this.state, outcome));
  }

  private abort(): void {
    this.epoch += 1;
    this.save({ aborted: true, over: true });
    this.say({ type: "table", table: this.info() });
  }

  private offered(what: OfferKind): void {
    if (what === "rematch") this.around.rematch();
    else if (what === "takeback") this.takeBack();
    // The bot plays on: the offer is gone at once, which the page says.
    else this.say({ type: "table", table: this.info() });
  }

  /** Take the person's last move back, and what followed; not where something was shown since. */
  private takeBack(): void {
    const turns = this.state.track.turn === this.me ? 2 : 1;
    if (this.state.phase !== "play" || this.state.track.ply < turns) return this.refuse({ code: "nothing" });
    for (const step of this.steps.slice(-turns))
      if (step.events.some((event) => event.type === "shown")) return this.refuse({ code: "revealed" });
    this.save({ moves: this.game.moves.slice(0, -2 * turns) });
    const before = this.told;
    this.replay();
    const reset: Reset<RankView> = {
      type: "reset",
      seat: this.me,
      n: before.length + 1,
      at: Date.now() / 1000,
      view: viewOf(this.state, this.me),
      clock: CLOCK,
    };
    this.told = [...before, reset];
    this.say(reset);
    this.say({ type: "table", table: this.info() });
    this.demand();
  }

  // ---- the game -------------------------------------------------------------------------------

  private save(change: Partial<SavedGame>): void {
    this.game = { ...this.game, ...change };
    this.around.keep(this.game);
  }

  private deploy(seat: Seat, setup: Placement | null): void {
    const { setups } = this.game;
    this.save({ setups: seat === 0 ? [setup, setups[1]] : [setups[0], setup] });
  }

  /** Bring the game to where its record says; the bot will hear all of it again. */
  private replay(): void {
    const { setups, moves, ended: end } = this.game;
    const { rules } = this.state;
    this.epoch += 1;
    this.around.rival.begin(rules.data, this.bot);
    this.state = new State(rules);
    this.steps = [];
    this.told = [];
    this.heard = [];
    this.given = 0;
    for (const seat of [this.bot, this.me]) {
      const pieces = setups[seat];
      if (pieces) this.follow(deployed(this.state, seat, { type: "deploy", pieces }));
    }
    for (let i = 0; i < moves.length; i += 2) {
      const move: Move = { type: "move", origin: moves[i]!, target: moves[i + 1]! };
      this.follow(moved(this.state, this.state.track.turn as Seat, move));
    }
    if (end) this.follow(ended(this.state, end));
  }

  /** Go on by a step; what the page is told of it, if anything. */
  private follow(step: Step): Told<RankEvent> | null {
    this.state = step.state;
    this.steps.push(step);
    this.heard.push(...step.events.filter((event) => hears(event, this.bot)));
    const events = step.events.filter((event) => hears(event, this.me));
    if (!events.length) return null;
    const told: Told<RankEvent> = {
      type: "told",
      seat: this.me,
      n: this.told.length + 1,
      at: Date.now() / 1000,
      events,
      clock: CLOCK,
    };
    this.told.push(told);
    return told;
  }

  /** Go on by a step, and tell of it. */
  private carry(step: Step): void {
    this.epoch += 1;
    const told = this.follow(step);
    if (this.state.over) this.save({ over: true });
    if (told) this.say(told);
    this.say({ type: "table", table: this.info() });
    this.demand();
  }

  /** Ask the seat that has to decide. */
  private demand(): void {
    if (this.game.aborted || this.state.over) return;
    if (this.state.phase === "setup") {
      if (!this.state.setups[this.me]) this.say({ type: "turn", seat: this.me, must: "setup", legal: [] });
    } else if (this.state.track.turn === this.me)
      this.say({ type: "turn", seat: this.me, must: "act", legal: legalMoves(this.state) });
    else void this.think();
  }

  private async think(): Promise<void> {
    this.epoch += 1;
    const { epoch, state, bot } = this;
    const began = performance.now();
    const events = this.heard.slice(this.given);
    this.given = this.heard.length;
    try {
      const move = await this.around.rival.move(events, viewOf(state, bot), legalMoves(state));
      const rest = LEAST - (performance.now() - began);
      if (rest > 0) await new Promise((resolve) => window.setTimeout(resolve, rest));
      if (epoch !== this.epoch) return;
      const step = moved(state, bot, move);
      this.save({ moves: [...this.game.moves, move.origin, move.target] });
      this.carry(step);
    } catch {
      if (epoch === this.epoch) this.refuse({ code: "bot", detail: this.around.failed() });
    }
  }
}
