/** What a player looks at: sight, arc and danger of a unit, and the line to a hex; every answer is the engine's. */

import type { HexGaze, HexLine, HexOutlook } from "../../wire";
import type { Orders } from "../orders/orders.svelte";

export const OVERLAYS = ["sight", "arc", "threat", "reach"] as const;
export type Overlay = (typeof OVERLAYS)[number];

export class Overlays {
  on = $state<Record<Overlay, boolean>>({ sight: false, arc: false, threat: true, reach: false });
  /** Whether the next hex is measured instead of chosen. */
  ruling = $state(false);
  gaze = $state.raw<HexGaze | null>(null);
  outlook = $state.raw<{ unit: number; seen: HexOutlook } | null>(null);
  line = $state.raw<{ unit: number; hex: number; found: HexLine } | null>(null);
  private asked = 0;
  private measured = 0;

  constructor(readonly orders: Orders) {}

  get any(): boolean {
    return this.on.sight || this.on.arc || this.on.threat;
  }

  private about(unit: number): Orders["thought"] {
    return unit === this.orders.table.demand?.unit ? this.orders.thought : null;
  }

  /** Ask again for a unit, at the end of its plan if it has one. */
  async refresh(unit: number): Promise<void> {
    const { questions, seat } = this.orders.table;
    const mine = (this.asked += 1);
    if (seat === null || unit < 0) {
      this.gaze = this.outlook = null;
      return;
    }
    const gaze = this.any ? await questions.gaze(seat, unit, this.about(unit)).catch(() => null) : null;
    const seen = this.on.reach ? await questions.outlook(seat, unit).catch(() => null) : null;
    if (mine !== this.asked) return;
    this.gaze = gaze;
    this.outlook = seen && { unit, seen };
  }

  /** The line from a unit to a hex. */
  async measure(unit: number, hex: number, number: string): Promise<void> {
    const { questions, seat } = this.orders.table;
    if (seat === null || unit < 0) return;
    const mine = (this.measured += 1);
    const found = await questions.line(seat, unit, number, this.about(unit)).catch(() => null);
    if (mine === this.measured) this.line = found && { unit, hex, found };
  }

  forget(): void {
    this.measured += 1;
    this.line = null;
    this.ruling = false;
  }
}
