/** What happens when somebody sets up, moves or ends a game: the next state, and the events for those who may know. */

import type { Deploy, Kind, Move, Outcome, Problem, RankEvent } from "../../wire";
import { squareName } from "../../board/squares";
import { couldMove, forfeits, legalMoves, refusal } from "./legal";
import { EMPTY, NOWHERE, span, type Seat } from "./settled";
import type { State } from "./state";
import { freshTrack, tracked } from "./track";

export interface Step {
  readonly state: State;
  readonly events: RankEvent[];
}

/** Something the rules refuse, with the rule. */
export class Illegal extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.rule} ${JSON.stringify(problem.params)}`);
  }
}

/** The state after a move; `Illegal` names the rule that refuses it. */
export function moved(before: State, seat: Seat, move: Move): Step {
  const { origin, target } = move;
  const legal = !before.over && before.phase === "play" && seat === before.track.turn;
  if (legal && legalMoves(before).some((one) => one.origin === origin && one.target === target)) {
    const turn = new Turn(before);
    turn.step(origin, target);
    return turn;
  }
  if (!forfeits(before, seat, move)) throw new Illegal(refusal(before, seat, move));
  const turn = new Turn(before);
  turn.end("bomb-moved", (1 - seat) as Seat, "ST-MOVE-3");
  return turn;
}

/** The state after a set-up; play begins with the second. */
export function deployed(before: State, seat: Seat, action: Deploy): Step {
  if (before.over || before.where.length || before.setups[seat])
    throw new Illegal({ code: "illegal", rule: "ST-SET-1", params: { reason: "already set up" } });
  check(before, seat, action);
  const turn = new Turn(before);
  const { state, events } = turn;
  const setup = action.pieces.map(([square, kind]): [number, string] => [square, kind]).sort(([a], [b]) => a - b);
  state.setups[seat] = setup;
  events.push({ type: "deployed", seat, setup, to: [seat] }, { type: "ready", seat });
  const [first, second] = state.setups;
  if (!first || !second) return turn;
  state.place(first, second);
  const position = state.rules.moreSquare ? state.fingerprint() : 0;
  events.push({ type: "began", squares: state.starts, position });
  state.track = freshTrack(position);
  if (!legalMoves(state).length) turn.stuck(0);
  return turn;
}

/** The state after resignation or agreement (ST-END-3). */
export function ended(before: State, outcome: Outcome): Step {
  const turn = new Turn(before);
  turn.state.over = outcome;
  turn.events.push({ type: "ended", outcome, setups: turn.state.setups });
  return turn;
}

/** Refuse a set-up that is not the whole army on the seat's own squares (ST-SET-3). */
function check(state: State, seat: Seat, { pieces }: Deploy): void {
  const { kinds, homes } = state.rules;
  const no = (reason: string, params: Problem["params"]): Illegal =>
    new Illegal({ code: "illegal", rule: "ST-SET-3", params: { reason, ...params } });
  const taken = new Set<number>();
  for (const [square, kind] of pieces) {
    if (!kinds[seat].has(kind)) throw no("unknown kind", { kind });
    if (!homes[seat].has(square)) throw no("outside", { square: squareName(square), kind });
    if (taken.has(square)) throw no("two on one square", { square: squareName(square) });
    taken.add(square);
  }
  for (const wanted of kinds[seat].values()) {
    const given = pieces.filter(([, kind]) => kind === wanted.id).length;
    if (given !== wanted.count) throw no("count", { kind: wanted.id, given, wanted: wanted.count });
  }
}

/** The winner of an attack; "none" where both are captured (ST-ATT-3 to ST-ATT-6). */
export function battleWinner(attacker: Kind, defender: Kind): "attacker" | "defender" | "none" {
  if (defender.role === "bomb") return attacker.defuses ? "attacker" : "defender";
  if (defender.role === "flag" || attacker.slays.includes(defender.rank)) return "attacker";
  if (attacker.strength === defender.strength) return "none";
  return attacker.strength > defender.strength ? "attacker" : "defender";
}

/** One action being carried out. */
class Turn implements Step {
  readonly state: State;
  readonly events: RankEvent[] = [];
  private readonly seat: Seat;
  private flagTaken = false;

  constructor(before: State) {
    this.state = before.copy();
    this.seat = before.track.turn as Seat;
  }

  /** Make a move or an attack, and see whether the game is over. */
  step(origin: number, target: number): void {
    const { state } = this;
    const { rules } = state;
    const piece = state.board[origin]!;
    if (!rules.beside[origin]!.includes(target)) {
      // Only rank 2 goes so far: that tells as much as a battle would (ST-MOVE-5).
      if (rules.options["long_move"] === "piece") this.show(piece, true);
      else this.call(piece);
    }
    const attack = state.board[target] !== EMPTY;
    if (attack) this.fight(piece, target);
    else this.move(piece, target);
    const trail = span(origin, target)!;
    const near = rules.moreSquare && rules.beside[target]!.some((one) => state.holds(one, 1 - this.seat));
    const turned = {
      type: "turned" as const,
      seat: 1 - this.seat,
      attack,
      trail: [piece, ...trail] as [number, number, number, number],
      route: [piece, origin, target] as [number, number, number],
      near,
      position: rules.moreSquare ? state.fingerprint() : 0,
    };
    this.events.push(turned);
    state.track = tracked(state.track, turned, rules);
    this.conclude();
  }

  private call(piece: number): void {
    this.show(piece, this.state.rules.options["announce"] === "piece");
  }

  /** Tell everybody the rank of a piece, or which piece it is (ST-ATT-2). */
  private show(piece: number, whole: boolean): void {
    const { state } = this;
    const { rank, id } = state.kinds[piece]!;
    this.events.push(whole ? { type: "shown", piece, rank, kind: id } : { type: "shown", piece, rank });
    // Without help it has to be remembered by the players themselves (ST-KNOW-2).
    if (state.rules.keeps) state.shown[piece] = Math.max(state.shown[piece]!, whole ? 2 : 1);
  }

  private move(piece: number, target: number): void {
    const { state } = this;
    const origin = state.where[piece]!;
    this.events.push({ type: "moved", piece, origin, target });
    state.board[origin] = EMPTY;
    state.board[target] = piece;
    state.where[piece] = target;
    state.moved[piece] = true;
  }

  private capture(piece: number): void {
    const { state } = this;
    state.board[state.where[piece]!] = EMPTY;
    state.where[piece] = NOWHERE;
    state.captured = [...state.captured, piece];
    state.moved[piece] = false;
    state.shown[piece] = 0;
    this.events.push({ type: "captured", piece });
    const audience = state.rules.trayAudience(state.seatOf(piece));
    const kind = state.kinds[piece]!;
    if (!audience) this.events.push({ type: "trayed", piece, kind: kind.id });
    else if (audience.length) this.events.push({ type: "trayed", piece, kind: kind.id, to: [...audience] });
    if (kind.role === "flag") this.flagTaken = true;
  }

  private fight(attacker: number, target: number): void {
    const { state } = this;
    const defender = state.board[target]!;
    this.events.push({ type: "attacked", piece: attacker, origin: state.where[attacker]!, targets: [target] });
    this.call(attacker);
    this.call(defender);
    const winner = battleWinner(state.kinds[attacker]!, state.kinds[defender]!);
    if (winner !== "attacker") this.capture(attacker);
    if (winner !== "defender") this.capture(defender);
    if (winner === "attacker") this.move(attacker, target);
  }

  private conclude(): void {
    const { track, rules } = this.state;
    const [quiet, length] = [rules.number("quiet_limit"), rules.number("ply_limit")];
    if (this.flagTaken) this.end("flag", this.seat, "ST-END-1");
    else if (!legalMoves(this.state).length) this.stuck((1 - this.seat) as Seat);
    else if (quiet > 0 && track.quiet >= quiet) this.end("quiet", null, "ST-END-4");
    else if (length > 0 && track.ply >= length) this.end("length", null, "ST-END-4");
  }

  /** A seat can do nothing: it loses, or the game is drawn where neither could move (ST-TURN-2). */
  stuck(seat: Seat): void {
    const { state } = this;
    const wanted = state.rules.options["both_immobile"];
    const nobody = (): boolean =>
      wanted === "draw"
        ? !couldMove(state, 0) && !couldMove(state, 1)
        : !state.where.some((square, piece) => square !== NOWHERE && state.kinds[piece]!.moves !== "none");
    if (wanted !== "mover_loses" && nobody()) this.end("immobile", null, "ST-TURN-2");
    else this.end("no-move", (1 - seat) as Seat, "ST-TURN-2");
  }

  end(termination: string, winner: Seat | null, rule: string): void {
    const scores = winner === null ? [0.5, 0.5] : [1 - winner, winner];
    this.state.over = { termination, scores, rule };
    this.events.push({ type: "ended", outcome: this.state.over, setups: this.state.setups });
  }
}
