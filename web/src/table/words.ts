/** The words that every table needs: why something was refused, who sits where, which clock runs. */

import { maybe, t, told, tongue, word } from "../i18n";
import { faultAt } from "../i18n/faults.svelte";
import { Refusal } from "../lib/api";
import type { BotInfo, ClockSpec, Problem, Sitter } from "../wire";

/** What a game calls the kind or the power with an id, if it has one. */
export type Naming = (what: "kind" | "power", id: string) => string | undefined;

/** A name as it is shown: guests are numbered in the reader's language; a deleted account has none. */
export function personName(name: string): string {
  if (!name) return t("seat.deleted");
  const found = /^Guest (\d+)$/.exec(name);
  return found ? `${t("nav.guest")} ${found[1]}` : name;
}

/** The sentence for a rule, with names for the ids in its parameters; null where there is none. */
function ruleWords(problem: Problem, naming?: Naming): string | null {
  const params: Record<string, string | number> = { ...problem.params };
  for (const what of ["kind", "power"] as const) {
    const id = params[what];
    if (typeof id === "string") params[what] = naming?.(what, id) ?? id;
  }
  const reason = String(params["reason"] ?? "");
  return told(`refusal.${problem.rule}.${reason}`, params) ?? told(`refusal.any.${reason}`, params);
}

/** Why something was refused, with the rule's sentence where there is one. */
export function problemWords(problem: Problem, naming?: Naming): string {
  if (problem.rule) {
    const found = ruleWords(problem, naming);
    if (found) return found;
  }
  const retry = problem.retry ?? 0;
  // Too many at once passes by itself; too many kept does not.
  const code = problem.code === "too-many" && !retry ? "too-many-kept" : problem.code;
  const known = maybe(`problem.${code}`, { retry, minutes: Math.ceil(retry / 60) });
  const fault = problem.faults?.[0];
  if (known && fault) return `${known.replace(/\.$/, ":")} ${faultAt(fault)}`;
  if (known) return problem.code === "bad-message" && problem.field ? `${known} (${problem.field})` : known;
  return problem.detail || t("problem.server");
}

/** Why a request failed: what the server said of it, or that there was no answer. */
export function failureWords(problem: unknown, naming?: Naming): string {
  return problem instanceof Refusal ? problemWords(problem.problem, naming) : t("problem.server");
}

/** Who sits on a seat. */
export function sitterName(sitter: Sitter | null, bots: readonly BotInfo[] = []): string {
  if (!sitter) return t("seat.free");
  if (sitter.type === "person") return sitter.id || sitter.name ? personName(sitter.name) : t("seat.unnamed");
  const bot = bots.find((one) => one.id === sitter.id);
  return bot ? word(bot.names, tongue()) : t("seat.bot", { level: sitter.id });
}

/** A clock in words. */
export function clockWords(clock: ClockSpec): string {
  switch (clock.type) {
    case "none":
      return t("clock.none");
    case "bank":
      return t("clock.bank", { minutes: Math.round((clock.base / 60) * 10) / 10, increment: clock.increment });
    case "move":
      return t("clock.move", { seconds: clock.seconds });
    case "days":
      return t("clock.days", { days: clock.days });
  }
}
