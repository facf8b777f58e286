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

/** Takes the sound of the scene that is shown out again. */
let silence: (() => void) | null = null;

/** Let a sound be heard; with a scene it keeps time with it, at the speed that the player has chosen. */
export function play(sound: Sound, scene = 0): void {
  const { volume, captions: written } = prefs.now;
  if (written) captions.show(sound);
  const at = volume > 0 ? audio() : null;
  const stop = at && compose(at, sound, volume, scene);
  if (stop && scene) silence = stop;
}

/** What was cut short is not heard any longer. */
export function hush(): void {
  silence?.();
  silence = null;
}
