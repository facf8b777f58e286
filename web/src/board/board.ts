/** The board: state, renderer and input in one handle. It asks nobody's rules: destinations are given to it. */

import type { Cell, Geometry, Way } from "./geometry";
import { Renderer, type Painter, type Rim, type Sheet } from "./render";
import { choose, drop, EMPTY, focus, hover, lift, manAt, select, type BoardState } from "./state";

export interface Handlers {
  /** A piece, or an empty cell, was selected; null when the selection is let go. */
  selected?(cell: Cell | null): void;
  /** A piece was moved onto a cell. True if that is wanted: the selection is let go. */
  acted?(from: Cell, to: Cell): void;
  /** A target was chosen. */
  picked?(cell: Cell): void;
  /** A cell was pointed at with the second button or a long press, or with the key M. */
  noted?(cell: Cell, x: number, y: number): void;
  /** An arrow was drawn with the second button from one cell to another, or a circle round one. */
  drew?(from: Cell, to: Cell): void;
  /** The focus moved there by key. */
  focused?(cell: Cell): void;
  /** A mouse points at another cell. */
  hovered?(cell: Cell): void;
  /** The pointer is dragged over a cell that holds nothing to drag; `begin` at the first. */
  stroked?(cell: Cell, begin: boolean): void;
  /** A key was pressed on a cell. True if that was all that it should do. */
  pressed?(key: string, cell: Cell): boolean;
  /** A piece was dropped outside the board. */
  thrown?(from: Cell, x: number, y: number): void;
}

const WAYS: Record<string, Way> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const SLACK = 6;
const LONG_PRESS = 550;

export class Board<Look> {
  private now: BoardState<Look> = EMPTY as BoardState<Look>;
  readonly renderer: Renderer<Look>;
  private press: {
    cell: Cell;
    x: number;
    y: number;
    was: Cell | null;
    timer: number;
    /** Whether the dragged piece has been over another cell. */
    left: boolean;
  } | null = null;
  private keyed = false;
  private pen: Cell | null = null;
  private readonly own: boolean;
  private hover: Cell | null = null;
  private stroke: Cell | null = null;
  private tapped = false;

