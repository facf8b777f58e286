/** What a file is, told by what is in it: a map, units, a scenario, a board of MegaMek, or nothing of ours. */

import type { FileKind } from "./draft.svelte";

/** No text at all: a picture, an archive, a program. */
export type Told = FileKind | "binary" | "unknown";

/** The kind of a file from its bytes. */
export function kindOf(bytes: Uint8Array): Told {
  if (bytes.subarray(0, 2000).includes(0)) return "binary";
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "binary";
  }
  if (/^\s*\[\[unit\]\]/m.test(text)) return "units";
  if (/^\s*\[\[(?:sides|victory)\]\]/m.test(text)) return "scenario";
  if (/^\s*size\s+\d+\s+\d+/m.test(text) || /^\s*hex\s+\d{4}/m.test(text)) return "map";
  if (/^\s*size\s*=\s*\d+\s*x\s*\d+/m.test(text)) return "map";
  return "unknown";
}

/** A small file of each kind to begin with. */
export const EXAMPLES: Readonly<Record<FileKind, string>> = {
  map: `name = A ford
size = 7x6
zone north = 0101-0701
zone south = 0106-0706

0. 0. 0t 0. 0. 0. 0.
0. 0T 0. 1. 1. 0. 0.
0w1 0w1 0w1 0. 0w1 0w1 0w1
0. 0. 0r 0. 0. 0c1:8 0.
0. 0. 1. 1. 0. 0T 0.
0. 0. 0. 0. 0t 0. 0.
`,
  units: `[[unit]]
id = "scout"
name = "Scout"
function = "Scout"
faction = "autobot"
group = "own"
endurance = 6
skill = 8
source = { provenance = "decision", confidence = "high" }
modes = [
    { name = "robot", kind = "robot", str = 5, spe = 6, fir = 6, hgt = 2 },
    { name = "buggy", kind = "vehicle", str = 0, spe = 12, fir = 6, hgt = 1 },
]
`,
  scenario: `id = "own"
map = "own"
preset = "arena"
limit = { rounds = 12, winner = "points" }

[title]
en = "At the ford"
nl = "Bij het wad"
fr = "Au gué"
de = "An der Furt"

[text]
en = "Two scouts meet at the water."
nl = "Twee verkenners ontmoeten elkaar bij het water."
fr = "Deux éclaireurs se rencontrent au bord de l'eau."
de = "Zwei Kundschafter treffen sich am Wasser."

[[sides]]
id = "south"
faction = "autobot"
name = { en = "South", nl = "Zuid", fr = "Sud", de = "Süden" }
facing = "N"
units = [{ unit = "bumblebee", at = "0406" }]

[[sides]]
id = "north"
faction = "decepticon"
name = { en = "North", nl = "Noord", fr = "Nord", de = "Norden" }
facing = "S"
units = [{ unit = "kickback", at = "0401" }]

[[victory]]
kind = "eliminate"
`,
};
