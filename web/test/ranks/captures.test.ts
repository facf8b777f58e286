import { describe, expect, it } from "vitest";
import type { Book } from "../../src/ranks/edition";
import { bestCapture, flagCapture } from "../../src/ranks/ending/captures";
import type { Entry, Fighter } from "../../src/ranks/story";

const KINDS: Record<string, { role: string; strength: number }> = {
  marshal: { role: "soldier", strength: 10 },
  general: { role: "soldier", strength: 9 },
  captain: { role: "soldier", strength: 6 },
  spy: { role: "spy", strength: 1 },
  bomb: { role: "bomb", strength: 0 },
  flag: { role: "flag", strength: 0 },
};
const book = {
  kind: (_: number, id: string) => KINDS[id],
  kindsOf: (_: number, rank: string) => [KINDS[rank]],
} as unknown as Book;
let id = 0;
const one = (seat: number, kind: string, falls: boolean): Fighter => ({ id: id++, seat, kind, rank: "", falls });
const fight = (attacker: Fighter, ...defenders: Fighter[]): Entry =>
  ({ battle: { attacker, defenders, square: 0 } }) as unknown as Entry;

const GAME = [
  fight(one(0, "captain", false), one(1, "captain", true)),
  fight(one(1, "marshal", false), one(0, "general", true)),
  fight(one(1, "general", true), one(0, "spy", false)),
  fight(one(1, "marshal", true), one(0, "bomb", false)),
  { battle: null } as unknown as Entry,
];

describe("the best capture", () => {
  it("is the strongest piece that the own side has taken, also in defence", () => {
    const best = bestCapture(GAME, book, 0);
    expect(best?.taken).toMatchObject({ seat: 1, kind: "general" });
    expect(best?.by.kind).toBe("spy");
    expect(bestCapture(GAME, book, 1)?.by.kind).toBe("marshal");
  });

  it("is not what walked into a bomb, nor a bomb or the flag", () => {
    const ends = [
      fight(one(1, "marshal", true), one(0, "bomb", false)),
      fight(one(0, "captain", false), one(1, "bomb", true)),
      fight(one(0, "captain", false), one(1, "flag", true)),
    ];
    expect(bestCapture(ends, book, 0)).toBeNull();
    expect(flagCapture(ends, book)?.by.kind).toBe("captain");
  });

  it("counts both where both fall, and each of several that one attack takes", () => {
    const tie = [fight(one(0, "general", true), one(1, "general", true))];
    expect(bestCapture(tie, book, 0)?.taken.seat).toBe(1);
    expect(bestCapture(tie, book, 1)?.taken.seat).toBe(0);
    const many = [fight(one(0, "general", false), one(1, "spy", true), one(1, "captain", true))];
    expect(bestCapture(many, book, 0)?.taken.kind).toBe("captain");
  });

  it("of onlookers is that of either side, and of nobody without a battle", () => {
    expect(bestCapture(GAME, book, null)?.taken.kind).toBe("general");
    expect(bestCapture([], book, null)).toBeNull();
    expect(flagCapture(GAME, book)).toBeNull();
  });
});
