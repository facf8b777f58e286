/** Sounds for what happened, made from what the player was told, never from more. */

import { captions } from "./captions.svelte";
import { prefs } from "./prefs.svelte";
import { compose, type Sound } from "./tones";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  return context;
}

export function play(sound: Sound): void {
  const { volume, captions: written } = prefs.now;
  if (written) captions.show(sound);
  const at = volume > 0 ? audio() : null;
  if (at) compose(at, sound, volume);
}
