/** The game in words, from the engine's own sentences. */

import type { HexAttack, HexEvent, HexPiece, HexToHit, HexUnit, Outcome as HexOutcome } from "../../wire";
import { label, WAYS, type Grid } from "../map/geometry";

export type Say = (key: string, params?: Record<string, string | number>) => string;
type Place = readonly [hex: number, facing: number, layer: number, stance: number];

/** One line of the log: how it looks, whom it is about, where. */
export interface Line {
  readonly kind: "round" | "card" | "roll" | "act" | "end";
  readonly text: string;
  /** What it opens into: the number that was needed, and every roll. */
  readonly rolls?: readonly string[];
  readonly units: readonly number[];
  readonly hex: number;
  /** The way of a move, or the two ends of a shot. */
  readonly way?: readonly number[];
  readonly shot?: readonly [number, number];
}

/** Rolls and falls that belong to the shot before them. */
const OF_A_SHOT = new Set(["to-hit", "cover", "resistance", "potential", "control"]);
const END_OF_A_SHOT = new Set(["shot", "construct", "deactivated", "unconscious"]);

/** Who reads a report: the seat, null for none. */
export interface Reader {
  readonly seat: () => number | null;
  readonly side: (seat: number) => string;
  /** Who wins when the rounds are over: a side, "points" or "draw". */
  readonly limit?: string | undefined;
}

/** The chance in percent that a shot hits its target: what the cover catches has not hit (HX-COV-1). */
export function percent(toHit: HexToHit): number {
  return toHit.tenths * (toHit.cover ? 5 : 10);
}

/** A number as it is printed, with a true minus sign. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

function ofAShot(event: HexEvent): boolean {
  if (event.type === "rolled") return event.purpose !== "to-hit" && OF_A_SHOT.has(event.purpose ?? "");
  return event.type === "struck" || (event.type === "fell" && END_OF_A_SHOT.has(event.what ?? ""));
}

/** A clause as a sentence of its own. */
export function sentence(clause: string): string {
  return clause && clause[0]!.toUpperCase() + clause.slice(1) + (/[.!?]$/.test(clause) ? "" : ".");
}

export class Reporter {
  private names: string[] = [];

  constructor(
    readonly grid: Grid,
    readonly units: Readonly<Record<string, HexUnit>>,
    readonly say: Say,
    private pieces: readonly HexPiece[] = [],
    private readonly reader: Reader | null = null,
  ) {
    this.meet(pieces);
  }

  /** Learn the units: a name each, with a number where several share one, as their plates have it. */
  meet(pieces: readonly HexPiece[]): void {
    this.pieces = pieces;
    const plain = pieces.map((piece) => this.called("name", this.units[piece.sheet]?.sheet.name ?? piece.key));
    this.names = plain.map((name, at) =>
      plain.indexOf(name) === plain.lastIndexOf(name)
        ? name
        : `${name} ${plain.slice(0, at + 1).filter((one) => one === name).length}`,
    );
  }

  /** What a sheet calls something, in the reader's language if it is known there. */
  private called(kind: string, text: string): string {
    const key = `${kind}.${text}`;
    const told = this.say(key);
    return told === key ? text : told;
  }

  name(unit: number | undefined): string {
    return this.names[unit ?? -1] ?? this.say("report.nobody");
  }

  place(hex: number | undefined): string {
    return hex === undefined || hex < 0 ? this.say("report.somewhere") : label(this.grid, hex);
  }

  stand(place: Place): string {
    const words = [
      this.say("report.stand", { hex: this.place(place[0]), facing: this.say(`way.${WAYS[place[1]] ?? "N"}`) }),
    ];
    if (place[2] === 1) words.push(this.say("report.air"));
    if (place[3] === 1) words.push(this.say("report.prone"));
    if (place[3] === 2) words.push(this.say("report.hovering"));
    return words.join(", ");
  }

  target(attack: HexAttack): string {
    if (attack.unit >= 0) return this.name(attack.unit);
    return this.say(attack.kind === "fire" ? "report.ground" : "report.construct", { hex: this.place(attack.hex) });
  }

