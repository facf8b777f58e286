export { Board, type Handlers } from "./board";
export { squares, squareName, squareOf, type Cell, type Geometry, type Point, type Way } from "./geometry";
export { type Painter, type Rim } from "./render";
export {
  choose,
  drawn,
  EMPTY,
  manAt,
  marks,
  select,
  type Arrow,
  type BoardState,
  type Man,
  type Mark,
  type Trail,
} from "./state";
