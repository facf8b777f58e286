import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { multiplied } from "../../src/table/offers";
import type { HexAction, OfferedActions } from "../../src/wire";

interface Recorded {
  offers: OfferedActions[];
  legal: HexAction[];
}

describe("offers", () => {
  it("multiply out to the server's list, in its order", () => {
    const turns = JSON.parse(readFileSync("test/hexes/offers.json", "utf-8")) as Recorded[];
    expect(turns.length).toBeGreaterThan(10);
    for (const { offers, legal } of turns) expect(multiplied<HexAction>(offers)).toEqual(legal);
  });
  it("leave out a field whose word is empty, and keep the number 0", () => {
    const offers: OfferedActions[] = [
      { kind: "fire", fields: { at: ["0101"], boost: ["", "aim"] } },
      { kind: "transform", fields: { mode: [0, 2] } },
      { kind: "end", fields: {} },
    ];
    expect(multiplied(offers)).toStrictEqual([
      { type: "fire", at: "0101" },
      { type: "fire", at: "0101", boost: "aim" },
      { type: "transform", mode: 0 },
      { type: "transform", mode: 2 },
      { type: "end" },
    ]);
  });
});
