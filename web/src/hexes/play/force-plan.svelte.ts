/** A force in the making: it outlives the panel, which goes while the other side is heard of. */

import type { Theme } from "./muster";

export class ForcePlan {
  chosen = $state.raw<readonly string[]>([]);
  /** What is searched for, and which kind. */
  wish = $state("");
  theme = $state<Theme | "">("");
  cheap = $state(false);
}
