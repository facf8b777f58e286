/** How a unit is shown while it moves: where, how it is turned, how much of it is seen. */

export interface Pose {
  readonly x: number;
  readonly y: number;
  /** Degrees; 0 is north. */
  readonly angle: number;
  readonly wide: number;
  readonly tall: number;
  readonly seen: number;
}
