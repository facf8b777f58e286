/** How long scenes last, as a factor: by the one speed setting. */

import { prefs } from "../../lib/prefs.svelte";

export function pace(): number {
  return prefs.pace;
}
