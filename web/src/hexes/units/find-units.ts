/** Units as lists show them and as somebody searches for them. */

import type { HexPiece, HexUnit } from "../../wire";
import { named, say } from "../words.svelte";

/** The name of a unit in the reader's language. */
export const unitName = (unit: HexUnit | undefined, id: string): string => named("name", unit?.sheet.name ?? id);

/** All words that a unit may be searched by: its name, what it is, and what it can do. */
export function unitWords(unit: HexUnit | undefined, id: string): string[] {
  const sheet = unit?.sheet;
  return [
    unitName(unit, id),
    ...(sheet ? [named("function", sheet.function), say(`faction.${sheet.faction}`)] : []),
    ...(sheet?.modes ?? []).flatMap((mode) => [
      named("mode", mode.name),
      ...[...(mode.abilities ?? []), ...(mode.attributes ?? [])].map((one) => say(`ability.${one}`)),
    ]),
  ];
}

/** A unit that stands nowhere yet, as a counter shows it. */
export function figure(unit: HexUnit, seat: number, more: Partial<HexPiece> = {}): HexPiece {
  return {
    key: unit.sheet.id,
    sheet: unit.sheet.id,
    owner: seat,
    seat,
    hp: unit.hp,
    card: 0,
    status: "play",
    // The other shape says more than one robot among many.
    mode: Math.min(1, unit.sheet.modes.length - 1),
    hex: 0,
    facing: 0,
    layer: 0,
    stance: 0,
    carrier: -1,
    controller: -1,
    cloaked: false,
    unseen: false,
    shield: "",
    kept: false,
    ducked: false,
    waiting: 0,
    parent: -1,
    ...more,
  };
}
