import { expect, it } from "vitest";
import { drawing, OF_KIND, scale, SILHOUETTES } from "../../src/hexes/units/silhouettes";
import { emblem, EMBLEMS, THEMES } from "../../src/pieces/emblems";
import { outline } from "../../src/pieces/kit";

/** The drawings that the printed games take over; `npm test -- -u` writes them anew. */
const COPY = "../../../src/flagfall/printing/data/drawings.json";
const HEIGHTS = 12;

it("keeps the copy of all drawings that is printed up to date", async () => {
  const drawings = {
    emblems: Object.fromEntries(
      THEMES.map((theme) => [theme, Object.fromEntries(EMBLEMS.map((name) => [name, emblem(theme, name)]))]),
    ),
    outlines: Object.fromEntries(THEMES.map((theme) => [theme, [outline(theme, 0), outline(theme, 1)]])),
    silhouettes: Object.fromEntries(SILHOUETTES.map((name) => [name, drawing(name)])),
    kinds: OF_KIND,
    scales: Array.from({ length: HEIGHTS }, (_, height) => scale(height)),
  };
  await expect(`${JSON.stringify(drawings, null, 1)}\n`).toMatchFileSnapshot(COPY);
});
