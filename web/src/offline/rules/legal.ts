/** Which moves are legal, and by which rule another is refused: read from what the acting seat knows alone. */

import { squareName } from "../../board/squares";
import type { Move, Problem } from "../../wire";
import { EMPTY, NOWHERE, span, type Seat } from "./settled";
import type { State } from "./state";
import { barrier, chased, freshTrack, held, takesBack } from "./track";

/** All legal moves of the seat to move (ST-MOVE-1 to ST-MOVE-7, ST-ATT-1). */
export function legalMoves(state: State): Move[] {
  const { board, where, kinds, rules, track } = state;
  const seat = track.turn;
  const [low, high] = seat === 0 ? [0, rules.sizes[0]] : [rules.sizes[0], where.length];
  const own = (piece: number): boolean => low <= piece && piece < high;
  const found: Move[] = [];
  for (let piece = low; piece < high; piece += 1) {
    const origin = where[piece]!;
    if (origin === NOWHERE) continue;
    const way = kinds[piece]!.moves;
    if (way === "none") continue;
    for (const line of rules.rays[origin]!) {
      for (const target of line) {
        if (!own(board[target]!)) found.push({ type: "move", origin, target });
        if (way === "step" || board[target] !== EMPTY) break;
      }
    }
  }
  const limit = rules.number("two_square");
  const bound = held(track, limit) ?? barrier(track, limit);
  const chases = rules.moreSquare && chased(track).length > 0;
  if (!bound && !chases) return found;
  return found.filter(
    ({ origin, target }) =>
      !(bound && origin === where[bound[0]] && shuttles(state, origin, target)) &&
      !(chases && repeatsChase(state, origin, target)),
  );
}

/** Whether the two-square rule refuses a move (ST-MOVE-6). */
function shuttles(state: State, origin: number, target: number): boolean {
  const { rules, track, board } = state;
  if (rules.options["two_square_attacks"] !== true && board[target] !== EMPTY) return false;
  const limit = rules.number("two_square");
  const piece = board[origin];
  const pair = held(track, limit);
  if (pair && pair[0] === piece && pair[1] === Math.min(origin, target) && pair[2] === Math.max(origin, target))
    return true;
  const closed = rules.options["two_square_reading"] === "squares" ? null : barrier(track, limit);
  if (!closed || closed[0] !== piece) return false;
  const crossed = span(origin, target);
  return crossed !== null && crossed[0] === closed[1] && crossed[1] < closed[3] && crossed[2] > closed[2];
}

/** Whether a move repeats a position of its player's chase (ST-MOVE-7). */
function repeatsChase(state: State, origin: number, target: number): boolean {
  const { rules, track, board } = state;
  if (board[target] !== EMPTY) return false;
  const piece = board[origin]!;
  if (!chased(track).includes(state.fingerprintAfter(piece, origin, target))) return false;
  if (takesBack(track, piece, origin, target)) return false;
  return rules.beside[target]!.some((near) => state.holds(near, 1 - track.turn));
}

/** Whether a seat would have a move if it were its turn, repetition left aside (ST-TURN-2). */
export function couldMove(state: State, seat: Seat): boolean {
  const other = state.copy();
  other.track = freshTrack(0, seat);
  return legalMoves(other).length > 0;
}

/** Whether a move takes an own bomb or flag where that loses the game (ST-MOVE-3). */
export function forfeits(state: State, seat: Seat, { origin, target }: Move): boolean {
  const { rules } = state;
  if (rules.options["bomb_move_loses"] !== true || state.phase !== "play" || seat !== state.track.turn) return false;
  if (![origin, target].every((square) => square >= 0 && square < rules.size)) return false;
  return state.holds(origin, seat) && origin !== target && state.kinds[state.board[origin]!]!.moves === "none";
}

/** The rule that refuses a move which is not legal (ST-ERR-1). */
export function refusal(state: State, seat: Seat, { origin, target }: Move): Problem {
  const { rules, board } = state;
  const no = (rule: string, reason: string, params: Problem["params"] = {}): Problem => ({
    code: "illegal",
    rule,
    params: { reason, ...params },
  });
  if (state.over) return no("ST-END-1", "over");
  if (state.phase === "setup") return no("ST-SET-1", "not set up");
  if (seat !== state.track.turn) return no("ST-TURN-1", "not your turn");
  const onBoard = (square: number): boolean => square >= 0 && square < rules.size;
  if (!onBoard(origin)) return no("ST-MOVE-2", "off the board", { square: origin });
  if (!state.holds(origin, seat)) return no("ST-TURN-1", "no piece", { square: squareName(origin) });
  if (!onBoard(target)) return no("ST-MOVE-2", "off the board", { square: target });
  const kind = state.kinds[board[origin]!]!;
  const params = { origin: squareName(origin), target: squareName(target), kind: kind.id };
  if (kind.moves === "none") return no("ST-MOVE-3", "never moves", params);
  if (rules.blocked.has(target)) return no("ST-MOVE-2", "blocked", params);
  if (origin === target || !span(origin, target)) return no("ST-MOVE-1", "not straight", params);
  if (state.holds(target, seat)) return no("ST-MOVE-2", "own piece", params);
  const line = rules.rays[origin]!.find((one) => one.includes(target));
  const between = line?.slice(0, line.indexOf(target)) ?? [];
  if (kind.moves === "step" && (between.length || !line)) return no("ST-MOVE-1", "too far", params);
  if (!line || between.some((square) => board[square] !== EMPTY)) return no("ST-MOVE-2", "in the way", params);
  if (shuttles(state, origin, target))
    return no("ST-MOVE-6", "two squares", { limit: rules.number("two_square"), ...params });
  return no("ST-MOVE-7", "more squares", params);
}
