/** What happened, in words, from one player's knowledge. */

import { squareName } from "../board";
import { t, told, tongue, word } from "../i18n";
import { failureWords, problemWords } from "../table/words";
import type { Outcome, PieceSeen, Problem } from "../wire";
import type { Book } from "./edition";
import type { Battle, Entry, Fighter } from "./story";

/** A piece by what is known of it: "Marshal 10", "rank 5", "unknown". */
export function pieceName(book: Book, seat: number, kind: string, rank: string): string {
  const found = kind ? book.kind(seat, kind) : undefined;
  const name = found ? word(found.names, tongue()) : rank ? book.rankName(seat, rank, tongue()) : "";
  const shown = found?.rank ?? rank;
  if (!shown) return t("piece.unknown");
  const numeral = /^\d+$/.test(shown);
  if (!name) return numeral ? t("piece.rank", { rank: shown }) : shown;
  if (!numeral) return name;
  return /\d$/.test(name) ? `${name} (${shown})` : `${name} ${shown}`;
}

export function sideName(book: Book, seat: number): string {
  return word(book.army(seat).names, tongue());
}

/** What this game calls its bombs. */
export function bombNames(book: Book, language: string): string {
  const bombs = [0, 1].flatMap((seat) => book.army(seat).kinds.filter((kind) => kind.role === "bomb"));
  return [...new Set(bombs.map((kind) => word(kind.names, language)))].join(", ");
}

/** What a screen reader says of a piece on the board. */
export function pieceLabel(book: Book, piece: PieceSeen, viewer: number, note: string): string {
  const words = [`${sideName(book, piece.seat)} ${pieceName(book, piece.seat, piece.kind ?? "", piece.rank ?? "")}`];
  if (piece.moved && piece.seat !== viewer) words.push(t("piece.moved"));
  if (piece.seen) words.push(t("piece.seen"));
  if (piece.robot) words.push(t("piece.robot"));
  if (note) words.push(t("piece.note", { note }));
  return words.join(", ");
}

function fighterName(book: Book, seat: number, kind: string, rank: string): string {
  return `${sideName(book, seat)} ${pieceName(book, seat, kind, rank)}`;
}

/** A fighter by name, or by its side where the table has forgotten who it was. */
function fighterOrSide(book: Book, one: Fighter): string {
  return one.kind || one.rank ? pieceName(book, one.seat, one.kind, one.rank) : sideName(book, one.seat);
}

/** How a battle went; whose attack it was is left out where it was said before. */
export function battleWords(book: Book, battle: Battle, led = false): string {
  const { attacker, defenders } = battle;
  const fallen = defenders.filter((one) => one.falls);
  const words = {
    attacker: fighterOrSide(book, attacker),
    defender: defenders.map((one) => fighterOrSide(book, one)).join(", "),
  };
  const where = { side: sideName(book, attacker.seat), square: squareName(battle.square) };
  const said = [t(led ? "battle.on" : "battle.lead", where)];
  if (fallen.length === defenders.length) said.push(t(attacker.falls ? "battle.both" : "battle.takes", words));
  else if (!fallen.length) said.push(t(attacker.falls ? "battle.fails" : "battle.none", words));
  else {
    const falls = [...(attacker.falls ? [attacker] : []), ...fallen];
    said.push(t("battle.meets", words), ...falls.map((one) => t("battle.falls", { piece: fighterOrSide(book, one) })));
  }
  return said.join(" ");
}

/** Who attacks whom, while the outcome is still open. */
export function attackWords(book: Book, battle: Battle): string {
  return t("battle.attacks", {
    attacker: sideName(book, battle.attacker.seat),
    defender: sideName(book, 1 - battle.attacker.seat),
    square: squareName(battle.square),
  });
}

export function directionWords(direction: string): string {
  return told(`direction.${direction}`) ?? direction;
}

/** One line of the move list, read aloud. */
export function entryWords(book: Book, entry: Entry): string {
  const words: string[] = [];
  const side = sideName(book, entry.seat);
  if (entry.flipped)
    words.push(
      t(entry.flipped.robot ? "told.robot" : "told.vehicle", { side, square: squareName(entry.flipped.square) }),
    );
  // Whose move it was is said once.
  if (entry.power) {
    const power = powerName(book, entry.power);
    words.push(words.length ? `${power}.` : t("told.power", { side, power }));
  }
  words.push(...details(book, entry, words.length ? "" : side));
  return words.join(" ");
}

export function powerName(book: Book, power: string): string {
  return word(book.powers.get(power)?.names, tongue()) || power;
}

