import { describe, expect, test } from "vitest";
import { addressOf, ANYTHING, queryOf, settled, wishOf } from "../../src/database/search";
import { colourOf, ENOUGH, heats, originOf, rateOf, targetOf, tileMarkup } from "../../src/database/heat";

describe("a search", () => {
  test("comes back from its address", () => {
    const wish = { ...ANYTHING, game: "duel", player: "Ann & Co", since: "2026-01-02" };
    expect(wishOf(new URLSearchParams(addressOf(wish)))).toEqual(wish);
    expect(addressOf(ANYTHING)).toBe("");
  });
  test("asks the server for whole days, the last one included", () => {
    const query = new URLSearchParams(queryOf({ ...ANYTHING, since: "2026-01-02", until: "2026-01-02" }));
    expect(Number(query.get("until")) - Number(query.get("since"))).toBe(86_400_000 - 1);
    expect(queryOf({ ...ANYTHING, since: "soon" })).toBe("");
  });
  test("leaves out what makes no sense with the rest", () => {
    const wish = settled({ ...ANYTHING, result: "won", level: "3", flag_seat: "1" });
    expect(wish).toEqual(ANYTHING);
    const full = { ...ANYTHING, result: "won", player: "Ann", kind: "bots", game: "duel", level: "3" };
    expect(settled(full)).toEqual(full);
  });
});

describe("a heat map", () => {
  const tally = (place: string, games: number, won = 0, drawn = 0) => ({ seat: 0, place, games, won, drawn });
  test("finds the squares of places and moves", () => {
    expect([originOf("a1"), originOf("b4-b5"), originOf("switch c3, b4xb5"), originOf("j10 vision a1")]).toEqual([
      0, 31, 31, 99,
    ]);
    expect([targetOf("b4-b5"), targetOf("b4 vision c6"), originOf("strike")]).toEqual([41, null, null]);
  });
  test("adds up moves from the same square, and says no rate of few games", () => {
    expect(heats([tally("b4-b5", 6, 3), tally("b4-c4", 6, 3, 6), tally("a1", 2, 2)])).toEqual([
      { cell: 31, games: 12, rate: 75 },
      { cell: 0, games: 2, rate: null },
    ]);
    expect(rateOf(tally("a1", ENOUGH - 1, 1))).toBe(null);
  });
  test("colours by number or by distance from even, and always writes the number", () => {
    const often = { cell: 0, games: 20, rate: 50 };
    expect(colourOf(often, 20, "games")).not.toBe(colourOf({ ...often, games: 1 }, 20, "games"));
    expect(colourOf(often, 20, "rate")).toBe(colourOf({ cell: 1, games: 3, rate: null }, 20, "rate"));
    expect(new Set([20, 50, 80].map((rate) => colourOf({ ...often, rate }, 20, "rate"))).size).toBe(3);
    expect(tileMarkup(often, 20, "games")).toContain(">20<");
    expect(tileMarkup(often, 20, "rate")).toContain(">50%<");
    expect(tileMarkup({ cell: 1, games: 3, rate: null }, 20, "rate")).toContain("stroke-dasharray");
  });
});
