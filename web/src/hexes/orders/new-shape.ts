/** What a unit would be after a transformation, or a team as the big robot: its numbers beside those of now. */

import type { HexAction, HexInfo, HexPiece, HexUnit } from "../../wire";

export type Number = "strength" | "speed" | "firepower" | "endurance" | "skill" | "height" | "range" | "arc" | "hp";

export interface NewShape {
  readonly unit: HexUnit;
  readonly mode: number;
  readonly rows: readonly { readonly key: Number; readonly now: number; readonly then: number }[];
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

function numbers(unit: HexUnit, mode: number, hp: number): Record<Number, number> {
  const sheet = unit.sheet.modes[mode]!;
  const more = unit.modes[mode]!;
  return {
    strength: sheet.str,
    speed: sheet.spe,
    firepower: sheet.fir,
    endurance: more.endurance,
    skill: more.skill,
    height: sheet.hgt,
    range: more.range,
    arc: Math.min(360, 2 * more.arc),
    hp,
  };
}

function able(unit: HexUnit, mode: number): string[] {
  const { abilities = [], attributes = [] } = unit.sheet.modes[mode]!;
  return [...abilities, ...attributes];
}

function compared(from: HexUnit, now: number, hp: number, to: HexUnit, then: number, left: number): NewShape {
  const before = numbers(from, now, hp);
  const after = numbers(to, then, left);
  const [had, has] = [able(from, now), able(to, then)];
  return {
    unit: to,
    mode: then,
    rows: (Object.keys(before) as Number[]).map((key) => ({ key, now: before[key], then: after[key] })),
    gained: has.filter((one) => !had.includes(one)),
    lost: had.filter((one) => !has.includes(one)),
  };
}

/** The new shape that an action of a unit would give it; null for an action that changes no shape. */
export function newShape(action: HexAction, unit: number, pieces: readonly HexPiece[], book: HexInfo): NewShape | null {
  const piece = pieces[unit];
  const now = piece && book.sheets[piece.sheet];
  if (!now) return null;
  if (action.type === "transform") return compared(now, piece.mode, piece.hp, now, action.mode, piece.hp);
  if (action.type !== "combine") return null;
  const team = book.teams.find(({ members }) => members.includes(piece.sheet));
  const giant = book.sheets[team?.into ?? ""];
  if (!team || !giant) return null;
  // The big robot bears the damage of all (HX-ABL-CMB).
  const damage = pieces
    .filter((one) => one.owner === piece.owner && one.status === "play" && team.members.includes(one.sheet))
    .reduce((sum, one) => sum + (book.sheets[one.sheet]?.hp ?? one.hp) - one.hp, 0);
  return compared(now, piece.mode, piece.hp, giant, 0, giant.hp - damage);
}
