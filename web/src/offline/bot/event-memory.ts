/** What a seat remembers of the events that it heard, as the network was trained with it. */

import type { RankEvent } from "../../wire";
import { STRIDE, type Seat } from "../rules/settled";

/** Forward, right, back, left. */
const STEPS = [STRIDE, 1, -STRIDE, -1] as const;
/** Half-moves that the network sees. */
export const MEMORY = 8;
const NOBODY = -1;

/** The square a step away; -1 where that is beyond the left or the right edge. */
function beside(square: number, way: number): number {
  const there = square + STEPS[way]!;
  return way % 2 === 0 || Math.floor(there / STRIDE) === Math.floor(square / STRIDE) ? there : NOBODY;
}

/** What a piece was seen to do. */
export class PieceRecord {
  /** The ranks of shown enemies that it moved next to, moved away from, and stood beside. */
  readonly wentUpTo = new Set<string>();
  readonly left = new Set<string>();
  readonly stoodBeside = new Set<string>();
  moves = 0;
  upToHidden = 0;
  leftHidden = 0;

  /** The three bytes of it, given the strengths of the enemy's ranks. */
  inBytes(strength: ReadonlyMap<string, number>): [number, number, number] {
    const movable = (ranks: ReadonlySet<string>): number[] =>
      [...ranks].map((rank) => strength.get(rank) ?? 0).filter((one) => one >= 1 && one <= 10);
    const most = (all: number[]): number => (all.length ? Math.max(...all) : 0);
    const least = (all: number[]): number => (all.length ? Math.min(...all) : 0);
    const [up, left, stood] = [movable(this.wentUpTo), movable(this.left), movable(this.stoodBeside)];
    return [
      most(up) | (least(left) << 4),
      most(stood) | (least(stood) << 4),
      Math.min(this.moves, 15) | (Math.min(this.upToHidden, 3) << 4) | (Math.min(this.leftHidden, 3) << 6),
    ];
  }
}

export class EventMemory {
  /** The ranks that pieces were shown to have, own ones included. */
  readonly ranks = new Map<number, string>();
  readonly moved = new Set<number>();
  /** The last half-moves, the latest first: from and to. */
  past: (readonly [number, number])[] = [];
  /** For each seat how many turns in a row it has moved one piece along one axis. */
  readonly runs: [number, number] = [0, 0];
  readonly records = new Map<number, PieceRecord>();
  private readonly last: [readonly [number, number] | null, readonly [number, number] | null] = [null, null];
  /** For each seat its pieces, by the square they stand on. */
  private readonly standing = [new Map<number, number>(), new Map<number, number>()] as const;
  private readonly places = new Map<number, { seat: Seat; square: number }>();

  hear(events: readonly RankEvent[]): void {
    for (const event of events) {
      switch (event.type) {
        case "shown":
          this.ranks.set(event.piece, event.rank);
          break;
        case "began": {
          let piece = 0;
          for (const seat of [0, 1] as const)
            for (const square of event.squares[seat]) this.stands(piece++, seat, square);
          break;
        }
        case "moved": {
          this.moved.add(event.piece);
          const owner = this.gone(event.piece);
          if (owner !== null) this.stands(event.piece, owner, event.target);
          break;
        }
        case "captured":
          this.gone(event.piece);
          break;
        case "turned":
          if (!event.route) break;
          this.turned((1 - event.seat) as Seat, event.route[1], event.route[2]);
          this.record((1 - event.seat) as Seat, event.route, event.attack);
          break;
        default:
          break;
      }
    }
  }

  private turned(seat: Seat, start: number, goal: number): void {
    const upright = (from: number, to: number): boolean => from % STRIDE === to % STRIDE;
    const before = this.last[seat];
    const on = before && before[1] === start && upright(...before) === upright(start, goal);
    this.runs[seat] = on ? this.runs[seat] + 1 : 1;
    this.last[seat] = [start, goal];
    this.past = [[start, goal] as const, ...this.past].slice(0, MEMORY);
  }

  private stands(piece: number, seat: Seat, square: number): void {
    this.standing[seat].set(square, piece);
    this.places.set(piece, { seat, square });
  }

  /** Take a piece from its square; its seat. */
  private gone(piece: number): Seat | null {
    const place = this.places.get(piece);
    if (!place) return null;
    this.places.delete(piece);
    if (this.standing[place.seat].get(place.square) === piece) this.standing[place.seat].delete(place.square);
    return place.seat;
  }

  private recordOf(piece: number): PieceRecord {
    let found = this.records.get(piece);
    if (!found) this.records.set(piece, (found = new PieceRecord()));
    return found;
  }

  /** Take note of what a move tells of the piece that made it and of those that stayed. */
  private record(seat: Seat, [piece, start, goal]: readonly [number, number, number], attack: boolean): void {
    const [mine, theirs] = [this.standing[seat], this.standing[(1 - seat) as Seat]];
    if (mine.get(goal) === piece) {
      const record = this.recordOf(piece);
      record.moves += 1;
      for (let way = 0; way < 4 && !attack; way += 1) {
        const met = theirs.get(beside(goal, way));
        if (met !== undefined) {
          const rank = this.ranks.get(met);
          if (rank) record.wentUpTo.add(rank);
          else record.upToHidden += 1;
        }
        const left = theirs.get(beside(start, way));
        if (left !== undefined) {
          const rank = this.ranks.get(left);
          if (rank) record.left.add(rank);
          else if (this.moved.has(left)) record.leftHidden += 1;
        }
      }
    }
    for (const [square, enemy] of theirs) {
      const rank = this.ranks.get(enemy);
      if (!rank) continue;
      for (let way = 0; way < 4; way += 1) {
        const there = beside(square, way);
        const near = mine.get(there);
        if (near !== undefined && there !== goal) this.recordOf(near).stoodBeside.add(rank);
      }
    }
  }
}
