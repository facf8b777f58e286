import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onEnglish, wordsOf } from "../../build/first-words.ts";

test("the first answer says in English what a language lacks", async () => {
  const folder = mkdtempSync(join(tmpdir(), "words-"));
  writeFileSync(join(folder, "en.ts"), 'export default { "home.title": "Find the flag.", "home.play": "Play now" };');
  writeFileSync(join(folder, "es.ts"), 'export default { "home.play": "Jugar" };');
  expect(await wordsOf("es", folder)).toEqual({ "home.title": "Find the flag.", "home.play": "Jugar" });
  expect(await wordsOf("eo", folder)).toEqual({ "home.title": "Find the flag.", "home.play": "Play now" });
});

test("a dictionary that lacks a key stands on the English one, and a whole one is left as it is", () => {
  const english = 'export default {\n  "yes": "Yes",\n  "no": "No",\n};';
  const begun = onEnglish('export default {\n  "yes": "Sí",\n};', english);
  expect(begun).toContain("...english,");
  expect(begun!.indexOf("...english")).toBeLessThan(begun!.indexOf("Sí"));
  expect(onEnglish('export default {\n  "no": "No",\n  "yes": "Sí",\n};', english)).toBeNull();
  const plain = 'export default {\n  yes: "Yes",\n  no: "No",\n};';
  expect(onEnglish('export default {\n  yes: "Sí",\n};', plain)).toContain("...english,");
  expect(onEnglish('const words: Dictionary = {\n  "yes": "Sí",\n};', english)).toContain("...english,");
});
