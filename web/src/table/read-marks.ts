/** How far the chat of each table was read, kept by the browser: the newest tables only. */

const KEY = "flagfall.read";
const MOST = 50;

function all(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as [string, number][]) : [];
  } catch {
    return [];
  }
}

export function readMark(table: string): number {
  return Number(all().find(([id]) => id === table)?.[1]) || 0;
}

export function keepReadMark(table: string, line: number): void {
  const others = all().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(1 - MOST), [table, line]]));
  } catch {
    // The mark then lasts as long as the page.
  }
}
