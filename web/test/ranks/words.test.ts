import { beforeAll, describe, expect, it } from "vitest";
import { speak } from "../../src/i18n";
import type { Book } from "../../src/ranks/edition";
import type { Entry } from "../../src/ranks/story";
import { bannerWords, entryWords, loserOf } from "../../src/ranks/words";

const named = (en: string): { names: Record<string, string> } => ({ names: { en, nl: en, fr: en, de: en } });
const book = {
  powers: new Map([["charge", named("Charging")]]),
  army: (seat: number) => ({ ...named(seat ? "Blue" : "Red"), kinds: [] }),
  kind: (_: number, id: string) => ({ ...named(id), rank: "8" }),
  kindsOf: () => [],
} as unknown as Book;
const entry = (more: Partial<Entry>): Entry =>
  ({ ply: 1, seat: 0, text: "", power: "", trail: [], sparks: [], noticed: [], ...more }) as unknown as Entry;
const fighter = (seat: number, kind: string, falls: boolean) => ({ id: seat, seat, kind, rank: "8", falls });
const battle = { square: 22, attacker: fighter(0, "Knight", false), defenders: [fighter(1, "Guard", true)] };
const sides = (words: string): number => words.split("Red").length - 1;

describe("what is told of a turn", () => {
  beforeAll(() => speak("en"));

  it("says whose turn it was, and where the battle was", () => {
    const words = entryWords(book, entry({ battle } as unknown as Partial<Entry>));
    expect(words).toMatch(/^Red, attack on c3: Knight.* takes Guard/);
  });

  it("says it once, however much happened in it", () => {
    const flipped = { square: 11, robot: true, kind: "" };
    const words = entryWords(book, entry({ power: "charge", flipped, battle } as unknown as Partial<Entry>));
    expect(words).toContain("Charging. On c3: Knight");
    expect(sides(words)).toBe(1);
    expect(sides(entryWords(book, entry({ power: "charge", trail: [{ from: 1, to: 2 }] })))).toBe(1);
    expect(sides(bannerWords(book, entry({ power: "charge", battle } as unknown as Partial<Entry>))!.text)).toBe(0);
  });
});

describe("who has lost", () => {
  it("is the side with fewer points, and nobody in a draw", () => {
    expect(loserOf({ termination: "flag", scores: [0, 1], rule: "" })).toBe(0);
    expect(loserOf({ termination: "flag", scores: [1, 0], rule: "" })).toBe(1);
    expect(loserOf({ termination: "agreed", scores: [0.5, 0.5], rule: "" })).toBeNull();
  });
});
