/** Where the units of a side will stand: planned on the map, changed at will, told to the table when it is ready. */

import type { HexAction, HexDemand, HexDeploy } from "../../wire";
import { hexOf, type Grid } from "../map/geometry";

/** A unit that has its place in the plan. */
export interface Placed {
  readonly unit: string;
  readonly mode: number;
  readonly at: string;
  readonly facing: string;
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
