import { describe, expect, it } from "vitest";
import { LETTER, placeNames } from "../../src/ranks/play/battle-names";

const LEAST = -26;
const MOST = 1002;
const span = (text: string, middle: number): readonly [number, number] => [
  middle - (text.length * LETTER) / 2,
  middle + (text.length * LETTER) / 2,
];

describe("the names of fighters", () => {
  const long = "Verkenner van Sector Zeven 2";
  it.each([80, 150, 500, 850, 920])("stay on the board and apart, with the fight at %d", (at) => {
    const names = [
      { text: long, x: at - 70, side: "left" },
      { text: "Strandbuggy van Sector 7 (5)", x: at + 70, side: "right" },
    ] as const;
    const [one, two] = placeNames(names, LEAST, MOST);
    const spans = [span(names[0].text, one!.middle), span(names[1].text, two!.middle)] as const;
    for (const [left, right] of spans) {
      expect(left).toBeGreaterThanOrEqual(LEAST);
      expect(right).toBeLessThanOrEqual(MOST);
    }
    const overlap = spans[0][0] < spans[1][1] && spans[1][0] < spans[0][1];
    expect(one!.lower).toBe(false);
    expect(two!.lower).toBe(overlap);
  });

  it("stand under their pieces where there is room", () => {
    const [one, two] = placeNames(
      [
        { text: "Captain 6", x: 430, side: "left" },
        { text: "Miner 3", x: 570, side: "right" },
      ],
      LEAST,
      MOST,
    );
    expect(span("Captain 6", one!.middle)[1]).toBeCloseTo(490);
    expect(span("Miner 3", two!.middle)[0]).toBeCloseTo(510);
    expect(two!.lower).toBe(false);
  });
});
