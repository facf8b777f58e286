/** Choosing among legal actions step by step. It only sorts what the server offers. */

import type { HexAction, HexShot } from "../../wire";

/** The words of an action by which it is told apart from others of its kind, in the order of asking. */
export const FIELDS = ["unit", "mode", "field", "into", "off", "to", "at", "what", "posture", "facing"] as const;
export type Field = (typeof FIELDS)[number];

/** A legal action with its place in the list. */
export interface Offer {
  readonly index: number;
  readonly action: HexAction;
}

/** The kind of an action as it stands on a button: its verb, and what makes it stronger. */
export function kindOf(action: HexAction): string {
  const boost = (action as { boost?: string }).boost;
  return boost ? `${action.type}-${boost}` : action.type;
}

export function value(action: HexAction, field: Field): string {
  const found: unknown = Object.entries(action).find(([name]) => name === field)?.[1];
  return found === undefined ? "" : String(found);
}

/** The actions by kind, in the order in which they are offered. */
export function kinds(legal: readonly HexAction[]): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>();
  legal.forEach((action, index) => {
    const kind = kindOf(action);
    const list = found.get(kind);
    if (list) list.push({ index, action });
    else found.set(kind, [{ index, action }]);
  });
  return found;
}

/** Those that fit what has been chosen so far. */
export function fitting(offers: readonly Offer[], chosen: Partial<Record<Field, string>>): Offer[] {
  const wanted = Object.entries(chosen) as [Field, string][];
  return offers.filter(({ action }) => wanted.every(([field, word]) => value(action, field) === word));
}

/** The next thing to choose and its values; null when one action is left. */
export function question(
  offers: readonly Offer[],
  chosen: Partial<Record<Field, string>>,
): { field: Field; values: string[] } | null {
  for (const field of FIELDS) {
    if (field in chosen) continue;
    const values = [...new Set(offers.map(({ action }) => value(action, field)))];
    if (values.length > 1) return { field, values };
  }
  return null;
}

/** The chance in percent that a shot hits its target: what the cover catches has not hit. */
export function hits(shot: HexShot): number {
  return Math.round(100 * (shot.hit - shot.cover));
}
