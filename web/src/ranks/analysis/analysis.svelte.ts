/** An analysis: a position, the tree of what was tried from there, and what the server says of the moment shown. */

import { api, Refusal } from "../../lib/api";
import { session } from "../../lib/session.svelte";
import type { AnalysisAnswer, AnalysisMoment, Assumed, PlayAction, RankView } from "../../wire";
import type { Book } from "../edition";
import { refusalWords, requestWords } from "../words";
import { changed, EMPTY_TREE, lineTo, MOST_MOVES, packed, withMove, without, type Study, type Tree } from "./tree";
import { words } from "./words";

export class Analysis {
  tree = $state.raw<Tree>(EMPTY_TREE);
  at = $state(0);
  moment = $state.raw<AnalysisMoment | null>(null);
  answer = $state.raw<AnalysisAnswer | null>(null);
  assume = $state.raw<readonly Assumed[]>([]);
  thinking = $state(false);
  fault = $state("");
  private wanted = 0;
  private known = new Map<number, AnalysisMoment>();

  constructor(
    readonly book: Book,
    readonly game: string,
    readonly text: string,
    tree: Tree = EMPTY_TREE,
  ) {
    this.tree = tree;
  }

  get study(): Study {
    return { game: this.game, text: this.text, tree: this.tree };
  }

  get link(): string {
    return `${location.origin}/analysis#${packed(this.study)}`;
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

  /** Go to a node. */
  async go(id: number): Promise<boolean> {
    const mine = ++this.wanted;
    this.fault = "";
    try {
      let found = this.known.get(id);
      if (!found) {
        await session.someone();
        found = await api.analyse({ game: this.game, text: this.text, actions: lineTo(this.tree, id) });
        this.known.set(id, found);
        if (found.last && !this.tree[id]?.text) this.tree = changed(this.tree, id, { text: found.last });
      }
      if (mine !== this.wanted) return false;
      this.at = id;
      this.moment = found;
      this.answer = null;
      this.assume = [];
      this.thinking = false;
      return true;
    } catch (problem) {
      if (mine === this.wanted) this.fault = requestWords(problem, this.book);
      return false;
    }
  }

  /** Make a move from here: a new variation, or one that is there. */
  async play(action: PlayAction): Promise<void> {
    if (lineTo(this.tree, this.at).length >= MOST_MOVES) {
      this.fault = words.say("long");
      return;
    }
    const before = this.tree;
    const { tree, id } = withMove(this.tree, this.at, action, "");
    this.tree = tree;
    if (!(await this.go(id)) && this.fault) this.tree = before;
  }

  note(text: string): void {
    this.tree = changed(this.tree, this.at, { note: text });
  }

  /** Take the node shown away, and all that follows. */
  async remove(): Promise<void> {
    const node = this.tree[this.at];
    if (!node || node.parent < 0) return;
    this.tree = without(this.tree, node.id);
    await this.go(node.parent);
  }

  /** Have the best moves and the beliefs of the side to move. */
  async ask(): Promise<void> {
    const mine = ++this.wanted;
    this.thinking = true;
    this.fault = "";
    const line = { game: this.game, text: this.text, actions: lineTo(this.tree, this.at) };
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
