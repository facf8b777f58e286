import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import german from "../../../src/flagfall/hexes/words/de.toml";
import english from "../../../src/flagfall/hexes/words/en.toml";
import sheets from "../../../src/flagfall/hexes/words/sheets/de.toml";
import { fitting, kinds, question } from "../../src/hexes/orders/choose";
import { border, cellsOf, zones, type Cell } from "../../src/hexes/map/draw";
import { parts } from "../../src/hexes/map/ground";
import { Painter } from "../../src/hexes/map/paint";
import { DAY } from "../../src/hexes/map/palette";
import { firstWords, labels, plateFont, plateHigh, rooms } from "../../src/hexes/map/counter";
import { larger } from "../../src/hexes/map/text-size";
import { wide } from "../../src/hexes/motion/director.svelte";
import { drawing, SILHOUETTES } from "../../src/hexes/units/silhouettes";
import { fold } from "../../src/hexes/play/fold";
import { centre, hexAt, hexOf, label, midst, neighbour, type Grid } from "../../src/hexes/map/geometry";
import { Orders } from "../../src/hexes/orders/orders.svelte";
import type { HexPlay } from "../../src/hexes/play/hex-play";
import { Reporter, sentence } from "../../src/hexes/play/report";
import { departed, fallen, preyHexes } from "../../src/hexes/victory";
import { fill } from "../../src/i18n";
import { newShape } from "../../src/hexes/orders/new-shape";
import type { HexAction, HexEvent, HexInfo, HexPiece, HexTeam, HexUnit, HexView } from "../../src/wire";

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

/** What a canvas would be told to draw: every call, with the colour of each fill and stroke. */
function painted(grid: Grid, cells: readonly Cell[], scale = 1): string[] {
  const told: string[] = [];
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (kept, name: string) =>
      name in kept
        ? kept[name]
        : (...given: unknown[]) =>
            told.push(
              `${name} ${given.join(" ")} ${String(name === "stroke" ? kept["strokeStyle"] : kept["fillStyle"])}`,
            ),
    set: (kept, name: string, value) => ((kept[name] = value), true),
  });
  const detail = { fine: true, texts: true, larger: larger(scale), numbers: false, beyond: 1 };
  new Painter(pen as unknown as CanvasRenderingContext2D, grid, cells, DAY, detail).paint([...cells.keys()]);
  return told;
}

describe("units", () => {
  it("has drawings that differ, inside a square that fits a hex", () => {
    expect(SILHOUETTES.length).toBeGreaterThanOrEqual(24);
    const all = SILHOUETTES.map((shape) =>
      drawing(shape)
        .map(({ path }) => path)
        .join(),
    );
    expect(new Set(all).size).toBe(SILHOUETTES.length);
    for (const path of all)
      for (const number of path.match(/-?[\d.]+/g) ?? []) expect(Math.abs(Number(number))).toBeLessThanOrEqual(80);
  });
  it("gives no two units of a game the same label", () => {
    const piece = (key: string, sheet: string): HexPiece => ({ key, sheet }) as HexPiece;
    const sheets = {
      crowd: { label: "Cro", sheet: { name: "Crowd" } },
      jazz: { label: "Jaz", sheet: { name: "Jazz" } },
    } as unknown as Record<string, HexUnit>;
    const three = [piece("a", "crowd"), piece("b", "jazz"), piece("c", "crowd")];
    expect(labels(three, sheets)).toEqual(["Cro1", "Jaz", "Cro2"]);
    const dutch = (name: string): string => (name === "Crowd" ? "Menigte" : name);
    expect(labels(three, sheets, dutch)).toEqual(["Men1", "Jaz", "Men2"]);
  });
  it("shortens a name to its first word where that is nobody else's", () => {
    const names = ["Optimus Prime", "Jazz", "Hot Spot", "Hot Rod", "Drag Strip"];
    expect(firstWords(names)).toEqual(["Optimus", "", "", "", "Drag"]);
  });
  it("gives a plate the room that nobody else needs, and letters that can be read from afar", () => {
    const far = plateHigh(plateFont(0.35));
    const [alone, left, right] = rooms([centre(grid, 0), centre(grid, 16), centre(grid, 17)], far);
    expect(alone).toBeGreaterThan(200);
    expect(left).toBeLessThan(75);
    expect(right).toBe(left);
    expect(rooms([centre(grid, 0)], far)[0]).toBeGreaterThan(200);
    // Half a row below there is only a figure to be kept free.
    expect(rooms([centre(grid, 0), centre(grid, 1)], plateHigh(plateFont(0.6)))[0]).toBeGreaterThan(90);
    // Near by, plates are low, and those of neighbours do not touch.
    expect(rooms([centre(grid, 16), centre(grid, 17)], plateHigh(plateFont(1)))[0]).toBeGreaterThan(200);
    for (const zoom of [0.36, 0.5, 0.9]) expect(plateFont(zoom) * zoom).toBeGreaterThan(11);
  });
  it("lets a miss fly past its target", () => {
    const [x, y] = wide([0, 0], [100, 0]);
    expect(x).toBeGreaterThan(150);
    expect(Math.abs(y)).toBeGreaterThan(20);
    expect(wide([5, 5], [5, 5]).every(Number.isFinite)).toBe(true);
  });
});

