/** Series of games: what players choose from first. */

import { maybe, t } from "../i18n";
import type { GameCard } from "../wire";

export interface Series {
  readonly id: string;
  readonly cards: readonly GameCard[];
}

/** The series of some games, in the order in which the server lists their first game. */
export function seriesOf(cards: readonly GameCard[]): Series[] {
  const found = new Map<string, GameCard[]>();
  for (const card of cards) {
    const id = card.series || card.theme;
    found.set(id, [...(found.get(id) ?? []), card]);
  }
  return [...found].map(([id, all]) => ({ id, cards: all }));
}

/** The name of a series in the reader's language. */
export function seriesName(id: string): string {
  return maybe(`series.${id}`) ?? t("series.other");
}

/** What a series is about, or nothing. */
export function seriesHelp(id: string): string {
  return maybe(`series.${id}.help`) ?? "";
}
