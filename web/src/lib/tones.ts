/**
 * Short, dry sounds made here: wood on felt, a drum before the reveal, brass, cloth and pole; for the
 * hex game steps, wheels, jets, shots and metal. They can be put into any audio context.
 */

export const SOUNDS = [
  "move",
  "battle",
  "end",
  "turn",
  "select",
  "refused",
  "step",
  "wheels",
  "jet",
  "shot",
  "blow",
  "hit",
  "clank",
  "transform",
  "fall",
] as const;
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

/** A wooden block set down on felt: a knock, its body, and the cloth under it. */
function wood(at: BaseAudioContext, out: AudioNode, start: number, weight: number): void {
  hiss(at, out, 1500, 2.4, start, 0.03, 0.4 * weight);
  hiss(at, out, 380, 1.1, start, 0.09, 0.6 * weight);
  tone(at, out, "sine", 170, 74, start, 0.15, 0.5 * weight);
}

/** A deep drum. */
function drum(at: BaseAudioContext, out: AudioNode, start: number, loud: number): void {
  tone(at, out, "sine", 104, 48, start, 0.3, loud);
  hiss(at, out, 190, 0.8, start, 0.07, 0.45 * loud);
}

/** A horn far away. */
function brass(at: BaseAudioContext, out: AudioNode, pitch: number, start: number, long: number): void {
  tone(at, out, "sawtooth", pitch, pitch, start, long, 0.06);
  tone(at, out, "triangle", pitch, pitch * 1.002, start, long, 0.14);
}

/** A plate of metal that is struck. */
function metal(at: BaseAudioContext, out: AudioNode, pitch: number, start: number, long: number, loud: number): void {
  for (const part of [1, 1.51, 2.37])
    tone(at, out, "triangle", pitch * part, pitch * part * 0.97, start, long / part, loud / part);
}

/** What is heard, from its start on. */
const SCORES: Record<Sound, (at: BaseAudioContext, out: AudioNode, now: number, scene: number) => void> = {
  move: (at, out, now) => wood(at, out, now, 1),
  select: (at, out, now) => hiss(at, out, 900, 1.4, now, 0.045, 0.75),
  // A drum while both are hidden, then steel, then the loser falls.
  battle: (at, out, now, scene) => {
    const [steel, falls] = scene ? [now + 0.87 * scene, now + 1.2 * scene] : [now + 0.5, now + 1];
    for (const [i, loud] of [0.35, 0.5, 0.75].entries()) drum(at, out, now + i * 0.15 * (scene || 1), loud);
    for (const [i, pitch] of [523, 784, 1174].entries())
      tone(at, out, "triangle", pitch, pitch * 0.985, steel + i * 0.012, 0.5, 0.15);
    hiss(at, out, 3200, 4, steel, 0.1, 0.5);
    wood(at, out, falls, 0.8);
  },
  // The flag: its cloth flutters down, the pole strikes the table, and brass says who won.
  end: (at, out, now, scene) => {
    const [beat, strikes] = scene ? [0.26 * scene, now + 1.2 * scene] : [0.09, now + 0.42];
    for (const i of [0, 1, 2, 3]) hiss(at, out, 700 - i * 90, 0.9, now + i * beat, 0.1, 0.28);
    wood(at, out, strikes, 1.2);
    wood(at, out, strikes + 0.14, 0.5);
    for (const [i, pitch] of [196, 294, 392].entries()) brass(at, out, pitch, strikes + 0.24 + i * 0.1, 0.55);
  },
  turn: (at, out, now) => {
    tone(at, out, "triangle", 587, 585, now, 0.14, 0.14);
    tone(at, out, "triangle", 880, 878, now + 0.09, 0.2, 0.12);
  },
  refused: (at, out, now) => tone(at, out, "sine", 130, 110, now, 0.12, 0.4),
  // A heavy foot: the ground, and the plate above it.
  step: (at, out, now) => {
    tone(at, out, "sine", 92, 46, now, 0.14, 0.6);
    metal(at, out, 310, now + 0.01, 0.09, 0.07);
  },
  wheels: (at, out, now) => {
    tone(at, out, "sawtooth", 62, 96, now, 0.45, 0.14);
    for (const i of [0, 1, 2, 3]) hiss(at, out, 240 + i * 50, 0.8, now + i * 0.09, 0.12, 0.35);
  },
  jet: (at, out, now) => {
    tone(at, out, "sawtooth", 180, 520, now, 0.5, 0.06);
    for (const i of [0, 1, 2]) hiss(at, out, 900 + i * 500, 0.7, now + i * 0.12, 0.2, 0.4);
  },
  shot: (at, out, now) => {
    tone(at, out, "square", 980, 160, now, 0.17, 0.16);
    hiss(at, out, 2600, 1.2, now, 0.06, 0.6);
  },
  blow: (at, out, now) => {
    hiss(at, out, 520, 0.7, now, 0.16, 0.4);
    drum(at, out, now + 0.14, 0.6);
  },
  hit: (at, out, now) => {
    drum(at, out, now, 0.6);
    metal(at, out, 240, now, 0.35, 0.16);
    hiss(at, out, 1800, 0.9, now, 0.14, 0.5);
  },
  clank: (at, out, now) => {
    metal(at, out, 640, now, 0.28, 0.16);
    hiss(at, out, 3000, 3, now, 0.04, 0.4);
  },
  // Plates fold over each other, and lock.
  transform: (at, out, now) => {
    for (const [i, pitch] of [330, 415, 370, 495, 440].entries()) {
      metal(at, out, pitch, now + i * 0.11, 0.12, 0.1);
      hiss(at, out, 1400 + i * 160, 2, now + i * 0.11, 0.06, 0.3);
    }
    metal(at, out, 220, now + 0.6, 0.4, 0.18);
  },
  fall: (at, out, now) => {
    tone(at, out, "sawtooth", 240, 45, now, 0.5, 0.12);
    drum(at, out, now + 0.42, 0.8);
    for (const i of [0, 1, 2]) metal(at, out, 190 - i * 30, now + 0.45 + i * 0.1, 0.3, 0.12);
  },
};

/**
 * Put a sound into an audio context, as loud as the volume says; what takes it out again.
 *
 * With a scene it keeps time with what is seen: it is given how much longer than usual that takes.
 */
export function compose(at: BaseAudioContext, sound: Sound, volume: number, scene = 0): () => void {
  const out = at.createGain();
  out.gain.value = volume * 0.7;
  out.connect(at.destination);
  SCORES[sound](at, out, at.currentTime + 0.005, scene);
  return () => out.disconnect();
}
