import { describe, expect, it } from "vitest";
import { nextWords } from "../../src/ranks/advice/advice.svelte";
import type { Book } from "../../src/ranks/edition";
import type { Kind, PieceSeen, RankView } from "../../src/wire";

const kind = (id: string, rank: string): Partial<Kind> => ({ id, rank, strength: Number(rank), slays: [] });
const kinds = new Map([kind("major", "7"), kind("captain", "6")].map((one) => [one.id, one]));
const book = {
  info: { board: { width: 10, height: 10 } },
  kind: (_: number, id: string) => kinds.get(id),
  kindsOf: (_: number, rank: string) => [...kinds.values()].filter((one) => one.rank === rank),
} as unknown as Book;

// Without a language the words are their keys.
describe("what comes after a hinted attack", () => {
  const after = (foe: Partial<PieceSeen>, mine = "major"): string =>
    nextWords(book, { type: "move", origin: 34, target: 44 }, {
      pieces: [
        { id: 1, seat: 0, square: 34, kind: mine },
        { id: 2, seat: 1, square: 44, ...foe },
      ],
    } as RankView);

  it("is certain where both pieces are known", () => {
    expect(after({ rank: "6" })).toBe("next.won");
  });

  it("is open where the enemy is hidden", () => {
    expect(after({})).toBe("next.holds");
  });

  it("is not a square that nobody holds", () => {
    expect(after({ rank: "7" })).toBe("");
    expect(after({ rank: "7" }, "captain")).toBe("");
  });
});
