import { readdirSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { crestMarkup } from "../../src/pieces/crest";
import { emblem, THEMES, type Theme } from "../../src/pieces/emblems";
import { sceneOf } from "../../src/pieces/scenes";

const FOLDER = "../src/flagfall/ranks/editions/";
interface Edition {
  readonly theme: string;
  readonly piece: readonly { army?: string; name?: string; rank?: unknown; emblem: string }[];
}
const editions = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".toml"))
  .map((file) => [file, parse(readFileSync(FOLDER + file, "utf-8")) as unknown as Edition] as const);

describe.each(editions)("%s", (_file, edition) => {
  const theme = THEMES.find((one) => one === edition.theme) as Theme;

  test("every emblem is drawn", () => {
    for (const piece of edition.piece) expect(emblem(theme, piece.emblem), piece.emblem).not.toBeNull();
  });

  test("heroes of one army wear emblems of their own", () => {
    const worn = new Map<string, string>();
    for (const { army, name, emblem: word } of edition.piece) {
      if (!name) continue;
      const place = `${army ?? ""} ${word}`;
      expect(worn.get(place), `${name} and ${worn.get(place) ?? ""}`).toBeUndefined();
      worn.set(place, name);
    }
  });
});

test("the spy has one sign everywhere", () => {
  expect(new Set(THEMES.map((theme) => JSON.stringify(emblem(theme, "mask")))).size).toBe(1);
});

test("a crest is always the same for a name, and names differ", () => {
  expect(crestMarkup("Ada", "a")).toBe(crestMarkup("Ada", "a"));
  const crests = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"].map((name) => crestMarkup(name, "a"));
  expect(new Set(crests).size).toBeGreaterThan(4);
});

test("every series has a picture of its own", () => {
  const pictures = ["classic", "stars", "robots", "pirates", "hex"].map((series) => sceneOf(series).markup);
  expect(new Set(pictures).size).toBe(5);
  expect(sceneOf("somebody's").markup).toBe(pictures[0]);
});
