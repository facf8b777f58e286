/** The painted ground on canvases: a part of the map each, painted when it comes near and then only moved. */

import type { Cell } from "./draw";
import { centre, extent, HIGH, RADIUS, type Grid } from "./geometry";
import { Painter } from "./paint";
import type { Palette } from "./palette";
import { larger } from "./text-size";

/** Hexes to a side of a part. */
const SPAN = 8;
/** Below these scales grass and waves, levels, and numbers cannot be seen and are left out. */
const FINE = 0.24;
const TEXTS = 0.34;
const NUMBERS = 0.5;
/** How many pixels a unit of the map may have at most, so that the canvases stay small. */
const SHARPEST = 2.6;
/** Milliseconds of a frame that may go into painting. */
const SLICE = 4;

export interface Part {
  readonly hexes: readonly number[];
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
}

/** A map in parts that hold every hex once. */
export function parts(grid: Grid, span = SPAN): Part[] {
  const found: Part[] = [];
  for (let top = 0; top < grid.height; top += span)
    for (let left = 0; left < grid.width; left += span) {
      const hexes: number[] = [];
      for (let y = top; y < Math.min(grid.height, top + span); y += 1)
        for (let x = left; x < Math.min(grid.width, left + span); x += 1) hexes.push(y * grid.width + x);
      const [x, y] = centre(grid, top * grid.width + left);
      const right = centre(grid, Math.min(grid.width, left + span) - 1)[0];
      const rows = Math.min(grid.height, top + span) - top;
      found.push({
        hexes,
        box: [x - RADIUS - 2, y - HIGH / 2 - 2, right + RADIUS + 2, y + rows * HIGH + 2],
      });
    }
  return found;
}

export interface Look {
  readonly grid: Grid;
  readonly cells: readonly Cell[];
  readonly palette: Palette;
  /** Pixels of the screen for a unit of the map, when the map last came to rest. */
  readonly scale: number;
  /** The same at this moment: while the map is zoomed it is another. */
  readonly now: number;
  readonly numbers: boolean;
}

interface Sheet extends Part {
  readonly canvas: HTMLCanvasElement;
  /** What it shows: as painted. */
  look: Look | null;
}

export class Ground {
  private sheets: Sheet[] = [];
  private grid: Grid | null = null;
  private look: Look | null = null;
  private due: Sheet[] = [];
  private frame = 0;
  private placed = 0;

  constructor(readonly host: HTMLElement) {}

  /** Show a map as it is seen now; `box` is what of it is in sight or near. */
  show(look: Look, box: { left: number; top: number; width: number; height: number }): void {
    const { grid } = look;
    if (!this.grid || this.grid.width !== grid.width || this.grid.height !== grid.height) this.lay(grid);
    this.grid = grid;
    this.look = look;
    this.due = [];
    // While the map is zoomed what is painted is only stretched, and what is new is painted no finer than it is seen.
    const resting = Math.abs(look.now / look.scale - 1) < 0.01;
    const placed = this.placed === look.scale;
    this.placed = look.scale;
    for (const sheet of this.sheets) {
      const [left, top, right, bottom] = sheet.box;
      const near = right > box.left && bottom > box.top && left < box.left + box.width && top < box.top + box.height;
      if (sheet.canvas.hidden === near) sheet.canvas.hidden = !near;
      if (near && (resting ? this.stale(sheet, look) : !sheet.look)) this.due.push(sheet);
      if (placed) continue;
      sheet.canvas.style.left = `${left * look.scale}px`;
      sheet.canvas.style.top = `${top * look.scale}px`;
      sheet.canvas.style.width = `${(right - left) * look.scale}px`;
      sheet.canvas.style.height = `${(bottom - top) * look.scale}px`;
    }
    if (this.due.length && !this.frame) this.work();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.host.replaceChildren();
  }

  private lay(grid: Grid): void {
    this.placed = 0;
    this.sheets = parts(grid).map((part) => ({ ...part, canvas: document.createElement("canvas"), look: null }));
    for (const { canvas } of this.sheets) canvas.hidden = true;
    this.host.replaceChildren(...this.sheets.map(({ canvas }) => canvas));
  }

  private stale(sheet: Sheet, look: Look): boolean {
    const was = sheet.look;
    if (!was || was.palette !== look.palette || was.numbers !== look.numbers) return true;
    if (Math.abs(was.scale / look.scale - 1) > 0.02) return true;
    if (was.cells === look.cells) return false;
    // The slopes of a part are those of its neighbours too.
    const { width } = look.grid;
    const near = [0, -1, 1, -width, width, -width - 1, width + 1, width - 1, 1 - width];
    return sheet.hexes.some((hex) => near.some((step) => was.cells[hex + step] !== look.cells[hex + step]));
  }

  private work = (): void => {
    this.frame = 0;
    const until = performance.now() + SLICE;
    do {
      const sheet = this.due.shift();
      if (!sheet || !this.look) return;
      this.paint(sheet, this.look);
    } while (performance.now() < until);
    if (this.due.length) this.frame = requestAnimationFrame(this.work);
  };

  private paint(sheet: Sheet, look: Look): void {
    const [left, top, right, bottom] = sheet.box;
    const scale = Math.min(look.scale, look.now);
    const dense = Math.min(SHARPEST, scale * Math.min(2, window.devicePixelRatio || 1));
    const { canvas } = sheet;
    canvas.width = Math.max(1, Math.ceil((right - left) * dense));
    canvas.height = Math.max(1, Math.ceil((bottom - top) * dense));
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(dense, 0, 0, dense, -left * dense, -top * dense);
    new Painter(pen, look.grid, look.cells, look.palette, {
      fine: scale >= FINE,
      texts: scale >= TEXTS,
      larger: larger(scale),
      numbers: look.numbers && scale >= NUMBERS,
      beyond: 0.6 / dense + 0.4,
    }).paint(sheet.hexes);
    sheet.look = { ...look, scale };
  }
}

/** A whole map as a small picture. */
export function picture(canvas: HTMLCanvasElement, grid: Grid, cells: readonly Cell[], palette: Palette): void {
  const [wide, high] = extent(grid);
  const dense = canvas.width / wide;
  canvas.height = Math.max(1, Math.round(high * dense));
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.setTransform(dense, 0, 0, dense, 0, 0);
  const hexes = Array.from({ length: grid.width * grid.height }, (_, hex) => hex);
  new Painter(pen, grid, cells, palette, {
    fine: dense > 0.2,
    texts: false,
    larger: 1,
    numbers: false,
    beyond: 1,
  }).paint(hexes);
}
