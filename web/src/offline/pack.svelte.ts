/** What a browser keeps for playing without a connection: fetched when a person asks, renewed with new builds. */

import { GAMES, isReady, markReady } from "./ready-mark";

/** One cache for each build; the service worker reads the one that has its list (public/sw.js). */
const PREFIX = "flagfall-offline-";
const LIST = "/offline.json";
/** The page itself, and what the server says of the editions and their bots. */
const ANSWERS = [
  "/offline",
  "/api/games",
  ...GAMES.flatMap((game) => [`/api/games/${game}`, `/api/bots?game=${game}`]),
];

interface Plan {
  readonly build: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

/** A request that the service worker lets through to the network. */
async function fetched(path: string): Promise<Response> {
  const answer = await fetch(path, { headers: { "X-Flagfall-Pack": "1" }, credentials: "omit", cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

async function newest(): Promise<Plan> {
  return (await (await fetched(LIST)).json()) as Plan;
}

const size = (plan: Plan): number => plan.files.reduce((sum, { bytes }) => sum + bytes, 0);

class Pack {
  state = $state<"looking" | "unable" | "none" | "loading" | "ready" | "failed">("looking");
  /** Bytes that are here, and all of them. */
  done = $state(0);
  total = $state(0);

  /** See what is here, and how much it would be. */
  async look(): Promise<void> {
    if (this.state === "loading") return;
    if (!("caches" in window) || !("serviceWorker" in navigator)) {
      this.state = "unable";
      return;
    }
    const kept = await this.kept();
    markReady(kept !== null);
    this.state = kept ? "ready" : "none";
    const plan = kept?.plan ?? (await newest().catch(() => null));
    if (plan) this.total = size(plan);
  }

  /** Fetch everything; what has not changed since an older build is taken from there. */
  async make(): Promise<void> {
    if (this.state === "loading") return;
    this.state = "loading";
    this.done = 0;
    try {
      // It is what answers in place of the network; where it cannot be had, nothing is fetched.
      await navigator.serviceWorker.register("/sw.js");
      await navigator.serviceWorker.ready;
      // Asked for, not needed: a browser that agrees does not throw the pack away when it runs short of room.
      await navigator.storage?.persist?.().catch(() => false);
      await this.fill(await newest());
      markReady(true);
      this.state = "ready";
    } catch {
      this.state = "failed";
    }
  }

  /** With a connection and a new build: fetch it. What is here stays until all of the new one is. */
  async renew(): Promise<void> {
    if (!("caches" in window) || this.state === "loading") return;
    const kept = await this.kept();
    const plan = await newest().catch(() => null);
    if (!kept || !plan || kept.plan.build === plan.build) return;
    await this.fill(plan).catch(() => undefined);
  }

  async drop(): Promise<void> {
    markReady(false);
    for (const key of await this.keys()) await caches.delete(key);
    this.done = 0;
    this.state = "none";
  }

  private async keys(): Promise<string[]> {
    return (await caches.keys()).filter((key) => key.startsWith(PREFIX));
  }

  /** The complete pack that is here. */
  private async kept(): Promise<{ cache: Cache; plan: Plan } | null> {
    for (const key of (await this.keys()).reverse()) {
      const cache = await caches.open(key);
      const list = await cache.match(LIST);
      if (list) return { cache, plan: (await list.json()) as Plan };
    }
    return null;
  }

  private async fill(plan: Plan): Promise<void> {
    const old = await this.kept();
    const name = PREFIX + plan.build;
    const cache = await caches.open(name);
    this.total = size(plan);
    this.done = 0;
    for (const { path, bytes } of plan.files) {
      const had = (await cache.match(path)) ?? (await old?.cache.match(path));
      await cache.put(path, had ?? (await fetched(path)));
      this.done += bytes;
    }
    for (const path of ANSWERS) await cache.put(path, await fetched(path));
    // The list comes last: with it the pack is complete.
    await cache.put(LIST, new Response(JSON.stringify(plan), { headers: { "Content-Type": "application/json" } }));
    for (const key of await this.keys()) if (key !== name) await caches.delete(key);
  }
}

export const pack = new Pack();

/** Renew what an older build left here. */
export async function renewPack(): Promise<void> {
  if (isReady()) await pack.renew();
}
