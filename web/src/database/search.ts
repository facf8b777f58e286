/** What somebody searches for: as the form has it, in the address of the page, and as the server is asked. */

export interface Wish {
  game: string;
  kind: string;
  level: string;
  result: string;
  player: string;
  rating_from: string;
  rating_to: string;
  moves_from: string;
  moves_to: string;
  /** Days, as 2026-11-18. */
  since: string;
  until: string;
  flag: string;
  flag_seat: string;
  source: string;
}

export const ANYTHING: Wish = {
  game: "",
  kind: "",
  level: "",
  result: "",
  player: "",
  rating_from: "",
  rating_to: "",
  moves_from: "",
  moves_to: "",
  since: "",
  until: "",
  flag: "",
  flag_seat: "",
  source: "",
};
const FIELDS = Object.keys(ANYTHING) as (keyof Wish)[];
/** Fields that are folded away until somebody wants them. */
export const RARE = FIELDS.slice(FIELDS.indexOf("rating_from"));
const DAY = 86_400_000;

/** The wish in an address. */
export function wishOf(query: URLSearchParams): Wish {
  const wish = { ...ANYTHING };
  for (const field of FIELDS) wish[field] = (query.get(field) ?? "").slice(0, 64);
  return wish;
}

/** A wish without what makes no sense with the rest: a level without bots, the side of a flag without a square. */
export function settled(wish: Wish): Wish {
  return {
    ...wish,
    player: wish.player.trim(),
    flag: wish.flag.trim().toLowerCase(),
    level: wish.kind === "bots" && wish.game ? wish.level : "",
    result: ["won", "lost"].includes(wish.result) && !wish.player.trim() ? "" : wish.result,
    flag_seat: wish.flag.trim() ? wish.flag_seat : "",
  };
}

/** A wish as the query of an address. */
export function addressOf(wish: Wish): string {
  const query = new URLSearchParams();
  for (const field of FIELDS) if (wish[field]) query.set(field, wish[field]);
  return query.toString();
}

/** A wish as the server takes it: days are moments there, the last day included. */
export function queryOf(wish: Wish): string {
  const query = new URLSearchParams(addressOf(settled(wish)));
  const since = Date.parse(wish.since);
  const until = Date.parse(wish.until);
  query.delete("since");
  query.delete("until");
  if (!Number.isNaN(since)) query.set("since", String(Math.max(0, since)));
  if (!Number.isNaN(until)) query.set("until", String(Math.max(1, until + DAY - 1)));
  return query.toString();
}
