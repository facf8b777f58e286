/** The board's material in each theme: felt and brass, star chart, metal, chart paper. */

import type { Cell, Geometry } from "../board";
import type { Theme } from "./emblems";
import { stream } from "./grain";

export interface Ground {
  readonly theme: Theme;
  /** Obstacles that some powers cross: lakes, asteroid fields, forbidden zones. */
  readonly lakes: readonly Cell[];
  /** Cells out of play. */
  readonly dead: readonly Cell[];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The cells as boxes: cells that touch and fill a rectangle are one. */
export function pools(geometry: Geometry, cells: readonly Cell[]): Box[] {
  const left = new Map(
    cells.map((cell) => [`${geometry.place(cell).row},${geometry.place(cell).column}`, geometry.place(cell)]),
  );
  const found: Box[] = [];
  while (left.size) {
    const first = [...left.values()].sort((a, b) => a.row - b.row || a.column - b.column)[0]!;
    let w = 1;
    while (left.has(`${first.row},${first.column + w}`)) w++;
    let h = 1;
    const full = (row: number): boolean =>
      Array.from({ length: w }, (_, i) => left.has(`${row},${first.column + i}`)).every(Boolean);
    while (full(first.row + h)) h++;
    for (let row = 0; row < h; row++)
      for (let column = 0; column < w; column++) left.delete(`${first.row + row},${first.column + column}`);
    const s = geometry.size;
    found.push({ x: first.column * s, y: first.row * s, w: w * s, h: h * s });
  }
  return found;
}

/** A closed line that wanders round a box, like a shore. */
function shore(box: Box, inset: number, wander: number, seed: number): string {
  const next = stream(seed);
  const points: [number, number][] = [];
  const { x, y, w, h } = { x: box.x + inset, y: box.y + inset, w: box.w - 2 * inset, h: box.h - 2 * inset };
  const r = Math.min(w, h) * 0.22;
  const along = (fx: number, fy: number): void => {
    points.push([x + fx * w + (next() - 0.5) * wander, y + fy * h + (next() - 0.5) * wander]);
  };
  const cut = (a: number): number => a;
  along(cut(r / w), 0);
  along(0.5, 0);
  along(1 - r / w, 0);
  along(1, r / h);
  along(1, 0.5);
  along(1, 1 - r / h);
  along(1 - r / w, 1);
  along(0.5, 1);
  along(r / w, 1);
  along(0, 1 - r / h);
  along(0, 0.5);
  along(0, r / h);
  const n = points.length;
  const middle = (i: number): [number, number] => {
    const [a, b] = [points[i % n]!, points[(i + 1) % n]!];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  const [sx, sy] = middle(0);
  let path = `M${sx.toFixed(1)} ${sy.toFixed(1)}`;
  for (let i = 1; i <= n; i++) {
    const [px, py] = points[i % n]!;
    const [mx, my] = middle(i);
    path += `Q${px.toFixed(1)} ${py.toFixed(1)} ${mx.toFixed(1)} ${my.toFixed(1)}`;
  }
  return `${path}Z`;
}

function lake(box: Box, theme: Theme, seed: number): string {
  const next = stream(seed * 7 + 3);
  const cx = box.x + box.w / 2;
  const cy = box.y + box.h / 2;
  if (theme === "stars") {
    let rocks = "";
    const n = Math.max(3, Math.round((box.w * box.h) / 5200));
    for (let i = 0; i < n; i++) {
      const r = 9 + next() * 20;
      const x = box.x + r + 8 + next() * (box.w - 2 * r - 16);
      const y = box.y + r + 8 + next() * (box.h - 2 * r - 16);
      let d = "";
      for (let k = 0; k < 7; k++) {
        const angle = (k / 7) * Math.PI * 2;
        const out = r * (0.72 + next() * 0.4);
        d += `${k ? "L" : "M"}${(x + Math.cos(angle) * out).toFixed(1)} ${(y + Math.sin(angle) * out).toFixed(1)}`;
      }
      rocks += `<path class="rock" d="${d}Z"/>`;
    }
    return (
      `<rect class="zone" x="${box.x + 4}" y="${box.y + 4}" width="${box.w - 8}" height="${box.h - 8}" ` +
      `rx="14"/>${rocks}`
    );
  }
  if (theme === "robots") {
    const hatch = [];
    for (let d = 20; d < box.w + box.h; d += 40) {
      const [x1, y1] = d < box.h ? [0, d] : [d - box.h, box.h];
      const [x2, y2] = d < box.w ? [d, 0] : [box.w, d - box.w];
      hatch.push(`M${box.x + x1} ${box.y + y1}L${box.x + x2} ${box.y + y2}`);
    }
    const id = `ff-zone-${box.x}-${box.y}-${box.w}-${box.h}`;
    const square = `M${box.x} ${box.y}h${box.w}v${box.h}h${-box.w}z`;
    return (
      `<clipPath id="${id}"><path d="${square}"/></clipPath><path class="zone" d="${square}"/>` +
      `<path class="hazard" clip-path="url(#${id})" d="${hatch.join("")}"/>` +
      `<rect class="well" x="${box.x + 26}" y="${box.y + 26}" width="${box.w - 52}" ` +
      `height="${box.h - 52}"/><path class="bolt" d="M${cx} ${cy - 26}l24 42h-48zM${cx} ${cy - 10}v12` +
      `M${cx} ${cy + 8}v3"/>`
    );
  }
  const waves = [];
  const rows = Math.max(2, Math.round(box.h / 40));
  for (let i = 0; i < rows; i++) {
    const x = box.x + 38 + next() * (box.w - 108);
    const y = box.y + 40 + (i / (rows - 1)) * (box.h - 80) + (next() - 0.5) * 6;
    waves.push(`M${x.toFixed(0)} ${y.toFixed(0)}q8 -9 16 0t16 0`);
  }
  return (
    `<path class="bank" d="${shore(box, 3, 12, seed)}"/>` +
    `<path class="zone" d="${shore(box, 10, 12, seed)}"/>` +
    `<path class="depth" d="${shore(box, 24, 14, seed)}"/><path class="wave" d="${waves.join("")}"/>`
  );
}

/** Everything that lies under the pieces, in board units. */
export function groundMarkup(ground: Ground, g: Geometry): string {
  const { theme } = ground;
  const parts = [
    `<g class="ground-${theme}">`,
    `<rect class="rail" x="-34" y="-10" width="${g.width + 44}" height="${g.height + 46}" rx="10"/>`,
    `<rect class="table" x="0" y="0" width="${g.width}" height="${g.height}"/>`,
  ];
  const odd: string[] = [];
  const all: string[] = [];
  for (const cell of g.cells) {
    const { row, column } = g.place(cell);
    all.push(g.outline(cell));
    if ((row + column) % 2) odd.push(g.outline(cell));
  }
  const whole = `x="0" y="0" width="${g.width}" height="${g.height}"`;
  parts.push(`<path class="tone" d="${odd.join("")}"/><rect class="grain" ${whole}/>`);
  const next = stream(11);
  if (theme === "stars") {
    let far = "";
    for (let i = 0; i < 110; i++)
      far +=
        `<circle cx="${(next() * g.width).toFixed(0)}" cy="${(next() * g.height).toFixed(0)}" ` +
        `r="${(0.8 + next() * 1.9).toFixed(1)}"/>`;
    parts.push(
      `<g class="far">${far}</g><g class="orbit">` +
        `<circle cx="${g.width * 0.5}" cy="${g.height * 0.5}" r="${g.width * 0.34}"/>` +
        `<circle cx="${g.width * 0.5}" cy="${g.height * 0.5}" r="${g.width * 0.47}"/>` +
        `<path d="M0 ${g.height * 0.5}H${g.width}M${g.width * 0.5} 0V${g.height}"/></g>`,
    );
  }
  if (theme === "pirates") {
    const [x, y] = [g.width / 2, g.height / 2];
    let rays = "";
    for (let k = 0; k < 16; k++) {
      const a = (k / 16) * Math.PI * 2;
      rays += `M${x} ${y}L${(x + Math.cos(a) * g.width).toFixed(0)} ${(y + Math.sin(a) * g.width).toFixed(0)}`;
    }
    parts.push(
      `<clipPath id="ff-chart-${g.width}-${g.height}"><rect width="${g.width}" height="${g.height}"/>` +
        `</clipPath><path class="rhumb" clip-path="url(#ff-chart-${g.width}-${g.height})" d="${rays}"/>` +
        `<circle class="rose" cx="${x}" cy="${y}" r="46"/>` +
        `<path class="rose" d="M${x} ${y - 74}l12 62 62 12 -62 12 -12 62 -12 -62 -62 -12 62 -12z"/>`,
    );
  }
  parts.push(`<path class="grid" d="${all.join("")}"/>`);
  if (theme === "robots") {
    let rivets = "";
    for (const cell of g.cells) {
      const { x, y } = g.centre(cell);
      rivets += `M${x - 41} ${y - 41}h.1M${x + 41} ${y - 41}h.1M${x - 41} ${y + 41}h.1M${x + 41} ${y + 41}h.1`;
    }
    parts.push(`<path class="rivet" d="${rivets}"/>`);
  }
  pools(g, ground.lakes).forEach((box, i) => parts.push(lake(box, theme, i + 1)));
  for (const box of pools(g, ground.dead)) {
    let d = "";
    for (let x = box.x + 14; x < box.x + box.w; x += 28) d += `M${x} ${box.y + 6}l-10 ${box.h - 12}`;
    parts.push(
      `<rect class="dead" x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}"/>` +
        `<path class="dead-hatch" d="${d}"/>`,
    );
  }
  parts.push(`<rect class="lamp" ${whole}/><rect class="frame" ${whole}/></g>`);
  return parts.join("");
}
