import { expect, test } from "vitest";
import { next, ranksOf, TIPS, type Scene, type Tip } from "../../src/ranks/first-game/tips";
import type { Book } from "../../src/ranks/edition";

const kind = (rank: string, more: object = {}): object => ({
  rank,
  role: "soldier",
  moves: "step",
  defuses: false,
  slays: [],
  ...more,
});
const CLASSIC = [
  kind("10"),
  kind("3", { defuses: true }),
  kind("2", { moves: "line" }),
  kind("S", { role: "spy", slays: ["10"] }),
  kind("B", { role: "bomb", moves: "none" }),
  kind("F", { role: "flag", moves: "none" }),
];
const book = (kinds: object[]): Book => ({ army: () => ({ kinds }) }) as unknown as Book;
const scene = (more: Partial<Scene> = {}, kinds = CLASSIC): Scene => ({
  book: book(kinds),
  view: { pieces: [] } as unknown as Scene["view"],
  seat: 0,
  mine: true,
  chosen: false,
  battles: 0,
  moves: 0,
  spark: false,
  advised: false,
  ...more,
});
const given = (...tips: Tip[]): ReadonlySet<Tip> => new Set(tips);

test("the first tip is what to do, the second what dots and rings are", () => {
  expect(next(scene(), given())).toBe("turn");
  expect(next(scene({ chosen: true }), given("turn"))).toBe("choose");
  expect(next(scene({ mine: false }), given())).toBeNull();
});

test("where the opponent begins, how to move comes first and is not told to somebody who has moved", () => {
  const walked = { pieces: [{ seat: 1, moved: true, rank: "" }] } as unknown as Scene["view"];
  expect(next(scene({ mine: false, view: walked }), given())).toBeNull();
  expect(next(scene({ view: walked }), given())).toBe("turn");
  expect(next(scene({ moves: 1, view: walked }), given("hidden"))).toBe("moved");
  expect(next(scene({ moves: 2 }), given("hidden"))).toBeNull();
});

test("the eye is explained when it first shows on an own piece", () => {
  const seen = (seat: number) => ({ pieces: [{ seat, seen: true, rank: "6" }] }) as unknown as Scene["view"];
  const before = given("turn", "choose", "hidden", "battle");
  expect(next(scene({ moves: 2, view: seen(0) }), before)).toBe("seen");
  expect(next(scene({ moves: 2, view: seen(1) }), before)).toBeNull();
});

test("a tip waits for what it is about, and comes once", () => {
  const before = given("turn", "choose", "hidden");
  expect(next(scene({ moves: 2 }), before)).toBeNull();
  expect(next(scene({ moves: 2, battles: 1 }), before)).toBe("battle");
  const walked = { pieces: [{ seat: 1, moved: true, rank: "" }] } as unknown as Scene["view"];
  expect(next(scene({ moves: 2, view: walked }), before)).toBe("moved");
  expect(next(scene({ moves: 2, spark: true }), before)).toBe("power");
  expect(next(scene({ moves: 9, battles: 1, spark: true, advised: true, view: walked }), given(...TIPS))).toBeNull();
});

test("ranks are named as the edition has them, and not where it lacks one", () => {
  expect(ranksOf(book(CLASSIC), 0)).toEqual({ flag: "F", bomb: "B", miner: "3", scout: "2", spy: "S", victim: "10" });
  const before = given("turn", "choose", "hidden");
  expect(next(scene({ moves: 4 }), before)).toBe("special");
  expect(next(scene({ moves: 4 }, CLASSIC.slice(2)), before)).toBeNull();
});
