import { describe, expect, it } from "vitest";
import { aheadOf, destinations, mayFlip, moveTo, NOTHING, powersOf, step, strikes } from "../../src/ranks/choose";
import type { BoardInfo, Kind, PlayAction, RankView } from "../../src/wire";

const view = {
  pieces: [
    { id: 0, seat: 0, square: 30 },
    { id: 1, seat: 1, square: 41 },
  ],
} as unknown as RankView;

describe("choosing among the legal actions", () => {
  const legal: PlayAction[] = [
    { type: "move", origin: 30, target: 40 },
    { type: "move", origin: 31, target: 41 },
    { type: "use", origin: 30, power: "speed", targets: [40, 50] },
    { type: "use", origin: 30, power: "speed", targets: [40, 41] },
    { type: "use", origin: 30, power: "speed", targets: [31] },
    { type: "use", origin: 30, power: "compass", kind: "flag" },
    { type: "move", origin: 30, target: 40, switch: 30 },
    { type: "use", origin: 30, power: "rumble", targets: [40], switch: 30 },
  ];

  it("shows empty squares as moves and enemies as attacks", () => {
    const found = destinations(legal, NOTHING, view);
    expect([...found.get(30)!]).toEqual([[40, "move"]]);
    expect([...found.get(31)!]).toEqual([[41, "attack"]]);
  });

  it("shows where a piece could go next, while the other side thinks", () => {
    const pieces = [
      { id: 0, seat: 0, square: 30, kind: "scout" },
      { id: 1, seat: 0, square: 31, kind: "miner" },
      { id: 2, seat: 0, square: 20, kind: "bomb" },
      { id: 3, seat: 1, square: 60 },
    ];
    const kinds = { scout: { moves: "line" }, miner: { moves: "step" }, bomb: { moves: "none" } };
    const board = { width: 10, height: 10, homes: [[], []], blocked: [41] } as unknown as BoardInfo;
    const found = aheadOf(board, { pieces } as unknown as RankView, 0, (id) => kinds[id as "scout"] as unknown as Kind);
    // In a line up to the first enemy; neither onto own pieces nor into a lake.
    expect([...found.get(30)!.keys()]).toEqual([40, 50, 60]);
    expect([...found.get(31)!.keys()]).toEqual([21, 32]);
    expect([...found.keys()]).toEqual([30, 31]);
    expect(new Set([...found.get(30)!.values()])).toEqual(new Set(["later"]));
  });

  it("lists the powers of a piece, in the mode it would have", () => {
    expect(powersOf(legal, NOTHING, 30)).toEqual(["speed", "compass"]);
    expect(powersOf(legal, { ...NOTHING, flip: 30 }, 30)).toEqual(["rumble"]);
    expect(mayFlip(legal, 30)).toBe(true);
    expect(mayFlip(legal, 31)).toBe(false);
  });

  it("asks for targets one after the other until the action is whole", () => {
    const begun = { ...NOTHING, origin: 30, power: "speed" };
    const one = step(legal, begun, view);
    expect([...one.targets]).toEqual([
      [40, "move"],
      [31, "move"],
    ]);
    expect(one.action).toBeNull();
    const two = step(legal, { ...begun, targets: [40] }, view);
    expect([...two.targets]).toEqual([
      [50, "move"],
      [41, "attack"],
    ]);
    expect(two.number).toBe(2);
    expect(step(legal, { ...begun, targets: [40, 50] }, view).action).toEqual(legal[2]);
    expect(step(legal, { ...begun, targets: [31] }, view).action).toEqual(legal[4]);
  });

  it("asks for a kind where a power takes one", () => {
    const begun = { ...NOTHING, origin: 30, power: "compass" };
    expect(step(legal, begun, view).kinds).toEqual(["flag"]);
    expect(step(legal, { ...begun, kind: "flag" }, view).action).toEqual(legal[5]);
  });

  it("sends the change of mode along with the move", () => {
    expect(moveTo(legal, NOTHING, 30, 40)).toEqual(legal[0]);
    expect(moveTo(legal, { ...NOTHING, flip: 30 }, 30, 40)).toEqual(legal[6]);
    expect(moveTo(legal, NOTHING, 30, 99)).toBeNull();
  });
});

describe("targets of a begun power", () => {
  const legal: PlayAction[] = [
    { type: "strike", targets: [41] },
    { type: "strike", targets: [51] },
    { type: "strike", targets: [41, 51] },
  ];
  it("lets one choose some and strike", () => {
    expect(strikes(legal, []).action).toBeNull();
    const one = strikes(legal, [41]);
    expect(one.action).toEqual(legal[0]);
    expect([...one.targets]).toEqual([
      [41, "chosen"],
      [51, "attack"],
    ]);
    expect(strikes(legal, [51, 41]).action).toEqual(legal[2]);
    expect(one.single).toBe(false);
    expect(one.halt).toBe(false);
  });
  it("strikes at once where only one can be chosen, and can be left", () => {
    const sneak = strikes([{ type: "strike", targets: [41] }, { type: "halt" }], []);
    expect(sneak.single).toBe(true);
    expect(sneak.halt).toBe(true);
  });
});
