import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { speak } from "../../src/i18n";
import { announcer } from "../../src/lib/announcer.svelte";
import { LiveTable, type Family } from "../../src/table/live-table.svelte";
import { problemWords } from "../../src/table/words";
import { PROTOCOL, type Problem, type Reset, type TableInfo, type Told, type Welcome } from "../../src/wire";
import { FakeSocket, fakeNetwork, realNetwork, socket } from "../fake-socket";

/** A family that keeps the numbers it heard, and is done with each when the test says so. */
class CountedTable extends LiveTable<Family, { seat: number; n: number; heard: number[] }> {
  prepared = 0;
  broken = 0;
  settled = 0;
  hold: Promise<void> | null = null;

  protected prepare(): Promise<void> {
    this.prepared += 1;
    return this.broken-- > 0 ? Promise.reject(new Error("no edition")) : Promise.resolve();
  }
  protected follow(message: Welcome<unknown>): readonly { seat: number; n: number; heard: number[] }[] {
    return message.streams.map(({ seat, n }) => ({ seat, n, heard: [] }));
  }
  protected entered(): Promise<void> {
    return Promise.resolve();
  }
  protected async heard(message: Told<unknown>, stream: { heard: number[] }): Promise<void> {
    stream.heard.push(message.n);
    await this.hold;
  }
  protected restored(message: Reset<unknown>, stream: { heard: number[] }): void {
    stream.heard = stream.heard.filter((n) => n <= message.n);
  }
  protected settle(): void {
    this.settled += 1;
  }
  takeOver(): void {
    this.handTo = null;
  }
  why(problem: Problem): string {
    return problemWords(problem);
  }
}

const clock = { left: [60, 60] as [number, number] };
const presence = { type: "presence" as const, seats: [true, true] as [boolean, boolean], watchers: 0 };
const info: TableInfo = {
  id: "t1",
  game: "counted",
  options: {},
  status: "play",
  clock: { type: "none" },
  speed: "free",
  seats: [null, null],
  created: 0,
  watch: true,
};

function welcome(n: number, protocol = PROTOCOL): Welcome<unknown> {
  const streams = [{ seat: 0, n, view: {} }];
  return { type: "welcome", table: info, seats: [0], streams, clock, presence, now: 0, protocol };
}
const told = (n: number): Told<unknown> => ({ type: "told", seat: 0, n, at: 0, events: [], clock });

