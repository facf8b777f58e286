/** The cells as a grid for screen readers: rows of cells with names, one of which the tab key comes to. */

import type { Cell, Geometry } from "./geometry";
import { marks, signs, type BoardState, type Man, type Mark, type Sign } from "./state";
import { make } from "./svg";

/** What is said of cells. */
export interface CellWords {
  /** What a cell is called when no piece stands on it: "b4, empty", "c5, lake". */
  cell(cell: Cell): string;
  /** What is said of a cell that can be chosen; nothing where the name of the cell says it already. */
  mark(mark: Mark): string;
  /** What is said of what an attack brings. */
  sign?(sign: Sign): string;
}

/** A board with more cells than this has only those in the page that are in sight. */
export const SMALL = 400;
/** How many names are written at once; the others follow in the pauses. */
const AT_ONCE = 400;

export class Cells<Look> {
  private readonly elements = new Map<Cell, SVGGElement>();
  private readonly rows = new Map<number, SVGGElement>();
  private unnamed: Cell[] = [];
  private timer = 0;
  private state: BoardState<Look> | null = null;
  private geometry: Geometry;

  constructor(
    private readonly host: SVGGElement,
    geometry: Geometry,
    private words: CellWords,
  ) {
    this.geometry = geometry;
    this.show(this.first());
  }

  private first(): readonly Cell[] {
    return this.geometry.cells.length > SMALL ? [] : this.geometry.cells;
  }

  /** Start again: another geometry, or another language. */
  rebuild(geometry: Geometry, words: CellWords): void {
    this.geometry = geometry;
    this.words = words;
    this.elements.clear();
    this.rows.clear();
    this.host.replaceChildren();
    this.state = null;
    this.show(this.first());
  }

  element(cell: Cell): SVGGElement | undefined {
    return this.elements.get(cell);
  }

  /** Have these cells in the page, and the one with the focus; of a big board only what is in sight. */
  show(cells: readonly Cell[]): void {
    const { geometry: g } = this;
    const wanted = new Set(cells);
    if (this.state) wanted.add(this.roving(this.state));
    for (const [cell, element] of this.elements)
      if (!wanted.has(cell)) {
        element.remove();
        this.elements.delete(cell);
      }
    const fresh = [...wanted].filter((cell) => !this.elements.has(cell));
    const places = new Map(fresh.map((cell) => [cell, g.place(cell)]));
    fresh.sort((a, b) => {
      const [one, two] = [places.get(a)!, places.get(b)!];
      return one.row - two.row || one.column - two.column;
    });
    for (const cell of fresh) {
      const { row, column } = places.get(cell)!;
      insert(this.row(row), this.make(cell, column), "aria-colindex");
    }
    for (const [index, row] of this.rows)
      if (!row.childElementCount) {
        row.remove();
        this.rows.delete(index);
      }
    if (this.state) this.name(fresh);
  }

  private row(index: number): SVGGElement {
    let row = this.rows.get(index);
    if (!row) {
      row = make("g", { role: "row", "aria-rowindex": index + 1 });
      this.rows.set(index, row);
      insert(this.host, row, "aria-rowindex");
    }
    return row;
  }

  private make(cell: Cell, column: number): SVGGElement {
    const { geometry: g } = this;
    const group = make("g", {
      role: "gridcell",
      "aria-colindex": column + 1,
      "data-cell": cell,
      "data-name": g.name(cell),
      tabindex: -1,
      class: "cell",
    });
    group.append(make("path", { d: g.outline(cell) }));
    this.elements.set(cell, group);
    return group;
  }

  /** The cell that the tab key comes to. */
  roving(state: BoardState<Look>): Cell {
    return state.focus ?? state.selected ?? state.home ?? this.geometry.cells[0] ?? 0;
  }

  draw(state: BoardState<Look>): void {
    const before = this.state;
    this.state = state;
    const roving = this.roving(state);
    if (!this.elements.has(roving)) this.show([...this.elements.keys(), roving]);
    if (before) this.elements.get(this.roving(before))?.setAttribute("tabindex", "-1");
    this.elements.get(roving)?.setAttribute("tabindex", "0");
    const same =
      before !== null &&
      before.men === state.men &&
      before.selected === state.selected &&
      before.dests === state.dests &&
      before.signs === state.signs &&
      before.targets === state.targets;
    if (!same) this.name([...this.elements.keys()]);
  }

  /** Say the names again, because what they speak of has changed. */
  rename(): void {
    if (this.state) this.name([...this.elements.keys()]);
  }

  private name(cells: readonly Cell[]): void {
    window.clearTimeout(this.timer);
    // The cell with the focus first: it is being read.
    const roving = this.state ? this.roving(this.state) : -1;
    this.unnamed = [...new Set([roving, ...cells, ...this.unnamed])];
    this.nameSome();
  }

  private nameSome(): void {
    const { state } = this;
    if (!state) return;
    const now = marks(state);
    const known = signs(state);
    const by = new Map<Cell, Man<Look>>();
    for (const man of state.men.values()) by.set(man.cell, man);
    for (const cell of this.unnamed.splice(0, AT_ONCE)) {
      const element = this.elements.get(cell);
      if (element) this.write(element, cell, state, by.get(cell), now.get(cell), known.get(cell));
    }
    if (this.unnamed.length) this.timer = window.setTimeout(() => this.nameSome(), 0);
  }

  private write(
    element: SVGGElement,
    cell: Cell,
    state: BoardState<Look>,
    man: Man<Look> | undefined,
    mark: Mark | undefined,
    sign: Sign | undefined,
  ): void {
    const name = man ? `${this.geometry.name(cell)}, ${man.label}` : this.words.cell(cell);
    const marked = mark ? this.words.mark(mark) : "";
    const told = mark === "attack" && sign ? this.words.sign?.(sign) : "";
    set(element, "aria-label", [name, marked, told].filter(Boolean).join(", "));
    set(element, "data-sign", (mark === "attack" && sign) || null);
    set(element, "aria-selected", state.selected === cell ? "true" : null);
    set(element, "data-mark", mark ?? null);
    // What is made ahead is no choice that anybody waits for.
    const goals = state.dests.get(cell);
    const now = goals !== undefined && goals.values().next().value !== "later";
    element.classList.toggle("open", mark ? mark !== "later" : now);
  }

  destroy(): void {
    window.clearTimeout(this.timer);
  }
}

function set(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Put an element where its number belongs; those that are there already stay, or the focus would be lost. */
function insert(parent: Element, child: Element, by: string): void {
  const number = Number(child.getAttribute(by));
  let after = parent.lastElementChild;
  while (after && Number(after.getAttribute(by)) > number) after = after.previousElementSibling;
  if (after) after.after(child);
  else parent.prepend(child);
}
