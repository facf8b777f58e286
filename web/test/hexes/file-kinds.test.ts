import { describe, expect, it } from "vitest";
import { alike, mirrored } from "../../src/hexes/workshop/draft.svelte";
import { EXAMPLES, kindOf } from "../../src/hexes/workshop/file-kinds";
import type { HexMap } from "../../src/wire";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a file says what it is", () => {
  it("by what is in it", () => {
    expect(kindOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]))).toBe("binary");
    expect(kindOf(new Uint8Array([0xff, 0xfe, 0x41]))).toBe("binary");
    expect(kindOf(bytes('size 3 1\nhex 0101 0 "" ""\nend\n'))).toBe("map");
    expect(kindOf(bytes("shopping: milk"))).toBe("unknown");
    for (const kind of ["map", "units", "scenario"] as const) expect(kindOf(bytes(EXAMPLES[kind]))).toBe(kind);
  });
});

describe("painting", () => {
  const cell = (terrain: string): HexMap["cells"][number] => [0, terrain, 0, 0] as HexMap["cells"][number];
  const map = (rows: string): HexMap =>
    ({ width: 3, height: 1, digits: 2, zones: {}, name: "", cells: [...rows].map(cell) }) as unknown as HexMap;
  it("fills what hangs together and is alike", () => {
    expect(alike(map("..t"), 0)).toEqual([0, 1]);
    expect(alike(map("t.t"), 0)).toEqual([0]);
  });
  it("knows a map that is the same from both sides", () => {
    expect(mirrored(map("t.t"), [2, 1, 0])).toBe(true);
    expect(mirrored(map("t.."), [2, 1, 0])).toBe(false);
    expect(mirrored(map("..."), [])).toBe(false);
  });
});