describe("a table", () => {
  let table: CountedTable;
  /** Let everything that waits for nothing but its turn go on. */
  const rest = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));

  beforeAll(() => speak("en"));
  beforeEach(() => {
    fakeNetwork();
    table = new CountedTable("t1");
  });
  afterEach(() => {
    table.close();
    realNetwork();
  });
  const enter = async (n = 4): Promise<void> => {
    socket().accept();
    socket().tell(welcome(n));
    await rest();
  };

  it("takes a whole view, then every message that follows it once", async () => {
    await enter();
    expect([table.connection, table.seat, table.stream!.n]).toEqual(["open", 0, 4]);
    for (const n of [5, 5, 4, 6]) socket().tell(told(n));
    await rest();
    expect(table.stream!.heard).toEqual([5, 6]);
    expect(FakeSocket.all.length).toBe(1);
  });

  it("resumes by number after a loss: the stream stays, and what was missed follows", async () => {
    await enter();
    socket().tell(told(5));
    await rest();
    const stream = table.stream;
    socket().drop();
    expect(table.connection).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1000);
    expect(socket().asked.get("since")).toBe("0:5");
    socket().accept();
    socket().tell({ type: "resumed", table: info, seats: [0], streams: [{ seat: 0, n: 7 }], clock, presence, now: 0 });
    socket().tell(told(6));
    socket().tell(told(7));
    await rest();
    expect(table.stream).toBe(stream);
    expect(table.stream!.heard).toEqual([5, 6, 7]);
    expect(announcer.text.trim()).toBe("Connected again.");
  });

  it("never goes on over a gap: it asks again from the last number, and takes the fresh view", async () => {
    await enter();
    socket().tell(told(7));
    await rest();
    expect(table.stream!.heard).toEqual([]);
    expect(FakeSocket.all.length).toBe(2);
    expect(socket().asked.get("since")).toBe("0:4");
    await enter(7);
    expect(table.stream!.n).toBe(7);
    socket().tell(told(8));
    await rest();
    expect(table.stream!.heard).toEqual([8]);
  });

  it("goes back with a reset, and on from there", async () => {
    await enter();
    for (const n of [5, 6]) socket().tell(told(n));
    socket().tell({ type: "reset", seat: 0, n: 5, at: 0, view: {}, clock });
    socket().tell(told(6));
    await rest();
    expect(table.stream!.heard).toEqual([5, 6]);
    expect(FakeSocket.all.length).toBe(1);
  });

  it("takes messages one after the other while one is being shown", async () => {
    await enter();
    let done = (): void => undefined;
    table.hold = new Promise((resolve) => (done = resolve));
    for (const n of [5, 6]) socket().tell(told(n));
    await rest();
    expect(table.stream!.heard).toEqual([5]);
    expect(table.busy).toBe(true);
    done();
    await rest();
    expect(table.stream!.heard).toEqual([5, 6]);
    expect(table.busy).toBe(false);
  });

  it("has one move on its way until it is answered, whatever is said meanwhile", async () => {
    await enter();
    table.typed("a4-a5");
    expect(table.sent).toBe(true);
    socket().tell(presence);
    socket().tell({ type: "clock", clock, now: 1 });
    await rest();
    expect(table.sent).toBe(true);
    socket().tell(told(5));
    await rest();
    expect(table.sent).toBe(false);
  });

  it("tells a refusal, and lets it go with the next try", async () => {
    await enter();
    table.typed("a4-a9");
    socket().tell({ type: "refused", problem: { code: "forbidden" }, ref: 1 });
    await rest();
    expect([table.problem?.code, table.refused, table.sent]).toEqual(["forbidden", 1, false]);
    expect(announcer.text.trim()).toBe(table.why({ code: "forbidden" }));
    table.typed("a4-a5");
    expect(table.problem).toBeNull();
  });

  it("refuses by itself what cannot be sent", async () => {
    await enter();
    socket().drop();
    table.typed("a4-a5");
    expect([table.problem?.code, table.sent]).toEqual(["offline", false]);
  });

  it("tells a goodbye for good, but not one before a new start", async () => {
    await enter();
    socket().tell({ type: "goodbye", problem: { code: "busy" }, again: true });
    await rest();
    expect(table.problem).toBeNull();
    socket().tell({ type: "goodbye", problem: { code: "forbidden" }, again: false });
    await rest();
    expect(table.problem?.code).toBe("forbidden");
    socket().drop(4403);
    expect([table.connection, table.closed]).toEqual(["closed", 4403]);
  });

  it("asks for a new page when the server speaks a newer protocol", async () => {
    socket().accept();
    socket().tell(welcome(4, PROTOCOL + 1));
    await rest();
    expect([table.connection, table.closed, table.prepared]).toEqual(["closed", 4426, 0]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all.length).toBe(1);
  });

  it("waits for a server that is still older than the page", async () => {
    socket().accept();
    socket().tell(welcome(4, PROTOCOL - 1));
    await rest();
    expect([table.connection, table.prepared]).toEqual(["waiting", 0]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.all.length).toBe(2);
    await enter();
    expect(table.stream!.n).toBe(4);
  });

  it("begins anew with a whole view where something could not be fetched", async () => {
    table.broken = 1;
    await enter();
    expect([table.connection, table.stream]).toEqual(["waiting", null]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(socket().asked.has("since")).toBe(false);
    await enter();
    expect(table.stream!.n).toBe(4);
  });
});
