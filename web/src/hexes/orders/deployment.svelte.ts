/** Where the units of a side will stand: planned on the map, changed at will, told to the table when it is ready. */

import type { HexAction, HexDemand, HexDeploy, HexDeployment } from "../../wire";
import { centre, hexOf, label, type Grid } from "../map/geometry";

/** A unit that has its place in the plan. */
export interface Placed {
  readonly unit: string;
  readonly mode: number;
  readonly at: string;
  readonly facing: string;
}

/**
 * A place for each of those that wait and have none: spread over their zone, but a team that can combine side by side.
 * `stand` says who stands where already, and `before` how many of those are part of the spreading.
 */
export function places(
  grid: Grid,
  waiting: readonly HexDeployment[],
  stand: ReadonlyMap<string, number>,
  teams: readonly (readonly string[])[],
  before = 0,
): Omit<Placed, "facing">[] {
  const at = new Map(stand);
  const found: Omit<Placed, "facing">[] = [];
  waiting.forEach(({ unit, spots }, n) => {
    const spot = spots[0];
    if (!spot || at.has(unit)) return;
    const taken = new Set(at.values());
    const hexes = [...spot.hexes].sort((a, b) => (a % grid.width) - (b % grid.width) || a - b);
    const team = teams.find((members) => members.includes(unit)) ?? [];
    const mate = team.map((member) => at.get(member)).find((hex) => hex !== undefined);
    let order: number[];
    if (mate === undefined) {
      const turns = team.map((member) => waiting.findIndex((one) => one.unit === member)).filter((turn) => turn >= 0);
      const turn = turns.length ? turns.reduce((sum, one) => sum + one, 0) / turns.length : n;
      const first = Math.floor((hexes.length * (2 * (before + turn) + 1)) / (2 * (before + waiting.length)));
      order = [...hexes.slice(first), ...hexes.slice(0, first)];
    } else {
      const [x, y] = centre(grid, mate);
      const far = (hex: number): number => Math.hypot(centre(grid, hex)[0] - x, centre(grid, hex)[1] - y);
      order = hexes.sort((a, b) => far(a) - far(b));
    }
    const hex = order.find((one) => !taken.has(one));
    if (hex === undefined) return;
    at.set(unit, hex);
    found.push({ unit, mode: spot.mode, at: label(grid, hex) });
  });
  return found;
}

export class Deployment {
  planned = $state.raw<readonly Placed[]>([]);
  /** Whether the plan is being told, a unit whenever it is this side's turn (HX-SEQ-11). */
  telling = $state(false);

  /** Put a unit somewhere, or somewhere else. */
  put(one: Placed): void {
    this.planned = [...this.planned.filter(({ unit }) => unit !== one.unit), one];
  }

  /** Take the last one back. */
  undo(): void {
    this.planned = this.planned.slice(0, -1);
  }

  turn(unit: string, facing: string): void {
    this.planned = this.planned.map((one) => (one.unit === unit ? { ...one, facing } : one));
  }

  of(unit: string): Placed | undefined {
    return this.planned.find((one) => one.unit === unit);
  }

  /** The planned places that a demand asks for. */
  wanted(demand: HexDemand | null): readonly Placed[] {
    const units = new Set((demand?.deploy ?? []).map(({ unit }) => unit));
    return this.planned.filter(({ unit }) => units.has(unit));
  }

  /** The next unit to be told, if it can still stand there. */
  next(demand: HexDemand | null, grid: Grid): HexAction | null {
    const one = this.wanted(demand).find(({ unit, mode, at }) =>
      demand?.deploy
        ?.find((waiting) => waiting.unit === unit)
        ?.spots.some((spot) => spot.mode === mode && spot.hexes.includes(hexOf(grid, at))),
    );
    return one ? ({ type: "deploy", ...one } satisfies HexDeploy as HexAction) : null;
  }

  /** A unit was told: it is no plan any more. */
  told(unit: string): void {
    this.planned = this.planned.filter((one) => one.unit !== unit);
  }
}