  /** The named parts of a to-hit number, each with its value. */
  parts(toHit: HexToHit): { text: string; value: string }[] {
    return toHit.parts.map((part) => ({
      text: this.say(`part.${part.name}`, { of: part.of }),
      value: part.value < 0 ? signed(part.value) : `+${part.value}`,
    }));
  }

  private covering({ unit, kind }: NonNullable<HexToHit["cover"]>): string {
    return unit >= 0 ? this.name(unit) : this.say(`cover.${kind}`);
  }

  cover({ cover }: HexToHit): string {
    return cover ? this.say("report.cover", { what: this.covering(cover), hex: this.place(cover.hex) }) : "";
  }

  manner(attack: HexAttack): string {
    return this.say(`attack.${attack.boost ? `${attack.kind}-${attack.boost}` : attack.kind}`, {
      unit: this.name(attack.by),
      target: this.target(attack),
    });
  }

  /** What the die has to show, 1 to 10: the sum may lie far below (HX-HIT-4). */
  needs(toHit: HexToHit): string {
    if (!toHit.tenths || toHit.tenths === 10) return this.say(toHit.tenths ? "odds.always" : "odds.never");
    return this.say("odds.needs", { n: 11 - toHit.tenths });
  }

  attacked(toHit: HexToHit): string {
    const parts = this.parts(toHit)
      .map((part) => `${part.text} ${part.value}`)
      .join("; ");
    const told = this.say("report.needs", {
      attack: this.manner(toHit.attack),
      needs: this.needs(toHit),
      percent: percent(toHit),
      parts,
    });
    const cover = this.cover(toHit);
    return cover ? `${told}; ${cover}` : told;
  }

  /** How a game ended, for the one who reads: whether it is won, and by what. */
  ended({ scores, termination }: HexOutcome): { title: string; reason: string } {
    const [a = 0, b = 0] = scores;
    const winner = a > b ? 0 : 1;
    const seat = this.reader?.seat() ?? null;
    const side = this.reader?.side;
    const way = a === b ? "drawn" : seat === null ? "" : winner === seat ? "won" : "lost";
    // Where losses decide after the last round, the end says so.
    const word = termination === "rounds" && this.reader?.limit === "points" ? "rounds-points" : termination;
    const own = this.known(`ending-${way}.${word}`);
    const title =
      a === b
        ? this.say("result.drawn")
        : way
          ? this.say(`result.${way}`)
          : this.say("result.wins", { side: side?.(winner) ?? "" });
    return { title, reason: own || this.known(`ending.${word}`) || termination };
  }

  /** A sentence that may not exist. */
  private known(key: string): string {
    const told = this.say(key);
    return told === key ? "" : told;
  }

  /** What happened at once, in lines: all of a shot is one, which opens into its rolls. */
  tell(events: readonly HexEvent[]): Line[] {
    const found: Line[] = [];
    for (let at = 0; at < events.length; at += 1) {
      const event = events[at]!;
      const next = events[at + 1];
      const shot = event.type === "rolled" && next?.type === "attacked" ? next : null;
      if (!shot?.to_hit) {
        const line = this.line(event);
        if (line) found.push(line);
        continue;
      }
      const all: HexEvent[] = [event, shot];
      let end = at + 2;
      for (; end < events.length && ofAShot(events[end]!); end += 1) all.push(events[end]!);
      found.push(this.shot(all, shot.to_hit, !!shot.hit));
      at = end - 1;
    }
    return found;
  }

  private shot(events: readonly HexEvent[], toHit: HexToHit, hit: boolean): Line {
    const { attack } = toHit;
    const struck = events.find((event) => event.type === "struck");
    const felled = (what: string): boolean => events.some((event) => event.type === "fell" && event.what === what);
    const end = felled("deactivated") ? "out" : felled("construct") ? "down" : "harm";
    const cover = events.find((event) => event.type === "rolled" && event.purpose === "cover");
    const caught = cover?.type === "rolled" && (cover.value ?? 0) <= 5;
    const what = caught && toHit.cover ? this.covering(toHit.cover) : "";
    const key = !hit
      ? "miss"
      : !struck
        ? caught
          ? "caught"
          : "hit"
        : `${caught ? "caught-" : ""}${struck.damage ? end : "none"}`;
    const line = this.line(events[1]!)!;
    return {
      ...line,
      text: this.say(`shot.${key}`, { attack: this.manner(attack), n: struck?.damage ?? 0, what }),
      rolls: events.flatMap((event) => this.line(event)?.text ?? []),
    };
  }

