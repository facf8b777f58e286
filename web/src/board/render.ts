/** The one renderer: draws a state as SVG and touches only what changed. */

import { Cells, type CellWords } from "./cells";
import type { Cell, Geometry, Point } from "./geometry";
import { manAt, marks, signs, type BoardState, type Man, type Sign } from "./state";
import { make } from "./svg";

/** How the caller draws: all of it markup made by our own kit, with foreign text already escaped. */
export interface Painter<Look> extends CellWords {
  /** The piece in a box of 100 by 100. */
  man(look: Look): string;
  /** What lies under everything: patterns, the ground, lakes; in board units. */
  ground(geometry: Geometry): string;
  /** Where false, a layer of the caller's own shows which cells can be chosen. */
  readonly marks?: boolean;
}

export interface Rim {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** A drawing of the caller's with places for what the board draws: below and above the caller's own layers. */
export interface Sheet {
  readonly svg: SVGSVGElement;
  readonly below: SVGElement;
  readonly above: SVGElement;
}

/** What an attack brings, drawn in a disc: a tick, a cross, a stroke. */
const SIGNS: Record<Sign, string> = { win: "M-9 1l6 7 12 -15", lose: "M-8 -8l16 16m0 -16l-16 16", tie: "M-10 0h20" };
/** How far from the middle of a cell a piece waits that leans over it. */
const LEAN = 52;
/** Milliseconds between one ring of cells and the next, when pieces turn over from the middle outwards. */
const SWEEP_MS = 90;

/** How far from the middle of a cell a beam ends. */
const BESIDE = 40;

/** A beam from one point to another, beginning and ending a little beside them. */
function beam(a: Point, b: Point, beside: number): string {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  if (far <= 2 * BESIDE) return "";
  const [x, y] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const line = `M${a.x + x * BESIDE} ${a.y + y * BESIDE}L${b.x - x * beside} ${b.y - y * beside}`;
  return `<path class="beam wide" d="${line}"/><path class="beam" d="${line}"/>`;
}

function ownSheet(): Sheet {
  const svg = make("svg", { class: "ff-board" });
  return { svg, below: svg, above: svg };
}

type Layer = "ground" | "trail" | "cells" | "chosen" | "men" | "marks" | "top" | "air";

export class Renderer<Look> {
  readonly svg: SVGSVGElement;
  readonly cells: Cells<Look>;
  private readonly men = new Map<number, SVGGElement>();
  private readonly drawn = new Map<number, Man<Look>>();
  private readonly layers: Record<Layer, SVGGElement>;
  private readonly ring: SVGPathElement;
  private shown: BoardState<Look> | null = null;
  geometry: Geometry;
  rim: Rim;

  constructor(
    geometry: Geometry,
    private painter: Painter<Look>,
    label: string,
    rim: Rim,
    sheet: Sheet = ownSheet(),
  ) {
    this.geometry = geometry;
    this.rim = rim;
    this.svg = sheet.svg;
    this.svg.setAttribute("role", "grid");
    this.svg.setAttribute("aria-label", label);
    this.layers = {
      ground: make("g", { class: "ground", "aria-hidden": "true" }),
      trail: make("g", { class: "trail", "aria-hidden": "true" }),
      marks: make("g", { class: "marks", "aria-hidden": "true" }),
      cells: make("g", { class: "cells", role: "rowgroup" }),
      chosen: make("g", { class: "marks", "aria-hidden": "true" }),
      men: make("g", { class: "men", "aria-hidden": "true" }),
      top: make("g", { class: "top", "aria-hidden": "true" }),
      air: make("g", { class: "air", "aria-hidden": "true" }),
    };
    this.ring = make("path", { class: "focus-ring", "aria-hidden": "true" });
    // Men lie over the cells but let the pointer through: a cell is what one points at.
    const { ground, trail, cells, chosen, men, marks: spots, top, air } = this.layers;
    sheet.below.append(ground, trail, cells);
    // The ring of the selected square lies under the pieces: it hides none of their signs.
    sheet.above.append(chosen, men, this.ring, spots, top, air);
    this.cells = new Cells(cells, geometry, painter);
    this.build();
  }

  /** Draw the ground and the cells again: after a turn of the board, a new theme or language. */
  rebuild(geometry: Geometry, painter: Painter<Look>, label: string): void {
    this.geometry = geometry;
    this.painter = painter;
    this.svg.setAttribute("aria-label", label);
    this.drawn.clear();
    this.cells.rebuild(geometry, painter);
    this.build();
    const state = this.shown;
    this.shown = null;
    if (state) this.draw(state);
  }

