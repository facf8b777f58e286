/** The tree of what was tried from a position, and the moment shown: the same for every family of games. */

import { session } from "../lib/session.svelte";
import { changed, EMPTY_TREE, lineTo, MOST_NODES, restored, withMove, without, type Study, type Tree } from "./tree";
import { words } from "./words";

/** What the panels beside a board need of an analysis, whatever its steps are. */
export interface Shown {
  readonly tree: Tree;
  readonly at: number;
  readonly fault: string;
  readonly moment: { readonly text: string } | null;
  readonly study: Study;
  go(id: number): Promise<boolean>;
  step(by: -1 | 1): Promise<void>;
  remove(): Promise<void>;
  /** Whether what was deleted last can come back. */
  readonly canRestore: boolean;
  restore(): Promise<void>;
  note(text: string): void;
}

export abstract class Branches<A extends object, M extends { readonly text: string }> implements Shown {
  tree = $state.raw<Tree<A>>(EMPTY_TREE);
  at = $state(0);
  moment = $state.raw<M | null>(null);
  fault = $state("");
  protected wanted = 0;
  private known = new Map<number, M>();
  /** What was deleted last: its node, and the tree that it stood in. */
  private taken = $state.raw<{ before: Tree<A>; id: number } | null>(null);

  constructor(
    readonly game: string,
    readonly text: string,
    tree: Tree<A> = EMPTY_TREE,
    /** Longest line that the server plays through. */
    readonly longest: number,
  ) {
    this.tree = tree;
  }

  /** Where steps lead, by the server. */
  protected abstract reach(line: A[]): Promise<M>;
  /** What the step to a moment is called in the tree. */
  protected abstract named(moment: M): string;
  /** Why the server refused. */
  protected abstract why(problem: unknown): string;
  /** Another moment is shown; whether it was reached by a step just made. */
  protected abstract entered(moment: M, made: boolean): void;

  get study(): Study<A> {
    return { game: this.game, text: this.text, tree: this.tree };
  }

  /** The steps that lead to the moment shown. */
  get line(): A[] {
    return lineTo(this.tree, this.at);
  }

  /** Go to a node. */
  async go(id: number, made = false): Promise<boolean> {
    const mine = ++this.wanted;
    this.fault = "";
    try {
      let found = this.known.get(id);
      if (!found) {
        await session.someone();
        found = await this.reach(lineTo(this.tree, id));
        this.known.set(id, found);
        const text = this.named(found);
        if (text && !this.tree[id]?.text) this.tree = changed(this.tree, id, { text });
      }
      if (mine !== this.wanted) return false;
      this.at = id;
      this.moment = found;
      this.entered(found, made);
      return true;
    } catch (problem) {
      if (mine === this.wanted) this.fault = this.why(problem);
      return false;
    }
  }

  /** Take a step from here: a new variation, or one that is there. */
  async play(action: A): Promise<void> {
    if (this.line.length >= this.longest || this.tree.length >= MOST_NODES) {
      this.fault = words.say("long", { n: this.longest });
      return;
    }
    const before = this.tree;
    const { tree, id } = withMove(this.tree, this.at, action, "");
    this.tree = tree;
    if (!(await this.go(id, true)) && this.fault) this.tree = before;
  }

  note(text: string): void {
    this.tree = changed(this.tree, this.at, { note: text });
  }

  /** One step back, or forth along the main line. */
  async step(by: -1 | 1): Promise<void> {
    const node = this.tree[this.at];
    const to = by < 0 ? node?.parent : node?.children[0];
    if (to !== undefined && to >= 0) await this.go(to, by > 0);
  }

  /** Take the node shown away, and all that follows. */
  async remove(): Promise<void> {
    const node = this.tree[this.at];
    if (!node || node.parent < 0) return;
    this.taken = { before: this.tree, id: node.id };
    this.tree = without(this.tree, node.id);
    await this.go(node.parent);
  }

  get canRestore(): boolean {
    return this.taken !== null;
  }

  /** Bring back what was deleted last; what was tried or noted since then stays. */
  async restore(): Promise<void> {
    if (!this.taken) return;
    const { before, id } = this.taken;
    this.taken = null;
    this.tree = restored(this.tree, before, id);
    await this.go(id);
  }
}
