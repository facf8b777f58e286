/** A set-up in the laboratory: what the server sees in it at once, and its score, which grows part by part. */

import { api, Refusal } from "../../lib/api";
import { session } from "../../lib/session.svelte";
import type { SetupReport, SetupScored } from "../../wire";
import type { Book } from "../edition";
import { requestWords } from "../words";

/** How often a busy server is asked again before that is told. */
const PATIENCE = 5;
/** Milliseconds without a change after which a set-up is examined. */
const CALM = 250;

export class Lab {
  /** The set-up as letters; empty while it is not whole. */
  letters = $state("");
  report = $state.raw<SetupReport | null>(null);
  score = $state.raw<SetupScored | null>(null);
  working = $state(false);
  fault = $state("");
  /** The set-up that is asked about, counted: answers for an earlier one are dropped. */
  private wanted = 0;
  private runs = 0;
  private timer = 0;
  private flight: Promise<unknown> = Promise.resolve();

  constructor(
    readonly book: Book,
    readonly seat: 0 | 1,
  ) {}

  stop(): void {
    this.wanted++;
    window.clearTimeout(this.timer);
  }

  /** Another set-up stands on the board. */
  take(letters: string): void {
    if (letters === this.letters) return;
    this.stop();
    this.letters = letters;
    this.score = null;
    this.working = false;
    this.fault = "";
    if (letters) this.timer = window.setTimeout(() => void this.examine(), CALM);
    else this.report = null;
  }

  private get asked(): { game: string; seat: number; text: string } {
    return { game: this.book.id, seat: this.seat, text: this.letters };
  }

  private async examine(): Promise<void> {
    const mine = this.wanted;
    try {
      await session.someone();
      const report = await api.examineSetup(this.asked);
      if (mine === this.wanted) this.report = report;
    } catch (problem) {
      if (mine !== this.wanted) return;
      this.report = null;
      this.fault = requestWords(problem, this.book, this.seat);
    }
  }

  /** Have the set-up scored; a person's set-ups are worked on one after the other. */
  async run(): Promise<void> {
    const mine = `${this.wanted}/${++this.runs}`;
    const current = (): boolean => mine === `${this.wanted}/${this.runs}`;
    const asked = this.asked;
    this.working = true;
    this.score = null;
    this.fault = "";
    let patience = PATIENCE;
    await this.flight.catch(() => undefined);
    try {
      await session.someone();
      while (current() && (this.score?.percent ?? 0) < 100) {
        try {
          const part = api.scoreSetup(asked);
          this.flight = part;
          const score = await part;
          if (current()) this.score = score;
          patience = PATIENCE;
        } catch (problem) {
          if (!(problem instanceof Refusal) || problem.problem.code !== "busy" || !patience--) throw problem;
          await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(5, problem.problem.retry ?? 2)));
        }
      }
    } catch (problem) {
      if (current()) this.fault = requestWords(problem, this.book, this.seat);
    }
    if (current()) this.working = false;
  }
}
