/** Choosing an action step by step out of the legal ones that the server sent. No rules: only lists. */

import type { Mark } from "../board";
import type { BoardInfo, Kind, PlayAction, RankView, Use } from "../wire";

/** What has been chosen so far. */
export interface Draft {
  readonly origin: number | null;
  /** The square of the piece whose mode changes first, or -1. */
  readonly flip: number;
  readonly power: string;
  readonly targets: readonly number[];
  readonly kind: string;
}

export const NOTHING: Draft = { origin: null, flip: -1, power: "", targets: [], kind: "" };

const flipOf = (action: PlayAction): number => ("switch" in action ? (action.switch ?? -1) : -1);

/** The legal moves and uses that fit the change of mode chosen so far. */
function fitting(legal: readonly PlayAction[], draft: Draft): PlayAction[] {
  return legal.filter((action) => flipOf(action) === draft.flip);
}

/** Where each piece may go by an ordinary move; a square with somebody on it is an attack. */
export function destinations(
  legal: readonly PlayAction[],
  draft: Draft,
  view: RankView,
): Map<number, Map<number, Mark>> {
  const stand = new Set(view.pieces.map((piece) => piece.square));
  const found = new Map<number, Map<number, Mark>>();
  for (const action of fitting(legal, draft)) {
    if (action.type === "move") {
      const to = found.get(action.origin) ?? new Map<number, Mark>();
      to.set(action.target, stand.has(action.target) ? "attack" : "move");
      found.set(action.origin, to);
    } else if (action.type === "use" && !found.has(action.origin)) found.set(action.origin, new Map());
  }
  // A piece that can only change its mode can be selected too.
  for (const action of legal) {
    const square = flipOf(action);
    if (square >= 0 && !found.has(square)) found.set(square, new Map());
  }
  return found;
}

/** Where the pieces of a seat could go next if all stood as it stands now: the ends of moves made ahead. */
export function aheadOf(
  board: BoardInfo,
  view: RankView,
  seat: number,
  kind: (id: string) => Kind | undefined,
): Map<number, Map<number, Mark>> {
  const stand = new Map(view.pieces.map((piece) => [piece.square, piece.seat]));
  const found = new Map<number, Map<number, Mark>>();
  for (const piece of view.pieces) {
    const moves = piece.seat === seat ? (kind(piece.kind ?? "")?.moves ?? "none") : "none";
    if (moves === "none") continue;
    const to = new Map<number, Mark>();
    for (const [dx, dy] of [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
    ] as const) {
      let [x, y] = [(piece.square % 10) + dx, Math.floor(piece.square / 10) + dy];
      while (x >= 0 && y >= 0 && x < board.width && y < board.height) {
        const square = y * 10 + x;
        if (board.blocked.includes(square) || stand.get(square) === seat) break;
        to.set(square, "later");
        if (moves === "step" || stand.has(square)) break;
        [x, y] = [x + dx, y + dy];
      }
    }
    if (to.size) found.set(piece.square, to);
  }
  return found;
}

/** The powers that a piece can use now. */
export function powersOf(legal: readonly PlayAction[], draft: Draft, origin: number): string[] {
  const found = new Set<string>();
  for (const action of fitting(legal, draft))
    if (action.type === "use" && action.origin === origin) found.add(action.power);
  return [...found];
}

/** Whether a piece may change its mode now. */
export function mayFlip(legal: readonly PlayAction[], square: number): boolean {
  return legal.some((action) => flipOf(action) === square);
}

function uses(legal: readonly PlayAction[], draft: Draft): Use[] {
  return fitting(legal, draft).filter(
    (action): action is Use =>
      action.type === "use" &&
      action.origin === draft.origin &&
      action.power === draft.power &&
      draft.targets.every((target, i) => action.targets?.[i] === target),
  );
}

export interface Step {
  /** Squares to choose from next. */
  readonly targets: ReadonlyMap<number, Mark>;
  /** Kinds of piece to choose from next. */
  readonly kinds: readonly string[];
  /** The action, once nothing is left to choose. */
  readonly action: PlayAction | null;
  /** Whether the action could stop here although more could be chosen. */
  readonly optional: PlayAction | null;
  /** Which target it is, from 1. */
  readonly number: number;
}

const IDLE: Step = { targets: new Map(), kinds: [], action: null, optional: null, number: 0 };

/** What a begun power asks for next. */
export function step(legal: readonly PlayAction[], draft: Draft, view: RankView): Step {
  if (!draft.power || draft.origin === null) return IDLE;
  const stand = new Set(view.pieces.map((piece) => piece.square));
  const left = uses(legal, draft);
  const at = draft.targets.length;
  const targets = new Map<number, Mark>();
  const kinds = new Set<string>();
  let exact: Use | null = null;
  for (const use of left) {
    const next = use.targets?.[at];
    if (next !== undefined) targets.set(next, stand.has(next) ? "attack" : "move");
    else if (use.kind && use.kind !== draft.kind) kinds.add(use.kind);
    else exact = use;
  }
  const more = targets.size > 0 || (kinds.size > 0 && !draft.kind);
  if (draft.kind) {
    const named = left.find((use) => use.kind === draft.kind) ?? null;
    return { ...IDLE, action: named };
  }
  return { targets, kinds: [...kinds], action: more ? null : exact, optional: more ? exact : null, number: at + 1 };
}

/** What a power that waits for targets allows: squares to choose, the answer so far, and whether to leave it. */
export function strikes(
  legal: readonly PlayAction[],
  chosen: readonly number[],
): {
  targets: ReadonlyMap<number, Mark>;
  action: PlayAction | null;
  halt: boolean;
  single: boolean;
} {
  const targets = new Map<number, Mark>();
  let action: PlayAction | null = null;
  let halt = false;
  let most = 0;
  for (const one of legal) {
    if (one.type === "halt") halt = true;
    if (one.type !== "strike") continue;
    most = Math.max(most, one.targets.length);
    if (!chosen.every((square) => one.targets.includes(square))) continue;
    for (const square of one.targets) targets.set(square, chosen.includes(square) ? "chosen" : "attack");
    if (one.targets.length === chosen.length) action = one;
  }
  return { targets, action, halt, single: most === 1 };
}

/** The legal move from one square to another, if there is one. */
export function moveTo(legal: readonly PlayAction[], draft: Draft, from: number, to: number): PlayAction | null {
  return (
    fitting(legal, draft).find((action) => action.type === "move" && action.origin === from && action.target === to) ??
    null
  );
}
