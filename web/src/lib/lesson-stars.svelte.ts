/** How far somebody has come in the lessons: kept in the browser, and with the account where there is one. */

import { api } from "./api";
import { session } from "./session.svelte";

const KEY = "flagfall.lessons";

function stored(): Record<string, number> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const entries = Object.entries((found ?? {}) as Record<string, unknown>);
    return Object.fromEntries(
      entries.filter((one): one is [string, number] => typeof one[1] === "number" && one[1] >= 1 && one[1] <= 3),
    );
  } catch {
    return {};
  }
}

class LessonStars {
  stars = $state.raw<Readonly<Record<string, number>>>(stored());
  private asked = "";

  /** Bring together what the browser and the account know. */
  async meet(): Promise<void> {
    const me = session.me?.id ?? "";
    if (!me || this.asked === me) return;
    this.asked = me;
    try {
      const theirs = await api.lessonStars();
      for (const [lesson, stars] of Object.entries(this.stars))
        if (stars > (theirs[lesson] ?? 0)) await api.keepStars(lesson, stars);
      for (const [lesson, stars] of Object.entries(theirs)) this.note(lesson, stars);
    } catch {
      this.asked = "";
    }
  }

  /** A lesson is done. */
  done(lesson: string, stars: number): void {
    this.note(lesson, stars);
    if (session.me) void api.keepStars(lesson, stars).catch(() => undefined);
  }

  private note(lesson: string, stars: number): void {
    if ((this.stars[lesson] ?? 0) >= stars) return;
    this.stars = { ...this.stars, [lesson]: stars };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stars));
    } catch {
      // A browser that keeps nothing still teaches.
    }
  }
}

export const lessonStars = new LessonStars();
