/** What is played without a connection, and whether this browser is ready for it; asked by pages that link there. */

export const GAMES: readonly string[] = ["original", "barrage"];
const KEY = "flagfall.offline.ready";

export function playsOffline(game: string): boolean {
  return GAMES.includes(game);
}

export function isReady(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function markReady(ready: boolean): void {
  try {
    if (ready) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // Without a mark the page is found by its address.
  }
}