/** What came of it, without which power it was; without a side, whose move it was has been said. */
function details(book: Book, entry: Entry, side: string): string[] {
  const words: string[] = [];
  if (entry.battle) words.push(battleWords(book, entry.battle, !side || !!entry.power));
  else if (entry.brought) {
    const { seat, kind, rank, square } = entry.brought;
    words.push(t("told.brought", { piece: fighterName(book, seat, kind, rank), square: squareName(square) }));
  } else if (entry.trail.length) {
    const [first, last] = [entry.trail[0]!, entry.trail[entry.trail.length - 1]!];
    words.push(t(side ? "told.move" : "told.way", { side, from: squareName(first.from), to: squareName(last.to) }));
  } else if (entry.text === "halt") words.push(t("told.halt", { side }));
  if (entry.looked) {
    const name = pieceName(book, 1 - entry.seat, entry.looked.kind, entry.looked.rank);
    words.push(t("told.looked", { square: squareName(entry.looked.square), piece: name }));
  }
  for (const one of entry.noticed)
    words.push(
      t("told.noticed", {
        piece: pieceName(book, 1 - entry.seat, one.kind, one.rank),
        square: squareName(one.square),
      }),
    );
  if (entry.answer) {
    const kind = book.kind(1 - entry.seat, entry.answer.kind);
    const name = kind ? word(kind.names, tongue()) : entry.answer.kind;
    words.push(
      entry.answer.direction === "none"
        ? t("told.nowhere", { kind: name })
        : t("told.direction", { kind: name, direction: directionWords(entry.answer.direction) }),
    );
  }
  return words;
}

/** What a banner says of a power or a change of mode: a title, and what came of it; null for other moves. */
export function bannerWords(
  book: Book,
  entry: Entry,
  pieces: readonly PieceSeen[] = [],
): { title: string; text: string } | null {
  if (!entry.power && !entry.flipped) return null;
  const side = sideName(book, entry.seat);
  // Who moved is called by name where it is known and still stands there.
  const at = entry.trail.at(-1)?.to;
  const mover = pieces.find((one) => one.square === at && one.seat === entry.seat);
  const who = mover?.kind || mover?.rank ? pieceName(book, entry.seat, mover.kind ?? "", mover.rank ?? "") : side;
  const title = entry.power
    ? powerName(book, entry.power)
    : t(entry.flipped?.robot ? "banner.robot" : "banner.vehicle");
  const words: string[] = [];
  if (entry.flipped) {
    const { kind, square } = entry.flipped;
    words.push(
      t(entry.flipped.robot ? "told.robot" : "told.vehicle", {
        side: kind ? fighterName(book, entry.seat, kind, "") : side,
        square: squareName(square),
      }),
    );
  }
  const more = entry.power ? details(book, entry, who) : [];
  if (entry.power && !more.length) words.push(t("told.power", { side, power: title }));
  return { title, text: [...words, ...more].join(" ") };
}

/** A move as the list has it: the notation, with the names of powers and pieces in the reader's language. */
export function moveText(book: Book, entry: Pick<Entry, "text" | "power" | "seat">): string {
  const said = (one: string): string => {
    if (one === "switch" || one === "halt" || (one === "strike" && one !== entry.power)) return t(`moves.verb.${one}`);
    if (!entry.power) return one;
    const names =
      one === entry.power
        ? book.powers.get(one)?.names
        : (book.kind(1 - entry.seat, one) ?? book.kind(entry.seat, one))?.names;
    return names ? word(names, tongue()) : one;
  };
  return entry.text.split(" ").map(said).join(" ");
}

/** Who has lost a finished game; null in a draw. */
export function loserOf({ scores }: Outcome): 0 | 1 | null {
  const [first = 0, second = 0] = scores;
  return first === second ? null : first < second ? 0 : 1;
}

export function outcomeWords(outcome: Outcome, seat: number | null, book: Book): { title: string; reason: string } {
  const loser = loserOf(outcome);
  const winner = loser === null ? null : 1 - loser;
  let title: string;
  if (winner === null) title = t("over.draw");
  else if (seat === null) title = t("over.wins", { side: sideName(book, winner) });
  else title = winner === seat ? t("over.won") : t("over.lost");
  const names = winner === null ? {} : { winner: sideName(book, winner), loser: sideName(book, 1 - winner) };
  const word =
    winner === null
      ? (told(`end.${outcome.termination}-draw`) ?? told(`end.${outcome.termination}`))
      : told(`end.${outcome.termination}`, names);
  return { title, reason: word ?? outcome.termination };
}

/** Names for the ids in the parameters of a refusal. */
function naming(book: Book, seat: number): (what: string, id: string) => string | undefined {
  return (what, id) => {
    const found = what === "power" ? book.powers.get(id) : (book.kind(seat, id) ?? book.kind(1 - seat, id));
    return found && word(found.names, tongue());
  };
}

/** Why something was refused, with the names of the edition. */
export function refusalWords(problem: Problem, book: Book | null, seat = 0): string {
  return problemWords(problem, book ? naming(book, seat) : undefined);
}

/** Why a request failed, with the names of the edition. */
export function requestWords(problem: unknown, book: Book | null, seat = 0): string {
  return failureWords(problem, book ? naming(book, seat) : undefined);
}
