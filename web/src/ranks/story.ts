/** What happened, taken apart for the move list, the scenes on the board and the live region. */

import { squareName } from "../board";
import type { Outcome, RankEvent, RankView } from "../wire";
import { hears } from "../table/audience";
import { fold, type Ranks } from "./fold";

export interface Fighter {
  readonly id: number;
  readonly seat: number;
  readonly rank: string;
  readonly kind: string;
  readonly falls: boolean;
}

export interface Battle {
  readonly attacker: Fighter;
  readonly defenders: readonly Fighter[];
  readonly square: number;
}

/** One line of the move list. */
export interface Entry {
  readonly ply: number;
  readonly seat: number;
  readonly text: string;
  readonly battle: Battle | null;
  readonly power: string;
  readonly trail: readonly { from: number; to: number }[];
  readonly sparks: readonly number[];
  /** A piece that was looked at: shown to this seat alone. */
  readonly looked: { square: number; rank: string; kind: string } | null;
  readonly answer: { kind: string; direction: string } | null;
  readonly flipped: { square: number; robot: boolean; kind: string } | null;
  /** Own pieces that the opponent alone was shown. */
  readonly noticed: readonly { square: number; rank: string; kind: string }[];
  /** A piece that another one drew or called to a square. */
  readonly brought: { square: number; seat: number; rank: string; kind: string } | null;
  /** Where a power was used from, and on which squares. */
  readonly beam: { from: number; to: readonly number[] } | null;
  readonly waits: boolean;
  readonly outcome: Outcome | null;
}

export interface Told {
  readonly view: RankView;
  readonly entry: Entry | null;
  /** What is not a line of the list: "ready" and "began". */
  readonly marks: readonly ("ready" | "began" | "ended")[];
}

/** A line as a table that plays from memory keeps it: what was shown at the moment is left out (ST-KNOW-2). */
export function faded(entry: Entry): Entry {
  const { battle } = entry;
  const unknown = (one: Fighter): Fighter => ({ ...one, rank: "", kind: "" });
  return {
    ...entry,
    battle: battle && { ...battle, attacker: unknown(battle.attacker), defenders: battle.defenders.map(unknown) },
    looked: null,
    answer: null,
    noticed: [],
  };
}

/** The lines of a table that plays from memory after one more: those since the seat's own last turn (ST-KNOW-2). */
export function remembered(
  before: { readonly seat: number; readonly entries: readonly Entry[] },
  entry: Entry,
): Entry[] {
  const goesOn = before.entries.at(-1)?.waits ?? false;
  const kept = entry.seat === 1 - before.seat || goesOn ? before.entries : [];
  return [...kept, faded(entry)];
}

/** Fold the events of one message, and tell them as a line. */
export function tell(before: RankView, events: readonly RankEvent[], ranks: Ranks): Told {
  let view = before;
  const seat = before.track.turn;
  const trail: { from: number; to: number }[] = [];
  const shown = new Map<number, { rank: string; kind: string }>();
  const taken = new Set<number>();
  const seats = new Map<number, number>(before.pieces.map((piece) => [piece.id, piece.seat]));
  const squares = new Map<number, number>(before.pieces.map((piece) => [piece.id, piece.square]));
  const marks: ("ready" | "began" | "ended")[] = [];
  const noticed: { square: number; rank: string; kind: string }[] = [];
  const piece = (id: number): { rank: string; kind: string } => {
    const found = before.pieces.find((one) => one.id === id);
    return { rank: found?.rank ?? "", kind: found?.kind ?? "" };
  };
  let brought: Entry["brought"] = null;
  let beam: Entry["beam"] = null;
  let lead = "";
  let words = "";
  let power = "";
  let fight: { piece: number; targets: number[]; square: number } | null = null;
  let looked: Entry["looked"] = null;
  let answer: Entry["answer"] = null;
  let flipped: Entry["flipped"] = null;
  let waits = false;
  let played = false;
  let outcome: Outcome | null = null;
  const name = (id: number): string => squareName(squares.get(id) ?? 0);
  for (const event of events) {
    if (!hears(event, before.seat)) continue;
    switch (event.type) {
      case "ready":
      case "began":
        marks.push(event.type);
        break;
      case "switched":
        lead = `switch ${name(event.piece)}, `;
        flipped = { square: squares.get(event.piece) ?? 0, robot: event.robot, kind: event.kind ?? "" };
        played = true;
        break;
      case "used":
        power = event.power;
        beam = { from: squares.get(event.piece) ?? 0, to: event.targets ?? [] };
        words = [name(event.piece), event.power, ...(event.targets ?? []).map(squareName), event.kind ?? ""]
          .join(" ")
          .trim();
        played = true;
        break;
      case "attacked": {
        const targets = event.targets.map((square) => view.pieces.find((piece) => piece.square === square)?.id ?? -1);
        fight = { piece: event.piece, targets, square: event.targets[0] ?? event.origin };
        if (!words)
          words = before.awaited
            ? `strike ${event.targets.map(squareName).join(" ")}`
            : `${squareName(event.origin)}x${squareName(event.targets[0]!)}`;
        if (event.targets.length === 1) trail.push({ from: event.origin, to: event.targets[0]! });
        played = true;
        break;
      }
      case "moved":
        if (!words) words = `${squareName(event.origin)}-${squareName(event.target)}`;
        if (!trail.some((way) => way.from === event.origin && way.to === event.target))
          trail.push({ from: event.origin, to: event.target });
        if ((event.by ?? -1) >= 0)
          brought = { square: event.target, seat: seats.get(event.piece) ?? 0, ...piece(event.piece) };
        squares.set(event.piece, event.target);
        played = true;
        break;
      case "shown":
        shown.set(event.piece, { rank: event.rank, kind: event.kind ?? "" });
        if (event.to && seats.get(event.piece) !== seat)
          looked = { square: squares.get(event.piece) ?? 0, rank: event.rank, kind: event.kind ?? "" };
        break;
      case "noticed":
        noticed.push({ square: squares.get(event.piece) ?? 0, ...piece(event.piece) });
        break;
      case "captured":
        taken.add(event.piece);
        break;
      case "answered":
        answer = { kind: event.kind, direction: event.direction };
        break;
      case "awaits":
        waits = true;
        break;
      case "turned":
        if (!words) words = "halt";
        played = true;
        break;
      case "ended":
        marks.push("ended");
        outcome = event.outcome;
        break;
      case "deployed":
      case "trayed":
        break;
    }
    view = fold(view, event, ranks);
  }
  const fighter = (id: number): Fighter => {
    // Where all are told the rank only, one still knows the names of one's own pieces.
    const [told, known] = [shown.get(id), before.pieces.find((piece) => piece.id === id)];
    return {
      id,
      seat: seats.get(id) ?? 0,
      rank: told?.rank || known?.rank || "",
      kind: told?.kind || known?.kind || "",
      falls: taken.has(id),
    };
  };
  const battle: Battle | null = fight
    ? {
        attacker: fighter(fight.piece),
        defenders: fight.targets.filter((id) => id >= 0).map(fighter),
        square: fight.square,
      }
    : null;
  const sparks = fight
    ? [...taken]
        .map((id) => squares.get(id) ?? 0)
        .filter((square) => !view.pieces.some((piece) => piece.square === square))
    : [];
  const entry: Entry | null = played
    ? {
        ply: before.track.ply + 1,
        seat,
        text: lead + words,
        battle,
        power,
        trail,
        sparks,
        looked,
        answer,
        flipped,
        noticed,
        brought,
        beam,
        waits,
        outcome,
      }
    : null;
  return { view, entry, marks };
}
