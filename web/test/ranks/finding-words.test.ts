import { beforeAll, expect, test } from "vitest";
import type { Book } from "../../src/ranks/edition";
import { battleWords } from "../../src/ranks/review/finding-words";
import { words } from "../../src/ranks/review/words";
import type { Finding } from "../../src/wire";

const book = { rankName: (): string => "Marshal" } as unknown as Book;
const finding = (more: Partial<Finding>): Finding =>
  ({ foe: "known", rank: "10", met: "10", wins: 100, result: "won", ...more }) as unknown as Finding;

beforeAll(() => words.load());

test("a piece that was known is not told twice, one that was not is", () => {
  expect(battleWords(book, 0, finding({}))).toBe("It fell.");
  expect(battleWords(book, 0, finding({ foe: "moved", rank: "" }))).toMatch(/100 .* It was: .*10.* It fell\./);
});
