/** What lists and pages say of a tournament in short. */

import { tongue } from "../i18n";
import { clockWords, personName } from "../table/words";
import type { TournamentInfo } from "../wire";
import { w } from "./words";

/** How long a tournament is, in its own measure. */
function length(info: TournamentInfo): string {
  if (info.kind === "arena") return w("minutes", { n: info.minutes ?? 0 });
  if (info.kind === "round-robin" && !info.rounds) return w("cycles", { n: info.cycles ?? 1 });
  return w("rounds", { n: info.rounds ?? 0 });
}

/** Kind, length, clock and who may play. */
export function facts(info: TournamentInfo): string[] {
  return [
    w(`kind.${info.kind}`),
    length(info),
    clockWords(info.clock),
    ...(info.rated ? [w("rated")] : []),
    ...(info.private ? [w("private")] : []),
  ];
}

export function makerName(info: TournamentInfo): string {
  return info.maker ? personName(info.maker_name ?? "") : w("operator");
}

/** A moment to come: near ones by their distance, others by date and time. */
export function moment(at: number, now: number): string {
  if (at < now + 60_000) return w("soon");
  const minutes = Math.round((at - now) / 60_000);
  if (minutes < 60) return new Intl.RelativeTimeFormat(tongue(), { numeric: "always" }).format(minutes, "minute");
  return new Intl.DateTimeFormat(tongue(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** "12:05", or "1:02:05". */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Where a tournament stands. */
export function stateWords(info: TournamentInfo, now: number): string {
  if (info.status === "open") return w("begins", { when: moment(info.starts, now) });
  if (info.status === "over" && info.winner) return w("winner", { name: personName(info.winner) });
  if (info.status !== "running") return w(`status.${info.status}`);
  if (info.kind !== "arena") return w("round", { n: Math.max(1, info.round ?? 0), of: info.rounds ?? 0 });
  const left = (info.ends ?? 0) - now;
  return left > 0 ? w("left", { time: countdown(left) }) : w("ending");
}

/** Points as they are written: halves as ½. */
export function pointWords(points: number): string {
  const whole = Math.floor(points);
  const rest = points - whole;
  const sign = rest === 0.5 ? "½" : rest === 0.25 ? "¼" : rest === 0.75 ? "¾" : "";
  return sign && !whole ? sign : `${whole}${sign}`;
}
