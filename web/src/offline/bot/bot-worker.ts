/** The worker in which the bot thinks, so that the page stays quick. */

import { EventMemory } from "./event-memory";
import type { Ask, Begin, FromBot, ToBot } from "./messages";
import { Network } from "./network";
import { observe } from "./observation";
import { chancesOf, drawn } from "./policy";

const answer = (message: FromBot): void => postMessage(message);
let network: Promise<Network> | null = null;
let game: Begin | null = null;
let memory = new EventMemory();
/** Messages are worked off one after the other. */
let work: Promise<void> = Promise.resolve();

async function bytes(address: string): Promise<ArrayBuffer> {
  const found = await fetch(address);
  if (!found.ok || !found.body) throw new Error(`${address}: ${found.status}`);
  if (!address.endsWith(".gz")) return found.arrayBuffer();
  return new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function begin(message: Begin): Promise<void> {
  game = message;
  memory = new EventMemory();
  network ??= Promise.all([bytes(message.runtime), bytes(message.weights)]).then(([runtime, weights]) =>
    Network.load(runtime, weights),
  );
  await network;
  answer({ type: "ready" });
}

async function ask(message: Ask): Promise<void> {
  if (!game || !network) throw new Error("no game");
  const began = performance.now();
  memory.hear(message.events);
  const seen = observe(game.data, message.view, message.legal, memory);
  const { moves } = await (await network).judge(seen);
  const codes = [...seen.moves.keys()];
  const code = drawn(codes, chancesOf(codes.map((one) => moves[one]!)), Math.random());
  answer({ type: "move", ref: message.ref, move: seen.moves.get(code)!, ms: performance.now() - began });
}

addEventListener("message", ({ data }: MessageEvent<ToBot>) => {
  work = work
    .then(() => (data.type === "begin" ? begin(data) : ask(data)))
    .catch((problem: unknown) => {
      network = null;
      answer({ type: "failed", detail: String(problem) });
    });
});
