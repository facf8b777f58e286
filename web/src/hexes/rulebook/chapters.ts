/** The chapters of the rulebook: their texts are the engine's words, their rules go by the middle of the number. */

export interface Chapter {
  readonly id: string;
  /** The families of rules that it tells of: HX-MOVE-6 is one of MOVE. */
  readonly rules: readonly string[];
}

export const CHAPTERS: readonly Chapter[] = [
  { id: "goal", rules: ["END"] },
  { id: "turn", rules: ["SEQ", "CONV"] },
  { id: "units", rules: ["UNIT", "UNQ"] },
  { id: "move", rules: ["MOVE", "TERR"] },
  { id: "prone", rules: ["PRONE"] },
  { id: "air", rules: ["AIR"] },
  { id: "water", rules: ["WAT"] },
  { id: "constructs", rules: ["CON"] },
  { id: "modes", rules: ["TRF"] },
  { id: "sight", rules: ["LOS"] },
  { id: "arc", rules: ["ARC", "RNG"] },
  { id: "shot", rules: ["ATK", "HIT"] },
  { id: "cover", rules: ["COV"] },
  { id: "damage", rules: ["DMG"] },
  { id: "abilities", rules: ["ABL"] },
  { id: "attributes", rules: ["ATT", "TRN"] },
  { id: "partners", rules: ["NEB"] },
  { id: "people", rules: ["HUM"] },
  { id: "options", rules: ["OPT"] },
];

/** The family of a rule. */
export function familyOf(number: string): string {
  return number.split("-")[1] ?? "";
}

/** Where a rule, an ability or an option stands in the rulebook. */
export function ruleAddress(anchor: string, game = "hex"): string {
  return `/rules/${game}#${encodeURIComponent(anchor)}`;
}

/** The paragraphs of a chapter. */
export function paragraphs(texts: Readonly<Record<string, string>>, id: string): string[] {
  const found: string[] = [];
  for (let at = 1; texts[`${id}.p${at}`]; at += 1) found.push(texts[`${id}.p${at}`]!);
  return found;
}
