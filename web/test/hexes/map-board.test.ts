import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Board, type Handlers } from "../../src/board";
import { centre, hexagons } from "../../src/hexes/map/geometry";

const grid = { width: 7, height: 5, digits: 2 };

describe("hexes as a geometry of the board", () => {
  const map = hexagons(grid, (hex) => hex === 9);

  it("has every hex but those that are left out, each at its middle", () => {
    expect(map.cells.length).toBe(34);
    for (const hex of map.cells) expect(map.at(map.centre(hex))).toBe(hex);
    const [x, y] = centre(grid, 9);
    expect([map.at({ x, y }), map.at({ x: -60, y: -60 })]).toEqual([null, null]);
  });

  it("goes along rows and columns by the arrow keys, over holes and never off the map", () => {
    expect([map.step(16, "down"), map.step(1, "up"), map.step(0, "left")]).toEqual([23, null, null]);
    let [hex, way] = [7, [7]];
    for (let next = map.step(hex, "right"); next !== null; next = map.step(hex, "right")) way = [...way, (hex = next)];
    expect(way).toEqual([7, 8, 10, 11, 12, 13]);
    expect(map.step(2, "down")).toBe(16);
  });

  it("has the places and names that the rules have", () => {
    expect([map.place(16), map.name(16)]).toEqual([{ row: 2, column: 2 }, "0303"]);
  });
});

describe("the map as a board", () => {
  let host: HTMLElement;
  let board: Board<never>;
  const painter = {
    man: () => "",
    ground: () => "",
    cell: (hex: number) => `hex ${hex}`,
    mark: (mark: string) => mark,
    marks: false,
  };
  const rim = { left: 0, right: 0, top: 0, bottom: 0 };
  function open(size: typeof grid, on: Handlers = {}): void {
    document.body.innerHTML = "<div><svg><g></g><g id='own'></g><g></g></svg></div>";
    host = document.body.firstElementChild as HTMLElement;
    const svg = host.querySelector("svg")!;
    const [below, , above] = [...svg.querySelectorAll("g")] as [SVGGElement, SVGGElement, SVGGElement];
    board = new Board(host, hexagons(size), painter, "Map", on, rim, { svg, below, above });
  }
  const cell = (hex: number): SVGGElement => host.querySelector(`[data-cell="${hex}"]`)!;
  const press = (hex: number, key: string): void =>
    void cell(hex).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    board.destroy();
    vi.useRealTimers();
  });

  it("is a grid of rows and named hexes, in a drawing that belongs to the caller", () => {
    open(grid);
    board.set({ home: 16, targets: new Map([[17, "attack" as const]]) });
    const svg = host.querySelector("svg")!;
    expect([svg.getAttribute("role"), svg.getAttribute("aria-rowcount")]).toEqual(["grid", "5"]);
    expect(host.querySelectorAll('[role="row"]').length).toBe(5);
    expect(host.querySelectorAll('[role="gridcell"]').length).toBe(35);
    expect([...host.querySelectorAll('[tabindex="0"]')]).toEqual([cell(16)]);
    expect(cell(16).getAttribute("aria-label")).toBe("hex 16");
    expect(cell(17).getAttribute("aria-label")).toBe("hex 17, attack");
    board.destroy();
    expect([host.querySelector(".cells"), host.querySelector("#own")]).toEqual([null, expect.anything()]);
  });

  it("goes by arrow keys and chooses by Enter; keys of the map come first", () => {
    const [picked, selected, focused] = [vi.fn(), vi.fn(), vi.fn()];
    open(grid, { picked, selected, focused, pressed: (key) => key === "+" });
    board.set({ home: 16, targets: new Map([[9, "move" as const]]) });
    board.enter();
    expect(document.activeElement).toBe(cell(16));
    press(16, "ArrowUp");
    expect([document.activeElement, focused.mock.calls]).toEqual([cell(9), [[9]]]);
    press(9, "+");
    press(9, "Enter");
    expect(picked).toHaveBeenCalledWith(9);
    press(9, "ArrowUp");
    press(2, "Enter");
    expect(selected).toHaveBeenCalledWith(2);
  });

  it("never keeps the focus on the drawing as a whole", () => {
    open(grid);
    board.set({ home: 16 });
    host.querySelector("svg")!.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    expect(document.activeElement).toBe(cell(16));
  });

  it("has of a big map only what is in sight, in its order, and never loses the focus", () => {
    open({ width: 64, height: 68, digits: 2 });
    expect(host.querySelectorAll('[role="gridcell"]').length).toBeLessThan(2);
    board.renderer.cells.show([130, 131, 66]);
    board.set({ home: 131 });
    board.enter();
    board.renderer.cells.show([65, 132, 130]);
    expect(document.activeElement).toBe(cell(131));
    const order = [...host.querySelectorAll('[role="gridcell"]')].map((one) => Number(one.getAttribute("data-cell")));
    expect(order).toEqual([65, 130, 131, 132]);
    expect(cell(132).getAttribute("aria-label")).toBe("hex 132");
    press(131, "ArrowDown");
    expect(document.activeElement).toBe(cell(131 + 64));
  });

  it("names many hexes in the pauses, the one with the focus first", () => {
    open({ width: 30, height: 30, digits: 2 });
    board.set({ home: 899 });
    board.renderer.cells.show(Array.from({ length: 30 * 30 }, (_, hex) => hex));
    const named = (): number => host.querySelectorAll("[aria-label^=hex]").length;
    expect(named()).toBeLessThan(30 * 30);
    expect(cell(899).getAttribute("aria-label")).toBe("hex 899");
    vi.runAllTimers();
    expect(named()).toBe(30 * 30);
  });
});
