/** The sentence of a refusal in the reader's language. */

import { told, tongue } from "../i18n";
import type { Problem } from "../wire";
import { word, type Book } from "./edition";

/** The sentence for a rule, with names for the words in its parameters; null where there is none. */
export function ruleWords(problem: Problem, book: Book | null, seat: number): string | null {
  const params: Record<string, string | number> = { ...problem.params };
  const kind = params["kind"];
  if (book && typeof kind === "string") {
    const found = book.kind(seat, kind) ?? book.kind(1 - seat, kind);
    if (found) params["kind"] = word(found.names, tongue());
  }
  const power = params["power"];
  if (book && typeof power === "string") {
    const found = book.powers.get(power);
    if (found) params["power"] = word(found.names, tongue());
  }
  const reason = String(params["reason"] ?? "");
  return told(`refusal.${problem.rule}.${reason}`, params) ?? told(`refusal.any.${reason}`, params);
}
