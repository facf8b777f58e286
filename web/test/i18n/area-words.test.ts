import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/i18n";

type Words = Record<string, string>;
const files = import.meta.glob<{ default: Words }>("../../src/**/words/*.ts", { eager: true });
const parts = [...new Set(Object.keys(files).map((path) => path.replace(/\/\w+\.ts$/, "")))];
const values = (sentence: string): string[] => [
  ...new Set([...sentence.matchAll(/\{(\w+)/g)].map((found) => found[1]!)),
];

/** The words of a part in a language. */
function words(part: string, language: string): Words {
  const file = files[`${part}/${language}.ts`];
  if (!file) throw new Error(`${part} has no ${language}`);
  return file.default;
}

describe.each(parts)("the words in %s", (part) => {
  const english = words(part, "en");
  it.each(LANGUAGES)("are all there in %s, with the same values and none empty", (language) => {
    const own = words(part, language);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    expect(Object.keys(own).filter((key) => !own[key]!.trim() || own[key]!.includes("!"))).toEqual([]);
    expect(
      Object.keys(own).filter((key) => values(own[key]!).sort().join() !== values(english[key]!).sort().join()),
    ).toEqual([]);
  });
});
