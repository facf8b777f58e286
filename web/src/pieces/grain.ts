/** What a board is made of: patterns laid over its ground, and the lamp above it. Drawn once, cheap to paint. */

/** Numbers from 0 to 1, the same ones every time. */
export function stream(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const TILE = 240;

/** Short strokes in all directions between two angles, as in felt, paper or brushed metal. */
function strokes(seed: number, count: number, long: number, from: number, to: number): string {
  const next = stream(seed);
  let d = "";
  for (let i = 0; i < count; i++) {
    const angle = from + next() * (to - from);
    const length = long * (0.4 + next());
    d +=
      `M${(next() * TILE).toFixed(0)} ${(next() * TILE).toFixed(0)}` +
      `l${(Math.cos(angle) * length).toFixed(1)} ${(Math.sin(angle) * length).toFixed(1)}`;
  }
  return d;
}

/** Long lines that wander a little, as in a plank. */
function planks(seed: number): string {
  const next = stream(seed);
  let d = "";
  for (let y = 4; y < TILE; y += 6 + next() * 9) {
    const bend = (next() - 0.5) * 14;
    d += `M0 ${y.toFixed(1)}Q${TILE / 4} ${(y + bend).toFixed(1)} ${TILE / 2} ${y.toFixed(1)}T${TILE} ${y.toFixed(1)}`;
  }
  return d;
}

const GRAINS: Readonly<Record<string, string>> = {
  felt:
    `<path d="${strokes(3, 260, 9, 0, Math.PI)}" stroke="#fff" stroke-opacity=".07"/>` +
    `<path d="${strokes(8, 260, 9, 0, Math.PI)}" stroke="#000" stroke-opacity=".1"/>`,
  metal:
    `<path d="${strokes(5, 220, 46, -0.03, 0.03)}" stroke="#fff" stroke-opacity=".1"/>` +
    `<path d="${strokes(6, 220, 46, -0.03, 0.03)}" stroke="#000" stroke-opacity=".1"/>`,
  paper:
    `<path d="${strokes(9, 150, 5, 0, Math.PI)}" stroke="#6b4a1c" stroke-opacity=".16"/>` +
    `<path d="${strokes(4, 120, 12, 0, Math.PI)}" stroke="#fff" stroke-opacity=".16"/>`,
  wood:
    `<path d="${planks(7)}" stroke="#3a1f0a" stroke-opacity=".22" stroke-width="1.6"/>` +
    `<path d="${planks(12)}" stroke="#fff2d0" stroke-opacity=".1" stroke-width="1.2"/>`,
};

/** The patterns by the names that the style sheet uses, and the light of the lamp. */
export function grainDefs(): string {
  const patterns = Object.entries(GRAINS).map(
    ([name, body]) =>
      `<pattern id="ff-grain-${name}" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse" fill="none" ` +
      `stroke-width="1.4" stroke-linecap="round">${body}</pattern>`,
  );
  return (
    patterns.join("") +
    `<radialGradient id="ff-lamp" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="#fff3cf" stop-opacity=".2"/>` +
    `<stop offset=".55" stop-color="#fff3cf" stop-opacity=".02"/><stop offset="1" stop-color="#000" ` +
    `stop-opacity=".3"/>` +
    `</radialGradient>`
  );
}
