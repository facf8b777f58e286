/** What a review found, in sentences. */

import { squareName } from "../../board";
import type { BattleLuck, Finding, MoveTold } from "../../wire";
import { reasonWords } from "../advice/advice.svelte";
import type { Book } from "../edition";
import { moveText, pieceName, powerName } from "../words";
import { words, type ReviewKey } from "./words";

/** A move as the lists have it. */
export function toldMove(book: Book, seat: number, { action, text }: MoveTold): string {
  return moveText(book, { text, seat, power: action.type === "use" ? action.power : "" });
}

export function whyWords(book: Book, seat: number, move: MoveTold): string {
  return move.reasons.map((reason) => reasonWords(book, reason, seat)).join(" ");
}

/** What was done: "Your Marshal attacked a piece on b7 that had not moved yet." */
export function actionWords(book: Book, seat: number, mine: boolean, finding: Finding): string {
  const attack = finding.action === "attack" && finding.foe ? `attack.${finding.foe}` : "move";
  const key = finding.action === "attack" ? attack : finding.action;
  const action = finding.played.action;
  return words.say(`${mine ? "mine" : "theirs"}.${key}` as ReviewKey, {
    piece: pieceName(book, seat, finding.kind, ""),
    square: squareName(finding.square),
    foe: finding.rank ? pieceName(book, 1 - seat, "", finding.rank) : "",
    power: action.type === "use" ? powerName(book, action.power) : "",
  });
}

/** How an attack looked before, and what it met. */
export function battleWords(book: Book, seat: number, finding: Finding): string {
  if (finding.wins < 0) return "";
  const odds = finding.foe === "known" ? "" : words.say("odds", { wins: finding.wins });
  if (!finding.result) return odds;
  const foe = finding.met ? pieceName(book, 1 - seat, "", finding.met) : "";
  // What was known before is not told twice.
  const told = finding.foe === "known" && finding.met === finding.rank && finding.result !== "missed" ? "known" : "met";
  const met = finding.result === "missed" || foe ? words.say(`${told}.${finding.result}` as ReviewKey, { foe }) : "";
  return [odds, met].filter(Boolean).join(" ");
}

/** Percents with a sign. */
export function signed(percent: number): string {
  const whole = Math.round(percent);
  return `${whole > 0 ? "+" : whole < 0 ? "−" : "±"}${Math.abs(whole)} %`;
}

export function luckWords(book: Book, seat: number, key: "kindest" | "cruellest", battle: BattleLuck): string {
  return words.say(`luck.${key}`, {
    piece: pieceName(book, seat, battle.kind, ""),
    square: squareName(battle.square),
    wins: battle.wins,
    foe: pieceName(book, 1 - seat, "", battle.rank),
    luck: signed(battle.luck),
  });
}
