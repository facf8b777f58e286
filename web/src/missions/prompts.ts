/** Which prompt of a mission is said now: the one after the last whose sign has come about. */

import type { HexInfo, HexPrompt, HexView, MissionSign } from "../wire";
import { label, WAYS } from "../hexes/map/geometry";

function holds(sign: MissionSign, book: HexInfo, view: HexView): boolean {
  if (sign.kind === "round") return view.table.round >= sign.round;
  const piece = view.pieces.find((one) => one.key === sign.unit);
  if (!piece) return false;
  switch (sign.kind) {
    case "at":
      return piece.hex >= 0 && sign.hexes.includes(label(book.map, piece.hex));
    case "faces":
      return (sign.facings as readonly string[]).includes(WAYS[piece.facing] ?? "");
    case "mode":
      return book.sheets[piece.sheet]?.sheet.modes[piece.mode]?.name === sign.mode;
    case "down":
      return piece.status !== "play";
    case "hp":
      return piece.hp >= sign.least;
    case "in-play":
      return piece.status === "play";
    case "shielded":
      return !!piece.shield;
  }
}

/** Whether a prompt is not passed over: it is what the mission teaches, and whom it needs is not out of action. */
function stays({ stays: kept, unit, until }: HexPrompt, view: HexView): boolean {
  const needed = [unit, until && until.kind !== "round" ? until.unit : ""];
  return !!kept && !view.pieces.some((piece) => needed.includes(piece.key) && piece.status === "wreck");
}

/** The number of the prompt for a view, which never goes back before `reached`. */
export function promptAt(prompts: readonly HexPrompt[], book: HexInfo, view: HexView, reached: number): number {
  let at = reached;
  for (const [n, prompt] of prompts.entries()) {
    if (prompt.until && holds(prompt.until, book, view)) at = Math.max(at, n + 1);
    else if (n === at && stays(prompt, view)) break;
  }
  return at;
}

/** The kinds of action that share the one attack of a turn. */
const ATTACKS = ["fire", "strike"];

/**
 * Why what a prompt asks for cannot be done at this moment: `over` if this turn has nothing left for it, `used` if
 * it was done in this turn, which leaves a move, `aim` if nobody is in sight yet; "" if nothing is missing.
 */
export function missing(
  { press = "" }: HexPrompt,
  offered: (kind: string) => boolean,
  used: readonly string[],
): "" | "over" | "used" | "aim" {
  if (!press || press === "end" || offered(press) || !offered("end")) return "";
  const attack = ATTACKS.includes(press);
  if (!offered("move")) return "over";
  if (used.includes(attack ? "attack" : press)) return "used";
  return attack ? "aim" : "";
}
