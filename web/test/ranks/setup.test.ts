import { describe, expect, it } from "vitest";
import * as setup from "../../src/ranks/setup/setup";
import type { BoardInfo, Kind } from "../../src/wire";

const board: BoardInfo = {
  width: 3,
  height: 4,
  homes: [
    [0, 1, 2, 10, 11, 12],
    [20, 21, 22, 30, 31, 32],
  ],
  blocked: [],
};
const kind = (id: string, letter: string, count: number): Kind => ({
  id,
  letter,
  count,
  rank: "1",
  strength: 1,
  role: "soldier",
  moves: "step",
  names: {},
  defuses: false,
  slays: [],
  powers: [],
  robot: [],
  emblem: "",
  basis: {},
});
const kinds = [kind("flag", "F", 1), kind("scout", "S", 3)];

describe("set-ups as text", () => {
  it("reads the front row first, as each player sees it", () => {
    expect(setup.homeRows(board, 0)).toEqual([
      [10, 11, 12],
      [0, 1, 2],
    ]);
    expect(setup.homeRows(board, 1)).toEqual([
      [22, 21, 20],
      [32, 31, 30],
    ]);
    const placed = setup.read(board, 1, kinds, "S../F.s") as setup.Placing;
    expect([...placed]).toEqual([
      [22, "scout"],
      [32, "flag"],
      [30, "scout"],
    ]);
    expect(setup.write(board, 1, kinds, placed)).toBe("S../F.S");
  });
  it("names what is wrong", () => {
    expect(setup.read(board, 0, kinds, "X")).toMatchObject({ fault: "letter", sign: "X", at: 1 });
    expect(setup.read(board, 0, kinds, "SS")).toMatchObject({ fault: "few" });
    expect(setup.read(board, 0, kinds, ".......")).toMatchObject({ fault: "many" });
    expect(setup.read(board, 0, kinds, "FF....")).toMatchObject({ fault: "count", sign: "F", at: 2 });
  });
});

describe("placing", () => {
  it("counts what is missing", () => {
    const placed = new Map([
      [0, "flag"],
      [1, "scout"],
    ]);
    expect([...setup.missing(kinds, placed)]).toEqual([
      ["flag", 0],
      ["scout", 2],
    ]);
    expect(setup.complete(kinds, placed)).toBe(false);
  });
  it("swaps, takes and mirrors", () => {
    const placed = new Map([
      [0, "flag"],
      [1, "scout"],
    ]);
    expect([...setup.swap(placed, 0, 1)].sort()).toEqual([
      [0, "scout"],
      [1, "flag"],
    ]);
    expect([...setup.swap(placed, 0, 12)].sort()).toEqual([
      [1, "scout"],
      [12, "flag"],
    ]);
    expect([...setup.take(placed, 0)]).toEqual([[1, "scout"]]);
    expect([...setup.mirror(board, 0, placed)].sort()).toEqual([
      [1, "scout"],
      [2, "flag"],
    ]);
  });
});
