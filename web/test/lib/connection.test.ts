import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, OUTDATED, type ConnectionState } from "../../src/lib/connection";
import { PROTOCOL, type ClientMessage, type ServerMessage } from "../../src/wire";
import { FakeSocket, fakeNetwork, realNetwork, socket } from "../fake-socket";

type Message = ServerMessage<unknown, unknown, unknown>;
type Sent = Exclude<ClientMessage<unknown>, { type: "ping" }>;

describe("the connection", () => {
  let states: [ConnectionState, number][];
  let messages: Message[];
  let since: string;
  let connection: Connection<Message, Sent>;

  beforeEach(() => {
    fakeNetwork();
    [states, messages, since] = [[], [], ""];
    connection = new Connection("/api/tables/t1/live", {
      message: (message) => messages.push(message),
      state: (state, code) => states.push([state, code]),
      since: () => since,
    });
  });
  afterEach(() => {
    connection.close();
    realNetwork();
  });

  it("says which protocol it speaks, and asks for everything at first", () => {
    expect(new URL(socket().url).pathname).toBe("/api/tables/t1/live");
    expect(socket().asked.get("protocol")).toBe(String(PROTOCOL));
    expect(socket().asked.has("since")).toBe(false);
  });

  it("numbers what it sends, and says 0 while it is down", () => {
    expect(connection.send({ type: "share" })).toBe(0);
    socket().accept();
    const first = connection.send({ type: "share" });
    expect(connection.send({ type: "resign" })).toBe(first + 1);
    expect(socket().sent).toEqual([
      { type: "share", ref: first },
      { type: "resign", ref: first + 1 },
    ]);
    socket().drop();
    expect(connection.send({ type: "share" })).toBe(0);
  });

  it("comes back after a loss and asks only for what came after its last numbers", () => {
    socket().accept();
    since = "0:12,1:12";
    socket().drop();
    expect(states.at(-1)).toEqual(["waiting", 1006]);
    expect(FakeSocket.all.length).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all.length).toBe(2);
    expect(socket().asked.get("since")).toBe("0:12,1:12");
    socket().accept();
    expect(states.map(([state]) => state)).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
  });

  it("waits longer after every failure, but never more than 15 seconds and some", () => {
    const waits: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      const before = Date.now();
      socket().drop();
      vi.advanceTimersToNextTimer();
      waits.push(Date.now() - before);
    }
    expect(waits[0]).toBeLessThan(1000);
    expect(waits[3]!).toBeGreaterThan(waits[0]! * 3);
    expect(Math.max(...waits)).toBe(15_000);
  });

  it("comes back at once when the network does", () => {
    for (let time = 0; time < 8; time += 1) {
      socket().drop();
      vi.advanceTimersToNextTimer();
    }
    socket().drop();
    const before = FakeSocket.all.length;
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all.length).toBe(before + 1);
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  it.each([4401, 4403, 4404, 4409, OUTDATED])("stays closed after %i", (code) => {
    socket().accept();
    socket().drop(code);
    expect(states.at(-1)).toEqual(["closed", code]);
    window.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all.length).toBe(1);
  });

  it("asks for a sign of life, and cuts a connection that stays silent", () => {
    socket().accept();
    vi.advanceTimersByTime(20_000);
    expect(socket().sent).toEqual([{ type: "ping" }]);
    socket().tell({ type: "pong", now: 0 });
    vi.advanceTimersByTime(40_000);
    expect(FakeSocket.all.length).toBe(1);
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all.length).toBe(2);
  });

  it("no longer listens to a connection that was cut", () => {
    const old = socket();
    old.accept();
    connection.again();
    const seen = states.length;
    old.tell({ type: "pong", now: 0 });
    old.drop();
    expect(messages).toEqual([]);
    expect(states.length).toBe(seen);
    vi.advanceTimersByTime(15_000);
    expect(FakeSocket.all.length).toBe(2);
  });

  it("does not come back when the page leaves", () => {
    socket().accept();
    connection.close();
    socket().drop();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all.length).toBe(1);
    expect(states.at(-1)![0]).toBe("open");
  });
});
