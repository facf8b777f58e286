/** Whether the page is dark now: by the person's wish, or as the system says. */

import { prefs } from "../../lib/prefs.svelte";
import { DAY, NIGHT, type Palette } from "./palette";

const dusk = matchMedia("(prefers-color-scheme: dark)");
let night = $state(dusk.matches);
dusk.addEventListener("change", () => (night = dusk.matches));

export function palette(): Palette {
  const { scheme } = prefs.now;
  return scheme === "dark" || (scheme === "auto" && night) ? NIGHT : DAY;
}
