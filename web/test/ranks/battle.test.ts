import { describe, expect, it } from "vitest";
import { decided, fight } from "../../src/ranks/battle";
import type { Book } from "../../src/ranks/edition";
import type { Kind, PieceSeen } from "../../src/wire";

const kind = (id: string, rank: string, more: Partial<Kind> = {}): Kind => ({
  id,
  letter: id,
  rank,
  strength: Number(rank) || 0,
  role: "soldier",
  moves: "step",
  count: 1,
  names: {},
  defuses: false,
  slays: [],
  powers: [],
  robot: [],
  emblem: "",
  basis: {},
  ...more,
});
const marshal = kind("marshal", "10");
const captain = kind("captain", "6");
const miner = kind("miner", "3", { defuses: true });
const spy = kind("spy", "S", { role: "spy", strength: 1, slays: ["10"] });
const bomb = kind("bomb", "B", { role: "bomb", moves: "none" });
const flag = kind("flag", "F", { role: "flag", moves: "none" });

describe("what an attack brings", () => {
  it("goes by strength, and equal ones both fall (ST-ATT-3)", () => {
    expect(fight(marshal, captain)).toBe("win");
    expect(fight(miner, captain)).toBe("lose");
    expect(fight(captain, captain)).toBe("tie");
  });

  it("knows bombs, the flag and the spy (ST-ATT-4 to ST-ATT-6)", () => {
    expect(fight(miner, bomb)).toBe("win");
    expect(fight(marshal, bomb)).toBe("lose");
    expect(fight(spy, flag)).toBe("win");
    expect(fight(spy, marshal)).toBe("win");
    expect(fight(marshal, spy)).toBe("win");
    expect(fight(spy, captain)).toBe("lose");
  });

  it("is told only where what is known decides it", () => {
    const kinds = [marshal, captain, miner, spy, bomb, flag];
    const book = {
      kind: (_: number, id: string) => kinds.find((one) => one.id === id),
      kindsOf: (_: number, rank: string) =>
        rank === "7" ? [marshal, miner] : kinds.filter((one) => one.rank === rank),
    } as unknown as Book;
    const mine: PieceSeen = { id: 1, seat: 0, square: 3, kind: "captain", rank: "6" };
    const foe = (more: Partial<PieceSeen>): PieceSeen => ({ id: 2, seat: 1, square: 13, ...more });
    expect(decided(book, mine, foe({}))).toBeNull();
    expect(decided(book, mine, foe({ moved: true }))).toBeNull();
    expect(decided(book, mine, foe({ rank: "10" }))).toBe("lose");
    expect(decided(book, mine, foe({ kind: "miner", rank: "3" }))).toBe("win");
    expect(decided(book, mine, foe({ rank: "7" }))).toBeNull();
  });
});
