/** Whose notices this browser shows: somebody else who signs in here has to ask for theirs. */

const KEY = "flagfall.push";

/** Whether a person has asked for notices at this browser. */
export function showsNotices(person: string): boolean {
  try {
    return localStorage.getItem(KEY) === person;
  } catch {
    return false;
  }
}

/** Remember whose notices are shown; null for nobody's. */
export function showNoticesOf(person: string | null): void {
  try {
    if (person) localStorage.setItem(KEY, person);
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing shows them until its session ends.
  }
}
