/** Games of the reference engine, and how their moments are summed up (see record.py). */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { hears } from "../../src/table/audience";
import { EventMemory } from "../../src/offline/bot/event-memory";
import { observe } from "../../src/offline/bot/observation";
import { legalMoves } from "../../src/offline/rules/legal";
import type { Settled } from "../../src/offline/rules/settled";
import { type EditionData, type Seat } from "../../src/offline/rules/settled";
import { State } from "../../src/offline/rules/state";
import { deployed, moved, type Step } from "../../src/offline/rules/turn";
import { viewOf } from "../../src/offline/rules/view";
import type { OptionValue, RankEvent } from "../../src/wire";

export interface RecordedGame {
  game: string;
  options: Record<string, OptionValue>;
  setups: [number, string][][];
  moves: number[];
  sums: string;
  refused: [number, number, number, string, string][];
  ends: string;
  bound: Record<string, number>;
}

export function recorded<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, `recorded/${name}.json`), "utf-8")) as T;
}

export const editions: Record<string, EditionData> = {
  original: recorded<EditionData>("original"),
  barrage: recorded<EditionData>("barrage"),
};

export interface Moment {
  readonly state: State;
  readonly events: readonly RankEvent[];
  readonly memories: readonly [EventMemory, EventMemory];
}

/** All moments of a game, one for each set-up and each move. */
export function* replayed(game: Pick<RecordedGame, "game" | "setups" | "moves">, settled: Settled): Generator<Moment> {
  let state = new State(settled);
  const memories = [new EventMemory(), new EventMemory()] as const;
  const take = (step: Step): Moment => {
    state = step.state;
    memories.forEach((memory, seat) => memory.hear(step.events.filter((event) => hears(event, seat))));
    return { ...step, memories };
  };
  for (const seat of [0, 1] as const) yield take(deployed(state, seat, { type: "deploy", pieces: game.setups[seat]! }));
  for (let i = 0; i < game.moves.length; i += 2) {
    const [origin, target] = [game.moves[i]!, game.moves[i + 1]!];
    yield take(moved(state, state.track.turn as Seat, { type: "move", origin, target }));
  }
}

/** Sums up moments as record.py does: what is told, legal, known, and seen by the network. */
export class Sums {
  private readonly numbers = new Map<number, number>([[0, 0]]);

  of({ state, events, memories }: Moment): string {
    const seat = state.track.turn as Seat;
    const legal = state.phase === "play" ? legalMoves(state) : [];
    let seen = null;
    if (legal.length) {
      const found = observe(state.rules.data, viewOf(state, seat), legal, memories[seat]);
      const codes = [...found.moves.keys()].sort((a, b) => a - b);
      seen = [[...found.planes], [...found.vector], codes];
    }
    const told = this.bare(events);
    const views = this.bare([0, 1, -1].map((one) => viewOf(state, one)));
    const text = JSON.stringify([told, legal.map((move) => [move.origin, move.target]), views, seen]);
    return crc32(text).toString(16).padStart(8, "0");
  }

  /** A value without what is nothing, its keys in order, with positions numbered as they come up. */
  private bare(value: unknown, key = ""): unknown {
    if (Array.isArray(value)) return value.map((one) => this.bare(one, key));
    if (value && typeof value === "object") {
      const inside = Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, one]) => [name, this.bare(one, name)] as const);
      return Object.fromEntries(inside.filter(([, one]) => !nothing(one)));
    }
    if ((key === "position" || key === "past") && typeof value === "number") {
      if (!this.numbers.has(value)) this.numbers.set(value, this.numbers.size);
      return this.numbers.get(value);
    }
    return value;
  }
}

function nothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || value === false || value === 0 || value === "" || value === -1;
}
