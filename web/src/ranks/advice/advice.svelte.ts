/** What a player asks the adviser about one table: hints, and what hidden pieces may be. */

import { squareName } from "../../board";
import { t } from "../../i18n";
import { api, Refusal } from "../../lib/api";
import type { Arrow } from "../../board";
import type { Guess } from "../../pieces/kit";
import type { HintedMove, PlayAction, Problem, RankView, Reason } from "../../wire";
import { decided } from "../battle";
import type { Book } from "../edition";
import { pieceName } from "../words";

/** Where an action begins and where it leads, for an arrow. */
export function wayOf(action: PlayAction, awaited: number | null): { from: number; to: number } | null {
  switch (action.type) {
    case "move":
      return { from: action.origin, to: action.target };
    case "use":
      return { from: action.origin, to: action.targets?.at(-1) ?? action.origin };
    case "strike":
      return awaited === null ? null : { from: awaited, to: action.targets.at(-1) ?? awaited };
    case "halt":
      return null;
  }
}

export function reasonWords(book: Book, reason: Reason, seat: number): string {
  const square = reason.square === undefined ? "" : squareName(reason.square);
  const piece = reason.rank ? pieceName(book, 1 - seat, "", reason.rank) : t("piece.unknown");
  return t(`reason.${reason.kind}`, { square, piece, percent: reason.percent ?? 0 });
}

/** Why each of some moves is good: what was said of a better one is not said again. */
export function distinct(moves: readonly HintedMove[]): readonly (readonly Reason[])[] {
  const said = new Set<string>();
  return moves.map(({ reasons }) => {
    const fresh = reasons.filter((one) => !said.has(`${one.kind} ${one.square}`));
    for (const one of reasons) said.add(`${one.kind} ${one.square}`);
    return fresh.length ? fresh : reasons.slice(-1);
  });
}

/** What comes after a move, as far as it can be known: whom the piece faces then, or how far it can go on. */
export function nextWords(book: Book, action: PlayAction, view: RankView): string {
  if (action.type !== "move") return "";
  const at = new Map(view.pieces.map((piece) => [piece.square, piece]));
  const square = squareName(action.target);
  const [piece, foe] = [at.get(action.origin), at.get(action.target)];
  const mine = piece?.seat;
  if (foe) {
    const verdict = piece ? decided(book, piece, foe) : null;
    // A trade or a loss was told with the reason: nothing holds the square then.
    if (verdict === "lose" || verdict === "tie") return "";
    return t(verdict ? "next.won" : "next.holds", { square });
  }
  const columns = book.info.board.width;
  const near = [10, -10, 1, -1]
    .map((way) => action.target + way)
    .filter((cell) => Math.abs((cell % 10) - (action.target % 10)) <= 1 && cell % 10 < columns);
  const foes = near.filter((cell) => at.has(cell) && at.get(cell)!.seat !== mine);
  if (foes.length) return t("next.faces", { squares: foes.map(squareName).join(", ") });
  return t("next.stands", { square });
}

/** How often a busy server is asked again for guesses before that is told. */
const PATIENCE = 5;

export class Advice {
  /** Whether guesses are shown on the board. */
  on = $state(false);
  /** The rank that is looked for; empty for the likeliest of each piece. */
  rank = $state("");
  odds = $state.raw<ReadonlyMap<number, readonly (readonly [string, number])[]>>(new Map());
  /** Whether guesses are being worked out. */
  looking = $state(false);
  /** The bot's level whose beliefs these are; 0 for the best guess. */
  bot = $state(0);
  hints = $state.raw<readonly HintedMove[] | null>(null);
  thinking = $state(false);
  problem = $state.raw<Problem | null>(null);
  private asked = 0;
  private wanted = 0;

  constructor(readonly table: string) {}

  /** Ask for the best moves; what comes late is thrown away. */
  async hint(seat: number, upto?: number): Promise<void> {
    const mine = ++this.asked;
    this.thinking = true;
    this.problem = null;
    this.hints = null;
    try {
      const { moves } = await api.hints(this.table, seat, upto);
      if (mine === this.asked) this.hints = moves;
    } catch (problem) {
      if (mine === this.asked) this.problem = problem instanceof Refusal ? problem.problem : { code: "server" };
    } finally {
      if (mine === this.asked) this.thinking = false;
    }
  }

  /** The moment has passed. */
  forget(): void {
    this.asked += 1;
    this.hints = null;
    this.thinking = false;
    this.problem = null;
  }

  /** Have what the hidden pieces may be, as a seat could know. A busy server is asked again while that is wanted. */
  async look(seat: number, upto?: number, bot = false): Promise<void> {
    const mine = ++this.wanted;
    this.looking = true;
    for (let patience = PATIENCE; mine === this.wanted; patience -= 1) {
      try {
        const seen = await api.beliefs(this.table, seat, upto, bot);
        if (mine !== this.wanted) return;
        this.odds = new Map(seen.pieces.map((one) => [one.piece, one.odds]));
        this.bot = seen.bot;
        break;
      } catch (problem) {
        if (mine !== this.wanted) return;
        const told = problem instanceof Refusal ? problem.problem : { code: "server" };
        if (told.code !== "busy" || !patience) {
          this.problem = told;
          this.on = false;
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(5, told.retry ?? 2)));
        if (!this.on) break;
      }
    }
    if (mine === this.wanted) this.looking = false;
  }

  /** What is shown on a piece; `danger` tells how likely each rank takes what attacks it, in percent. */
  guess(piece: number, danger: (rank: string) => number = () => 0): Guess | null {
    const odds = this.on ? this.odds.get(piece) : undefined;
    if (!odds?.length) return null;
    if (!this.rank) {
      const feared = odds.reduce((sum, [rank, percent]) => sum + (percent * danger(rank)) / 100, 0);
      const flag = odds.find(([rank]) => rank === "F")?.[1] ?? 0;
      return { rank: odds[0]![0], percent: odds[0]![1], heat: false, danger: Math.round(feared), flag };
    }
    return { rank: this.rank, percent: odds.find(([rank]) => rank === this.rank)?.[1] ?? 0, heat: true };
  }

  /** Arrows for the hints, the best one bold. */
  arrows(awaited: number | null): readonly Arrow[] {
    return (this.hints ?? []).flatMap((one, i) => {
      const way = wayOf(one.action, awaited);
      return way ? [{ ...way, tone: i ? ("later" as const) : ("hint" as const) }] : [];
    });
  }
}
