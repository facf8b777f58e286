/** What a unit sounds like when it goes somewhere: steps, wheels or jets, by the kind of its mode. */

import type { Sound } from "../../lib/tones";
import type { HexMode, HexPiece, HexUnit } from "../../wire";

const AIR = 1;
const OF_KIND: Partial<Record<HexMode["kind"], Sound>> = {
  vehicle: "wheels",
  boat: "wheels",
  jet: "jet",
  vtol: "jet",
  hover: "jet",
};

/** The sound of a unit on its way; whatever flies is a jet. */
export function voice(sheets: Readonly<Record<string, HexUnit>>, piece: HexPiece): Sound {
  const kind = sheets[piece.sheet]?.sheet.modes[piece.mode]?.kind;
  return piece.layer === AIR ? "jet" : ((kind && OF_KIND[kind]) ?? "step");
}