  private build(): void {
    const { geometry: g, rim } = this;
    this.svg.setAttribute(
      "viewBox",
      `${-rim.left} ${-rim.top} ${g.width + rim.left + rim.right} ${g.height + rim.top + rim.bottom}`,
    );
    this.svg.setAttribute("aria-rowcount", String(g.rows));
    this.svg.setAttribute("aria-colcount", String(g.columns));
    const words = g
      .rim()
      .map(({ text, x, y }) =>
        x < 0
          ? `<text class="rim" x="${-rim.left / 2}" y="${y}">${text}</text>`
          : `<text class="rim" x="${x}" y="${g.height + rim.bottom / 2}">${text}</text>`,
      )
      .join("");
    this.layers.ground.innerHTML = this.painter.ground(g) + words;
  }

  draw(state: BoardState<Look>): void {
    const before = this.shown;
    this.shown = state;
    this.drawMen(state);
    if (before?.trail !== state.trail || before?.sparks !== state.sparks || before?.glows !== state.glows)
      this.drawTrail(state);
    if (before?.arrows !== state.arrows || before?.glows !== state.glows) this.drawTop(state);
    this.drawMarks(state);
    this.cells.draw(state);
  }

  private drawMen(state: BoardState<Look>): void {
    for (const [id, element] of this.men)
      if (!state.men.has(id)) {
        element.remove();
        this.men.delete(id);
        this.drawn.delete(id);
      }
    for (const man of state.men.values()) {
      let element = this.men.get(man.id);
      if (!element) {
        element = make("g", { class: "man", "data-man": man.id });
        this.men.set(man.id, element);
        this.layers.men.append(element);
      }
      const old = this.drawn.get(man.id);
      if (!old || old.look !== man.look) this.look(element, man, old !== undefined && state.sweep);
      if (!old || old.cell !== man.cell || old.lean !== man.lean) this.put(element, man);
      this.drawn.set(man.id, man);
      const held = state.drag?.from === man.cell;
      // What is dragged lies above everything else on the page.
      if (held && element.parentNode !== this.layers.air) this.layers.air.append(element);
      element.classList.toggle("selected", state.selected === man.cell);
      element.classList.toggle("dragged", held);
      if (!held && element.parentNode === this.layers.air) this.put(element, man);
    }
    this.svg.classList.toggle("dragging", state.drag !== null);
    this.svg.classList.toggle("live", state.active);
  }

  /** Draw a piece again; in a sweep it turns over when its time has come. */
  private look(element: SVGGElement, man: Man<Look>, sweep: boolean): void {
    const markup = this.painter.man(man.look);
    const turn = (turned: string): void => {
      element.innerHTML = `<g class="lift${turned}">${markup}</g>`;
    };
    if (!sweep) return turn("");
    const { geometry: g } = this;
    const { x, y } = g.centre(man.cell);
    const far = Math.hypot(x - g.width / 2, y - g.height / 2) / g.size;
    window.setTimeout(() => turn(" turned"), far * SWEEP_MS);
  }

  private put(element: SVGGElement, { cell, lean }: Man<Look>): void {
    let { x, y } = this.geometry.centre(cell);
    if (lean !== undefined) {
      const to = this.geometry.centre(lean);
      const far = Math.hypot(to.x - x, to.y - y) || 1;
      const part = Math.max(0, far - LEAN) / far;
      [x, y] = [x + (to.x - x) * part, y + (to.y - y) * part];
    }
    const half = this.geometry.size / 2;
    element.style.transform = `translate(${x - half}px, ${y - half}px)`;
    // A piece that moves lies on top of those that do not.
    this.layers.men.append(element);
  }

  /** Let the dragged piece follow the pointer. */
  carry(from: Cell, x: number, y: number): void {
    const man = this.shown && manAt(this.shown, from);
    const element = man && this.men.get(man.id);
    if (!element) return;
    const half = this.geometry.size / 2;
    element.style.transform = `translate(${x - half}px, ${y - half}px)`;
  }

  private drawTrail(state: BoardState<Look>): void {
    const { geometry: g } = this;
    const parts: string[] = [];
    for (const { from, to } of state.trail) {
      const [a, b] = [g.centre(from), g.centre(to)];
      parts.push(`<path class="was" d="${g.outline(from)}"/><path class="is" d="${g.outline(to)}"/>`);
      parts.push(
        `<path class="way" d="M${a.x} ${a.y}L${b.x} ${b.y}"/><circle class="way-from" cx="${a.x}" cy="${a.y}" r="9"/>`,
      );
    }
    for (const { cells } of state.glows)
      for (const cell of cells) parts.push(`<path class="lit" d="${g.outline(cell)}"/>`);
    for (const cell of state.sparks) {
      const { x, y } = g.centre(cell);
      parts.push(`<path class="spark" d="M${x - 34} ${y - 34}l68 68m0 -68l-68 68"/>`);
    }
    this.layers.trail.innerHTML = parts.join("");
  }

  private drawTop(state: BoardState<Look>): void {
    this.layers.top.innerHTML = this.glows(state) + this.arrows(state);
  }

