import { afterEach, describe, expect, it, vi } from "vitest";
import { Board, drawn, EMPTY, squares, type BoardState } from "../../src/board";
import { Advice, wayOf } from "../../src/ranks/advice/advice.svelte";
import { faded, type Entry } from "../../src/ranks/story";
import { pieceMarkup } from "../../src/pieces/kit";

const painter = { man: (look: string) => look, ground: () => "", cell: String, mark: String };

describe("arrows", () => {
  it("come with the first drawing and go with the second", () => {
    const one = drawn([], 3, 13);
    expect(one).toEqual([{ from: 3, to: 13, tone: "own" }]);
    expect(drawn(one, 13, 3)).toHaveLength(2);
    expect(drawn(one, 3, 13)).toEqual([]);
  });

  it("are drawn with a head, or as a circle round one cell", () => {
    const board = new Board<string>(document.createElement("div"), squares(10, 10), painter, "board", {});
    board.set({
      arrows: [
        { from: 0, to: 20, tone: "hint" },
        { from: 5, to: 5, tone: "own" },
      ],
    } satisfies Partial<BoardState<string>>);
    const { svg } = board.renderer;
    expect(svg.querySelectorAll(".head.hint")).toHaveLength(1);
    expect(svg.querySelectorAll("circle.arrow.own")).toHaveLength(1);
    board.set({ arrows: EMPTY.arrows });
    expect(svg.querySelectorAll(".arrow")).toHaveLength(0);
  });

  it("are asked for by the second button, from the cell where it goes down to that where it comes up", () => {
    const drew = vi.fn();
    const board = new Board<string>(document.createElement("div"), squares(10, 10), painter, "board", { drew });
    const { renderer } = board;
    vi.spyOn(renderer, "point").mockImplementation((x, y) => ({ x, y }));
    const centre = (cell: number) => renderer.geometry.centre(cell);
    const event = (type: string, cell: number): MouseEvent =>
      Object.assign(
        new MouseEvent(type, { button: 2, clientX: centre(cell).x, clientY: centre(cell).y, bubbles: true }),
        { isPrimary: true, pointerType: "mouse" },
      );
    renderer.svg.dispatchEvent(event("pointerdown", 44));
    window.dispatchEvent(event("pointerup", 64));
    expect(drew).toHaveBeenCalledWith(44, 64);
  });
});

describe("hints", () => {
  it("lead from where an action begins to where it ends", () => {
    expect(wayOf({ type: "move", origin: 3, target: 13 }, null)).toEqual({ from: 3, to: 13 });
    expect(wayOf({ type: "use", origin: 3, power: "speed", targets: [13, 23] }, null)).toEqual({ from: 3, to: 23 });
    expect(wayOf({ type: "strike", targets: [7] }, 6)).toEqual({ from: 6, to: 7 });
    expect(wayOf({ type: "halt" }, 6)).toBeNull();
  });
});

describe("guesses", () => {
  const busy = (): Response => new Response(JSON.stringify({ code: "busy", retry: 1 }), { status: 503 });
  const seen = (): Response => new Response(JSON.stringify({ pieces: [{ piece: 4, odds: [["F", 60]] }], bot: 0 }));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("are asked for again where the server is busy, and say meanwhile that they are coming", async () => {
    vi.useFakeTimers();
    const answers = [busy(), busy(), seen()];
    vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
    const advice = new Advice("t");
    advice.on = true;
    const done = advice.look(0);
    await vi.advanceTimersByTimeAsync(1500);
    expect([advice.looking, advice.odds.size, advice.on]).toEqual([true, 0, true]);
    await vi.runAllTimersAsync();
    await done;
    expect([advice.looking, advice.odds.size, advice.problem]).toEqual([false, 1, null]);
  });

  it("end with a word where the server stays busy", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", () => Promise.resolve(busy()));
    const advice = new Advice("t");
    advice.on = true;
    const done = advice.look(0);
    await vi.runAllTimersAsync();
    await done;
    expect([advice.looking, advice.on, advice.problem?.code]).toEqual([false, false, "busy"]);
  });
});

describe("a table that plays from memory", () => {
  it("keeps who fell, and leaves out what was shown", () => {
    const fighter = { id: 1, seat: 0, rank: "9", kind: "general", falls: true };
    const entry = {
      ply: 3,
      seat: 0,
      text: "a4xa5",
      power: "",
      trail: [],
      sparks: [5],
      flipped: null,
      waits: false,
      outcome: null,
      battle: {
        attacker: fighter,
        defenders: [{ ...fighter, id: 2, seat: 1, rank: "10", kind: "marshal", falls: false }],
        square: 50,
      },
      looked: { square: 7, rank: "B", kind: "bomb" },
      answer: { kind: "flag", direction: "north" },
      noticed: [{ square: 4, rank: "9", kind: "general" }],
      brought: null,
      beam: null,
    } satisfies Entry;
    const kept = faded(entry);
    expect(JSON.stringify(kept)).not.toMatch(/general|marshal|bomb|north|"9"|"10"/);
    expect(kept.battle?.attacker.falls).toBe(true);
    expect(kept.text).toBe("a4xa5");
  });
});

describe("a guess", () => {
  const face = { theme: "classic" as const, seat: 1 as const, light: true, rank: "", emblem: "" };
  it("takes the place of the device on the back, and never covers a known rank", () => {
    const hidden = pieceMarkup({ ...face, guess: { rank: "B", percent: 60, heat: true } });
    expect(hidden).toContain('class="guess"');
    expect(hidden).toContain('class="heat"');
    expect(hidden).not.toContain('class="device"');
    expect(pieceMarkup({ ...face, rank: "5", guess: { rank: "B", percent: 60, heat: false } })).not.toContain("guess");
  });
});
