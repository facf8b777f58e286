/** Which options take every end off a game but those on the board. */

import type { OptionValue } from "../wire";

/** Whether nothing but flag, blockade or agreement ends a game: no draw by quiet play, no limit of length. */
export function unending(options: Readonly<Record<string, OptionValue>>): boolean {
  return options["quiet_limit"] === 0 && options["ply_limit"] === 0;
}
