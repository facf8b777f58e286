import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pack, renewPack } from "../../src/offline/pack.svelte";
import { isReady } from "../../src/offline/ready-mark";

/** The caches of a browser. */
class Caches {
  readonly all = new Map<string, Map<string, Response>>();
  keys = (): Promise<string[]> => Promise.resolve([...this.all.keys()]);
  delete = (name: string): Promise<boolean> => Promise.resolve(this.all.delete(name));
  open = (name: string): Promise<unknown> => {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const kept = this.all.get(name)!;
    return Promise.resolve({
      match: (path: string) => Promise.resolve(kept.get(path)?.clone()),
      put: (path: string, answer: Response) => Promise.resolve(void kept.set(path, answer)),
    });
  };
}

let caches: Caches;
let asked: string[];
/** What the server has: a build, its files, and those that cannot be fetched now. */
let server: { build: string; files: string[]; broken: string[] };

beforeEach(() => {
  caches = new Caches();
  asked = [];
  server = { build: "one", files: ["/assets/a.js", "/assets/weights.onnx"], broken: [] };
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    if (server.broken.includes(path)) return Promise.resolve(new Response("", { status: 502 }));
    const files = server.files.map((one) => ({ path: one, bytes: 10 }));
    return Promise.resolve(new Response(path === "/offline.json" ? JSON.stringify({ ...server, files }) : path));
  });
  const worker = { register: () => Promise.resolve(), ready: Promise.resolve() };
  Object.defineProperty(navigator, "serviceWorker", { value: worker, configurable: true });
});
afterEach(async () => {
  await pack.drop();
  vi.unstubAllGlobals();
});

const keptIn = (name: string): string[] => [...(caches.all.get(name)?.keys() ?? [])];

describe("the pack for playing without a connection", () => {
  it("is fetched when a person asks, and complete with its list", async () => {
    await pack.look();
    expect([pack.state, pack.total, isReady()]).toEqual(["none", 20, false]);
    expect(asked).toEqual(["/offline.json"]);
    await pack.make();
    expect([pack.state, pack.done, isReady()]).toEqual(["ready", 20, true]);
    expect(keptIn("flagfall-offline-one")).toContain("/api/games/barrage");
    expect(keptIn("flagfall-offline-one").at(-1)).toBe("/offline.json");
  });

  it("says so when something could not be fetched, and goes on from there", async () => {
    server.broken = ["/assets/weights.onnx"];
    await pack.make();
    expect([pack.state, isReady()]).toEqual(["failed", false]);
    expect(keptIn("flagfall-offline-one")).not.toContain("/offline.json");
    server.broken = [];
    asked = [];
    await pack.make();
    expect(pack.state).toBe("ready");
    expect(asked).not.toContain("/assets/a.js");
  });

  it("follows a new build, of which it fetches what has changed", async () => {
    await pack.make();
    server = { build: "two", files: ["/assets/b.js", "/assets/weights.onnx"], broken: [] };
    asked = [];
    await renewPack();
    expect(asked).toContain("/assets/b.js");
    expect(asked).not.toContain("/assets/weights.onnx");
    expect(await caches.keys()).toEqual(["flagfall-offline-two"]);
    expect(await caches.all.get("flagfall-offline-two")!.get("/assets/weights.onnx")!.clone().text()).toBe(
      "/assets/weights.onnx",
    );
  });

  it("keeps the old one until all of a new build is here", async () => {
    await pack.make();
    server = { build: "two", files: ["/assets/b.js"], broken: ["/assets/b.js"] };
    await renewPack();
    expect(keptIn("flagfall-offline-one")).toContain("/offline.json");
    expect(keptIn("flagfall-offline-two")).not.toContain("/offline.json");
    await pack.look();
    expect(pack.state).toBe("ready");
  });

  it("is removed on request", async () => {
    await pack.make();
    await pack.drop();
    expect([await caches.keys(), pack.state, isReady()]).toEqual([[], "none", false]);
  });
});
