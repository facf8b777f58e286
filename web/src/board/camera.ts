/** What is seen of a board that is bigger than the screen: plain data and pure functions. */

import type { Point } from "./geometry";

export interface Camera {
  /** How many pixels a unit of the board has; 0 shows the whole board, whatever the screen. */
  readonly scale: number;
  /** The point of the board in the middle of the screen; it matters only with a scale. */
  readonly middle: Point;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Stage {
  /** The board, in its own units. */
  readonly board: Size;
  /** The screen, in pixels. */
  readonly screen: Size;
  /** The largest scale. */
  readonly most: number;
  /** How many pixels beyond each edge of the board may be seen, so that no cell has to stay below a button. */
  readonly margin: Edges;
}

/** Pixels at the four edges of the screen. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The part of the board that is seen, in its own units. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

export const WHOLE: Camera = { scale: 0, middle: { x: 0, y: 0 } };
/** Units of the board that are free round the whole. */
const FREE = 24;

/** The scale at which the whole board is seen. */
export function fitting({ board, screen }: Stage): number {
  return Math.min(screen.width / (board.width + FREE), screen.height / (board.height + FREE));
}

export function scaleOf(camera: Camera, stage: Stage): number {
  return camera.scale || fitting(stage);
}

export function boxOf(camera: Camera, stage: Stage): Box {
  const scale = scaleOf(camera, stage);
  const [width, height] = [stage.screen.width / scale, stage.screen.height / scale];
  const { x, y } = camera.scale ? camera.middle : { x: stage.board.width / 2, y: stage.board.height / 2 };
  return { left: x - width / 2, top: y - height / 2, width, height };
}

/** A middle from which no more than the margin beyond the board is seen. */
function clamped(stage: Stage, { x, y }: Point, scale: number): Point {
  const { left, right, top, bottom } = stage.margin;
  const axis = (value: number, most: number, room: number, before: number, after: number): number => {
    const [least, last] = [(room / 2 - before) / scale, most - (room / 2 - after) / scale];
    return least >= last ? most / 2 : Math.max(least, Math.min(last, value));
  };
  return {
    x: axis(x, stage.board.width, stage.screen.width, left, right),
    y: axis(y, stage.board.height, stage.screen.height, top, bottom),
  };
}

/** At a scale, with a point in the middle; the whole board where that is smaller. */
export function zoomed(camera: Camera, stage: Stage, scale: number, middle?: Point): Camera {
  const least = fitting(stage);
  const wanted = Math.max(least, Math.min(stage.most, scale));
  if (wanted <= least * 1.001) return WHOLE;
  const box = boxOf(camera, stage);
  const point = middle ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  return { scale: wanted, middle: clamped(stage, point, wanted) };
}

/** Nearer or farther, with a pixel of the screen over the same point of the board. */
export function zoomedAt(camera: Camera, stage: Stage, pixel: Point, factor: number): Camera {
  const scale = scaleOf(camera, stage);
  const box = boxOf(camera, stage);
  const [x, y] = [box.left + pixel.x / scale, box.top + pixel.y / scale];
  const wanted = Math.max(fitting(stage), Math.min(stage.most, scale * factor));
  const ratio = scale / wanted;
  return zoomed(camera, stage, wanted, {
    x: x + (box.left + box.width / 2 - x) * ratio,
    y: y + (box.top + box.height / 2 - y) * ratio,
  });
}

/** With another point in the middle; the whole board stays where it is. */
export function centred(camera: Camera, stage: Stage, middle: Point): Camera {
  return camera.scale ? { ...camera, middle: clamped(stage, middle, camera.scale) } : camera;
}

/** Moved with the pointer, by pixels. */
export function moved(camera: Camera, stage: Stage, right: number, down: number): Camera {
  const { scale, middle } = camera;
  return scale ? centred(camera, stage, { x: middle.x - right / scale, y: middle.y - down / scale }) : camera;
}

/** Whether a point is seen with some room round it. */
export function inSight(camera: Camera, stage: Stage, { x, y }: Point, room: number): boolean {
  const { left, top, width, height } = boxOf(camera, stage);
  return x > left + room && y > top + room && x < left + width - room && y < top + height - room;
}
