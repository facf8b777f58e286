/** An analysis of a hidden-rank game: the tree of what was tried, and what the server says of the moment shown. */

import { Branches } from "../../analysis/branches.svelte";
import type { Tree } from "../../analysis/tree";
import { api, Refusal } from "../../lib/api";
import type { AnalysisAnswer, AnalysisMoment, Assumed, PlayAction, RankView } from "../../wire";
import type { Book } from "../edition";
import { refusalWords, requestWords } from "../words";

/** Longest line that the server plays through. */
const LONGEST = 300;

export class Analysis extends Branches<PlayAction, AnalysisMoment> {
  answer = $state.raw<AnalysisAnswer | null>(null);
  assume = $state.raw<readonly Assumed[]>([]);
  thinking = $state(false);

  constructor(
    readonly book: Book,
    game: string,
    text: string,
    tree: Tree<PlayAction>,
  ) {
    super(game, text, tree, LONGEST);
  }

  protected reach(actions: PlayAction[]): Promise<AnalysisMoment> {
    return api.analyse({ game: this.game, text: this.text, actions });
  }

  protected named(moment: AnalysisMoment): string {
    return moment.last;
  }

  protected why(problem: unknown): string {
    return requestWords(problem, this.book);
  }

  protected entered(): void {
    this.answer = null;
    this.assume = [];
    this.thinking = false;
  }

  /** Everything on the board, or what the side to move knows of it. */
  view(all: boolean): RankView | null {
    if (!this.moment) return null;
    const { views, turn } = this.moment;
    const mine = views[turn as 0 | 1];
    if (!all) return mine;
    const whole = new Map(
      views.flatMap((view, seat) => view.pieces.filter((one) => one.seat === seat)).map((one) => [one.id, one]),
    );
    return { ...mine, pieces: mine.pieces.map((one) => whole.get(one.id) ?? one) };
  }

  /** Have the best moves and the beliefs of the side to move. */
  async ask(): Promise<void> {
    const mine = ++this.wanted;
    this.thinking = true;
    this.fault = "";
    const line = { game: this.game, text: this.text, actions: this.line };
    try {
      const answer = await api.analyseLines({ line, assume: [...this.assume] });
      if (mine === this.wanted) this.answer = answer;
    } catch (problem) {
      if (mine === this.wanted)
        this.fault =
          problem instanceof Refusal ? refusalWords(problem.problem, this.book) : requestWords(problem, this.book);
    }
    if (mine === this.wanted) this.thinking = false;
  }

  /** Take a hidden piece for a rank, or no longer where that is empty. */
  suppose(square: number, rank: string): void {
    const rest = this.assume.filter((one) => one.square !== square);
    this.assume = rank ? [...rest, { square, rank }] : rest;
    this.answer = null;
  }
}
