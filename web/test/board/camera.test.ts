import { describe, expect, it } from "vitest";
import { boxOf, centred, fitting, inSight, moved, scaleOf, WHOLE, zoomed, zoomedAt, type Stage } from "../../src/board";

const stage: Stage = {
  board: { width: 4000, height: 3000 },
  screen: { width: 800, height: 600 },
  most: 2,
  margin: { left: 100, right: 100, top: 100, bottom: 100 },
};
const near = zoomed(WHOLE, stage, 1, { x: 2000, y: 1500 });

describe("the camera", () => {
  it("begins with the whole board, whatever the screen", () => {
    const box = boxOf(WHOLE, stage);
    expect(scaleOf(WHOLE, stage)).toBe(fitting(stage));
    expect([box.left <= 0, box.top <= 0, box.left + box.width >= 4000, box.top + box.height >= 3000]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it("is neither nearer than the most nor farther than the whole", () => {
    expect(zoomed(near, stage, 9).scale).toBe(2);
    expect(zoomed(near, stage, 0.01)).toBe(WHOLE);
  });

  it("zooms round a pixel: the point below it stays below it", () => {
    const pixel = { x: 500, y: 200 };
    const below = (camera: typeof near): number[] => {
      const [box, scale] = [boxOf(camera, stage), scaleOf(camera, stage)];
      return [box.left + pixel.x / scale, box.top + pixel.y / scale];
    };
    const [x, y] = below(zoomedAt(near, stage, pixel, 1.5));
    expect([x, y]).toEqual([expect.closeTo(below(near)[0]!, 6), expect.closeTo(below(near)[1]!, 6)]);
  });

  it("follows the hand, but shows no more than the margin beyond the board", () => {
    expect(moved(near, stage, 50, -20).middle).toEqual({ x: 1950, y: 1520 });
    const corner = moved(near, stage, 1e6, 1e6);
    expect(boxOf(corner, stage)).toMatchObject({ left: -100, top: -100 });
    expect(moved(WHOLE, stage, 50, 50)).toBe(WHOLE);
  });

  it("says what is in sight", () => {
    expect(inSight(near, stage, { x: 2000, y: 1500 }, 50)).toBe(true);
    expect(inSight(near, stage, { x: 2390, y: 1500 }, 50)).toBe(false);
    expect(inSight(centred(near, stage, { x: 2390, y: 1500 }), stage, { x: 2390, y: 1500 }, 50)).toBe(true);
  });
});
