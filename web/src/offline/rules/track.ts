/** Who is to move, and the two rules against repetition (ST-MOVE-6, ST-MOVE-7); all of it is public. */

import type { Track, Turned } from "../../wire";
import type { Seat, Settled } from "./settled";

type Pair = [number, number, number, number];

export function freshTrack(position = 0, turn: Seat = 0): Track {
  return {
    turn,
    ply: 0,
    quiet: 0,
    trails: [[], []],
    routes: [null, null],
    chase: [0, 0],
    position,
    past: [],
    pairs: [null, null],
  };
}

/** The track after a turn. */
export function tracked(track: Track, turned: Turned, rules: Settled): Track {
  const seat = track.turn as Seat;
  const limit = rules.number("two_square");
  const pairs: Track["pairs"] = [...track.pairs];
  pairs[seat] = rules.linesOnly || limit === 0 ? null : pairAfter(track, turned, limit);
  const trails: Track["trails"] = [...track.trails];
  const trail = turned.trail ?? null;
  if (!trail || limit === 0) trails[seat] = [];
  else {
    // Another piece, or the other axis, starts the count again (ST-MOVE-6).
    const last = trails[seat].at(-1);
    const same = last && last[0] === trail[0] && last[1] === trail[1] && limit > 1;
    trails[seat] = same ? [...trails[seat].slice(-(limit - 1)), trail] : [trail];
  }
  const routes: Track["routes"] = [...track.routes];
  routes[seat] = turned.route ?? null;
  const { chase, past } = chaseAfter(track, turned, rules);
  return {
    turn: turned.seat,
    ply: track.ply + 1,
    quiet: turned.attack ? 0 : track.quiet + 1,
    trails,
    routes,
    chase,
    position: turned.position ?? 0,
    past,
    pairs,
  };
}

/** The mover's two squares after a turn, and how often in a row. */
function pairAfter(track: Track, turned: Turned, limit: number): Pair | null {
  const route = turned.route;
  if (!route) return null;
  const [piece, low, high] = [route[0], Math.min(route[1], route[2]), Math.max(route[1], route[2])];
  const before = track.pairs[track.turn as Seat];
  const same = before && before[0] === piece && before[1] === low && before[2] === high;
  return [piece, low, high, same ? Math.min(before[3] + 1, limit) : 1];
}

/** Chase lengths and past positions after a turn, as ST-MOVE-7 counts them. */
function chaseAfter(track: Track, turned: Turned, rules: Settled): Pick<Track, "chase" | "past"> {
  const route = turned.route;
  if (!turned.position || !route) return { chase: [0, 0], past: [] };
  const seat = track.turn as Seat;
  const other = (1 - seat) as Seat;
  const theirs = track.routes[other];
  const chase: Track["chase"] = [...track.chase];
  const fled = theirs !== null && rules.beside[route[1]]!.includes(theirs[2]);
  chase[other] = fled ? chase[other] + 1 : 0;
  if (turned.attack) chase[0] = chase[1] = 0;
  chase[seat] = turned.near ? chase[seat] + 1 : 0;
  const keep = Math.max(...chase) - 1;
  return { chase, past: keep > 0 ? [...track.past, track.position].slice(-keep) : [] };
}

/** The borders that the seat to move may not cross, as piece, axis, low, high (ST-MOVE-6). */
export function barrier(track: Track, limit: number): [number, number, number, number] | null {
  const trail = track.trails[track.turn as Seat];
  if (!limit || trail.length < limit) return null;
  const low = Math.max(...trail.map((part) => part[2]));
  const high = Math.min(...trail.map((part) => part[3]));
  return low < high ? [trail[0]![0], trail[0]![1], low, high] : null;
}

/** The piece that the seat to move may not take between two squares again, and these (ST-MOVE-6). */
export function held(track: Track, limit: number): Pair | null {
  const pair = track.pairs[track.turn as Seat];
  return pair && limit && pair[3] >= limit ? pair : null;
}

/** The positions that the seat to move may not bring about by a chasing move (ST-MOVE-7). */
export function chased(track: Track): readonly number[] {
  const length = track.chase[track.turn as Seat];
  return length > 1 ? track.past.slice(-(length - 1)) : [];
}

/** Whether a move simply takes back the last one of the seat to move. */
export function takesBack(track: Track, piece: number, origin: number, target: number): boolean {
  const route = track.routes[track.turn as Seat];
  return route !== null && route[0] === piece && route[1] === target && route[2] === origin;
}
