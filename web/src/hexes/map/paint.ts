/** The ground as a painted relief, seen from above with the light from the north-west: onto a canvas, hex by hex. */

import type { Cell } from "./draw";
import { centre, corners, HIGH, label, neighbour, RADIUS, type Grid, type Point } from "./geometry";
import { LOWEST, type Palette } from "./palette";

/** What is worth painting: little of a map that is far away. */
export interface Detail {
  /** Grass, waves, windows. */
  readonly fine: boolean;
  /** Levels, depths, heights. */
  readonly texts: boolean;
  /** How much larger these are written, so that they can be read from afar. */
  readonly larger: number;
  readonly numbers: boolean;
  /** How far the ground of a hex is painted beyond its edge, so that no seam shows between two canvases. */
  readonly beyond: number;
}

/** Written larger than this there is no room in a hex for height and hit points. */
const ROOMY = 1.3;

/** How much of a direction lies away from the light, from -1 (towards it) to 1. */
const AWAY = [0, 1, 2, 3, 4, 5].map((way) => {
  const angle = ((way * 60 - 90) * Math.PI) / 180;
  return Math.cos(angle) * Math.SQRT1_2 + Math.sin(angle) * Math.SQRT1_2;
});

/** A number from 0 to 1 that is always the same for a hex and a purpose. */
function chance(hex: number, purpose: number): number {
  let mixed = Math.imul(hex + 1, 0x9e3779b1) ^ Math.imul(purpose + 7, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
}

export class Painter {
  constructor(
    readonly pen: CanvasRenderingContext2D,
    readonly grid: Grid,
    readonly cells: readonly Cell[],
    readonly palette: Palette,
    readonly detail: Detail,
  ) {}

  /** Paint some hexes: first all ground, then what lies on it. */
  paint(hexes: readonly number[]): void {
    const there = hexes.filter((hex) => this.cells[hex] && this.cells[hex]![1] !== "-");
    for (const hex of there) this.ground(hex);
    if (this.detail.fine) this.meadows(there);
    this.roads(there);
    for (const hex of there) this.slopes(hex);
    for (const hex of there) this.rim(hex);
    for (const hex of there) this.cover(hex);
    if (this.detail.texts) for (const hex of there) this.texts(hex);
  }

  private fill(colour: string): void {
    this.pen.fillStyle = colour;
    this.pen.fill();
  }
  private stroke(colour: string, wide: number): void {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = wide;
    this.pen.stroke();
  }
  private shape(points: readonly Point[]): void {
    this.pen.beginPath();
    points.forEach(([x, y], at) => (at ? this.pen.lineTo(x, y) : this.pen.moveTo(x, y)));
    this.pen.closePath();
  }
  private disc(x: number, y: number, radius: number, tall = radius): void {
    this.pen.beginPath();
    this.pen.ellipse(x, y, radius, tall, 0, 0, 7);
  }
  /** A point near to the middle of a hex. */
  private spot(hex: number, at: number, far: number): Point {
    const [x, y] = centre(this.grid, hex);
    const angle = chance(hex, at) * 6.283;
    const out = Math.sqrt(chance(hex, at + 50)) * far;
    return [x + Math.cos(angle) * out, y + Math.sin(angle) * out];
  }

  private water(depth: number): string {
    const { water } = this.palette;
    return water[Math.max(0, Math.min(water.length - 1, depth))]!;
  }
  private colour([elevation, terrain, size]: Cell): string {
    const { levels, paved, rock } = this.palette;
    if (terrain === "w") return this.water(size);
    if (terrain === "#") return rock;
    if (terrain === "c") return paved;
    return levels[Math.max(0, Math.min(levels.length - 1, elevation - LOWEST))]!;
  }

  private ground(hex: number): void {
    const cell = this.cells[hex]!;
    this.shape(corners(this.grid, hex, RADIUS + this.detail.beyond));
    const span = this.bridge(hex);
    this.fill(span < 0 ? this.colour(cell) : this.water(1));
  }
  private grows(hex: number): boolean {
    const terrain = this.cells[hex]?.[1] ?? "-";
    return terrain !== "-" && terrain !== "w" && terrain !== "#" && terrain !== "c";
  }

  /** Open ground is not of one colour: wide patches that end at water and stone, tufts, and flowers here and there. */
  private meadows(hexes: readonly number[]): void {
    const { pen, palette } = this;
    const open = hexes.filter((hex) => this.grows(hex));
    if (!open.length) return;
    pen.save();
    pen.beginPath();
    for (const hex of open) {
      corners(this.grid, hex, RADIUS + this.detail.beyond).forEach(([x, y], at) =>
        at ? pen.lineTo(x, y) : pen.moveTo(x, y),
      );
      pen.closePath();
    }
    pen.clip();
    // Patches reach over the edge of what is painted: those of the neighbours are painted too.
    const near = new Set(open);
    for (const hex of open) for (let way = 0; way < 6; way += 1) near.add(neighbour(this.grid, hex, way));
    pen.globalAlpha = 0.055;
    for (const part of [1, 0.8, 0.55])
      for (const light of [true, false]) {
        pen.beginPath();
        for (const hex of near) {
          if (hex < 0 || chance(hex, 90) > 0.5 === light) continue;
          const [x, y] = this.spot(hex, 91, 34);
          const wide = part * (40 + chance(hex, 92) * 24);
          const tilt = chance(hex, 93) * 3;
          pen.moveTo(x + wide * Math.cos(tilt), y + wide * Math.sin(tilt));
          pen.ellipse(x, y, wide, wide * 0.66, tilt, 0, 7);
        }
        this.fill(light ? palette.meadow : palette.moss);
      }
    pen.globalAlpha = 1;
    pen.restore();
    pen.beginPath();
    for (const hex of open) this.tufts(hex);
    this.stroke(palette.tuft, 1.2);
    for (const [at, colour] of palette.flowers.entries()) {
      pen.beginPath();
      for (const hex of open) if (this.cells[hex]![1] === "." && chance(hex, 95 + at) > 0.82) this.flowers(hex, at);
      this.fill(colour);
    }
  }
  private flowers(hex: number, kind: number): void {
    const [x, y] = this.spot(hex, 96 + kind, 30);
    for (let at = 0; at < 5; at += 1) {
      const [px, py] = [x + chance(hex, 100 + at + kind) * 22 - 11, y + chance(hex, 110 + at + kind) * 16 - 8];
      this.pen.moveTo(px + 1.7, py);
      this.pen.ellipse(px, py, 1.7, 1.7, 0, 0, 7);
    }
  }
  private tufts(hex: number): void {
    for (let at = 0; at < 5; at += 1) {
      const [x, y] = this.spot(hex, at, 40);
      this.pen.moveTo(x - 3, y);
      this.pen.lineTo(x - 1.5, y - 4);
      this.pen.moveTo(x, y);
      this.pen.lineTo(x + 0.5, y - 5);
      this.pen.moveTo(x + 3, y);
      this.pen.lineTo(x + 4, y - 3.5);
    }
  }

  /** A road goes from hex to hex and off the map where it ends at its border: a verge, a track, and ruts in it. */
  private roads(hexes: readonly number[]): void {
    const roads = new Set(this.grid.roads);
    if (!roads.size) return;
    const { pen, palette } = this;
    pen.beginPath();
    for (const hex of hexes) if (roads.has(hex) && this.grows(hex)) this.track(hex, roads);
    this.stroke(palette.tuft, 23);
    this.stroke(palette.shore, 19);
    if (!this.detail.fine) return;
    pen.globalAlpha = 0.4;
    this.stroke(palette.tuft, 10);
    pen.globalAlpha = 1;
    this.stroke(palette.shore, 7);
  }
  private track(hex: number, roads: ReadonlySet<number>): void {
    const all = corners(this.grid, hex, RADIUS + this.detail.beyond);
    const middle = centre(this.grid, hex);
    const gate = (way: number): Point => {
      const [[ax, ay], [bx, by]] = [all[way]!, all[(way + 1) % 6]!];
      return [(ax + bx) / 2, (ay + by) / 2];
    };
    const next = [0, 1, 2, 3, 4, 5].filter((way) => roads.has(neighbour(this.grid, hex, way)));
    if (next.length === 1) {
      const on = [2, 4, 3].map((turn) => (next[0]! + turn) % 6).find((way) => neighbour(this.grid, hex, way) < 0);
      if (on !== undefined) next.push(on);
    }
    if (next.length === 2) {
      const [from, to] = [gate(next[0]!), gate(next[1]!)];
      // Columns lie half a hex apart: through the middles a straight road would wind.
      const bend = (at: 0 | 1): number => middle[at] * 0.35 + ((from[at] + to[at]) / 2) * 0.65;
      this.pen.moveTo(...from);
      this.pen.quadraticCurveTo(bend(0), bend(1), ...to);
      return;
    }
    for (const way of next) {
      this.pen.moveTo(...middle);
      this.pen.lineTo(...gate(way));
    }
  }

  /** A strip along the edge towards a direction, inside a hex. */
  private strip(hex: number, way: number, deep: number): void {
    const outer = corners(this.grid, hex, RADIUS + 0.5);
    const inner = corners(this.grid, hex, RADIUS - deep);
    this.shape([outer[way]!, outer[(way + 1) % 6]!, inner[(way + 1) % 6]!, inner[way]!]);
  }
  /** The shore along an edge: sand that goes in and out, and foam before it. */
  private beach(hex: number, way: number): void {
    const { pen, palette } = this;
    const outer = corners(this.grid, hex, RADIUS + 0.5);
    const inner = corners(this.grid, hex, RADIUS - 8);
    const deeper = corners(this.grid, hex, RADIUS - 17);
    const on = ([ax, ay]: Point, [bx, by]: Point, part: number): Point => [
      ax + (bx - ax) * part,
      ay + (by - ay) * part,
    ];
    const [first, last] = [inner[way]!, inner[(way + 1) % 6]!];
    const wave = [0.3, 0.7].map((part, at) =>
      on(on(first, last, part), on(deeper[way]!, deeper[(way + 1) % 6]!, part), chance(hex, 130 + way * 2 + at) * 1.3),
    );
    const bank = (): void => pen.bezierCurveTo(...wave[0]!, ...wave[1]!, ...last);
    pen.beginPath();
    pen.moveTo(...outer[(way + 1) % 6]!);
    pen.lineTo(...outer[way]!);
    pen.lineTo(...first);
    bank();
    pen.closePath();
    this.fill(palette.shore);
    pen.beginPath();
    pen.moveTo(...first);
    bank();
    this.stroke(palette.foam, 2);
  }
  /** Where the ground rises next to a hex its foot is in the light or in the shade; where it falls the brink shows. */
  private slopes(hex: number): void {
    const [elevation, terrain] = this.cells[hex]!;
    for (let way = 0; way < 6; way += 1) {
      const next = this.cells[neighbour(this.grid, hex, way)];
      if (!next || next[1] === "-") continue;
      if (terrain === "w" && next[1] !== "w" && this.bridge(neighbour(this.grid, hex, way)) < 0) {
        this.beach(hex, way);
      }
      const rise = next[0] - elevation;
      if (rise > 0) {
        // The slope goes down from the neighbour to here: it looks towards us, away from its direction.
        const dark = -AWAY[way]!;
        for (const part of [1, 0.6, 0.3]) {
          this.strip(hex, way, part * Math.min(26, 8 + rise * 7));
          this.pen.globalAlpha = 0.25 + 0.35 * Math.abs(dark);
          this.fill(dark > -0.1 ? this.palette.shade : this.palette.lit);
        }
        this.pen.globalAlpha = 1;
        if (rise > 1) this.hatch(hex, way, Math.min(26, 8 + rise * 7));
      } else if (rise < 0) {
        this.edge(hex, way, RADIUS - 1.5);
        this.stroke(rise < -1 ? this.palette.cliff : this.palette.shade, rise < -1 ? 4 : 2);
      }
    }
  }
  /** Short strokes down a cliff: it cannot be climbed at once, and grey shows it as well. */
  private hatch(hex: number, way: number, deep: number): void {
    const outer = corners(this.grid, hex, RADIUS);
    const inner = corners(this.grid, hex, RADIUS - deep);
    this.pen.beginPath();
    for (let part = 0.08; part < 1; part += 0.14) {
      const between = (from: Point, to: Point): Point => [
        from[0] + (to[0] - from[0]) * part,
        from[1] + (to[1] - from[1]) * part,
      ];
      this.pen.moveTo(...between(outer[way]!, outer[(way + 1) % 6]!));
      this.pen.lineTo(...between(inner[way]!, inner[(way + 1) % 6]!));
    }
    this.stroke(this.palette.cliff, 1.4);
  }
  private edge(hex: number, way: number, radius: number): void {
    const all = corners(this.grid, hex, radius);
    this.pen.beginPath();
    this.pen.moveTo(...all[way]!);
    this.pen.lineTo(...all[(way + 1) % 6]!);
  }
  private rim(hex: number): void {
    this.shape(corners(this.grid, hex, RADIUS));
    this.stroke(this.palette.grid, 1);
  }

  private cover(hex: number): void {
    const [, terrain, size] = this.cells[hex]!;
    if (terrain === "t" || terrain === "T") this.trees(hex, terrain === "T");
    else if (terrain === "r") this.stones(hex);
    else if (terrain === "w") this.waves(hex, size);
    else if (terrain === "#") this.crags(hex);
    else if (terrain === "c") {
      const span = this.bridge(hex);
      if (span >= 0) this.deck(hex, span);
      else this.house(hex, size);
    }
  }
  /** Round crowns stand apart in thin woods, pointed ones close together in thick ones; both go on over the edges. */
  private trees(hex: number, thick: boolean): void {
    const [x, y] = centre(this.grid, hex);
    const ring = thick ? 7 : 4;
    const spots: [number, number, number][] = thick ? [[x - 8, y + 4, 14]] : [];
    for (let at = 0; at < ring; at += 1) {
      const angle = (at / ring) * 6.283 + chance(hex, 3) * 2;
      const out = thick ? 27 + chance(hex, at) * 5 : 20 + chance(hex, at) * 9;
      const wide = thick ? 12 + chance(hex, at + 9) * 3 : 9 + chance(hex, at + 9) * 4;
      spots.push([x + Math.cos(angle) * out, y + Math.sin(angle) * out * 0.95, wide]);
    }
    for (let way = 0; way < 6; way += 1) {
      const next = neighbour(this.grid, hex, way);
      const other = this.cells[next]?.[1];
      if (next < 0 || (other !== "t" && other !== "T")) continue;
      // Both hexes draw the tree between them, and so it is whole where a canvas ends.
      const [nx, ny] = centre(this.grid, next);
      const pair = Math.min(hex, next) * 8 + (hex < next ? way : (way + 3) % 6);
      const [right, down] = [chance(pair, 120) * 16 - 8, chance(pair, 121) * 16 - 8];
      spots.push([(x + nx) / 2 + right, (y + ny) / 2 + down, 9 + chance(pair, 122) * 3]);
    }
    spots.sort((a, b) => a[1] - b[1]);
    const { pen, palette } = this;
    pen.globalAlpha = 0.3;
    pen.beginPath();
    for (const [px, py, wide] of spots) {
      pen.moveTo(px + 5 + wide * 1.15, py + 6);
      pen.ellipse(px + 5, py + 6, wide * 1.15, wide, 0, 0, 7);
    }
    this.fill(palette.trunk);
    pen.globalAlpha = 1;
    for (const spot of spots) this.tree(spot, thick);
  }
  private tree([x, y, wide]: readonly [number, number, number], thick: boolean): void {
    const { crown, crownLit, thick: deep, thickLit } = this.palette;
    if (!thick) {
      this.disc(x, y, wide);
      this.fill(crown);
      if (!this.detail.fine) return;
      this.disc(x - wide * 0.2, y - wide * 0.25, wide * 0.62);
      this.fill(crownLit);
      return;
    }
    const [foot, top] = [y + wide * 0.75, y - wide * 1.25];
    this.shape([
      [x - wide, foot],
      [x, top],
      [x + wide, foot],
      [x, foot + wide * 0.35],
    ]);
    this.fill(deep);
    if (!this.detail.fine) return;
    this.shape([
      [x - wide, foot],
      [x, top],
      [x - wide * 0.1, foot + wide * 0.1],
    ]);
    this.fill(thickLit);
  }
  private stones(hex: number): void {
    const { stone, stoneLit, shade } = this.palette;
    for (let at = 0; at < 8; at += 1) {
      const [x, y] = this.spot(hex, at + 20, 37);
      const wide = 4 + chance(hex, at + 40) * 5;
      this.disc(x + 2, y + 3, wide, wide * 0.7);
      this.fill(shade);
      this.shape([
        [x - wide, y + wide * 0.4],
        [x - wide * 0.5, y - wide * 0.7],
        [x + wide * 0.5, y - wide * 0.6],
        [x + wide, y + wide * 0.2],
        [x + wide * 0.3, y + wide * 0.7],
      ]);
      this.fill(stone);
      this.shape([
        [x - wide, y + wide * 0.4],
        [x - wide * 0.5, y - wide * 0.7],
        [x + wide * 0.5, y - wide * 0.6],
        [x, y],
      ]);
      this.fill(stoneLit);
    }
  }
  private waves(hex: number, depth: number): void {
    if (!this.detail.fine) return;
    const [x, y] = centre(this.grid, hex);
    this.pen.globalAlpha = 0.65;
    const rows = Math.min(4, depth + 1);
    for (let row = 0; row < rows; row += 1) {
      const left = x - 22 + chance(hex, row) * 12;
      const top = y + (row - (rows - 1) / 2) * 15;
      this.pen.beginPath();
      this.pen.moveTo(left, top);
      this.pen.quadraticCurveTo(left + 6, top - 6, left + 12, top);
      this.pen.quadraticCurveTo(left + 18, top + 6, left + 24, top);
      this.pen.quadraticCurveTo(left + 30, top - 6, left + 36, top);
      this.stroke(this.palette.wave, 1.8);
    }
    this.pen.globalAlpha = 1;
  }
  private crags(hex: number): void {
    const [x, y] = centre(this.grid, hex);
    const { rockLit, shade } = this.palette;
    for (let at = 0; at < 4; at += 1) {
      const [px, py] = at ? this.spot(hex, at + 60, 26) : [x, y];
      const wide = 12 + chance(hex, at + 70) * 8;
      this.shape([
        [px - wide, py + wide * 0.7],
        [px, py - wide],
        [px, py + wide * 0.5],
      ]);
      this.fill(rockLit);
      this.shape([
        [px, py - wide],
        [px + wide, py + wide * 0.6],
        [px, py + wide * 0.5],
      ]);
      this.fill(shade);
    }
  }

  /** The direction that a bridge leads to: a construct with water on two sides and land on two others; else -1. */
  private bridge(hex: number): number {
    const cell = this.cells[hex];
    if (!cell || cell[1] !== "c") return -1;
    const wet = (way: number): boolean => this.cells[neighbour(this.grid, hex, way)]?.[1] === "w";
    const all = [0, 1, 2, 3, 4, 5].filter(wet);
    if (all.length < 2) return -1;
    for (const way of [0, 1, 2]) if (!wet(way) && !wet(way + 3) && all.some((one) => one % 3 !== way)) return way;
    return -1;
  }
  private deck(hex: number, way: number): void {
    const [x, y] = centre(this.grid, hex);
    const { roof, roofLine, shade, front } = this.palette;
    const { pen } = this;
    pen.save();
    pen.translate(x, y);
    pen.rotate((way * Math.PI) / 3);
    const long = HIGH / 2 + 3;
    pen.fillStyle = shade;
    pen.fillRect(-20, -long, 50, 2 * long);
    pen.fillStyle = roof;
    pen.fillRect(-25, -long, 50, 2 * long);
    pen.fillStyle = front;
    pen.fillRect(-27, -long, 5, 2 * long);
    pen.fillRect(22, -long, 5, 2 * long);
    pen.strokeStyle = roofLine;
    pen.lineWidth = 1.2;
    for (let at = -long + 6; at < long; at += 9) {
      pen.beginPath();
      pen.moveTo(-22, at);
      pen.lineTo(22, at);
      pen.stroke();
    }
    pen.restore();
  }
  /** A building: its roof, lifted by its height, and the two faces that are seen. */
  private house(hex: number, tall: number): void {
    const [x, y] = centre(this.grid, hex);
    const { roof, roofLine, front, side, window, shade } = this.palette;
    const { pen } = this;
    const lift = Math.min(26, 5 + tall * 5);
    const [wide, deep] = [29, 21];
    const top = y + 10 - lift;
    this.shape([
      [x + wide, y + 10 + deep],
      [x + wide + lift * 0.7, y + 10 + deep - 4],
      [x + wide + lift * 0.7, y + 12 - deep],
      [x + wide, y + 10 - deep],
    ]);
    this.fill(shade);
    pen.fillStyle = front;
    pen.fillRect(x - wide, top + deep, 2 * wide, lift);
    pen.fillStyle = side;
    pen.fillRect(x + wide - 5, top + deep, 5, lift);
    if (this.detail.fine)
      for (let row = 0; row < Math.min(4, tall); row += 1)
        for (let at = 0; at < 5; at += 1) {
          pen.fillStyle = chance(hex, row * 7 + at) > 0.35 ? window : side;
          pen.fillRect(x - wide + 5 + at * 10, top + deep + 3 + row * Math.min(6, (lift - 3) / tall), 5, 2.6);
        }
    pen.fillStyle = roof;
    pen.fillRect(x - wide, top - deep, 2 * wide, 2 * deep);
    pen.strokeStyle = roofLine;
    pen.lineWidth = 1.6;
    pen.strokeRect(x - wide, top - deep, 2 * wide, 2 * deep);
    pen.strokeRect(x - wide + 5, top - deep + 5, 2 * wide - 10, 2 * deep - 10);
  }

  /** One hex of three, so that each has three of them round it. */
  private speaks(hex: number): boolean {
    const x = hex % this.grid.width;
    const y = Math.floor(hex / this.grid.width) - (x - (x & 1)) / 2;
    return (((x - y) % 3) + 3) % 3 === 0;
  }
  /** Whether a neighbour says from afar what is to be said of a hex. */
  private spokenFor(hex: number): boolean {
    const [elevation, terrain, size] = this.cells[hex]!;
    if (terrain === "c" || this.speaks(hex)) return false;
    return [0, 1, 2, 3, 4, 5].some((way) => {
      const other = neighbour(this.grid, hex, way);
      const next = this.cells[other];
      if (!next || next[0] !== elevation || !this.speaks(other)) return false;
      return terrain === "w" ? next[1] === "w" && next[2] === size : next[1] !== "w" && next[1] !== "c";
    });
  }
  private texts(hex: number): void {
    const [elevation, terrain, size, hp] = this.cells[hex]!;
    const [x, y] = centre(this.grid, hex);
    const { pen, palette } = this;
    const write = (text: string, at: number, tall: number): void => {
      pen.font = `700 ${tall}px system-ui, sans-serif`;
      pen.lineJoin = "round";
      pen.strokeStyle = palette.halo;
      pen.lineWidth = 3;
      pen.strokeText(text, x, at);
      pen.fillStyle = palette.ink;
      pen.fillText(text, x, at);
    };
    pen.textAlign = "center";
    const low = y + HIGH / 2 - 5;
    const tall = 12.5 * this.detail.larger;
    if (this.detail.numbers) write(label(this.grid, hex), y - HIGH / 2 + 12, 10);
    if (this.detail.larger > 1 && this.spokenFor(hex)) return;
    if (terrain === "w" && size) write(`▼${size}`, low, tall);
    else if (terrain === "c") write(hp && this.detail.larger < ROOMY ? `▲${size} · ${hp}` : `▲${size}`, low, tall);
    else if (elevation) write(String(elevation), low, tall);
  }
}
