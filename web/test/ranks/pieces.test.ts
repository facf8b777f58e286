import { describe, expect, it } from "vitest";
import { squares } from "../../src/board";
import { contrast, luminance, parse, sideColours } from "../../src/table/colours";
import { emblem, EMBLEMS, THEMES } from "../../src/pieces/emblems";
import { groundMarkup, pools } from "../../src/pieces/ground";
import { outline, patternDefs, pieceMarkup } from "../../src/pieces/kit";

const PAIRS: [string, string][] = [
  ["#a63d2f", "#2f5d8a"],
  ["#2f5d8a", "#8d9aa5"],
  ["#7d8590", "#a63d2f"],
  ["#3a3430", "#b8965a"],
  ["#ffffff", "#ffffff"],
  ["#000000", "#000000"],
];

/** What three kinds of colour-blindness make of a colour (linear approximations), and grey. */
const EYES: Record<string, number[][]> = {
  protan: [
    [0.152, 1.053, -0.205],
    [0.115, 0.786, 0.099],
    [-0.004, -0.048, 1.052],
  ],
  deutan: [
    [0.367, 0.861, -0.228],
    [0.28, 0.673, 0.047],
    [-0.012, 0.043, 0.969],
  ],
  tritan: [
    [1.256, -0.077, -0.179],
    [-0.078, 0.931, 0.148],
    [0.005, 0.691, 0.304],
  ],
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};
const seen = (hex: string, eye: number[][]): string => {
  const rgb = parse(hex);
  return `#${eye
    .map((row) =>
      Math.max(0, Math.min(255, Math.round(row.reduce((sum, part, i) => sum + part * rgb[i]!, 0))))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
};

describe.each(PAIRS)("the sides made of %s and %s", (first, second) => {
  const sides = sideColours(first, second);
  it("carry text at AAA", () => {
    for (const side of sides) expect(contrast(side.field, side.ink)).toBeGreaterThanOrEqual(7);
  });
  it("differ by lightness for every eye", () => {
    for (const eye of Object.values(EYES))
      expect(contrast(seen(sides[0].field, eye), seen(sides[1].field, eye))).toBeGreaterThan(3);
    expect(sides[0].dark).not.toBe(sides[1].dark);
    expect(luminance(parse(sides[0].field))).not.toBe(luminance(parse(sides[1].field)));
  });
});

describe.each(THEMES)("the %s theme", (theme) => {
  it("has an outline of its own for each side", () => {
    expect(outline(theme, 0)).not.toBe(outline(theme, 1));
    for (const other of THEMES) if (other !== theme) expect(outline(other, 0)).not.toBe(outline(theme, 0));
  });
  it("draws every emblem", () => {
    for (const name of EMBLEMS) expect(emblem(theme, name), name).not.toBeNull();
  });
  it("has both patterns on both grounds", () => {
    for (const seat of [0, 1])
      for (const tone of ["d", "l"]) expect(patternDefs()).toContain(`id="ffp-${theme}-${seat}-${tone}"`);
  });
  it("draws a ground with its lakes", () => {
    const g = squares(10, 10);
    expect(pools(g, [42, 43, 52, 53])).toEqual([{ x: 200, y: 400, w: 200, h: 200 }]);
    expect(groundMarkup({ theme, lakes: [42, 43, 52, 53], dead: [0, 1] }, g)).toContain(`ground-${theme}`);
  });
});

describe("faces and backs", () => {
  const face = { theme: "classic" as const, seat: 1 as const, light: true, rank: "", emblem: "" };
  it("shows nothing of a hidden piece but its side", () => {
    const back = pieceMarkup(face);
    expect(back).not.toContain("<text");
    expect(back).toBe(pieceMarkup({ ...face }));
    expect(back).toContain("back");
  });
  it("has signs for moved, seen, robot and the player's mark", () => {
    for (const [sign, more] of [
      ["moved", { moved: true }],
      ["seen", { seen: true }],
      ["mode", { robot: true }],
      ["note", { note: "B" }],
    ] as const)
      expect(pieceMarkup({ ...face, ...more })).toContain(`sign ${sign}`);
  });
  it("escapes what strangers wrote", () => {
    expect(pieceMarkup({ ...face, rank: "<b>" })).not.toContain("<b>");
    expect(pieceMarkup({ ...face, note: '"<' })).not.toContain('"<');
  });
});
