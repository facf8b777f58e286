/** What is seen of the map: where the camera is, the scale that is drawn at, and how it comes to a hex. */

import { untrack } from "svelte";
import {
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
  type Point,
  type Stage,
} from "../../board";
import { prefs } from "../../lib/prefs.svelte";
import { centre, extent, RADIUS, type Grid } from "./geometry";

const MOST = 2.2;
/** How much more than the map a hand may bring into sight, so that no hex has to stay below a button. */
const FREE: Edges = { left: 110, right: 160, top: 110, bottom: 160 };
/** How much more of it is seen where nobody asked for it: the room is the map's. */
const SNUG: Edges = { left: 14, right: 14, top: 14, bottom: 14 };
/** What may be seen beyond the map for a hex to be in sight: first nothing, then on one side, then on all. */
const ALLOWED: readonly Edges[] = [
  SNUG,
  { ...SNUG, bottom: FREE.bottom },
  { ...SNUG, top: FREE.top },
  { ...SNUG, right: FREE.right },
  { ...SNUG, left: FREE.left },
  FREE,
];
/** The scale at which a phone begins: about five hexes across. */
const NEAR = 0.62;
/** Below this scale hexes are too small to hit with a finger. */
const TINY = 0.42;
/** How much of a hex is seen all round its middle when it is in sight. */
const ROOM = RADIUS * 0.85;
/** How far the drawing may be stretched, and how long, before it is drawn again at the scale it is seen at. */
const STRETCH = 1.6;
export const SETTLE = 160;
/** Milliseconds in which the camera goes to where something happens. */
const GLIDE = 260;

/** The middle of some points, and how far they are apart. */
function around(points: readonly Point[]): { middle: Point; width: number; height: number } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { middle: { x: (left + right) / 2, y: (top + bottom) / 2 }, width: right - left, height: bottom - top };
}

/** A part of the screen that something lies over, in pixels. */
export interface Covered {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export class MapCamera {
  /** The size of the screen in pixels; nothing until it is known. */
  size = $state<[number, number]>([0, 0]);
  private camera = $state.raw<Camera>(WHOLE);
  // To move or stretch what is drawn already costs next to nothing; to draw it costs. So the drawing has the scale
  // of a moment ago while the map is being zoomed, and is never drawn again for being moved.
  private drawn = $state(0);
  private calm = $state(0);
  private gliding = 0;
  private followed = -1;
  /** The scale to come back to after hexes far apart had to be seen; 0: the present one. */
  private usual = 0;

  /** The size of the map in its own units. */
  readonly whole = $derived.by(() => extent(this.grid()));
  private readonly stage = $derived.by<Stage>(() => ({
    board: { width: this.whole[0], height: this.whole[1] },
    screen: { width: this.size[0] || 800, height: this.size[1] || 600 },
    most: MOST,
    margin: FREE,
  }));
  /** How many pixels a unit of the map has now. */
  readonly scale = $derived.by(() => scaleOf(this.camera, this.stage));
  /** The part of the map that is seen, in its own units. */
  readonly box = $derived.by(() => boxOf(this.camera, this.stage));
  /** The scale that the map is drawn at. */
  readonly sharp = $derived.by(() => this.drawn || this.scale);
  /** The scale when the map last came to rest: the ground is painted for it. */
  readonly rest = $derived.by(() => this.calm || this.sharp);
  /** Whether only a part of the map is seen. */
  readonly partial = $derived.by(() => this.camera.scale > 0);

  /** @param covers What lies over the map, in pixels of it: buttons, the small map. */
  constructor(
    private readonly grid: () => Grid,
    private readonly covers: () => readonly Covered[] = () => [],
  ) {}

  /** Know the size of the screen from now on; gives what ends it. */
  measure(host: HTMLElement): () => void {
    const watch = new ResizeObserver(() => (this.size = [host.clientWidth || 1, host.clientHeight || 1]));
    watch.observe(host);
    return () => watch.disconnect();
  }

  /** Have the drawing follow the scale, at once or a moment later; gives what calls that off. */
  settle(): () => void {
    const wanted = this.scale;
    const ratio = wanted / (untrack(() => this.drawn) || wanted);
    if (ratio > STRETCH || ratio < 1 / STRETCH) this.drawn = wanted;
    const timer = window.setTimeout(() => (this.drawn = this.calm = wanted), untrack(() => this.calm) ? SETTLE : 0);
    return () => window.clearTimeout(timer);
  }

