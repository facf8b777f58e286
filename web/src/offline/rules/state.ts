/** The truth of a game at one moment. Only the table in the browser has it: neither the page nor the bot. */

import type { Kind, Outcome, Track } from "../../wire";
import { BLOCKED, EMPTY, NOWHERE, type Seat, type Settled } from "./settled";
import { freshTrack } from "./track";

export type Placement = [number, string][];

const MODULUS = 2 ** 52;
const numbers = new Map<number, number>();

/** A number below 2 ** 52 for a piece on a square, the same in every game (ST-MOVE-7). */
function placeNumber(piece: number, square: number): number {
  const key = piece * 128 + square;
  let found = numbers.get(key);
  if (found === undefined) {
    // Two rounds of a 32-bit mixer, of which 26 bits each are taken.
    const mix = (value: number): number => {
      let x = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
      x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
      return (x ^ (x >>> 16)) >>> 6;
    };
    found = mix(key + 0x9e3779b9) * 2 ** 26 + mix(key + 0x3c6ef372);
    numbers.set(key, found);
  }
  return found;
}

export class State {
  setups: [Placement | null, Placement | null] = [null, null];
  /** The squares where each side's pieces stood when play began; nothing before that. */
  starts: [number[], number[]] = [[], []];
  /** For each square the piece on it, EMPTY or BLOCKED. */
  board: number[];
  /** For each piece its square, or NOWHERE. */
  where: number[] = [];
  kinds: readonly Kind[] = [];
  moved: boolean[] = [];
  /** For each piece what the opponent has been shown: 1 its rank, 2 which piece it is. */
  shown: number[] = [];
  captured: readonly number[] = [];
  track: Track = freshTrack();
  over: Outcome | null = null;

  constructor(readonly rules: Settled) {
    this.board = Array.from({ length: rules.size }, (_, square) => (rules.blocked.has(square) ? BLOCKED : EMPTY));
  }

  copy(): State {
    const next = new State(this.rules);
    next.setups = [...this.setups];
    next.starts = this.starts;
    next.board = [...this.board];
    next.where = [...this.where];
    next.kinds = this.kinds;
    next.moved = [...this.moved];
    next.shown = [...this.shown];
    next.captured = this.captured;
    next.track = this.track;
    next.over = this.over;
    return next;
  }

  get phase(): "setup" | "play" | "over" {
    if (this.over) return "over";
    return this.where.length ? "play" : "setup";
  }

  seatOf(piece: number): Seat {
    return piece < this.rules.sizes[0] ? 0 : 1;
  }

  /** Whether a square holds a piece of a seat. */
  holds(square: number, seat: number): boolean {
    const piece = this.board[square]!;
    return piece >= 0 && this.seatOf(piece) === seat;
  }

  /** Put both armies on the board; pieces are numbered by their squares. */
  place(first: Placement, second: Placement): void {
    this.starts = [first.map(([square]) => square), second.map(([square]) => square)];
    this.where = [...this.starts[0], ...this.starts[1]];
    this.kinds = [
      ...first.map(([, kind]) => this.rules.kinds[0].get(kind)!),
      ...second.map(([, kind]) => this.rules.kinds[1].get(kind)!),
    ];
    this.moved = this.where.map(() => false);
    this.shown = this.where.map(() => 0);
    this.where.forEach((square, piece) => (this.board[square] = piece));
  }

  /** A number that stands for which piece stands where. */
  fingerprint(): number {
    return this.where.reduce(
      (sum, square, piece) => (square === NOWHERE ? sum : (sum + placeNumber(piece, square)) % MODULUS),
      0,
    );
  }

  /** The fingerprint after a move to an empty square. */
  fingerprintAfter(piece: number, origin: number, target: number): number {
    const sum = this.track.position - placeNumber(piece, origin) + MODULUS;
    return ((sum % MODULUS) + placeNumber(piece, target)) % MODULUS;
  }
}
