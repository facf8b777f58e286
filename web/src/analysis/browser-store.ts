/** Analyses that this browser keeps, by name. */

import { readStudy, type Study } from "./tree";

const KEY = "flagfall.analyses";
const MOST = 50;

export interface Saved {
  readonly name: string;
  readonly study: Study;
}

export function savedStudies(): readonly Saved[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(found)) return [];
    return (found as Partial<Saved>[]).flatMap(({ name, study }) => {
      const read = readStudy(study);
      return typeof name === "string" && read ? [{ name, study: read }] : [];
    });
  } catch {
    return [];
  }
}

/** Keep a study; one of the same name is replaced, and of many the oldest goes. False: there is no room. */
export function saveStudy(name: string, study: Study): boolean {
  const all = store([{ name, study }, ...savedStudies().filter((one) => one.name !== name)].slice(0, MOST));
  return JSON.stringify(all[0]) === JSON.stringify({ name, study });
}

/** Give a study another name; refused where one has it. */
export function renameStudy(name: string, to: string): readonly Saved[] | null {
  const all = savedStudies();
  if (all.some((one) => one.name === to)) return null;
  return store(all.map((one) => (one.name === name ? { ...one, name: to } : one)));
}

export function dropStudy(name: string): readonly Saved[] {
  return store(savedStudies().filter((one) => one.name !== name));
}

function store(all: readonly Saved[]): readonly Saved[] {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser without room keeps what it had.
  }
  return savedStudies();
}