  /** Where whole hexes would be too small to hit, the map begins near to the hex that matters, and follows it. */
  follow(hex: number): void {
    if (hex < 0 || !this.size[0] || hex === this.followed) return;
    const first = this.followed < 0;
    this.followed = hex;
    untrack(() => {
      if (fitting(this.stage) < TINY && (first || this.camera.scale)) this.look(hex);
    });
  }

  /** Bring a hex into sight. */
  look(hex: number): void {
    if (hex < 0) return;
    this.stop();
    const at = this.centre(hex);
    const least = fitting(this.stage);
    if (least < TINY && !this.camera.scale) {
      const near = Math.max(least, Math.min(NEAR, this.size[0] / (RADIUS * 11)));
      this.camera = this.showing(near, at, [at]);
      // The small map has only now come over a corner.
      this.gliding = requestAnimationFrame(() => this.glide([hex]));
    } else if (!this.seen(this.camera, at, ROOM)) this.camera = this.showing(this.scale, at, [at]);
  }

  /** Whether a point is on the screen with some room round it, and nothing lies over it. */
  private seen(camera: Camera, at: Point, room: number): boolean {
    if (!inSight(camera, this.stage, at, room)) return false;
    const { left, top } = boxOf(camera, this.stage);
    const scale = scaleOf(camera, this.stage);
    const [x, y] = [(at.x - left) * scale, (at.y - top) * scale];
    return !this.covers().some((one) => x > one.left && x < one.right && y > one.top && y < one.bottom);
  }

  /** A camera for points, with as little beyond the map as they allow. */
  private showing(scale: number, middle: Point, points: readonly Point[]): Camera {
    const tries = ALLOWED.map((margin) => zoomed(this.camera, { ...this.stage, margin }, scale, middle));
    return tries.find((one) => points.every((at) => this.seen(one, at, ROOM))) ?? tries.at(-1)!;
  }

  /** Bring hexes into sight without a jump, from farther away where they are far apart. */
  glide(hexes: readonly number[]): void {
    const points = hexes.filter((hex) => hex >= 0).map((hex) => this.centre(hex));
    if (!points.length || (!this.camera.scale && !this.usual)) return;
    const { middle, width, height } = around(points);
    const room = 3 * RADIUS;
    const usual = this.usual || this.scale;
    const scale = Math.min(usual, this.size[0] / (width + room), this.size[1] / (height + room));
    const nearer = scale > this.scale * 1.01;
    if (!nearer && points.every((at) => this.seen(this.camera, at, ROOM))) return;
    const goal = this.showing(scale, middle, points);
    this.usual = scale < usual ? usual : 0;
    this.stop();
    if (prefs.reduced || !goal.scale) return void (this.camera = goal);
    const { left, top } = this.box;
    const from = { x: left + this.box.width / 2, y: top + this.box.height / 2 };
    const [to, began, before] = [goal.middle, performance.now(), this.scale];
    const step = (time: number): void => {
      const part = Math.min(1, Math.max(0, time - began) / GLIDE);
      const soft = part * part * (3 - 2 * part);
      this.camera = {
        scale: before + (goal.scale - before) * soft,
        middle: { x: from.x + (to.x - from.x) * soft, y: from.y + (to.y - from.y) * soft },
      };
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /** Glide no further: a map that is moved by hand stays where it is put. */
  stop(): void {
    cancelAnimationFrame(this.gliding);
  }

  /** Nearer or farther by a factor; 0 shows the whole map. */
  zoom(factor: number): void {
    this.stop();
    this.usual = 0;
    this.camera = zoomed(this.camera, this.stage, this.scale * factor);
  }

  /** Nearer or farther round a pixel of the screen. */
  zoomAt(pixel: Point, factor: number): void {
    this.stop();
    this.usual = 0;
    this.camera = zoomedAt(this.camera, this.stage, pixel, factor);
  }

  /** Moved with the pointer, by pixels. */
  move(right: number, down: number): void {
    this.stop();
    this.camera = moved(this.camera, this.stage, right, down);
  }

  /** With a point of the map in the middle. */
  middle(at: Point): void {
    this.stop();
    this.camera = centred(this.camera, this.stage, at);
  }

  private centre(hex: number): Point {
    const [x, y] = centre(this.grid(), hex);
    return { x, y };
  }
}
