import { describe, expect, it } from "vitest";
import { missing, promptAt } from "../../src/missions/prompts";
import type { HexInfo, HexPrompt, HexView } from "../../src/wire";
import de from "../../src/missions/words/de";
import en from "../../src/missions/words/en";
import fr from "../../src/missions/words/fr";
import nl from "../../src/missions/words/nl";

const book = {
  map: { width: 5, height: 8, digits: 2 },
  sheets: { bee: { sheet: { modes: [{ name: "robot" }, { name: "car" }] } } },
} as unknown as HexInfo;
function view(round: number, piece: object): HexView {
  return {
    table: { round },
    pieces: [{ key: "bee", sheet: "bee", hex: 0, mode: 0, facing: 0, hp: 4, status: "play", shield: "", ...piece }],
  } as unknown as HexView;
}
const say = { en: "", nl: "", fr: "", de: "" };
const prompts: HexPrompt[] = [
  { say, until: { kind: "at", unit: "bee", hexes: ["0301"] } },
  { say, until: { kind: "round", round: 2 } },
  { say, until: { kind: "mode", unit: "bee", mode: "car" } },
  { say },
];

describe("the prompts of a mission", () => {
  it("begin with the first and go on when what they wait for has come about", () => {
    expect(promptAt(prompts, book, view(1, {}), 0)).toBe(0);
    expect(promptAt(prompts, book, view(1, { hex: 2 }), 0)).toBe(1);
    expect(promptAt(prompts, book, view(2, { hex: 2 }), 1)).toBe(2);
    expect(promptAt(prompts, book, view(2, { mode: 1 }), 2)).toBe(3);
  });
  it("never go back, and pass over one that is no longer needed", () => {
    expect(promptAt(prompts, book, view(1, { hex: 7 }), 1)).toBe(1);
    expect(promptAt(prompts, book, view(2, {}), 0)).toBe(2);
  });
  it("stay with what is taught as long as there is somebody to do it", () => {
    const taught: HexPrompt[] = [
      { say, unit: "bee", stays: true, until: { kind: "mode", unit: "bee", mode: "car" } },
      { say, until: { kind: "round", round: 2 } },
    ];
    expect(promptAt(taught, book, view(2, {}), 0)).toBe(0);
    expect(promptAt(taught, book, view(2, { mode: 1 }), 0)).toBe(2);
    expect(promptAt(taught, book, view(2, { status: "wreck" }), 0)).toBe(2);
  });
  it("say what is missing at this moment for what they ask", () => {
    const fire = { say, press: "fire" };
    expect(missing(fire, (kind) => kind === "end", [])).toBe("over");
    expect(missing(fire, (kind) => kind !== "fire", ["attack"])).toBe("used");
    expect(missing(fire, (kind) => kind !== "fire", [])).toBe("aim");
    expect(missing({ say, press: "transform" }, (kind) => kind !== "transform", ["transform"])).toBe("used");
    expect(missing(fire, () => true, ["attack"])).toBe("");
    expect(missing({ say, press: "end" }, (kind) => kind === "end", [])).toBe("");
    expect(missing({ say }, () => true, [])).toBe("");
  });
  it.each([
    [{ kind: "down", unit: "bee" }, { status: "wreck" }],
    [{ kind: "hp", unit: "bee", least: 6 }, { hp: 6 }],
    [{ kind: "faces", unit: "bee", facings: ["S"] }, { facing: 3 }],
    [{ kind: "shielded", unit: "bee" }, { shield: "self" }],
  ] as const)("notice %o", (until, change) => {
    const one = [{ say, until }] as unknown as HexPrompt[];
    expect(promptAt(one, book, view(1, {}), 0)).toBe(0);
    expect(promptAt(one, book, view(1, change), 0)).toBe(1);
  });
});

describe.each(Object.entries({ nl, fr, de }))("the words of the missions in %s", (_, words) => {
  it("have every key and every value of the English ones", () => {
    const values = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map((one) => one[1]!).sort();
    expect(Object.keys(words)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(words)) expect(values(text)).toEqual(values(en[key as keyof typeof en]));
  });
});
