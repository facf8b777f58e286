import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  Board,
  choose,
  EMPTY,
  marks,
  squareName,
  squareOf,
  squares,
  type BoardState,
  type Man,
  type Mark,
} from "../../src/board";

const man = (id: number, cell: number, own = true): Man<string> => ({
  id,
  cell,
  look: `<g/>`,
  label: own ? "Red Scout 2" : "Blue unknown piece",
  own,
});
const state = (men: Man<string>[], more: Partial<BoardState<string>> = {}): BoardState<string> => ({
  ...(EMPTY as BoardState<string>),
  men: new Map(men.map((one) => [one.id, one])),
  active: true,
  ...more,
});

describe("geometry of squares", () => {
  it("names squares from a1 to j10 and reads the names back", () => {
    expect(squareName(0)).toBe("a1");
    expect(squareName(99)).toBe("j10");
    for (let cell = 0; cell < 100; cell++) expect(squareOf(squareName(cell))).toBe(cell);
    expect(squareOf("k1")).toBeNull();
    expect(squareOf("a11")).toBeNull();
  });

  it("puts seat 0 below, and seat 1 below when flipped", () => {
    expect(squares(10, 8).place(0)).toEqual({ row: 7, column: 0 });
    expect(squares(10, 8, true).place(0)).toEqual({ row: 0, column: 9 });
    expect(squares(10, 8, true).place(79)).toEqual({ row: 7, column: 0 });
  });

  it("finds the cell under the middle of every cell, either way round", () => {
    for (const flipped of [false, true]) {
      const g = squares(10, 8, flipped);
      expect(g.cells.length).toBe(80);
      for (const cell of g.cells) expect(g.at(g.centre(cell))).toBe(cell);
    }
    expect(squares(10, 8).at({ x: -1, y: 5 })).toBeNull();
  });

  it("steps as the arrow keys say on the screen, and over holes", () => {
    const g = squares(10, 10, false, new Set([10]));
    expect(g.step(0, "up")).toBe(20);
    expect(g.step(0, "left")).toBeNull();
    expect(squares(10, 10, true).step(0, "up")).toBeNull();
    expect(squares(10, 10, true).step(0, "down")).toBe(10);
  });
});

describe("what choosing a cell means", () => {
  it("selects a piece, then acts on a destination", () => {
    const dests = new Map([[30, new Map([[40, "move" as const]])]]);
    const before = state([man(1, 30)], { dests });
    expect(choose(before, 30)).toEqual({ kind: "select", cell: 30 });
    const held = { ...before, selected: 30 };
    expect(choose(held, 40)).toEqual({ kind: "act", from: 30, to: 40 });
    expect(choose(held, 30)).toEqual({ kind: "clear" });
    expect([...marks(held)]).toEqual([[40, "move"]]);
  });

  it("changes the selection to another own piece, and tries a foreign cell", () => {
    const held = state([man(1, 30), man(2, 31), man(3, 60, false)], { selected: 30 });
    expect(choose(held, 31)).toEqual({ kind: "select", cell: 31 });
    expect(choose(held, 60)).toEqual({ kind: "act", from: 30, to: 60 });
  });

  it("takes targets before anything else", () => {
    const now = state([man(1, 30)], { selected: 30, targets: new Map([[30, "attack" as const]]) });
    expect(choose(now, 30)).toEqual({ kind: "pick", cell: 30 });
  });
});

