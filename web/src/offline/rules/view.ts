/** All that a seat knows of a state, built field by field; -1 stands for onlookers. */

import type { PieceSeen, Prisoner, RankView } from "../../wire";
import { NOWHERE } from "./settled";
import type { State } from "./state";

export function viewOf(state: State, seat: number): RankView {
  const { rules, over } = state;
  const open = over !== null;
  const setup = (owner: 0 | 1): RankView["setups"][0] => (open || seat === owner ? state.setups[owner] : null);
  return {
    type: "ranks",
    game: rules.id,
    seat,
    options: { ...rules.options },
    phase: state.phase,
    ready: [state.setups[0] !== null, state.setups[1] !== null],
    setups: [setup(0), setup(1)],
    starts: state.starts,
    pieces: state.where.flatMap((square, piece) => (square === NOWHERE ? [] : [seen(state, piece, seat)])),
    captured: state.captured.map((piece) => inTray(state, piece, seat)),
    tokens: [],
    track: state.track,
    awaited: null,
    outcome: over,
  };
}

function seen(state: State, piece: number, seat: number): PieceSeen {
  const owner = state.seatOf(piece);
  const own = owner === seat;
  const known = own || state.over ? 2 : state.shown[piece]!;
  const { id, rank } = state.kinds[piece]!;
  return {
    id: piece,
    seat: owner,
    square: state.where[piece]!,
    ...(known === 2 ? { kind: id } : {}),
    ...(known ? { rank } : {}),
    ...(state.moved[piece] && state.rules.keeps ? { moved: true } : {}),
    ...(own && state.shown[piece] ? { seen: state.shown[piece] } : {}),
  };
}

function inTray(state: State, piece: number, seat: number): Prisoner {
  const owner = state.seatOf(piece);
  const audience = state.rules.trayAudience(owner);
  const told = state.over !== null || !audience || audience.includes(seat);
  return { id: piece, seat: owner, ...(told ? { kind: state.kinds[piece]!.id } : {}) };
}
