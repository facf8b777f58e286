/**
 * What the network sees of a game, from a seat's view and its memory alone: byte for byte what the trained weights
 * expect. `flagfall.fast.observation_bytes` says what every byte means; recorded games hold this against it.
 */

import type { Kind, Move, RankView } from "../../wire";
import { STRIDE, type EditionData, type Seat } from "../rules/settled";
import { MEMORY, type EventMemory } from "./event-memory";

export const CELLS = 100;
export const PLANES = 8;
export const VECTOR = 56;
const RANKS = 12;
const [STANDING, NORTH_EAST, WENT_FROM, WENT_TO, WENT_UP] = [0, 1, 3, 4, 5] as const;
const [NOTHING, BLOCKED, MINE, HIDDEN, THEIRS] = [0, 1, 2, 50, 52] as const;
const [THEIR_LIVING, THEIR_HIDDEN, MY_LIVING, MY_HIDDEN] = [0, 12, 24, 36] as const;
const [QUIET_LEFT, PLAYED, SEAT, MY_RUN, THEIR_RUN, MY_CHASE, THEIR_CHASE] = [48, 49, 51, 52, 53, 54, 55] as const;

export interface Observation {
  /** Eight planes of a hundred cells, as the mover sees the board. */
  readonly planes: Uint8Array;
  readonly vector: Uint8Array;
  /** The moves that actions (way * 100 + goal) stand for. */
  readonly moves: ReadonlyMap<number, Move>;
}

/** How many pieces of each strength an army begins with. */
export function armyCounts(kinds: readonly Kind[]): number[] {
  const counts = new Array<number>(RANKS).fill(0);
  for (const kind of kinds) counts[kind.strength]! += kind.count;
  return counts;
}

/** Seat 1 sees square `s` as `turn - s`. */
export function turnOf(data: EditionData): number {
  return (data.board.height - 1) * STRIDE + data.board.width - 1;
}

/** The way of a straight move: 0 forward, 1 right, 2 back, 3 left. */
function wayOf(start: number, goal: number): number {
  if (start % STRIDE === goal % STRIDE) return goal > start ? 0 : 2;
  return goal > start ? 1 : 3;
}

export function observe(data: EditionData, view: RankView, legal: readonly Move[], memory: EventMemory): Observation {
  const seat = view.seat as Seat;
  const other = (1 - seat) as Seat;
  const turn = turnOf(data);
  const cell = (square: number): number => (seat === 1 ? turn - square : square);
  const planes = new Uint8Array(PLANES * CELLS);
  const vector = new Uint8Array(VECTOR);
  const put = (plane: number, at: number, value: number): void => void (planes[plane * CELLS + at] = value);
  const add = (plane: number, at: number, bits: number): void => void (planes[plane * CELLS + at]! |= bits);

  planes.fill(BLOCKED, 0, CELLS);
  const blocked = new Set(data.board.blocked);
  for (let square = 0; square < STRIDE * data.board.height; square += 1)
    if (!blocked.has(square)) put(STANDING, cell(square), NOTHING);

  const armies = data.edition.armies;
  const strengths = armies.map((army) => new Map(army.kinds.map((kind) => [kind.rank, kind.strength])));
  const living = armies.map((army) => armyCounts(army.kinds));
  for (const one of view.captured) {
    const kind = one.kind ? armies[one.seat as Seat].kinds.find(({ id }) => id === one.kind) : undefined;
    const shown = memory.ranks.get(one.id);
    const rank = kind?.strength ?? (shown ? strengths[one.seat]!.get(shown) : undefined);
    if (rank !== undefined) living[one.seat]![rank]! -= 1;
  }
  const hidden = living.map((counts) => [...counts]);
  const own = new Map<number, number>();
  for (const piece of view.pieces) {
    const moved = piece.moved || memory.moved.has(piece.id) ? 1 : 0;
    const at = cell(piece.square);
    if (piece.seat === seat) {
      const rank = strengths[seat]!.get(piece.rank ?? "") ?? 0;
      const known = (piece.seen ?? 0) > 0 || memory.ranks.has(piece.id) ? 1 : 0;
      put(STANDING, at, MINE + rank + RANKS * known + 2 * RANKS * moved);
      hidden[seat]![rank]! -= known;
      own.set(piece.square, rank);
    } else {
      const shown = piece.rank || memory.ranks.get(piece.id);
      if (shown) {
        const rank = strengths[other]!.get(shown) ?? 0;
        put(STANDING, at, THEIRS + rank);
        hidden[other]![rank]! -= 1;
      } else put(STANDING, at, HIDDEN + moved);
    }
    const record = memory.records.get(piece.id);
    record?.inBytes(strengths[1 - piece.seat]!).forEach((byte, i) => put(WENT_UP + i, at, byte));
  }

  const moves = new Map<number, Move>();
  for (const move of legal) {
    const [start, goal] = [cell(move.origin), cell(move.target)];
    const way = wayOf(start, goal);
    add(NORTH_EAST + Math.floor(way / 2), goal, own.get(move.origin)! << (4 * (way % 2)));
    moves.set(CELLS * way + goal, move);
  }
  memory.past.slice(0, MEMORY).forEach(([start, goal], back) => {
    add(WENT_FROM, cell(start), 1 << back);
    add(WENT_TO, cell(goal), 1 << back);
  });

  vector.set(living[other]!, THEIR_LIVING);
  vector.set(hidden[other]!, THEIR_HIDDEN);
  vector.set(living[seat]!, MY_LIVING);
  vector.set(hidden[seat]!, MY_HIDDEN);
  const { track, options } = view;
  const limit = Number(options["quiet_limit"]);
  vector[QUIET_LEFT] = limit ? Math.max(0, Math.min(limit - track.quiet, 100)) : 100;
  vector[PLAYED] = Math.min(track.ply >> 3, 255);
  vector[SEAT] = seat;
  vector[MY_RUN] = Math.min(memory.runs[seat], 4);
  vector[THEIR_RUN] = Math.min(memory.runs[other], 4);
  if (options["more_square"]) {
    vector[MY_CHASE] = Math.min(track.chase[seat], 255);
    vector[THEIR_CHASE] = Math.min(track.chase[other], 255);
  }
  return { planes, vector, moves };
}
