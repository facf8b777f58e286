/** Boards of squares. */

import type { Cell, Geometry, Way } from "./geometry";

const STRIDE = 10;
const SIZE = 100;
const LETTERS = "abcdefghij";

/** A cell's name on every board of squares: a1 to j10. */
export function squareName(cell: Cell): string {
  return `${LETTERS[cell % STRIDE] ?? "?"}${Math.floor(cell / STRIDE) + 1}`;
}

/** The square of a name, or null. */
export function squareOf(name: string): Cell | null {
  const found = /^([a-j])(10|[1-9])$/.exec(name.trim().toLowerCase());
  return found ? (Number(found[2]) - 1) * STRIDE + LETTERS.indexOf(found[1]!) : null;
}

/** A board of squares, `10 * row + column` from the corner at seat 0's left hand; flipped, seat 1 sits below. */
export function squares(columns: number, rows: number, flipped = false, omit: ReadonlySet<Cell> = new Set()): Geometry {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const cell = row * STRIDE + column;
      if (!omit.has(cell)) cells.push(cell);
    }
  const known = new Set(cells);
  const place = (cell: Cell): { row: number; column: number } => {
    const row = Math.floor(cell / STRIDE);
    const column = cell % STRIDE;
    return flipped ? { row, column: columns - 1 - column } : { row: rows - 1 - row, column };
  };
  const from = (row: number, column: number): Cell | null => {
    if (row < 0 || column < 0 || row >= rows || column >= columns) return null;
    const cell = flipped ? row * STRIDE + columns - 1 - column : (rows - 1 - row) * STRIDE + column;
    return known.has(cell) ? cell : null;
  };
  const steps: Record<Way, [number, number]> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
  return {
    cells,
    width: columns * SIZE,
    height: rows * SIZE,
    size: SIZE,
    rows,
    columns,
    place,
    name: squareName,
    centre(cell) {
      const { row, column } = place(cell);
      return { x: (column + 0.5) * SIZE, y: (row + 0.5) * SIZE };
    },
    outline(cell) {
      const { row, column } = place(cell);
      return `M${column * SIZE} ${row * SIZE}h${SIZE}v${SIZE}h${-SIZE}z`;
    },
    at: ({ x, y }) => from(Math.floor(y / SIZE), Math.floor(x / SIZE)),
    step(cell, way) {
      const { row, column } = place(cell);
      const [down, right] = steps[way];
      let [y, x] = [row + down, column + right];
      // Cells that are left out are stepped over, so that no arrow key leads into a hole.
      while (y >= 0 && x >= 0 && y < rows && x < columns) {
        const next = from(y, x);
        if (next !== null) return next;
        [y, x] = [y + down, x + right];
      }
      return null;
    },
    rim() {
      const words = [];
      for (let row = 0; row < rows; row++)
        words.push({ text: String(flipped ? row + 1 : rows - row), x: -1, y: (row + 0.5) * SIZE });
      for (let column = 0; column < columns; column++)
        words.push({ text: LETTERS[flipped ? columns - 1 - column : column]!, x: (column + 0.5) * SIZE, y: -1 });
      return words;
    },
  };
}
