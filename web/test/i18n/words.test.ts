import { problemWords } from "../../src/table/words";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { fill, LANGUAGES, speak, t, told } from "../../src/i18n";
import { faultAt, fetchFaultWords } from "../../src/i18n/faults.svelte";
import en from "../../src/i18n/en";

const files = import.meta.glob<{ default: Record<string, string> }>("../../src/i18n/??.ts", { eager: true });
const all = Object.fromEntries(LANGUAGES.map((one) => [one, files[`../../src/i18n/${one}.ts`]!.default]));
const names = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)/g)].map((found) => found[1]!).sort();

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "i18n" ? [] : sources(path);
    return /\.(ts|svelte)$/.test(name) ? [path] : [];
  });
}

describe.each(LANGUAGES)("the words in %s", (language) => {
  it("has every key, and no other", () => {
    expect(Object.keys(all[language]!).sort()).toEqual(Object.keys(en).sort());
  });
  it("has the same values in every sentence", () => {
    const wrong = Object.keys(en).filter(
      (key) =>
        new Set(names(all[language]![key]!)).size !== new Set(names(all["en"]![key]!)).size ||
        names(all[language]![key]!).some((name) => !names(all["en"]![key]!).includes(name)),
    );
    expect(wrong).toEqual([]);
  });
  it("has no empty sentence and no exclamation mark", () => {
    expect(
      Object.entries(all[language]!).filter(([key, words]) => !words.trim() || (words.includes("!") && key !== "note")),
    ).toEqual([]);
  });
  it("has the engine's sentences too", async () => {
    await speak(language);
    expect(told("refusal.ST-MOVE-1.too far", { kind: "X" })).toContain("X");
    expect(told("end.agreement")).toBeTruthy();
    expect(t("nav.play")).toBe(all[language]!["nav.play"]);
  });
});

describe("the pages", () => {
  const text = sources(join(import.meta.dirname, "../../src"))
    .map((file) => readFileSync(file, "utf-8"))
    .join("\n");
  it("ask only for keys that exist", () => {
    const asked = [...text.matchAll(/\bt\(\s*"([^"]+)"/g)].map((found) => found[1]!);
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.filter((key) => !(key in en))).toEqual([]);
  });
  it("use every key", () => {
    const made = [...text.matchAll(/(?:t|maybe)\(\s*`([^`]+)`/g)].map(
      (found) => new RegExp(`^${found[1]!.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[^ ]+")}$`),
    );
    const unused = Object.keys(en).filter(
      (key) => !text.includes(`"${key}"`) && !made.some((shape) => shape.test(key)),
    );
    expect(unused).toEqual([]);
  });
});

describe.each(LANGUAGES)("faults in %s", (language) => {
  beforeAll(async () => {
    await speak(language);
    await fetchFaultWords();
  });
  const fault = {
    line: 3,
    field: "piece[2].kind",
    reason: "there is no unit 'blur'; did you mean 'blurr'?",
    code: "unit.no-unit",
    params: { unit: "blur", near: "blurr" },
  };
  it("are said with their field, their values and what was meant", () => {
    const said = faultAt(fault);
    expect(said).toMatch(/^piece\[2\]\.kind: .*blur\P{L}.*blurr/u);
    expect(said.endsWith(fault.reason)).toBe(language === "en");
  });
  it("are part of a refusal", () => {
    expect(problemWords({ code: "bad-text", faults: [fault] })).toContain(faultAt(fault));
  });
  it("are said in English where there is no sentence", () => {
    expect(faultAt({ line: 1, reason: "so it is", code: "new.code" })).toBe("so it is");
  });
});

describe("filling in", () => {
  beforeAll(() => speak("en"));
  it("puts values in, and chooses by number", () => {
    expect(fill("{a} and {b}", { a: 1, b: "x" })).toBe("1 and x");
    expect(fill("{n|one game|# games} left", { n: 1 })).toBe("one game left");
    expect(fill("{n|one game|# games} left", { n: 3 })).toBe("3 games left");
    expect(fill("{missing}")).toBe("{missing}");
  });
});
