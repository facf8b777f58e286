/** The trained network in the browser: ONNX Runtime as WebAssembly, on one thread. */

import * as ort from "onnxruntime-web/wasm";
import { CELL_INPUTS, featuresOf } from "./features";
import { actionImage, mirrored } from "./mirror";
import { CELLS, VECTOR, type Observation } from "./observation";

const ACTIONS = 4 * CELLS;
const OUTCOMES = 3;

export interface Judgement {
  /** Logits of the 400 actions; of illegal ones they mean nothing. */
  readonly moves: Float32Array;
  /** Chances of winning, drawing and losing. */
  readonly outcome: readonly number[];
}

/** Probabilities from logits. */
export function softmax(logits: readonly number[]): number[] {
  const most = Math.max(...logits);
  const powers = logits.map((one) => Math.exp(one - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((one) => one / sum);
}

export class Network {
  private constructor(private readonly session: ort.InferenceSession) {}

  /** A network from the runtime's WebAssembly and the file of the weights. */
  static async load(runtime: ArrayBuffer, weights: ArrayBuffer): Promise<Network> {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmBinary = runtime;
    return new Network(await ort.InferenceSession.create(weights));
  }

  /** What it thinks of a position and of its mirror image, averaged, as level 6 does. */
  async judge(seen: Observation): Promise<Judgement> {
    const both = [featuresOf(seen), featuresOf({ ...seen, planes: mirrored(seen.planes) })];
    const joined = (part: "cells" | "board" | "balance"): Float32Array =>
      Float32Array.from(both.flatMap((one) => [...one[part]]));
    const answer = await this.session.run({
      cells: new ort.Tensor("float32", joined("cells"), [2, CELLS, CELL_INPUTS]),
      board: new ort.Tensor("float32", joined("board"), [2, VECTOR]),
      balance: new ort.Tensor("float32", joined("balance"), [2]),
    });
    const logits = answer["moves"]!.data as Float32Array;
    const outcome = [...(answer["outcome"]!.data as Float32Array)];
    const [here, there] = [softmax(outcome.slice(0, OUTCOMES)), softmax(outcome.slice(OUTCOMES))];
    return {
      moves: Float32Array.from(
        { length: ACTIONS },
        (_, action) => (logits[action]! + logits[ACTIONS + actionImage(action)]!) / 2,
      ),
      outcome: here.map((chance, i) => (chance + there[i]!) / 2),
    };
  }
}
