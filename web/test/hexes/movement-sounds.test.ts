import { expect, test } from "vitest";
import { voice } from "../../src/hexes/motion/movement-sounds";
import type { HexPiece, HexUnit } from "../../src/wire";

const sheets = {
  prime: { sheet: { modes: [{ kind: "robot" }, { kind: "vehicle" }] } },
  seeker: { sheet: { modes: [{ kind: "robot" }, { kind: "jet" }] } },
} as unknown as Record<string, HexUnit>;
const piece = (sheet: string, mode: number, layer = 0): HexPiece => ({ sheet, mode, layer }) as HexPiece;

test("a unit sounds like what it is, and like a jet when it flies", () => {
  expect(voice(sheets, piece("prime", 0))).toBe("step");
  expect(voice(sheets, piece("prime", 1))).toBe("wheels");
  expect(voice(sheets, piece("seeker", 1))).toBe("jet");
  expect(voice(sheets, piece("seeker", 0, 1))).toBe("jet");
  expect(voice(sheets, piece("nobody", 0))).toBe("step");
});
