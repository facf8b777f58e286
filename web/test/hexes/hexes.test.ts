import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import german from "../../../src/flagfall/hexes/words/de.toml";
import english from "../../../src/flagfall/hexes/words/en.toml";
import sheets from "../../../src/flagfall/hexes/words/sheets/de.toml";
import { fitting, kinds, question } from "../../src/hexes/orders/choose";
import { border, cellsOf, overview, tiles, type Cell } from "../../src/hexes/map/draw";
import { fold } from "../../src/hexes/play/fold";
import { centre, hexAt, hexOf, label, midst, neighbour } from "../../src/hexes/map/geometry";
import { Reporter } from "../../src/hexes/play/report";
import de from "../../src/hexes/words/de";
import en from "../../src/hexes/words/en";
import fr from "../../src/hexes/words/fr";
import nl from "../../src/hexes/words/nl";
import { fill } from "../../src/i18n";
import type { HexAction, HexEvent, HexUnit, HexView } from "../../src/wire";

interface Golden {
  map: { width: number; height: number; digits: number };
  sheets: Record<string, HexUnit>;
  first: HexView;
  told: HexEvent[][];
  last: HexView;
  lines: string[];
}

const grid = { width: 7, height: 5, digits: 2 };

describe("geometry", () => {
  it("finds every hex at its middle, and nothing outside", () => {
    for (let hex = 0; hex < 35; hex += 1) expect(hexAt(grid, ...centre(grid, hex))).toBe(hex);
    expect(hexAt(grid, -60, -60)).toBe(-1);
  });
  it("numbers hexes by column and row from 1", () => {
    expect(label(grid, 0)).toBe("0101");
    expect(label(grid, 9)).toBe("0302");
    for (let hex = 0; hex < 35; hex += 1) expect(hexOf(grid, label(grid, hex))).toBe(hex);
    expect(hexOf(grid, "0899")).toBe(-1);
  });
  it("knows the hex in the midst of some", () => {
    expect(midst(grid, [28, 29, 30, 31, 32, 33, 34])).toBe(31);
    expect(midst(grid, [])).toBe(-1);
  });
  it("goes out and comes back, with odd columns lower", () => {
    for (let hex = 0; hex < 35; hex += 1)
      for (let way = 0; way < 6; way += 1) {
        const other = neighbour(grid, hex, way);
        if (other < 0) continue;
        expect(neighbour(grid, other, (way + 3) % 6)).toBe(hex);
        expect(
          Math.hypot(centre(grid, hex)[0] - centre(grid, other)[0], centre(grid, hex)[1] - centre(grid, other)[1]),
        ).toBeCloseTo(86.6, 1);
      }
    expect(neighbour(grid, 0, 2)).toBe(1);
    expect(neighbour(grid, 1, 2)).toBe(9);
  });
});

describe("drawing", () => {
  const ground = (grid: { width: number; height: number; digits: number }, cells: readonly Cell[]): string =>
    tiles(grid, cells)
      .map((tile) => tile.base + tile.signs + tile.texts + tile.numbers)
      .join("");
  it("tells every terrain apart by a sign of its own", () => {
    const cells = [".", "r", "w", "t", "T", "c", "#"].map((terrain): Cell => [0, terrain, 1, 5]);
    const markup = ground({ width: 7, height: 1, digits: 2 }, cells);
    for (const sign of ["rough", "water", "thin", "thick", "built", "wall"]) expect(markup).toContain(`hx-s-${sign}`);
    expect(markup).toContain("5 HP");
  });
  it("draws contour lines only where the ground steps", () => {
    const flat: Cell[] = [
      [0, ".", 0, 0],
      [0, ".", 0, 0],
    ];
    const step: Cell[] = [
      [0, ".", 0, 0],
      [1, ".", 0, 0],
    ];
    const cliff: Cell[] = [
      [0, ".", 0, 0],
      [3, ".", 0, 0],
    ];
    const two = { width: 2, height: 1, digits: 2 };
    expect(ground(two, flat)).not.toContain("hx-s-step");
    expect(ground(two, step)).toContain("hx-s-step");
    expect(ground(two, cliff)).toContain("hx-s-cliff");
  });
  it("cuts big maps into parts that hold every hex once, and puts all on the small map", () => {
    const big = { width: 64, height: 68, digits: 2 };
    const cells = Array.from({ length: 64 * 68 }, (_, hex): Cell => [hex % 3, hex % 5 ? "." : "T", 0, 0]);
    const parts = tiles(big, cells);
    expect(parts.length).toBe(49);
    const hexes = (markup: string): number => markup.split("Z").length - 1;
    expect(parts.reduce((sum, tile) => sum + hexes(tile.base), 0)).toBe(64 * 68);
    expect(hexes(overview(big, cells))).toBe(64 * 68);
    for (const { box } of parts) expect(box[2] - box[0]).toBeLessThan(900);
  });
  it("puts what has changed over the map", () => {
    const first: Cell[] = [
      [0, ".", 0, 0],
      [0, "c", 2, 9],
    ];
    expect(cellsOf(first, [])).toBe(first);
    expect(cellsOf(first, [[1, [0, "r", 0, 0]]])[1]![1]).toBe("r");
    expect(first[1]![1]).toBe("c");
  });
  it("draws one border round a set of hexes", () => {
    expect(border(grid, [16]).split("M").length - 1).toBe(6);
    expect(border(grid, [16, neighbour(grid, 16, 0)]).split("M").length - 1).toBe(10);
  });
});

