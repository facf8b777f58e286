import { describe, expect, it } from "vitest";
import {
  changed,
  EMPTY_TREE,
  lineTo,
  packed,
  readStudy,
  unpacked,
  withMove,
  restored,
  without,
} from "../../src/analysis/tree";
import type { PlayAction } from "../../src/wire";

const step = (origin: number): PlayAction => ({ type: "move", origin, target: origin + 10 });

describe("the tree of an analysis", () => {
  const first = withMove(EMPTY_TREE, 0, step(1), "b1-b2");
  const second = withMove(first.tree, first.id, step(2), "");
  const fork = withMove(second.tree, first.id, step(3), "");

  it("brings a deleted variation back to its place, and keeps what was tried since", () => {
    const cut = without(fork.tree, second.id);
    const later = withMove(cut, first.id, step(4), "");
    const back = restored(later.tree, fork.tree, second.id);
    expect(back[first.id]?.children).toEqual([second.id, fork.id, later.id]);
    expect(back[second.id]).toEqual(fork.tree[second.id]);
    expect(restored(without(later.tree, first.id), fork.tree, second.id)[second.id]).toBeNull();
  });

  it("has one node for the same move twice, and forks for others", () => {
    expect(withMove(fork.tree, 0, step(1), "").id).toBe(first.id);
    expect(fork.tree[first.id]?.children).toEqual([second.id, fork.id]);
    expect(lineTo(fork.tree, fork.id)).toEqual([step(1), step(3)]);
  });
  it("loses what follows from a node that is taken away", () => {
    const left = without(fork.tree, first.id);
    expect(left.filter(Boolean)).toHaveLength(1);
    expect(left[0]?.children).toEqual([]);
  });
  it("comes back from a link, notes in any script included", () => {
    const study = { game: "duel", text: "…\nturn red", tree: changed(fork.tree, 2, { note: "idée 旗" }) };
    expect(unpacked(packed(study))).toEqual(study);
  });
  it("takes nothing that does not hang together", () => {
    expect(unpacked("no study")).toBeNull();
    expect(readStudy({ game: "duel", text: "", tree: [] })).toBeNull();
    const loop = [{ ...EMPTY_TREE[0]!, children: [0] }];
    expect(readStudy({ game: "duel", text: "", tree: loop })).toBeNull();
  });
});
