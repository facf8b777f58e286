import { describe, expect, it } from "vitest";
import type { Rival } from "../../src/offline/bot/rival";
import { legalMoves } from "../../src/offline/rules/legal";
import { Settled, usualOptions, type Seat } from "../../src/offline/rules/settled";
import { State, type Placement } from "../../src/offline/rules/state";
import { deployed, moved } from "../../src/offline/rules/turn";
import { LocalTable, type FromTable, type ToTable } from "../../src/offline/table/local-table";
import { newGame, type SavedGame } from "../../src/offline/table/saved-game";
import type { Line } from "../../src/lib/connection";
import type { Move } from "../../src/wire";
import { editions } from "./recorded-games";

const data = editions["barrage"]!;
const RED: Placement = [
  [0, "flag"],
  [1, "bomb"],
  [10, "spy"],
  [30, "scout"],
  [31, "marshal"],
  [34, "miner"],
  [35, "general"],
  [38, "scout"],
];
const BLUE: Placement = RED.map(([square, kind]): [number, string] => [99 - square, kind]).reverse();

/** Plays the first legal move, or those it is given, and notes all that it is told. */
class FirstMove implements Rival {
  readonly told: unknown[] = [];
  constructor(private readonly moves: Move[] = []) {}
  begin(_data: unknown, seat: Seat): void {
    this.told.push({ begin: seat });
  }
  move(...asked: Parameters<Rival["move"]>): Promise<Move> {
    this.told.push(asked);
    return Promise.resolve(this.moves.shift() ?? asked[2][0]!);
  }
  close(): void {
    this.told.push("closed");
  }
}

class Page {
  readonly heard: FromTable[] = [];
  readonly rival: FirstMove;
  readonly table: LocalTable;
  readonly line: Line<ToTable>;
  kept: SavedGame;
  rematches = 0;
  private wake: (() => void) | null = null;

  constructor(game: SavedGame, moves: Move[] = []) {
    this.kept = game;
    this.rival = new FirstMove(moves);
    this.table = new LocalTable(data, game, {
      name: "Ann",
      rival: this.rival,
      keep: (one) => (this.kept = one),
      rematch: () => (this.rematches += 1),
      failed: () => "failed",
    });
    this.line = this.table.connect({
      message: (message) => {
        this.heard.push(JSON.parse(JSON.stringify(message)) as FromTable);
        this.wake?.();
      },
      state: () => undefined,
      since: () => "",
    });
  }

