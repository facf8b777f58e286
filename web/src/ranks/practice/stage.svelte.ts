/** A board on which lessons and puzzles show what happens: scenes out of a view and what was told from there. */

import { announcer } from "../../lib/announcer.svelte";
import { prefs } from "../../lib/prefs.svelte";
import { play } from "../../lib/sounds";
import type { LessonScene, RankView } from "../../wire";
import type { Book } from "../edition";
import { tell, type Battle, type Entry } from "../story";
import { entryWords } from "../words";

/** How long a battle and a move are shown at the usual speed. */
const BATTLE_MS = 1600;
const MOVE_MS = 650;

export class Stage {
  view = $state.raw<RankView>(null!);
  battle = $state.raw<Battle | null>(null);
  entries = $state.raw<readonly Entry[]>([]);
  /** Whether something is being shown. */
  busy = $state(false);

  private run = 0;
  private skip: (() => void) | null = null;

  constructor(
    readonly book: Book,
    view: RankView,
  ) {
    this.view = view;
  }

  /** Show a scene from its beginning; a later one takes its place. */
  async show(scene: LessonScene): Promise<boolean> {
    this.skip?.();
    const mine = ++this.run;
    this.busy = true;
    this.view = scene.view;
    this.entries = [];
    for (const [i, events] of scene.told.entries()) {
      // The first is the player's own move, or waits until the board has been seen.
      if (i || scene.told.length > 1) await this.pause(MOVE_MS);
      if (mine !== this.run) return false;
      const { view, entry } = tell(this.view, events, this.book.ranks);
      if (entry) announcer.say(entryWords(this.book, entry));
      if (entry?.battle) {
        play("battle");
        this.battle = entry.battle;
        await this.pause(BATTLE_MS);
        if (mine !== this.run) return false;
        this.battle = null;
      } else if (entry) play("move");
      this.view = view;
      if (entry) this.entries = [...this.entries, entry];
    }
    this.busy = false;
    return true;
  }

  /** Put a position on the board. */
  set(view: RankView): void {
    this.skip?.();
    this.run++;
    this.busy = false;
    this.battle = null;
    this.entries = [];
    this.view = view;
  }

  /** Cut what is shown short. */
  hurry(): void {
    this.skip?.();
  }

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
}
