import { expect, test } from "vitest";
import { stronger } from "../../src/lib/games";
import type { BotInfo } from "../../src/wire";

const bots = [3, 1, 2].map((level) => ({ id: `${level}`, level, names: {} }) as unknown as BotInfo);

test("after a win the next stronger bot is offered, and nobody after the strongest", () => {
  expect(stronger(bots, "1")?.id).toBe("2");
  expect(stronger(bots, "2")?.id).toBe("3");
  expect(stronger(bots, "3")).toBeNull();
  expect(stronger(bots, "somebody's own")).toBeNull();
});
