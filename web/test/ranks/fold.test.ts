import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foldAll, lastView, type Ranks } from "../../src/ranks/fold";
import { hears } from "../../src/table/audience";
import { tell } from "../../src/ranks/story";
import type { RankEvent, RankView } from "../../src/wire";

interface Golden {
  game: string;
  ranks: [Record<string, string>, Record<string, string>];
  first: RankView[];
  steps: { events: RankEvent[]; text: string; views?: RankView[] }[];
}

const folder = join(import.meta.dirname, "golden/");
const games = readdirSync(folder).map((file) => JSON.parse(readFileSync(folder + file, "utf-8")) as Golden);

/** The parts of a view that a page shows, with defaults written out. */
function shown(view: RankView): unknown {
  const pieces = view.pieces.map((piece) => ({ kind: "", rank: "", moved: false, seen: 0, robot: false, ...piece }));
  const captured = view.captured.map((one) => ({ kind: "", ...one }));
  const { turn = 0, ply = 0, quiet = 0 } = view.track;
  return {
    phase: view.phase,
    ready: view.ready,
    setups: view.setups,
    pieces,
    captured,
    tokens: view.tokens,
    awaited: view.awaited,
    outcome: view.outcome,
    turn,
    ply,
    quiet,
  };
}

describe.each(games)("$game", ({ ranks, first, steps }) => {
  const table: Ranks = [new Map(Object.entries(ranks[0])), new Map(Object.entries(ranks[1]))];

  it.each([0, 1, 2])("folds to the engine's own view (%i)", (which) => {
    let view = first[which]!;
    let compared = 0;
    steps.forEach(({ events, views }, i) => {
      view = foldAll(view, events, table);
      if (!views) return;
      compared += 1;
      expect(shown(view), `after step ${i}`).toEqual(shown(views[which]!));
    });
    expect(compared).toBeGreaterThan(1);
  });

  it("ends with everything open for who looks back", () => {
    const last = lastView(first, steps, table)!;
    const heard = foldAll(
      first[0]!,
      steps.flatMap(({ events }) => events),
      table,
    );
    expect(last.pieces.map(({ id, square }) => [id, square])).toEqual(
      heard.pieces.map(({ id, square }) => [id, square]),
    );
    expect(last.pieces.every(({ rank }) => rank)).toBe(true);
    expect(lastView([], steps, table)).toBeNull();
  });

  it("tells every turn as one line, written as the engine writes it", () => {
    let view = first[0]!;
    for (const { events, text } of steps) {
      const told = tell(view, events, table);
      view = told.view;
      if (text.startsWith("deploy")) expect(told.entry).toBeNull();
      else {
        expect(told.entry!.text).toBe(text);
        expect(told.entry!.battle !== null).toBe(events.some((event) => event.type === "attacked"));
      }
    }
  });
});

describe("a piece that a power draws", () => {
  const { ranks, first, steps } = games.find(({ game }) => game === "transformers-powers")!;
  const table: Ranks = [new Map(Object.entries(ranks[0])), new Map(Object.entries(ranks[1]))];

  it("stands elsewhere, but has not moved itself", () => {
    let view = first[2]!;
    const drawn = steps.flatMap(({ events }) => {
      const before = view;
      view = foldAll(view, events, table);
      return events.flatMap((event) => {
        if (event.type !== "moved" || (event.by ?? -1) < 0) return [];
        const find = (one: RankView): RankView["pieces"][number] => one.pieces.find(({ id }) => id === event.piece)!;
        return [{ was: find(before), is: find(view), to: event.target }];
      });
    });
    expect(drawn.length).toBeGreaterThan(0);
    for (const { was, is, to } of drawn) expect([is.square, is.moved]).toEqual([to, was.moved]);
  });
});

describe("audiences", () => {
  it("lets a seat hear only what is meant for it", () => {
    const secret: RankEvent = { type: "noticed", piece: 3, to: [1] };
    expect(hears(secret, 1)).toBe(true);
    expect(hears(secret, 0)).toBe(false);
    expect(hears(secret, -1)).toBe(false);
    expect(hears(secret, -2)).toBe(true);
    const open: RankEvent = { type: "ready", seat: 0 };
    expect(hears(open, -1)).toBe(true);
  });
});