  private moved(event: HexEvent & { type: "moved" }): string {
    const path = event.path ?? [];
    const manner = event.manner || "move";
    const last = path.at(-1);
    let told = this.say(`move.${manner}`, { unit: this.name(event.unit), place: last ? this.stand(last) : "" });
    const way = [...new Set(path.map((place) => place[0]))];
    if (way.length > 2 && manner !== "teleport")
      told += ` ${this.say("report.by", { way: way.map((hex) => this.place(hex)).join(" ") })}`;
    if (event.cost) told += ` (${this.say(event.cost === 1 ? "report.point" : "report.points", { cost: event.cost })})`;
    return event.stopped ? `${told}; ${this.say("report.unseen")}` : told;
  }

  /** The line of an event, or null for what nobody wants to read. */
  line(event: HexEvent): Line | null {
    const say = this.say;
    switch (event.type) {
      case "forces":
        this.meet(event.pieces ?? []);
        return null;
      case "round":
        return { kind: "round", text: say("report.round", { round: event.round ?? 0 }), units: [], hex: -1 };
      case "drawn":
        return {
          kind: "card",
          text: say(event.turn === false ? "report.no-turn" : "report.card", { unit: this.name(event.unit) }),
          units: [event.unit ?? -1],
          hex: -1,
        };
      case "rolled": {
        const purpose = say(`roll.${event.purpose ?? ""}`);
        const known = purpose === `roll.${event.purpose ?? ""}` ? (event.purpose ?? "").replaceAll("-", " ") : purpose;
        const by = event.unit ?? -1;
        const text =
          by < 0
            ? say("report.roll", { value: event.value ?? 0, purpose: known })
            : say("report.roll-by", { value: event.value ?? 0, purpose: known, unit: this.name(by) });
        return { kind: "roll", text, units: [by], hex: -1 };
      }
      case "moved":
        return {
          kind: "act",
          text: this.moved(event),
          units: [event.unit ?? -1],
          hex: event.path?.at(-1)?.[0] ?? -1,
          way: (event.path ?? []).map((place) => place[0]),
        };
      case "attacked": {
        if (!event.to_hit) return null;
        const { attack } = event.to_hit;
        return {
          kind: "act",
          text: `${this.attacked(event.to_hit)}: ${say(event.hit ? "report.hit" : "report.miss")}`,
          units: [attack.by, attack.unit],
          hex: attack.hex,
          ...(event.to_hit.sight ? { shot: [event.to_hit.sight.start, event.to_hit.sight.end] as const } : {}),
        };
      }
      case "struck": {
        const unit = event.unit ?? -1;
        const what = unit >= 0 ? this.name(unit) : say("report.construct", { hex: this.place(event.hex) });
        const text = say(event.damage ? "report.loses" : "report.unhurt", {
          unit: what,
          amount: event.damage ?? 0,
          cause: say(`cause.${event.cause ?? ""}`),
        });
        return { kind: "act", text, units: [unit], hex: event.hex ?? -1 };
      }
      case "did": {
        const unit = event.unit ?? -1;
        const sheet = this.units[this.pieces[unit]?.sheet ?? ""];
        const mode =
          event.verb === "transform" ? this.called("mode", sheet?.sheet.modes[event.amount ?? 0]?.name ?? "") : "";
        const text = say(`did.${event.verb ?? ""}`, {
          unit: this.name(unit),
          target: this.name(event.target),
          hex: this.place(event.hex),
          amount: event.amount ?? 0,
          mode,
        });
        return { kind: "act", text, units: [unit, event.target ?? -1], hex: event.hex ?? -1 };
      }
      case "fell":
        return {
          kind: "act",
          text: say(`fell.${event.what ?? ""}`, { unit: this.name(event.unit), hex: this.place(event.hex) }),
          units: [event.unit ?? -1],
          hex: event.hex ?? -1,
        };
      case "ended": {
        if (!event.outcome) return null;
        const { title, reason } = this.ended(event.outcome);
        return { kind: "end", text: say("report.ended", { result: title, ending: reason }), units: [], hex: -1 };
      }
      default:
        return null;
    }
  }
}