  /** The next message of a kind that has not been asked for yet. */
  async next<T extends FromTable["type"]>(type: T, after = 0): Promise<Extract<FromTable, { type: T }>> {
    for (;;) {
      const found = this.heard.slice(after).find((one) => one.type === type);
      if (found) return found as Extract<FromTable, { type: T }>;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Send something, and have the first answer of a kind. */
  async ask<T extends FromTable["type"]>(message: ToTable, type: T): Promise<Extract<FromTable, { type: T }>> {
    const after = this.heard.length;
    this.line.send(message);
    return this.next(type, after);
  }
}

const move = (origin: number, target: number): Move => ({ type: "move", origin, target });
const fresh = (seat: Seat, setups: SavedGame["setups"]): SavedGame => ({
  ...newGame("barrage", usualOptions(data), seat),
  created: 1,
  setups,
});

describe("a table in the browser", () => {
  it("asks for a set-up, begins, and asks for moves", async () => {
    const page = new Page(fresh(0, [null, BLUE]));
    const welcome = await page.next("welcome");
    expect([welcome.table.status, welcome.table.ready, welcome.seats]).toEqual(["setup", [false, true], [0]]);
    expect((await page.next("turn")).must).toBe("setup");
    const turn = await page.ask({ type: "act", action: { type: "deploy", pieces: RED } }, "turn");
    expect(turn.must).toBe("act");
    expect(turn.legal).toContainEqual(move(30, 40));
    expect((await page.next("told")).events.map((event) => event.type)).toEqual(["deployed", "ready", "began"]);
  });

  it("has the bot answer a move", async () => {
    const page = new Page(fresh(0, [RED, BLUE]));
    await page.next("turn");
    const turn = await page.ask({ type: "act", action: move(34, 44) }, "turn");
    expect(turn.must).toBe("act");
    expect(page.kept.moves.length).toBe(4);
    expect(page.heard.filter((one) => one.type === "told").length).toBe(2);
  });

  it("refuses by the rules, and changes nothing", async () => {
    const page = new Page(fresh(0, [RED, BLUE]));
    await page.next("turn");
    const refused = await page.ask({ type: "act", action: move(0, 10) }, "refused");
    expect(refused.problem.rule).toBe("ST-MOVE-3");
    expect((await page.ask({ type: "typed", text: "hello" }, "refused")).problem.code).toBe("bad-text");
    expect(page.kept.moves).toEqual([]);
    expect((await page.ask({ type: "typed", text: "E4-E5" }, "told")).n).toBe(3);
  });

  it("goes on where it was after a reload, with all that was told", async () => {
    const page = new Page(fresh(0, [RED, BLUE]));
    await page.next("turn");
    await page.ask({ type: "act", action: move(34, 44) }, "turn");
    page.line.close();
    const again = new Page(page.kept);
    const [stream] = (await again.next("welcome")).streams;
    expect(stream!.view.track.ply).toBe(2);
    expect((await again.table.history()).map((one) => one.n)).toEqual([1, 2, 3, 4]);
    expect((await again.next("turn")).legal.length).toBeGreaterThan(0);
    // The bot hears the whole game anew.
    await again.ask({ type: "act", action: move(44, 54) }, "turn");
    const [events] = again.rival.told.at(-1) as Parameters<Rival["move"]>;
    expect(events.filter((event) => event.type === "turned").length).toBe(3);
  });

  it("takes a move back, but not where something was shown since", async () => {
    const page = new Page(fresh(0, [RED, BLUE]), [move(64, 54), move(61, 60)]);
    await page.next("turn");
    await page.ask({ type: "act", action: move(35, 45) }, "turn");
    const reset = await page.ask({ type: "offer", what: "takeback" }, "reset");
    expect([reset.view.track.ply, reset.n, page.kept.moves]).toEqual([0, 5, []]);
    // A scout that goes far shows itself.
    await page.ask({ type: "act", action: move(30, 50) }, "turn");
    const refused = await page.ask({ type: "offer", what: "takeback" }, "refused");
    expect(refused.problem.code).toBe("revealed");
  });

  it("ends by resignation with both armies open, and then plays another game", async () => {
    const page = new Page(fresh(0, [RED, BLUE]));
    await page.next("turn");
    await page.ask({ type: "act", action: move(34, 44) }, "turn");
    const told = await page.ask({ type: "resign" }, "told");
    const ended = told.events.find((event) => event.type === "ended")!;
    expect(ended.outcome).toEqual({ termination: "resignation", scores: [0, 1], rule: "ST-END-3" });
    expect(ended.setups).toEqual([RED, BLUE]);
    expect(page.kept.over).toBe(true);
    page.line.send({ type: "offer", what: "rematch" });
    await Promise.resolve();
    expect(page.rematches).toBe(1);
  });

  it("turns a draw down", async () => {
    const page = new Page(fresh(0, [RED, BLUE]));
    await page.next("turn");
    const { table } = await page.ask({ type: "offer", what: "draw" }, "table");
    expect([table.status, table.offers]).toEqual(["play", [[], []]]);
  });
});

/** The same army with what stands on two squares exchanged. */
const swapped = (setup: Placement, one: number, two: number): Placement => {
  const at = new Map(setup);
  return setup.map(([square, kind]) => [square, at.get(square === one ? two : square === two ? one : square) ?? kind]);
};

describe("secrecy at a table in the browser", () => {
  const plan = [move(34, 44), move(44, 54)];

  async function played(red: Placement, blue: Placement, seat: Seat): Promise<Page> {
    const page = new Page(fresh(seat, [red, blue]), [move(65, 55), move(64, 63)]);
    await page.next("turn");
    for (const one of plan) await page.ask({ type: "act", action: one }, "turn");
    return page;
  }

  it("tells the bot nothing of what is hidden from it", async () => {
    const [one, two] = [await played(RED, BLUE, 0), await played(swapped(RED, 1, 31), BLUE, 0)];
    expect(one.rival.told.length).toBe(3);
    expect(JSON.stringify(two.rival.told)).toBe(JSON.stringify(one.rival.told));
  });

  it("tells the page nothing of what is hidden from it", async () => {
    const [one, two] = [await played(RED, BLUE, 0), await played(RED, swapped(BLUE, 98, 68), 0)];
    const plain = (page: Page): string => JSON.stringify(page.heard).replace(/"(at|now)":[\d.]+/g, "");
    expect(plain(two)).toBe(plain(one));
  });

  it("is tested with moves that both games allow", () => {
    let state = new State(new Settled(data, usualOptions(data)));
    for (const [seat, pieces] of [RED, swapped(BLUE, 98, 68)].entries())
      state = deployed(state, seat as Seat, { type: "deploy", pieces }).state;
    for (const one of [plan[0]!, move(65, 55), plan[1]!, move(64, 63)])
      state = moved(state, state.track.turn as Seat, one).state;
    expect(legalMoves(state).length).toBeGreaterThan(0);
  });
});
