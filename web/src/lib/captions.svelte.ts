/** Sounds written down for a moment, for those who do not hear them. */

import type { Sound } from "./tones";

const LONG = 1_600;

class Captions {
  sound = $state<Sound | null>(null);
  private timer = 0;

  show(sound: Sound): void {
    this.sound = sound;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.sound = null), LONG);
  }
}

export const captions = new Captions();
