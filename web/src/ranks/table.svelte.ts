/** A table of a hidden-rank game as one browser sees it: what was told, and what is shown of it now. */

import { fetchBook } from "./books";
import { api } from "../lib/api";
import { announcer } from "../lib/announcer.svelte";
import { prefs } from "../lib/prefs.svelte";
import { play } from "../lib/sounds";
import { t } from "../i18n";
import type { PlayAction, Problem, RankAction, RankEvent, RankView, Reset, Told, Welcome } from "../wire";
import type { Book } from "./edition";
import { LiveTable } from "../table/live-table.svelte";
import { entryWords, outcomeWords, refusalWords } from "./words";
import { faded, tell, type Battle, type Entry } from "./story";

const BATTLE_MS = 900;

/** What the hidden-rank games play with. */
interface Ranks {
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

  private skip: (() => void) | null = null;
  private handled = new Set<number>();
  /** Whether a set-up was sent from here; else one was placed when the time was up. */
  private deployed = false;

  /** The legal actions of whoever sits here, once what happened has been shown. */
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
    if (this.hot && (message.table.status === "setup" || message.table.status === "play")) {
      // Whoever loaded the page may be either player: cover the board before anything is drawn.
      this.handled.clear();
      this.handTo = message.table.turn ?? (message.table.ready?.[0] ? 1 : 0);
    }
    for (const stream of this.streams) if (stream.n > 0 && stream.view.phase !== "setup") await this.past(stream);
  }

  protected restored(message: Reset<RankView>, stream: Stream): void {
    stream.view = stream.shown = message.view;
    stream.entries = stream.entries.filter((entry) => entry.ply <= message.view.track.ply);
  }

  private async past(stream: Stream): Promise<void> {
    const { book } = this;
    if (!book) return;
    try {
      const told = (await api.history<RankView, RankEvent>(this.id, stream.seat)).filter((one) => one.n <= stream.n);
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
        if (step.entry) entries.push(this.kept(stream, step.entry));
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
    stream.view = view;
    const visible = stream.seat === this.shownSeat && this.handTo === null;
    if (entry) stream.entries = [...stream.entries, this.kept(stream, entry)];
    if (!this.deployed && message.events.some((event) => event.type === "deployed")) this.remark = t("setup.placed");
    if (visible) await this.show(stream, entry, marks, message.events);
    else stream.shown = view;
    if (marks.includes("ended") && this.info?.options["memory"] === "table") await this.past(stream);
  }

  /** A line as the list keeps it: from memory, only until the end (ST-KNOW-2). */
  private kept(stream: Stream, entry: Entry): Entry {
    return this.forgets(stream) ? faded(entry) : entry;
  }

  private forgets(stream: Stream): boolean {
    return this.info?.options["memory"] === "table" && stream.view.phase !== "over";
  }

  private async show(
    stream: Stream,
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
      play("battle");
      announcer.say(words.join(" "));
      words.length = 0;
      this.battle = entry.battle;
      // The same length for every outcome: nobody learns anything from the time it takes.
      await new Promise<void>((resolve) => {
        const timer = window.setTimeout(resolve, document.hidden ? 0 : BATTLE_MS);
        this.skip = () => {
          window.clearTimeout(timer);
          resolve();
        };
      });
      this.skip = null;
      this.battle = null;
    } else if (entry) play("move");
    stream.shown = stream.view;
    const { outcome } = stream.view;
    if (marks.includes("ended") && outcome) {
      play("end");
      const { title, reason } = outcomeWords(outcome, this.hot ? null : this.seat, book);
      words.push(`${title} ${reason}`);
    } else if (events.some((event) => event.type === "turned" && event.seat === stream.seat))
      words.push(t("told.yours"));
    announcer.say(words.join(" "));
  }

  /** Cut the battle short. */
  hurry(): void {
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
    const last = stream?.entries.at(-1);
    if (last && this.book) announcer.say(entryWords(this.book, last));
  }

  act(action: RankAction): void {
    const stream = this.stream;
    if (action.type === "deploy") this.deployed = true;
    this.post({ type: "act", action, ...this.who(), ...(stream && action.type !== "deploy" ? { n: stream.n } : {}) });
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
