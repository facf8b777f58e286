export { Board, type Handlers } from "./board";
export {
  boxOf,
  centred,
  fitting,
  inSight,
  moved,
  scaleOf,
  WHOLE,
  zoomed,
  zoomedAt,
  type Camera,
  type Edges,
  type Stage,
} from "./camera";
export { SMALL } from "./cells";
export { type Cell, type Geometry, type Point, type Way } from "./geometry";
export { Pan } from "./pan";
export { type Painter, type Rim, type Sheet } from "./render";
export { squareName, squareOf, squares } from "./squares";
export {
  choose,
  drawn,
  EMPTY,
  marks,
  type Arrow,
  type BoardState,
  type Glow,
  type Man,
  type Mark,
  type Sign,
  type Trail,
} from "./state";
