/** Short, dry sounds made here: wood on felt, brass, a low drum. They can be put into any audio context. */

export const SOUNDS = ["move", "battle", "end", "turn", "select", "refused"] as const;
export type Sound = (typeof SOUNDS)[number];

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

function noise(at: BaseAudioContext): AudioBuffer {
  let found = noises.get(at);
  if (!found) {
    found = at.createBuffer(1, at.sampleRate * 0.4, at.sampleRate);
    const data = found.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
    noises.set(at, found);
  }
  return found;
}

function tone(
  at: BaseAudioContext,
  out: AudioNode,
  type: OscillatorType,
  from: number,
  to: number,
  start: number,
  long: number,
  loud: number,
): void {
  const oscillator = at.createOscillator();
  const gain = at.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  oscillator.connect(gain).connect(out);
  oscillator.start(start);
  oscillator.stop(start + long + 0.02);
}

function hiss(
  at: BaseAudioContext,
  out: AudioNode,
  pitch: number,
  q: number,
  start: number,
  long: number,
  loud: number,
): void {
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = noise(at);
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = q;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  source.connect(filter).connect(gain).connect(out);
  source.start(start, 0, long + 0.02);
}

/** Put a sound into an audio context, as loud as the volume says. */
export function compose(at: BaseAudioContext, sound: Sound, volume: number): void {
  const out = at.createGain();
  out.gain.value = volume * 0.7;
  out.connect(at.destination);
  const now = at.currentTime + 0.005;
  switch (sound) {
    case "move":
      hiss(at, out, 420, 1.2, now, 0.07, 0.7);
      tone(at, out, "sine", 190, 92, now, 0.1, 0.5);
      break;
    case "select":
      hiss(at, out, 900, 1.4, now, 0.045, 0.75);
      break;
    case "battle":
      for (const [i, pitch] of [523, 784, 1174].entries())
        tone(at, out, "triangle", pitch, pitch * 0.985, now + i * 0.012, 0.42, 0.16);
      hiss(at, out, 3200, 4, now, 0.09, 0.5);
      tone(at, out, "sine", 150, 70, now + 0.45, 0.16, 0.5);
      break;
    case "end":
      for (const i of [0, 1, 2]) {
        tone(at, out, "sine", 82, 44, now + i * 0.32, 0.5, 0.85);
        hiss(at, out, 180, 0.8, now + i * 0.32, 0.09, 0.5);
      }
      break;
    case "turn":
      tone(at, out, "triangle", 587, 585, now, 0.14, 0.14);
      tone(at, out, "triangle", 880, 878, now + 0.09, 0.2, 0.12);
      break;
    case "refused":
      tone(at, out, "sine", 130, 110, now, 0.12, 0.4);
      break;
  }
}
