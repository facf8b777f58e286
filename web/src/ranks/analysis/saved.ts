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

/** Keep a study; one of the same name is replaced, and of many the oldest goes. */
export function saveStudy(name: string, study: Study): readonly Saved[] {
  return store([{ name, study }, ...savedStudies().filter((one) => one.name !== name)].slice(0, MOST));
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
