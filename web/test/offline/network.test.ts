import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Network, softmax } from "../../src/offline/bot/network";
import { observe } from "../../src/offline/bot/observation";
import { chancesOf, drawn } from "../../src/offline/bot/policy";
import { legalMoves } from "../../src/offline/rules/legal";
import { Settled, usualOptions, type Seat } from "../../src/offline/rules/settled";
import { viewOf } from "../../src/offline/rules/view";
import { editions, recorded, replayed, type RecordedGame } from "./recorded-games";

interface Judged extends Pick<RecordedGame, "game" | "setups" | "moves"> {
  moments: { ply: number; codes: number[]; policy: number[]; chances: number[]; outcome: number[] }[];
}

const bytes = (path: string): ArrayBuffer => new Uint8Array(readFileSync(path)).buffer;
const runtime = createRequire(import.meta.url).resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm");
const weights = join(import.meta.dirname, "../../../src/flagfall/bots/network/weights/ranks.onnx");

describe("the network in the browser", () => {
  let network: Network;
  beforeAll(async () => {
    network = await Network.load(bytes(runtime), bytes(weights));
  }, 120_000);

  it.each(recorded<Judged[]>("network"))(
    "thinks the same of moves in $game as level 6",
    async (game) => {
      const data = editions[game.game]!;
      const moments = [...momentsOf(game)];
      expect(moments.length).toBeGreaterThan(4);
      for (const { told, seen } of moments) {
        const judged = await network.judge(seen);
        expect([...seen.moves.keys()].sort((a, b) => a - b)).toEqual(told.codes);
        const logits = told.codes.map((code) => judged.moves[code]!);
        close(softmax(logits), told.policy);
        close(chancesOf(logits), told.chances);
        close(judged.outcome, told.outcome);
      }

      /** What was recorded at a moment, and what the bot sees there; asked for while the game is replayed. */
      function* momentsOf(one: Judged): Generator<{ told: Judged["moments"][0]; seen: ReturnType<typeof observe> }> {
        let step = -2;
        for (const { state, memories } of replayed(one, new Settled(data, usualOptions(data)))) {
          step += 1;
          const told = one.moments.find(({ ply }) => ply === step && state.phase === "play");
          const seat = state.track.turn as Seat;
          if (told) yield { told, seen: observe(data, viewOf(state, seat), legalMoves(state), memories[seat]) };
        }
      }
    },
    120_000,
  );
});

function close(found: readonly number[], wanted: readonly number[]): void {
  expect(found.length).toBe(wanted.length);
  expect(Math.max(...found.map((one, i) => Math.abs(one - wanted[i]!)))).toBeLessThan(1e-4);
}

describe("a move by chance", () => {
  it("is as likely as its chance, and never one that was left out", () => {
    const chances = [0.25, 0, 0.75];
    const rolls = Array.from({ length: 1000 }, (_, i) => drawn(["a", "b", "c"], chances, i / 1000));
    expect(rolls.filter((one) => one === "a").length).toBe(250);
    expect(rolls.filter((one) => one === "c").length).toBe(750);
    expect(drawn(["a", "b"], [1, 0], 0.9999999999999999)).toBe("a");
  });
});
