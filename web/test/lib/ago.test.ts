import { expect, test } from "vitest";
import { ago } from "../../src/lib/ago";

const NOW = Date.UTC(2026, 10, 16, 12);
const MINUTE = 60_000;

test("a moment is told as people tell it", () => {
  const said = (passed: number, language = "en"): string => ago(NOW - passed, NOW, language, "just now");
  expect(said(20_000)).toBe("just now");
  expect(said(3 * MINUTE)).toBe("3 min. ago");
  expect(said(3 * MINUTE, "de")).toBe("vor 3 Min.");
  expect(said(5 * 60 * MINUTE)).toBe("5 hr. ago");
  expect(said(26 * 60 * MINUTE)).toBe("yesterday");
  expect(said(30 * 24 * 60 * MINUTE)).toBe("Oct 17, 2026");
  expect(said(-5_000)).toBe("just now");
});
