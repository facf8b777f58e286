/** Moves and variations from one position, as plain data: what is shown, saved and put into a link. */

import type { Study as SentStudy } from "../wire";

/** A moment; `A` is what the family of the game makes a step of. */
export interface Node<A extends object = object> {
  readonly id: number;
  readonly parent: number;
  /** What led here; null for the start. */
  readonly action: A | null;
  readonly text: string;
  readonly note: string;
  /** The first one is the main line. */
  readonly children: readonly number[];
}

export type Tree<A extends object = object> = readonly (Node<A> | null)[];

/** An analysis as a link, the account or the browser's store has it. */
export interface Study<A extends object = object> {
  readonly game: string;
  readonly text: string;
  readonly tree: Tree<A>;
}

export const EMPTY_TREE: Tree<never> = [{ id: 0, parent: -1, action: null, text: "", note: "", children: [] }];
/** As many moments as the server keeps of one analysis. */
export const MOST_NODES = 2000;

/** The moves from the start to a node. */
export function lineTo<A extends object>(tree: Tree<A>, id: number): A[] {
  const found: A[] = [];
  for (let node = tree[id]; node?.action; node = tree[node.parent]) found.unshift(node.action);
  return found;
}

/** The tree with a move from a node, and the node that it leads to: the same move twice is one. */
export function withMove<A extends object>(
  tree: Tree<A>,
  from: number,
  action: A,
  text: string,
): { tree: Tree<A>; id: number } {
  const parent = tree[from];
  if (!parent) return { tree, id: from };
  const same = parent.children.find((id) => JSON.stringify(tree[id]?.action) === JSON.stringify(action));
  if (same !== undefined) return { tree, id: same };
  const id = tree.length;
  const grown = tree.map((node) => (node?.id === from ? { ...node, children: [...node.children, id] } : node));
  return { tree: [...grown, { id, parent: from, action, text, note: "", children: [] }], id };
}

/** The tree without a node and all that follows from it. */
export function without<A extends object>(tree: Tree<A>, id: number): Tree<A> {
  const gone = new Set<number>();
  const take = (one: number): void => {
    gone.add(one);
    tree[one]?.children.forEach(take);
  };
  take(id);
  return tree.map((node) =>
    !node || gone.has(node.id) ? null : { ...node, children: node.children.filter((child) => !gone.has(child)) },
  );
}

/** The tree with a deleted node and its followers again, at its old place among the variations. */
export function restored<A extends object>(tree: Tree<A>, before: Tree<A>, id: number): Tree<A> {
  const parent = before[id]?.parent ?? -1;
  if (!tree[parent] || tree[id]) return tree;
  const back = new Set<number>();
  const take = (one: number): void => {
    back.add(one);
    before[one]?.children.forEach(take);
  };
  take(id);
  const place = before[parent]?.children.indexOf(id) ?? 0;
  return tree.map((node, at) => {
    if (back.has(at)) return before[at] ?? null;
    return node?.id === parent ? { ...node, children: node.children.toSpliced(place, 0, id) } : node;
  });
}

/** The tree with other words on a node. */
export function changed<A extends object>(
  tree: Tree<A>,
  id: number,
  change: Partial<Pick<Node, "note" | "text">>,
): Tree<A> {
  return tree.map((node) => (node?.id === id ? { ...node, ...change } : node));
}

const bytesOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (b) => String.fromCharCode(b)).join("");

/** A study as the end of a link. */
export function packed(study: Study): string {
  return btoa(bytesOf(JSON.stringify(study)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The study of a link; null where it is none. */
export function unpacked(text: string): Study | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return readStudy(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

/** A study from what somebody stored or sent: only what hangs together is taken. */
export function readStudy(found: unknown): Study | null {
  const { game, text, tree } = (found ?? {}) as Partial<Study>;
  if (typeof game !== "string" || typeof text !== "string" || !Array.isArray(tree) || !tree[0]) return null;
  const fits = (tree as Tree).every(
    (node, at) =>
      node === null ||
      (node.id === at &&
        typeof node.note === "string" &&
        typeof node.text === "string" &&
        node.parent < at &&
        node.children.every((child) => child > at && tree[child]?.parent === at)),
  );
  return fits ? { game, text, tree } : null;
}

/** A study as the server takes it. */
export function sent(study: Study): SentStudy {
  return {
    ...study,
    tree: study.tree.map(
      (node) => node && { ...node, action: node.action && { ...node.action }, children: [...node.children] },
    ),
  };
}

/** The address of an analysis that is kept in an account. */
export function linkOf(id: string): string {
  return `${location.origin}/analysis?saved=${encodeURIComponent(id)}`;
}