  private glows(state: BoardState<Look>): string {
    const { geometry: g } = this;
    const parts: string[] = [];
    for (const { from, cells, way } of state.glows) {
      for (const cell of cells) parts.push(`<path class="glow" d="${g.outline(cell)}"/>`);
      if (from === null) continue;
      parts.push(`<path class="glow source" d="${g.outline(from)}"/>`);
      const a = g.centre(from);
      // Beside the pieces, so that they can still be read.
      for (const cell of cells) parts.push(beam(a, g.centre(cell), BESIDE));
      if (!way || !(way[0] || way[1])) continue;
      const turned = g.place(g.cells[0]!).row === 0 ? -1 : 1;
      const [dx, dy] = [way[0] * turned, -way[1] * turned];
      const far = Math.hypot(dx, dy);
      const end = { x: a.x + (dx / far) * 230, y: a.y + (dy / far) * 230 };
      const point = (along: number, aside: number): string =>
        `${end.x + (dx * along - dy * aside) / far} ${end.y + (dy * along + dx * aside) / far}`;
      parts.push(beam(a, end, 0));
      parts.push(`<path class="beam-head" d="M${point(46, 0)}L${point(-6, 26)}L${point(-6, -26)}Z"/>`);
    }
    return parts.join("");
  }

  private arrows(state: BoardState<Look>): string {
    const { geometry: g } = this;
    return state.arrows
      .map(({ from, to, tone }) => {
        const [a, b] = [g.centre(from), g.centre(to)];
        if (from === to) return `<circle class="arrow ${tone}" cx="${a.x}" cy="${a.y}" r="45"/>`;
        const far = Math.hypot(b.x - a.x, b.y - a.y);
        const [x, y] = [(b.x - a.x) / far, (b.y - a.y) / far];
        // From beside the middle of one cell to the middle of the other, with a head of its own.
        const point = (along: number, aside: number): string =>
          `${b.x - x * along - y * aside} ${b.y - y * along + x * aside}`;
        return (
          `<path class="arrow ${tone}" d="M${a.x + x * 22} ${a.y + y * 22}L${point(24, 0)}"/>` +
          `<path class="head ${tone}" d="M${point(-2, 0)}L${point(32, 19)}L${point(32, -19)}Z"/>`
        );
      })
      .join("");
  }

  private drawMarks(state: BoardState<Look>): void {
    const { geometry: g } = this;
    const parts: string[] = [];
    const ringed = state.selected !== null && !state.drag && this.painter.marks !== false;
    this.layers.chosen.innerHTML = ringed ? `<path class="chosen-square" d="${g.outline(state.selected!)}"/>` : "";
    if (state.drag && this.painter.marks !== false) this.layers.chosen.innerHTML = this.ghost(state, state.drag.from);
    const known = signs(state);
    for (const [cell, mark] of this.painter.marks === false ? [] : marks(state)) {
      const { x, y } = g.centre(cell);
      const over = state.drag?.over === cell ? " over" : "";
      if (mark === "swap" && !over) continue;
      if (mark === "move") parts.push(`<circle class="mark move${over}" cx="${x}" cy="${y}" r="${over ? 24 : 15}"/>`);
      else {
        const r = mark === "later" && !manAt(state, cell) ? (over ? 24 : 13) : 44;
        parts.push(`<circle class="mark ${mark}${over}" cx="${x}" cy="${y}" r="${r}"/>`);
      }
      const sign = mark === "attack" ? known.get(cell) : undefined;
      if (sign)
        parts.push(
          `<g class="verdict ${sign}" transform="translate(${x + 33} ${y - 33})"><circle r="17"/>` +
            `<path d="${SIGNS[sign]}"/></g>`,
        );
      if (mark === "chosen") parts.push(`<path class="tick" d="M${x + 14} ${y - 34}l9 9 17 -19"/>`);
    }
    this.layers.marks.innerHTML = parts.join("");
    if (state.focus === null) this.ring.removeAttribute("d");
    else this.ring.setAttribute("d", g.outline(state.focus));
  }

  /** Where a dragged piece came from. */
  private ghost(state: BoardState<Look>, from: Cell): string {
    const man = manAt(state, from);
    if (!man) return "";
    const { x, y } = this.geometry.centre(from);
    const half = this.geometry.size / 2;
    return `<g class="ghost" transform="translate(${x - half} ${y - half})">${this.painter.man(man.look)}</g>`;
  }

  element(cell: Cell): SVGGElement | undefined {
    return this.cells.element(cell);
  }

  /** Take what was drawn out of the page. */
  destroy(): void {
    this.cells.destroy();
    for (const layer of Object.values(this.layers)) layer.remove();
    this.ring.remove();
  }

  /** The board's own units under a point of the screen. */
  point(clientX: number, clientY: number): Point {
    const box = this.svg.getBoundingClientRect();
    const { geometry: g, rim } = this;
    const width = g.width + rim.left + rim.right;
    return {
      x: ((clientX - box.left) / box.width) * width - rim.left,
      y: ((clientY - box.top) / box.width) * width - rim.top,
    };
  }
}
