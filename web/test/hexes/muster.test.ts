import { beforeEach, describe, expect, it } from "vitest";
import { affordable, drawn, keepArmy, keptArmies, meant, spent, themed, type Offer } from "../../src/hexes/play/muster";
import type { HexUnit } from "../../src/wire";

function unit(id: string, cost: number, kind = "vehicle", attributes: string[] = [], hgt = 2): HexUnit {
  return {
    sheet: {
      id,
      name: id,
      modes: [
        { name: "robot", kind: "robot", hgt },
        { name: kind, kind, hgt, attributes },
      ],
    },
    cost,
  } as unknown as HexUnit;
}
const sheets = {
  jet: unit("jet", 40, "jet", ["fly"]),
  car: unit("car", 30),
  van: unit("van", 25),
  lion: unit("lion", 35, "animal"),
  giant: unit("giant", 90, "vehicle", [], 6),
};
const offer: Offer = {
  points: 80,
  costs: { jet: 40, car: 30, van: 25, lion: 35 },
  sheets,
  teams: [{ id: "team", name: "Team", members: ["car", "van"], into: "giant" }],
};

describe("a force by points", () => {
  it("costs its sum, and a whole team at least what it can become (HX-SEQ-12)", () => {
    expect(spent(offer, ["jet", "car"])).toBe(70);
    expect(spent(offer, ["car", "van"])).toBe(90);
  });
  it("is drawn at random from a theme within the points, and from all where nobody fits", () => {
    expect(drawn(offer, "beasts", () => 0.5)).toEqual(["lion"]);
    expect(drawn(offer, "giants", () => 0.5).length).toBeGreaterThan(0);
    for (let n = 0; n < 20; n += 1) expect(spent(offer, drawn(offer, "", Math.random))).toBeLessThanOrEqual(80);
  });
  it("takes of a kept force what is here and can be paid", () => {
    expect(affordable(offer, ["gone", "jet", "jet", "lion", "car"])).toEqual(["jet", "lion"]);
  });
  it("knows what flies, and finds by every word", () => {
    expect(themed(sheets.jet, "flyers", [])).toBe(true);
    expect(themed(sheets.car, "flyers", [])).toBe(false);
    expect(themed(sheets.van, "teams", offer.teams)).toBe(true);
    expect(meant(["Prowl", "Polizeiauto", "Fliegen"], "auto PROWL")).toBe(true);
    expect(meant(["Prowl"], "jet")).toBe(false);
  });
});

describe("kept forces", () => {
  beforeEach(() => localStorage.clear());
  it("are kept by name, replaced, forgotten, and survive rubbish", () => {
    keepArmy("Mine", ["jet"]);
    keepArmy("Mine", ["car"]);
    expect(keptArmies()).toEqual([{ name: "Mine", units: ["car"] }]);
    expect(keepArmy("Mine", null)).toEqual([]);
    localStorage.setItem("flagfall.hex-armies", '[{"name":1},null,5]');
    expect(keptArmies()).toEqual([]);
  });
});
