/** How small things stay readable: what is written on the map does not shrink with it all the way. */

/** From this scale on nothing is written larger than it is drawn. */
const PLAIN = 0.85;
/** So many times its size something is written at most: more would not fit into a hex. */
const MOST = 1.8;

/** How many times its size something is written, for the scale that the map is seen at. */
export function larger(scale: number): number {
  return Math.max(1, Math.min(MOST, PLAIN / Math.max(scale, 0.01)));
}
