/** The scenario that this browser keeps until it is taken up again. */

import type { HexMap, HexScenario } from "../../wire";

export interface Saved {
  readonly scenario: HexScenario;
  readonly map: HexMap | null;
  readonly note: string;
  readonly units: string;
}
const KEY = "flagfall.hex-scenario";

export function saved(): Saved | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Saved | null;
    const whole = found?.scenario?.sides?.length === 2 && (!found.map || Array.isArray(found.map.cells));
    return whole ? found : null;
  } catch {
    return null;
  }
}

/** Keep a scenario, or forget it. */
export function save(now: Saved | null): void {
  try {
    if (now) localStorage.setItem(KEY, JSON.stringify(now));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing still has the file.
  }
}
