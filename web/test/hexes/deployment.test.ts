import { describe, expect, it } from "vitest";
import { hexOf, label, neighbour } from "../../src/hexes/map/geometry";
import { places } from "../../src/hexes/orders/deployment.svelte";

const grid = { width: 16, height: 20, digits: 2 };
const zone = Array.from({ length: 48 }, (_, at) => 17 * 16 + at);
const wait = (unit: string): { unit: string; spots: { mode: number; hexes: number[] }[] } => ({
  unit,
  spots: [{ mode: 0, hexes: zone }],
});

describe("a place for everybody", () => {
  it("is spread over the zone", () => {
    const found = places(grid, ["a", "b", "c", "d"].map(wait), new Map(), []);
    expect(found.map(({ at }) => Number(at.slice(0, 2)))).toEqual([3, 7, 11, 15]);
  });
  it("is side by side for a team that can combine", () => {
    const team = ["a", "b", "c", "d", "e"];
    const found = places(grid, [...team, "f"].map(wait), new Map(), [team]);
    const at = found.map((one) => hexOf(grid, one.at));
    expect(new Set(at).size).toBe(6);
    const near = [0, 1, 2, 3, 4, 5].map((way) => neighbour(grid, at[0]!, way));
    for (const hex of at.slice(1, 5)) expect(near).toContain(hex);
    expect(near).not.toContain(at[5]);
  });
  it("keeps to those who have one already", () => {
    const stand = new Map([["b", hexOf(grid, "0219")]]);
    const found = places(grid, ["a", "b"].map(wait), stand, [["a", "b"]]);
    expect(found).toHaveLength(1);
    const near = [0, 1, 2, 3, 4, 5].map((way) => label(grid, neighbour(grid, hexOf(grid, "0219"), way)));
    expect(near).toContain(found[0]!.at);
  });
});
