/** A table of a hidden-rank game as one browser sees it: what was told, and what is shown of it now. */

import { fetchBook } from "./edition-cache";
import { announcer } from "../lib/announcer.svelte";
import { prefs } from "../lib/prefs.svelte";
import { hush, play } from "../lib/sounds";
import { t } from "../i18n";
import type { PlayAction, Problem, RankAction, RankEvent, RankView, Reset, Told, Welcome } from "../wire";
import type { Book } from "./edition";
import { LiveTable } from "../table/live-table.svelte";
import { entryWords, loserOf, outcomeWords, refusalWords } from "./words";
import { remembered, tell, type Battle, type Entry } from "./story";

/** How long a battle, its sentence before an answer, and the fall of the flag are shown at the usual speed. */
const BATTLE_MS = 1600;
const AFTER_MS = 400;
const ENDING_MS = 2000;

/** What the hidden-rank games play with. */
export interface Ranks {
  view: RankView;
  event: RankEvent;
  action: RankAction;
  legal: PlayAction;
}

/** One seat's stream: the truth as far as it was told, and what the board shows of it. */
class Stream {
  n = 0;
  view: RankView;
  shown = $state.raw<RankView>(null!);
  entries = $state.raw<readonly Entry[]>([]);
  /** Whether the list begins at the beginning. */
  whole = $state(true);

  constructor(
    readonly seat: number,
    n: number,
    view: RankView,
  ) {
    this.n = n;
    this.view = view;
    this.shown = view;
  }
}

export class Table extends LiveTable<Ranks, Stream> {
  book = $state.raw<Book | null>(null);
  battle = $state.raw<Battle | null>(null);
  /** The last thing that happened, as it was told; from memory it is not in the list. */
  moment = $state.raw<Entry | null>(null);
  /** A move that is shown although it is not answered yet. */
  pending = $state.raw<{ from: number; to: number } | null>(null);
  /** Whether the flag is falling: the seat that has lost, or -1 for a draw. */
  ending = $state<number | null>(null);
  /** Whether the end was seen here, so that the armies turn over one after the other. */
  sweep = $state(false);

  private skip: (() => void) | null = null;
  private handled = new Set<number>();
  /** Whether a set-up was sent from here; else one was placed when the time was up. */
  private deployed = false;

  /** The legal actions of the player here, once what happened has been shown. */
  get legal(): readonly PlayAction[] {
    if (this.busy || this.sent || this.handTo !== null || this.seat === null) return [];
    const turn = this.turnOf(this.seat);
    return turn?.must === "act" ? turn.legal : [];
  }

  why(problem: Problem): string {
    return refusalWords(problem, this.book, this.seat ?? 0);
  }

  protected async prepare(message: Welcome<RankView>): Promise<void> {
    this.book ??= await fetchBook(message.table.game);
  }

  protected follow(message: Welcome<RankView>): readonly Stream[] {
    return message.streams.map((stream) => new Stream(stream.seat, stream.n, stream.view));
  }

  protected async entered(message: Welcome<RankView>): Promise<void> {
    this.pending = null;
    if (this.hot && (message.table.status === "setup" || message.table.status === "play")) {
      // The page may have been loaded by either player: cover the board before anything is drawn.
      this.handled.clear();
      this.handTo = message.table.turn ?? (message.table.ready?.[0] ? 1 : 0);
    }
    for (const stream of this.streams) if (stream.n > 0 && stream.view.phase !== "setup") await this.past(stream);
  }

  protected restored(message: Reset<RankView>, stream: Stream): void {
    stream.view = stream.shown = message.view;
    this.moment = this.pending = null;
    stream.entries = stream.entries.filter((entry) => entry.ply <= message.view.track.ply);
  }

  private async past(stream: Stream): Promise<void> {
    const { book } = this;
    if (!book) return;
    if (this.forgets(stream)) {
      stream.entries = [];
      return;
    }
    try {
      const told = (await this.history(stream.seat)).filter((one) => one.n <= stream.n);
      let view: RankView = {
        ...stream.view,
        phase: "setup",
        pieces: [],
        captured: [],
        awaited: null,
        setups: [null, null],
        outcome: null,
        track: { ...stream.view.track, turn: 0, ply: 0, quiet: 0 },
      };
      let entries: Entry[] = [];
      for (const one of told) {
        if (one.type === "reset") {
          view = one.view;
          entries = entries.filter((entry) => entry.ply <= one.view.track.ply);
          continue;
        }
        const step = tell(view, one.events, book.ranks);
        view = step.view;
        if (step.entry) entries.push(step.entry);
      }
      stream.entries = entries;
      stream.whole = told.length > 0;
    } catch {
      stream.whole = false;
    }
  }

