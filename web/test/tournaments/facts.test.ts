import { expect, test } from "vitest";
import { moment } from "../../src/tournaments/facts";
import { words } from "../../src/tournaments/words";
import "../../src/tournaments/words/en";

const NOW = Date.UTC(2026, 10, 16, 12);
const MINUTE = 60_000;

test("a tournament that is about to begin does not begin in 0 minutes", async () => {
  await words.load();
  const said = (left: number): string => moment(NOW + left, NOW);
  expect(said(12 * MINUTE)).toBe("in 12 minutes");
  expect(said(MINUTE)).toBe("in 1 minute");
  for (const left of [MINUTE - 1, 5_000, 0, -5_000]) expect(said(left)).toBe("in a moment");
  expect(said(90 * MINUTE)).toContain("2026");
});
