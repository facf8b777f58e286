/** What the board shows, and how it changes: plain data and pure functions. No rules live here. */

import type { Cell } from "./geometry";

/** A piece on the board. What it looks like is the caller's business: `look` is handed to the caller's painter. */
export interface Man<Look = unknown> {
  readonly id: number;
  readonly cell: Cell;
  readonly look: Look;
  /** What a screen reader says of it. */
  readonly label: string;
  /** A cell that it leans over, coming from its own: it waits there for what comes. */
  readonly lean?: Cell;
  /** Whether it belongs to the player here: choosing another one of these changes the selection. */
  readonly own: boolean;
}

/**
 * How a cell that can be chosen is marked: a dot, a ring round an enemy, a target already chosen, an own piece to
 * change places with, which is marked only below the dragged piece, or the end of a move made ahead.
 */
export type Mark = "move" | "attack" | "chosen" | "swap" | "later";

export interface Trail {
  readonly from: Cell;
  readonly to: Cell;
}

/** An arrow, or a circle where both ends are the same: drawn by the player, or to show a hint. */
export interface Arrow {
  readonly from: Cell;
  readonly to: Cell;
  readonly tone: "own" | "hint" | "later";
}

/** What an attack is known to bring. */
export type Sign = "win" | "lose" | "tie";

/** Light on cells where something happened, with a beam from one cell to the others. */
export interface Glow {
  readonly from: Cell | null;
  readonly cells: readonly Cell[];
  /** A way to point: columns to the right and rows up, as seat 0 sees it. */
  readonly way?: readonly [number, number];
}

/** The drawings after one more: drawing the same again takes it away. */
export function drawn(arrows: readonly Arrow[], from: Cell, to: Cell): readonly Arrow[] {
  const rest = arrows.filter((one) => one.from !== from || one.to !== to);
  return rest.length < arrows.length ? rest : [...arrows, { from, to, tone: "own" }];
}

export interface BoardState<Look = unknown> {
  readonly men: ReadonlyMap<number, Man<Look>>;
  /** Where each piece may go: filled by the code that knows the rules. */
  readonly dests: ReadonlyMap<Cell, ReadonlyMap<Cell, Mark>>;
  /** Cells that can be chosen now whatever is selected: the targets of a begun power. */
  readonly targets: ReadonlyMap<Cell, Mark>;
  readonly selected: Cell | null;
  readonly focus: Cell | null;
  /** Where the tab key comes to while nothing is selected; the first cell if null. */
  readonly home: Cell | null;
  readonly drag: { readonly from: Cell; readonly over: Cell | null } | null;
  readonly trail: readonly Trail[];
  readonly sparks: readonly Cell[];
  readonly arrows: readonly Arrow[];
  /** By the cell of the attacker and that of the attacked, where it is known. */
  readonly signs: ReadonlyMap<Cell, ReadonlyMap<Cell, Sign>>;
  readonly glows: readonly Glow[];
  /** Whether pieces that change their looks turn over one after the other, from the middle outwards. */
  readonly sweep: boolean;
  /** Whether anything can be selected at all. */
  readonly active: boolean;
}

export const EMPTY: BoardState<never> = {
  men: new Map(),
  dests: new Map(),
  targets: new Map(),
  selected: null,
  focus: null,
  home: null,
  drag: null,
  trail: [],
  sparks: [],
  arrows: [],
  signs: new Map(),
  glows: [],
  sweep: false,
  active: false,
};

export function manAt<Look>(state: BoardState<Look>, cell: Cell): Man<Look> | null {
  for (const man of state.men.values()) if (man.cell === cell) return man;
  return null;
}

/** The marks to draw: those of begun targets, else those of the selected piece. */
export function marks(state: BoardState): ReadonlyMap<Cell, Mark> {
  if (state.targets.size) return state.targets;
  if (state.selected === null) return new Map();
  return state.dests.get(state.selected) ?? new Map();
}

/** The signs to draw: those of the selected piece. */
export function signs(state: BoardState): ReadonlyMap<Cell, Sign> {
  const none: ReadonlyMap<Cell, Sign> = new Map();
  return state.selected === null || state.targets.size ? none : (state.signs.get(state.selected) ?? none);
}

export function select<Look>(state: BoardState<Look>, cell: Cell | null): BoardState<Look> {
  return state.selected === cell ? state : { ...state, selected: cell };
}

export function focus<Look>(state: BoardState<Look>, cell: Cell | null): BoardState<Look> {
  return state.focus === cell ? state : { ...state, focus: cell };
}

export function lift<Look>(state: BoardState<Look>, from: Cell): BoardState<Look> {
  return { ...state, selected: from, drag: { from, over: from } };
}

export function hover<Look>(state: BoardState<Look>, over: Cell | null): BoardState<Look> {
  return state.drag && state.drag.over !== over ? { ...state, drag: { ...state.drag, over } } : state;
}

export function drop<Look>(state: BoardState<Look>): BoardState<Look> {
  return state.drag ? { ...state, drag: null } : state;
}

/** What choosing a cell means now. */
export type Choice =
  | { readonly kind: "pick"; readonly cell: Cell }
  | { readonly kind: "act"; readonly from: Cell; readonly to: Cell }
  | { readonly kind: "select"; readonly cell: Cell }
  | { readonly kind: "clear" };

/** What choosing a cell means: a target, the end of a move, a piece to select, or letting go. */
export function choose(state: BoardState, cell: Cell): Choice {
  if (state.targets.has(cell)) return { kind: "pick", cell };
  const { selected } = state;
  if (selected === cell) return { kind: "clear" };
  const there = manAt(state, cell);
  const held = selected === null ? null : manAt(state, selected);
  if (selected !== null && state.dests.get(selected)?.has(cell)) return { kind: "act", from: selected, to: cell };
  // With an own piece in hand a foreign cell is a wish to go there; the rules may refuse it.
  if (selected !== null && held?.own && state.active && !there?.own) return { kind: "act", from: selected, to: cell };
  return { kind: "select", cell };
}