  protected async heard(message: Told<RankEvent>, stream: Stream): Promise<void> {
    const { book } = this;
    if (!book) return;
    const { view, entry, marks } = tell(stream.view, message.events, book.ranks);
    const before = stream.view;
    stream.view = view;
    const visible = stream.seat === this.shownSeat && this.handTo === null;
    if (!this.deployed && message.events.some((event) => event.type === "deployed")) this.remark = t("setup.placed");
    if (visible) await this.show(stream, before, entry, marks, message.events);
    else {
      stream.shown = view;
      this.list(stream, entry);
    }
    if (marks.includes("ended") && this.info?.options["memory"] === "table") await this.past(stream);
  }

  private list(stream: Stream, entry: Entry | null): void {
    if (entry) stream.entries = this.forgets(stream) ? remembered(stream, entry) : [...stream.entries, entry];
  }

  private forgets(stream: Stream): boolean {
    return this.info?.options["memory"] === "table" && stream.view.phase !== "over";
  }

  private async show(
    stream: Stream,
    before: RankView,
    entry: Entry | null,
    marks: readonly string[],
    events: readonly RankEvent[],
  ): Promise<void> {
    const { book } = this;
    if (!book) return;
    const words: string[] = [];
    if (marks.includes("began")) words.push(t("told.began"));
    if (entry) words.push(entryWords(book, entry));
    if (entry?.battle) {
      play("battle", prefs.pace);
      announcer.say(words.join(" "));
      words.length = 0;
      this.battle = entry.battle;
      this.pending = null;
      // The same length for every outcome: nobody learns anything from the time it takes.
      await this.pause(BATTLE_MS);
      this.battle = null;
    } else if (entry && !this.pending) play("move");
    const { outcome } = stream.view;
    // The list tells the outcome when it has been seen.
    this.list(stream, entry);
    if (entry) this.moment = entry;
    if (marks.includes("ended") && outcome) {
      // The flag falls over the board as it was known; then both armies are uncovered.
      const known = events.filter((event) => event.type !== "ended");
      stream.shown = tell(before, known, book.ranks).view;
      this.pending = null;
      play("end", prefs.pace);
      this.ending = loserOf(outcome) ?? -1;
      await this.pause(ENDING_MS);
      this.ending = null;
      this.sweep = prefs.pace > 0 && !prefs.reduced;
    }
    stream.shown = stream.view;
    this.pending = null;
    if (marks.includes("ended") && outcome) {
      const { title, reason } = outcomeWords(outcome, this.hot ? null : this.seat, book);
      words.push(`${title} ${reason}`);
    } else if (events.some((event) => event.type === "turned" && event.seat === stream.seat))
      words.push(t("told.yours"));
    announcer.say(words.join(" "));
    // An own attack that is answered at once is read first.
    if (entry?.battle && entry.seat === this.seat && !outcome && !this.hot) await this.pause(AFTER_MS);
  }

  /** Give what is shown its time, at the chosen speed; a tap cuts it short. */
  private async pause(milliseconds: number): Promise<void> {
    const time = document.hidden ? 0 : milliseconds * prefs.pace;
    if (!time) return;
    await new Promise<void>((resolve) => {
      const timer = window.setTimeout(resolve, time);
      this.skip = () => {
        window.clearTimeout(timer);
        resolve();
      };
    });
    this.skip = null;
  }

  /** Cut what is shown short. */
  hurry(): void {
    if (this.skip) hush();
    this.skip?.();
  }

  /** At one screen: whose hands the screen should be in now. */
  protected settle(): void {
    if (!this.hot || !this.info || this.over) {
      if (this.hot) this.handTo = null;
      return;
    }
    const next = this.turns.map((turn) => turn.seat).sort((a, b) => a - b)[0];
    if (next === undefined) return;
    if (this.turns.some((turn) => turn.seat === this.shownSeat) && this.handled.has(this.shownSeat)) return;
    if (next === this.shownSeat && this.handled.has(next)) return;
    this.handTo = next;
  }

  /** The next player has the screen. */
  takeOver(): void {
    if (this.handTo === null) return;
    this.handled = new Set([this.handTo]);
    this.shownSeat = this.handTo;
    this.handTo = null;
    const stream = this.stream;
    if (stream) stream.shown = stream.view;
    this.moment = null;
    const last = stream?.entries.at(-1);
    if (last && this.book) announcer.say(entryWords(this.book, last));
  }

  act(action: RankAction): void {
    const stream = this.stream;
    if (action.type === "deploy") this.deployed = true;
    // Shown at once; an answer that refuses it takes it back.
    if (action.type === "move" && this.legal.includes(action)) {
      this.pending = { from: action.origin, to: action.target };
      play("move");
    }
    this.post({ type: "act", action, ...this.who(), ...(stream && action.type !== "deploy" ? { n: stream.n } : {}) });
  }

  override refuse(problem: Problem): void {
    this.pending = null;
    super.refuse(problem);
  }

  override close(): void {
    this.skip?.();
    super.close();
  }

  /** Whether the list leaves out what was shown. */
  get forgetful(): boolean {
    return this.stream !== null && this.forgets(this.stream);
  }

  /** Whether private marks are allowed: not where the table plays from memory (ST-KNOW-2). */
  get mayNote(): boolean {
    return this.info?.options["memory"] !== "table" && prefs.now.marks;
  }
}