describe("the board in the page", () => {
  let host: HTMLElement;
  const painter = {
    man: (look: string) => look,
    ground: () => "",
    cell: (cell: number) => `${squareName(cell)}, empty`,
    mark: (mark: string) => mark,
  };
  beforeEach(() => {
    document.body.innerHTML = "<div></div>";
    host = document.body.firstElementChild as HTMLElement;
  });
  const make = (on = {}): Board<string> => new Board(host, squares(10, 10), painter, "Board", on);
  const cell = (n: number): SVGGElement => host.querySelector(`[data-cell="${n}"]`)!;
  const press = (n: number, key: string): void =>
    void cell(n).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

  it("is a grid of rows and cells with one stop for the tab key", () => {
    make();
    expect(host.querySelector("svg")!.getAttribute("role")).toBe("grid");
    expect(host.querySelectorAll('[role="row"]').length).toBe(10);
    expect(host.querySelectorAll('[role="gridcell"]').length).toBe(100);
    expect(host.querySelectorAll('[tabindex="0"]').length).toBe(1);
  });

  it("says what stands on a cell and what can be done with it", () => {
    const board = make();
    board.set({
      men: new Map([[1, man(1, 30)]]),
      dests: new Map([[30, new Map([[40, "move" as const]])]]),
      active: true,
      selected: 30,
    });
    expect(cell(30).getAttribute("aria-label")).toBe("a4, Red Scout 2");
    expect(cell(40).getAttribute("aria-label")).toBe("a5, empty, move");
    expect(cell(30).getAttribute("aria-selected")).toBe("true");
  });

  it("marks the ends of moves made ahead without opening them, and keeps a shade of what is dragged", () => {
    const board = make();
    const at = (mark: Mark): Partial<BoardState<string>> => ({
      men: new Map([[1, man(1, 30)]]),
      dests: new Map([[30, new Map([[40, mark]])]]),
      active: true,
      selected: 30,
    });
    board.set(at("later"));
    expect(host.querySelector(".mark.later")).not.toBeNull();
    expect(host.querySelectorAll(".cell.open").length).toBe(0);
    board.set(at("move"));
    expect(host.querySelectorAll(".cell.open").length).toBe(2);
    expect(host.querySelector(".ghost")).toBeNull();
    board.set({ drag: { from: 30, over: 40 } });
    expect(host.querySelector(".ghost")).not.toBeNull();
    board.set({ drag: null });
    expect(host.querySelector(".ghost")).toBeNull();
  });

  it("is played by keyboard: arrows, Enter, Escape", () => {
    const acted = vi.fn();
    const board = make({ acted });
    board.set({
      men: new Map([[1, man(1, 30)]]),
      dests: new Map([[30, new Map([[40, "move" as const]])]]),
      active: true,
    });
    board.focus(30);
    press(30, "Enter");
    expect(board.state.selected).toBe(30);
    press(30, "ArrowUp");
    expect(board.state.focus).toBe(40);
    press(40, "Enter");
    expect(acted).toHaveBeenCalledWith(30, 40);
    press(40, "Escape");
    expect(board.state.selected).toBeNull();
  });

  it("tells the key M as a wish to mark", () => {
    const noted = vi.fn();
    const board = make({ noted });
    board.focus(60);
    press(60, "m");
    expect(noted.mock.calls[0]![0]).toBe(60);
  });

  it("draws pieces once, and again only when they look different", () => {
    const board = make();
    const set = (look: string, at: number): void => board.set({ men: new Map([[1, { ...man(1, at), look }]]) });
    set("<g class='x'/>", 30);
    const drawn = host.querySelector(".x");
    set("<g class='x'/>", 40);
    expect(host.querySelector(".x")).toBe(drawn);
    set("<g class='y'/>", 40);
    expect(host.querySelector(".x")).toBeNull();
    board.set({ men: new Map() });
    expect(host.querySelector(".man")).toBeNull();
  });

  it("can be turned, drawn anew in another language, and destroyed", () => {
    const board = make();
    board.set({ men: new Map([[1, man(1, 0)]]) });
    board.renderer.rebuild(squares(10, 10, true), painter, "Bord");
    expect(host.querySelector("svg")!.getAttribute("aria-label")).toBe("Bord");
    expect(cell(0).getAttribute("aria-colindex")).toBe("10");
    board.destroy();
    expect(host.children.length).toBe(0);
  });
});
