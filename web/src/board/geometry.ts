/** Where cells lie. The board knows nothing else about its shape, so that hexes are one more geometry. */

export type Cell = number;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A step of the focus, as the arrow keys name it on the screen. */
export type Way = "up" | "down" | "left" | "right";

export interface Geometry {
  /** All cells in play or drawn as obstacles. */
  readonly cells: readonly Cell[];
  /** The drawing's size in its own units, without the rim. */
  readonly width: number;
  readonly height: number;
  /** One cell's size: what a piece is drawn into. */
  readonly size: number;
  /** How many rows and columns a screen reader should count. */
  readonly rows: number;
  readonly columns: number;
  /** The middle of a cell. */
  centre(cell: Cell): Point;
  /** The cell's border as a path. */
  outline(cell: Cell): string;
  /** The cell at a point, or null outside. */
  at(point: Point): Cell | null;
  /** The next cell one way on the screen, or null at the edge. */
  step(cell: Cell, way: Way): Cell | null;
  /** Row and column on the screen, counted from 0 at the top left. */
  place(cell: Cell): { row: number; column: number };
  /** What people call the cell. */
  name(cell: Cell): string;
  /** The words along the rim: names of columns and rows with the point where they are written. */
  rim(): readonly { text: string; x: number; y: number }[];
}