  constructor(
    readonly host: HTMLElement,
    geometry: Geometry,
    painter: Painter<Look>,
    label: string,
    private readonly on: Handlers,
    rim: Rim = { left: 34, right: 10, top: 10, bottom: 36 },
    sheet?: Sheet,
  ) {
    this.own = !sheet;
    this.renderer = new Renderer(geometry, painter, label, rim, sheet);
    if (this.own) host.append(this.renderer.svg);
    const { svg } = this.renderer;
    svg.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.over);
    svg.addEventListener("touchend", this.touchEnd);
    svg.addEventListener("contextmenu", this.menu);
    svg.addEventListener("keydown", this.key);
    svg.addEventListener("focusin", this.focusIn);
    svg.addEventListener("focusout", this.focusOut);
    this.renderer.draw(this.now);
  }

  get state(): BoardState<Look> {
    return this.now;
  }

  /** Change some of the state. */
  set(change: Partial<BoardState<Look>>): void {
    this.replace({ ...this.now, ...change });
  }

  private replace(state: BoardState<Look>): void {
    if (state === this.now) return;
    this.now = state;
    this.renderer.draw(state);
  }

  /** Choose a cell, as a click does. */
  choose(cell: Cell): void {
    const choice = choose(this.now, cell);
    switch (choice.kind) {
      case "pick":
        this.on.picked?.(cell);
        break;
      case "act":
        this.on.acted?.(choice.from, choice.to);
        break;
      case "select":
        this.replace(select(this.now, manAt(this.now, cell) ? cell : null));
        this.on.selected?.(cell);
        break;
      case "clear":
        this.clear();
    }
  }

  clear(): void {
    this.replace(select(drop(this.now), null));
    this.on.selected?.(null);
  }

  destroy(): void {
    this.release();
    window.removeEventListener("pointerup", this.lifted);
    const { svg } = this.renderer;
    svg.removeEventListener("pointerdown", this.down);
    svg.removeEventListener("pointermove", this.over);
    svg.removeEventListener("touchend", this.touchEnd);
    svg.removeEventListener("contextmenu", this.menu);
    svg.removeEventListener("keydown", this.key);
    svg.removeEventListener("focusin", this.focusIn);
    svg.removeEventListener("focusout", this.focusOut);
    this.renderer.destroy();
    if (this.own) svg.remove();
  }

  /** The cell under a point of the screen, or null. */
  at(event: { clientX: number; clientY: number }): Cell | null {
    return this.renderer.geometry.at(this.renderer.point(event.clientX, event.clientY));
  }

  private readonly down = (event: PointerEvent): void => {
    const cell = this.at(event);
    if (event.button === 2 && this.on.drew) {
      this.pen = cell;
      window.addEventListener("pointerup", this.lifted);
    }
    // With a second finger it is no choice of a cell.
    if (!event.isPrimary) return this.release();
    if (event.button !== 0) return;
    if (cell === null) return;
    this.keyed = false;
    this.tapped = false;
    this.replace(focus(this.now, null));
    const touch = event.pointerType === "touch";
    const timer = touch ? window.setTimeout(() => this.long(), LONG_PRESS) : 0;
    this.press = { cell, x: event.clientX, y: event.clientY, was: this.now.selected, timer, left: false };
    window.addEventListener("pointermove", this.move);
    window.addEventListener("pointerup", this.up);
    window.addEventListener("pointercancel", this.cancel);
    if (this.liftable(cell)) event.preventDefault();
  };

  private readonly over = (event: PointerEvent): void => {
    if (!this.on.hovered || this.press || event.pointerType !== "mouse") return;
    const cell = this.at(event);
    if (cell !== null && cell !== this.hover) this.on.hovered(cell);
    this.hover = cell;
  };

  private readonly lifted = (event: PointerEvent): void => {
    if (event.button !== 2) return;
    window.removeEventListener("pointerup", this.lifted);
    const [from, to] = [this.pen, this.at(event)];
    this.pen = null;
    // A click on a piece that can be noted is a note, not a circle.
    if (from !== null && to !== null && (from !== to || manAt(this.now, from)?.own !== false)) this.on.drew?.(from, to);
  };

  private liftable(cell: Cell): boolean {
    return this.now.active && !this.now.targets.size && this.now.dests.has(cell) && manAt(this.now, cell) !== null;
  }

  private long(): void {
    const press = this.press;
    if (!press || this.now.drag) return;
    this.release();
    this.on.noted?.(press.cell, press.x, press.y);
  }

  private readonly move = (event: PointerEvent): void => {
    const press = this.press;
    if (!press) return;
    if (!this.now.drag) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
      window.clearTimeout(press.timer);
      if (this.stroke !== null || (this.on.stroked && !this.liftable(press.cell))) return this.paint(press.cell, event);
      if (!this.liftable(press.cell)) return this.release();
      this.replace(lift(this.now, press.cell));
      this.on.selected?.(press.cell);
    }
    const point = this.renderer.point(event.clientX, event.clientY);
    this.renderer.carry(press.cell, point.x, point.y);
    const over = this.renderer.geometry.at(point);
    if (over !== press.cell) press.left = true;
    this.replace(hover(this.now, over));
  };

  private paint(first: Cell, event: PointerEvent): void {
    if (this.stroke === null) this.on.stroked?.((this.stroke = first), true);
    const cell = this.at(event);
    if (cell !== null && cell !== this.stroke) this.on.stroked?.((this.stroke = cell), false);
  }

  private readonly up = (event: PointerEvent): void => {
    const { press, stroke } = this;
    this.release();
    if (!press || stroke !== null) return;
    const cell = this.at(event);
    if (!this.now.drag) {
      if (cell !== press.cell) return;
      this.tapped = event.pointerType === "touch";
      // The arrow keys go on from the cell that was clicked, wherever the browser put the focus.
      this.renderer.element(cell)?.focus({ preventScroll: true });
      this.choose(cell);
      return;
    }
    this.replace(drop(this.now));
    if (cell === null) {
      this.on.thrown?.(press.cell, event.clientX, event.clientY);
      this.clear();
    } else if (cell !== press.cell) this.on.acted?.(press.cell, cell);
    // A trembling finger is a click; what was carried off and brought back is let go.
    else if (press.left || press.was === press.cell) this.clear();
  };

  /** A tap that chose a cell is no click as well: a sheet that the choice opened may lie under the finger by now. */
  private readonly touchEnd = (event: TouchEvent): void => {
    if (this.tapped && event.cancelable) event.preventDefault();
    this.tapped = false;
  };

  private readonly cancel = (): void => {
    this.release();
    this.replace(drop(this.now));
  };

  private release(): void {
    if (this.press) window.clearTimeout(this.press.timer);
    this.press = null;
    this.stroke = null;
    window.removeEventListener("pointermove", this.move);
    window.removeEventListener("pointerup", this.up);
    window.removeEventListener("pointercancel", this.cancel);
  }

  private readonly menu = (event: MouseEvent): void => {
    const cell = this.at(event);
    if (cell === null || !(this.on.noted || this.on.drew)) return;
    event.preventDefault();
    // The menu comes on some systems when the button goes down, on others when it comes up: a drag is no note.
    if (this.pen !== null && this.pen !== cell) return;
    this.release();
    this.on.noted?.(cell, event.clientX, event.clientY);
  };

  private readonly focusIn = (event: FocusEvent): void => {
    const cell = this.cellOf(event.target);
    if (cell === null) return this.enter();
    // A click focuses too; the ring is for those who came by key.
    const byKey = this.keyed || (event.target as Element).matches(":focus-visible");
    if (byKey) this.replace(focus(this.now, cell));
  };

  private readonly focusOut = (event: FocusEvent): void => {
    if (!this.renderer.svg.contains(event.relatedTarget as Node | null)) this.replace(focus(this.now, null));
  };

  private cellOf(target: EventTarget | null): Cell | null {
    const element = target instanceof Element ? target.closest("[data-cell]") : null;
    return element ? Number(element.getAttribute("data-cell")) : null;
  }

  /** Put the keyboard's focus on the cell that the tab key would come to. */
  enter(): void {
    this.renderer.element(this.renderer.cells.roving(this.now))?.focus({ preventScroll: true });
  }

  /** Put the keyboard's focus on a cell. */
  focus(cell: Cell): void {
    this.keyed = true;
    this.replace(focus(this.now, cell));
    // A caller with a sheet of its own has its own way to bring a cell into sight.
    this.renderer.element(cell)?.focus({ preventScroll: !this.own });
  }

  private readonly key = (event: KeyboardEvent): void => {
    const cell = this.cellOf(event.target);
    if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
    this.keyed = true;
    if (this.on.pressed?.(event.key, cell)) return event.preventDefault();
    const { geometry } = this.renderer;
    const way = WAYS[event.key];
    if (way) {
      const next = geometry.step(cell, way);
      event.preventDefault();
      if (next !== null) {
        this.focus(next);
        this.on.focused?.(next);
      }
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      let next: Cell | null = cell;
      while (next !== null) {
        this.focus(next);
        next = geometry.step(next, event.key === "Home" ? "left" : "right");
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.replace(focus(this.now, cell));
      this.choose(cell);
    } else if (event.key === "Escape") {
      if (this.now.selected !== null || this.now.drag) event.stopPropagation();
      this.clear();
    } else if (event.key.toLowerCase() === "m" && this.on.noted) {
      event.preventDefault();
      const box = this.renderer.element(cell)?.getBoundingClientRect();
      this.on.noted(cell, box ? box.left + box.width / 2 : 0, box ? box.top + box.height / 2 : 0);
    }
  };
}
