/** A review that grows while the server looks through the game, and the decisions that are tried again. */

import { api, Refusal } from "../../lib/api";
import { session } from "../../lib/session.svelte";
import { failureWords } from "../../table/words";
import type { Finding, GameReview, PlayAction, ReviewMoment, TriedMove } from "../../wire";

/** How often a busy server is asked again before that is told. */
const PATIENCE = 5;

/** A decision of a seat. */
export interface Place {
  readonly seat: 0 | 1;
  readonly finding: Finding;
}

export class Review {
  found = $state.raw<GameReview | null>(null);
  running = $state(false);
  fault = $state("");
  /** What was known at the decision that is looked at. */
  moment = $state.raw<ReviewMoment | null>(null);
  tried = $state.raw<TriedMove | null>(null);
  weighing = $state(false);
  private gone = false;
  private wanted = 0;
  private moments = new Map<string, Promise<ReviewMoment>>();

  constructor(readonly table: string) {}

  stop(): void {
    this.gone = true;
  }

  /** Have the game looked through; what is found so far is there meanwhile. */
  async run(): Promise<void> {
    this.running = true;
    this.fault = "";
    let patience = PATIENCE;
    try {
      await session.someone();
      while (!this.gone && (this.found?.percent ?? 0) < 100) {
        try {
          this.found = await api.review(this.table);
          patience = PATIENCE;
        } catch (problem) {
          if (!(problem instanceof Refusal) || problem.problem.code !== "busy" || !patience--) throw problem;
          await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(5, problem.problem.retry ?? 2)));
        }
      }
    } catch (problem) {
      this.fault = failureWords(problem);
    }
    this.running = false;
  }

  /** Put the moment of a decision there. */
  async look({ seat, finding }: Place): Promise<ReviewMoment | null> {
    const mine = ++this.wanted;
    const key = `${seat}/${finding.act}`;
    this.tried = null;
    let asked = this.moments.get(key);
    if (!asked) {
      asked = api.reviewMoment(this.table, seat, finding.act);
      this.moments.set(key, asked);
      asked.catch(() => this.moments.delete(key));
    }
    try {
      const moment = await asked;
      if (mine === this.wanted) this.moment = moment;
      return mine === this.wanted ? moment : null;
    } catch (problem) {
      if (mine === this.wanted) this.fault = failureWords(problem);
      return null;
    }
  }

  /** Have another move weighed. */
  async attempt({ seat, finding }: Place, action: PlayAction): Promise<void> {
    const mine = ++this.wanted;
    this.weighing = true;
    this.fault = "";
    try {
      const { move } = await api.tryAgain(this.table, { seat, upto: finding.act, action });
      if (mine === this.wanted) this.tried = move;
    } catch (problem) {
      if (mine === this.wanted) this.fault = failureWords(problem);
    }
    this.weighing = false;
  }
}