describe("choosing", () => {
  const legal: HexAction[] = [
    { type: "combine", at: "a", facing: "N" },
    { type: "combine", at: "b", facing: "N" },
    { type: "combine", at: "b", facing: "S" },
    { type: "fire", at: "0101" },
    { type: "fire", at: "0101", boost: "aim" },
    { type: "end" },
  ];
  it("puts a stronger shot on a button of its own", () => {
    expect([...kinds(legal).keys()]).toEqual(["combine", "fire", "fire-aim", "end"]);
  });
  it("asks only for what is still open, until one is left", () => {
    const offers = kinds(legal).get("combine")!;
    expect(question(offers, {})).toEqual({ field: "at", values: ["a", "b"] });
    expect(question(fitting(offers, { at: "b" }), { at: "b" })).toEqual({ field: "facing", values: ["N", "S"] });
    const left = fitting(offers, { at: "a" });
    expect(question(left, { at: "a" })).toBeNull();
    expect(left.map((offer) => offer.index)).toEqual([0]);
  });
});

describe.each(["hex-three", "hex-six"])("a game of %s", (id) => {
  let golden: Golden;
  beforeAll(() => {
    golden = JSON.parse(readFileSync(`test/hexes/${id}.json`, "utf-8")) as Golden;
  });
  it("folds to the view that the engine has", () => {
    expect(golden.told.flat().reduce(fold, golden.first)).toEqual(golden.last);
  });
  it("is reported in the words of the terminal, with every roll and part", () => {
    const say = (key: string, params: Record<string, string | number> = {}): string =>
      english[key] === undefined ? key : fill(english[key], params);
    const reporter = new Reporter(golden.map, golden.sheets, say, golden.first.pieces);
    const lines = golden.told.flat().flatMap((event) => reporter.line(event) ?? []);
    expect(lines.map((line) => line.text.replaceAll("−", "-"))).toEqual(golden.lines);
    expect(lines.some((line) => line.text.includes("target speed"))).toBe(true);
  });
});

describe("words", () => {
  it("gives modes and directions in the reader's language, and words of one's own as they are", () => {
    const words: Record<string, string> = { ...german, ...sheets };
    const say = (key: string, params: Record<string, string | number> = {}): string =>
      words[key] === undefined ? key : fill(words[key], params);
    const golden = JSON.parse(readFileSync("test/hexes/hex-three.json", "utf-8")) as Golden;
    const reporter = new Reporter(golden.map, golden.sheets, say, golden.first.pieces);
    const line = (event: Partial<HexEvent>): string => reporter.line(event as HexEvent)!.text;
    const unit = golden.first.pieces.findIndex((piece) => piece.sheet === "prowl");
    expect(line({ type: "did", verb: "transform", unit, amount: 1 })).toBe("Prowl verwandelt sich: Polizeiauto");
    expect(reporter.stand([0, 1, 0, 0])).toBe("0101, Blick NO");
    const own = structuredClone(golden.sheets) as Record<string, { sheet: { modes: { name: string }[] } }>;
    own["prowl"]!.sheet.modes[1]!.name = "teapot";
    expect(
      new Reporter(golden.map, own as unknown as Record<string, HexUnit>, say, golden.first.pieces).line({
        type: "did",
        verb: "transform",
        unit,
        amount: 1,
      } as HexEvent)!.text,
    ).toContain("teapot");
  });
  it.each([
    ["nl", nl],
    ["fr", fr],
    ["de", de],
  ] as const)("%s has every sentence with the same values", (_, words) => {
    const values = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]!).sort();
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en))
      expect(values((words as Record<string, string>)[key]!), key).toEqual(values(text));
  });
});
