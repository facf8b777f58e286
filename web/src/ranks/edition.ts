/** An edition as the pages need it: kinds by id, ranks, colours, geometry, names in the reader's language. */

import { squares, type Cell, type Geometry } from "../board";
import { word, type Words } from "../i18n";
import { sideColours, sideStyle, type SideColours } from "../table/colours";
import { THEMES, type Theme } from "../pieces/emblems";
import type { Face } from "../pieces/kit";
import type { GameInfo, Kind, PieceSeen, PowerSpec } from "../wire";
import type { Ranks } from "./fold";

export function themeOf(name: string): Theme {
  return THEMES.find((theme) => theme === name) ?? "classic";
}

const LAST: Readonly<Record<string, number>> = { spy: 1, bomb: 2, flag: 3 };
const place = (kind: Kind): number => (LAST[kind.role] ? -LAST[kind.role]! : kind.strength);

/** Kinds from the strongest down; last who fights in a way of their own. */
export function byStrength(kinds: readonly Kind[]): Kind[] {
  return kinds.toSorted((a, b) => place(b) - place(a));
}

export class Book {
  readonly theme: Theme;
  readonly ranks: Ranks;
  readonly colours: [SideColours, SideColours];
  readonly lakes: readonly Cell[];
  readonly dead: readonly Cell[];
  readonly powers: ReadonlyMap<string, PowerSpec>;
  private readonly kinds: readonly [ReadonlyMap<string, Kind>, ReadonlyMap<string, Kind>];
  private readonly byRank: readonly [ReadonlyMap<string, Kind[]>, ReadonlyMap<string, Kind[]>];

  constructor(readonly info: GameInfo) {
    const { edition, board } = info;
    this.theme = themeOf(edition.theme);
    const [first, second] = edition.armies;
    const index = (kinds: Kind[]): Map<string, Kind> => new Map(kinds.map((kind) => [kind.id, kind]));
    this.kinds = [index(first.kinds), index(second.kinds)];
    const group = (kinds: Kind[]): Map<string, Kind[]> => {
      const found = new Map<string, Kind[]>();
      for (const kind of kinds) found.set(kind.rank, [...(found.get(kind.rank) ?? []), kind]);
      return found;
    };
    this.byRank = [group(first.kinds), group(second.kinds)];
    const ranks = (kinds: Kind[]): Map<string, string> => new Map(kinds.map((kind) => [kind.id, kind.rank]));
    this.ranks = [ranks(first.kinds), ranks(second.kinds)];
    this.colours = sideColours(first.colour, second.colour);
    this.powers = new Map(edition.powers.map((power) => [power.id, power]));
    const rows = edition.picture.trim().split(/\s+/).reverse();
    const cells = (sign: string): Cell[] =>
      rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === sign ? [10 * y + x] : [])));
    this.lakes = cells("~");
    this.dead = cells("#").filter((cell) => cell % 10 < board.width);
  }

  get id(): string {
    return this.info.card.id;
  }

  /** The board with a seat below. */
  geometry(seat: number): Geometry {
    return squares(this.info.board.width, this.info.board.height, seat === 1, new Set(this.dead));
  }

  army(seat: number): { id: string; names: Words; colour: string; kinds: Kind[] } {
    return this.info.edition.armies[seat === 1 ? 1 : 0];
  }

  kind(seat: number, id: string): Kind | undefined {
    return this.kinds[seat === 1 ? 1 : 0].get(id);
  }

  /** What the kinds of a rank are called: one name, or all of them. */
  rankName(seat: number, rank: string, language: string): string {
    const kinds = this.byRank[seat === 1 ? 1 : 0].get(rank) ?? [];
    return kinds.length === 1 ? word(kinds[0]!.names, language) : "";
  }

  /** The kinds of a rank. */
  kindsOf(seat: number, rank: string): readonly Kind[] {
    return this.byRank[seat === 1 ? 1 : 0].get(rank) ?? [];
  }

  emblemOf(seat: number, rank: string): string {
    return this.byRank[seat === 1 ? 1 : 0].get(rank)?.[0]?.emblem ?? "";
  }

  /** The face of a piece as a view shows it. */
  face(piece: PieceSeen, note = "", viewer = -1): Face {
    const kind = piece.kind ? this.kind(piece.seat, piece.kind) : undefined;
    const rank = kind?.rank ?? piece.rank ?? "";
    return {
      theme: this.theme,
      seat: piece.seat === 1 ? 1 : 0,
      light: !this.colours[piece.seat === 1 ? 1 : 0].dark,
      rank,
      emblem: kind?.emblem ?? (rank ? this.emblemOf(piece.seat, rank) : ""),
      moved: piece.seat !== viewer && !!piece.moved && !rank,
      seen: (piece.seen ?? 0) > 0,
      robot: !!piece.robot,
      note: rank ? "" : note,
    };
  }

  kindFace(seat: number, kind: Kind): Face {
    const side = seat === 1 ? 1 : 0;
    return { theme: this.theme, seat: side, light: !this.colours[side].dark, rank: kind.rank, emblem: kind.emblem };
  }

  style(): Record<string, string> {
    return sideStyle(this.army(0).colour, this.army(1).colour);
  }
}