describe("drawing", () => {
  it("lays a road from hex to hex and off the map, and none where there is none", () => {
    const road = { width: 3, height: 1, digits: 2, roads: [0, 1, 2] };
    const bare = { width: 3, height: 1, digits: 2 };
    const cells = Array.from({ length: 3 }, (): Cell => [0, ".", 0, 0]);
    const track = (told: readonly string[]): number => told.filter((one) => /^quadraticCurveTo/.test(one)).length;
    expect(track(painted(road, cells))).toBe(3);
    expect(track(painted(bare, cells))).toBe(0);
  });
  it("paints every terrain in a way of its own", () => {
    const kinds = [".", "r", "w", "t", "T", "c", "#"];
    const seen = kinds.map((terrain) => painted({ width: 1, height: 1, digits: 2 }, [[0, terrain, 1, 5]]).join());
    expect(new Set(seen).size).toBe(kinds.length);
    // Without colours too: the strokes themselves differ.
    const grey = seen.map((told) => told.replace(/(#|rgba?)[^,]*/g, "colour"));
    expect(new Set(grey).size).toBe(kinds.length);
    expect(seen[5]).toContain("▲1 · 5");
  });
  it("writes larger from afar, and of a lake or a plateau not every hex", () => {
    const lake = Array.from({ length: 35 }, (): Cell => [0, "w", 2, 0]);
    const said = (cells: readonly Cell[], scale: number): string[] =>
      painted(grid, cells, scale).filter((one) => one.startsWith("fillText ▼"));
    expect(said(lake, 1)).toHaveLength(35);
    expect(said(lake, 0.4).length).toBeGreaterThan(8);
    expect(said(lake, 0.4).length).toBeLessThan(15);
    // What differs from all around speaks for itself, wherever it lies.
    for (const hex of [15, 16, 17])
      expect(said(lake.with(hex, [0, "w", 3, 0]), 0.4).filter((one) => one.includes("▼3"))).toHaveLength(1);
    // There is no room for height and hit points then.
    const house: Cell[] = [[0, "c", 2, 14]];
    expect(painted({ width: 1, height: 1, digits: 2 }, house, 0.4).join()).toContain("▲2 ");
    expect(painted({ width: 1, height: 1, digits: 2 }, house, 0.4).join()).not.toContain("14");
  });
  it("puts no name of a zone on that of another", () => {
    const row = (from: number, many: number): number[] => Array.from({ length: many }, (_, at) => from + at);
    const [big, small] = zones(grid, { town: [...row(7, 7), ...row(14, 7), ...row(21, 7)], park: [...row(9, 3), 17] });
    expect([big!.id, small!.id]).toEqual(["town", "park"]);
    expect(Math.abs(small!.at[1] - big!.at[1])).toBeGreaterThan(60);
  });
  it("shades slopes only where the ground steps, and hatches a cliff", () => {
    const two = { width: 2, height: 1, digits: 2 };
    const ground = (level: number): string =>
      painted(two, [
        [0, ".", 0, 0],
        [level, ".", 0, 0],
      ]).join();
    const { shade, lit, cliff } = DAY;
    const slope = (told: string): boolean => told.includes(shade) || told.includes(lit);
    expect(slope(ground(0))).toBe(false);
    expect(slope(ground(1))).toBe(true);
    expect(ground(1)).not.toContain(cliff);
    expect(ground(3)).toContain(cliff);
  });
  it("makes a bridge of a construct between two waters", () => {
    const three = { width: 3, height: 3, digits: 2 };
    const cells = Array.from({ length: 9 }, (): Cell => [0, "w", 1, 0]);
    for (const hex of [1, 7]) cells[hex] = [0, ".", 0, 0];
    cells[4] = [0, "c", 1, 12];
    expect(painted(three, cells).some((told) => told.startsWith("rotate"))).toBe(true);
    cells[3] = cells[5] = cells[6] = cells[8] = cells[0] = cells[2] = [0, ".", 0, 0];
    expect(painted(three, cells).some((told) => told.startsWith("rotate"))).toBe(false);
  });
  it("cuts big maps into parts that hold every hex once", () => {
    const big = { width: 64, height: 68, digits: 2 };
    const found = parts(big);
    expect(found.flatMap(({ hexes }) => hexes).sort((a, b) => a - b)).toEqual([...Array(64 * 68).keys()]);
    for (const { hexes, box } of found)
      for (const hex of hexes) {
        const [x, y] = centre(big, hex);
        expect(x - 50 >= box[0] && x + 50 <= box[2] && y - 43.3 >= box[1] && y + 43.3 <= box[3]).toBe(true);
      }
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
    const typed = (text: string): string => text.replaceAll("−", "-").replaceAll("\u00a0", " ");
    expect(lines.map((line) => typed(line.text))).toEqual(golden.lines);
    expect(lines.some((line) => line.text.includes("target speed"))).toBe(true);
  });
});

const says = (key: string, params: Record<string, string | number> = {}): string =>
  english[key] === undefined ? key : fill(english[key], params);

describe("the log", () => {
  const golden = JSON.parse(readFileSync("test/hexes/hex-three.json", "utf-8")) as Golden;
  const reporter = new Reporter(golden.map, golden.sheets, says, golden.first.pieces, {
    seat: () => 1,
    side: (seat) => ["Red", "Blue"][seat]!,
  });
  const attack = { by: 0, kind: "weapon", unit: 3, hex: 20, boost: "" };
  const to_hit = {
    attack,
    number: 7,
    parts: [{ name: "speed", value: 4, of: "8" }],
    tenths: 4,
    sight: null,
    cover: { hex: 21, kind: "construct", unit: -1 },
    refused: "",
  };
  const shot = (hit: boolean, ...rest: object[]): HexEvent[] =>
    [
      { type: "rolled", purpose: "to-hit", unit: 0, value: 8 },
      { type: "attacked", to_hit, hit },
      ...rest,
    ] as HexEvent[];
  const told = (events: readonly HexEvent[]): string[] => reporter.tell(events).map((line) => line.text);

  it("tells a shot in one line that opens into its rolls, with the chance that counts the cover", () => {
    const events = shot(
      true,
      { type: "rolled", purpose: "cover", unit: 0, value: 7 },
      { type: "rolled", purpose: "resistance", unit: 3, value: 2 },
      { type: "rolled", purpose: "potential", unit: 0, value: 9 },
      { type: "struck", unit: 3, hex: 20, damage: 5, cause: "weapon" },
      { type: "drawn", unit: 1 },
    );
    const [line, card, ...more] = reporter.tell(events);
    expect(line!.text).toBe("Prowl fires at Starscream: hit, 5 damage");
    expect(line!.rolls).toHaveLength(6);
    expect(line!.rolls![1]).toContain("needs 7 or more, hits 20\u00a0%");
    expect([card!.text, more]).toEqual(["Sunstreaker", []]);
  });
  it("says what became of it: missed, caught by the cover, no harm, out of action", () => {
    const cover = { type: "rolled", purpose: "cover", unit: 0, value: 3 };
    expect(told(shot(false))).toEqual(["Prowl fires at Starscream: miss"]);
    expect(told(shot(true, cover, { type: "struck", unit: -1, hex: 21, damage: 8 }))).toEqual([
      "Prowl fires at Starscream: the building catches it, 8 damage",
    ]);
    expect(told(shot(true, { type: "struck", unit: 3, hex: 20, damage: 0 }))).toEqual([
      "Prowl fires at Starscream: hit, no harm",
    ]);
    const out = { type: "fell", unit: 3, what: "deactivated", hex: 20 };
    expect(told(shot(true, { type: "struck", unit: 3, hex: 20, damage: 9 }, out))).toEqual([
      "Prowl fires at Starscream: hit, 9 damage, out of action",
    ]);
    const down = { type: "fell", unit: -1, what: "construct", hex: 21 };
    expect(told(shot(true, cover, { type: "struck", unit: -1, hex: 21, damage: 8 }, down))).toEqual([
      "Prowl fires at Starscream: the building catches it, 8 damage, and collapses",
    ]);
  });
  it("is a sentence of its own where it stands alone", () => {
    expect(sentence("nobody is left on either side")).toBe("Nobody is left on either side.");
    expect(sentence("")).toBe("");
  });
  it("tells the one who reads how it ended", () => {
    const ended = (a: number, b: number, termination = "elimination"): string[] =>
      told([{ type: "ended", outcome: { termination, scores: [a, b], rule: "HX-END-2" } }] as HexEvent[]);
    expect(ended(1, 0)).toEqual(["You have lost: you have no units left"]);
    expect(ended(0, 1)).toEqual(["You have won: nobody is left on the other side"]);
    expect(ended(0.5, 0.5)).toEqual(["A draw: nobody is left on either side"]);
    expect(ended(0, 1, "resignation")).toEqual(["You have won: the other side has resigned"]);
    const watching = new Reporter(golden.map, golden.sheets, says, [], { seat: () => null, side: () => "Red" });
    const outcome = { termination: "hold", scores: [1, 0], rule: "" };
    expect(watching.ended(outcome as never)).toEqual({ title: "Red win", reason: "the zone was held" });
  });
  it("says that losses decided after the last round, and only where they do", () => {
    const reason = (limit: string, ...scores: number[]): string => {
      const reader = { seat: () => 1, side: () => "Red", limit };
      const outcome = { termination: "rounds", scores, rule: "HX-END-2" };
      return new Reporter(golden.map, golden.sheets, says, [], reader).ended(outcome as never).reason;
    };
    expect(reason("points", 0, 1)).toBe("the last round is over, and the other side has lost more");
    expect(reason("points", 1, 0)).toBe("the last round is over, and you have lost more");
    expect(reason("points", 0.5, 0.5)).toBe("the last round is over, and both sides have lost the same");
    expect(reason("autobots", 0, 1)).toBe("the last round is over");
  });
});

describe("a new shape", () => {
  const golden = JSON.parse(readFileSync("test/hexes/hex-three.json", "utf-8")) as Golden;
  const { pieces } = golden.first;
  const sheets = golden.sheets as Record<string, HexUnit>;
  it("has its numbers beside those of now before it is confirmed", () => {
    const book = { sheets, teams: [] as HexTeam[] } as unknown as HexInfo;
    const unit = pieces.findIndex((piece) => piece.sheet === "prowl");
    const shape = newShape({ type: "transform", mode: 1 }, unit, pieces, book)!;
    const { modes } = sheets["prowl"]!.sheet;
    expect(shape.rows.find((row) => row.key === "speed")).toEqual({
      key: "speed",
      now: modes[pieces[unit]!.mode]!.spe,
      then: modes[1]!.spe,
    });
    expect(newShape({ type: "end" }, unit, pieces, book)).toBeNull();
  });
  it("of a team bears the damage of all (HX-ABL-CMB)", () => {
    const members = ["prowl", "sunstreaker"];
    const giant = { ...sheets["sideswipe"]!, hp: 40 };
    const book = {
      sheets: { ...sheets, giant },
      teams: [{ id: "t", name: "T", members, into: "giant" }],
    } as unknown as HexInfo;
    const hurt = pieces.map((piece) => ({ ...piece, status: "play", hp: piece.hp - 3 }));
    const shape = newShape({ type: "combine", at: "prowl", facing: "N" }, 0, hurt, book)!;
    expect(shape.rows.find((row) => row.key === "hp")!.then).toBe(34);
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
});

describe("how far a goal is", () => {
  const piece = (key: string, status: string, owner = 0): HexPiece => ({ key, status, owner }) as HexPiece;
  const pieces = [
    piece("a", "left"),
    piece("b", "left"),
    piece("c", "left", 1),
    piece("d", "wreck"),
    piece("e", "out"),
    piece("f", "reserve"),
    piece("g", "play"),
  ];
  it("counts who has left the map: those of the side, and only the named ones where some are named", () => {
    expect(departed(pieces, 0, [])).toBe(2);
    expect(departed(pieces, 0, ["b", "g"])).toBe(1);
  });
  it("counts as fallen what is a wreck or gone, as the rules do, and nobody who is away", () => {
    expect(fallen(pieces, ["a", "d", "e", "f", "g"])).toBe(2);
  });
});

describe("a wall to shoot at", () => {
  const shot = (index: number, unit: number, hex: number): object => ({
    index,
    odds: { to_hit: { attack: { unit, hex } } },
    out: 0.5,
    mean: 1,
  });
  const orders = (shots: object[], victory: object[] = []): Orders => {
    const scenario = { sides: [{ id: "red" }, { id: "blue" }], victory };
    const legal = shots.map((_, at) => ({ type: "fire", at: `${at}` }));
    return new Orders({
      book: { map: grid, scenario },
      demand: { what: "act", shots },
      legal,
      seat: 0,
    } as unknown as HexPlay);
  };
  it("is not what a turn begins with, nor planned by itself", () => {
    const wall = orders([shot(0, -1, 9)]);
    wall.fresh();
    expect(wall.kind).toBe("");
    wall.choose("fire");
    expect(wall.picked).toBe(-1);
    const foe = orders([shot(0, 3, 9)]);
    foe.fresh();
    expect([foe.kind, foe.picked]).toEqual(["fire", 0]);
    const prey = orders([shot(0, -1, 9)], [{ kind: "destroy", side: "red", hexes: ["0302"] }]);
    prey.fresh();
    expect([prey.kind, prey.picked]).toEqual(["fire", 0]);
  });
  it("comes after everybody that may be shot at", () => {
    const both = orders([shot(0, -1, 9), shot(1, 3, 10)]);
    both.choose("fire");
    expect(both.list.map(({ index }) => index)).toEqual([1, 0]);
  });
});

describe("what a side wants to see fall", () => {
  it("is what it has to bring down, or the others to keep", () => {
    const sides = [{ id: "red" }, { id: "blue" }];
    const book = (victory: object[]): Pick<HexInfo, "scenario" | "map"> =>
      ({ scenario: { sides, victory }, map: grid }) as unknown as Pick<HexInfo, "scenario" | "map">;
    const down = book([{ kind: "destroy", side: "blue", hexes: ["0302"] }]);
    expect([preyHexes(down, 0), preyHexes(down, 1)]).toEqual([[], [9]]);
    const kept = book([{ kind: "protect", side: "red", hexes: ["0302"], until: 4 }]);
    expect([preyHexes(kept, 0), preyHexes(kept, 1)]).toEqual([[], [9]]);
  });
});
