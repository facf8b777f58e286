/** Moving and zooming a board by wheel, drag and two fingers. What it makes of that is the caller's business. */

import type { Point } from "./geometry";

export interface PanHandlers {
  /** Whether a drag moves the board now. */
  pans(): boolean;
  /** The board follows the pointer, by pixels. */
  panned(right: number, down: number): void;
  /** Nearer or farther, round a pixel of the host. */
  zoomed(pixel: Point, factor: number): void;
}

const SLACK = 6;

export class Pan {
  private readonly fingers = new Map<number, PointerEvent>();
  private way = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly on: PanHandlers,
  ) {
    host.addEventListener("wheel", this.wheel, { passive: false });
    host.addEventListener("pointerdown", this.down);
    window.addEventListener("pointermove", this.move);
    window.addEventListener("pointerup", this.up);
    window.addEventListener("pointercancel", this.up);
  }

  destroy(): void {
    this.host.removeEventListener("wheel", this.wheel);
    this.host.removeEventListener("pointerdown", this.down);
    window.removeEventListener("pointermove", this.move);
    window.removeEventListener("pointerup", this.up);
    window.removeEventListener("pointercancel", this.up);
  }

  private pixel(x: number, y: number): Point {
    const box = this.host.getBoundingClientRect();
    return { x: x - box.left, y: y - box.top };
  }

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.on.zoomed(this.pixel(event.clientX, event.clientY), Math.exp(-event.deltaY * 0.0015));
  };

  private readonly down = (event: PointerEvent): void => {
    if (event.button) return;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 1) this.way = 0;
  };

  private readonly move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [right, down] = [event.clientX - before.clientX, event.clientY - before.clientY];
    this.way += Math.abs(right) + Math.abs(down);
    const other = [...this.fingers.values()].find((one) => one.pointerId !== event.pointerId);
    if (other) {
      const far = (one: PointerEvent): number => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const [x, y] = [(event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2];
      this.way += SLACK;
      this.on.zoomed(this.pixel(x, y), far(event) / Math.max(1, far(before)));
      this.on.panned(right / 2, down / 2);
    } else if (this.way > SLACK && this.on.pans()) this.on.panned(right, down);
    this.fingers.set(event.pointerId, event);
  };

  private readonly up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
  };
}
