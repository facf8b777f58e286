/** The trained network in the browser: ONNX Runtime as WebAssembly, on one thread. */

import * as ort from "onnxruntime-web/wasm";
import { CELL_INPUTS, featuresOf } from "./features";
import { CELLS, VECTOR, type Observation } from "./observation";

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

  async judge(seen: Observation): Promise<Judgement> {
    const { cells, board, balance } = featuresOf(seen);
    const answer = await this.session.run({
      cells: new ort.Tensor("float32", cells, [1, CELLS, CELL_INPUTS]),
      board: new ort.Tensor("float32", board, [1, VECTOR]),
      balance: new ort.Tensor("float32", balance, [1]),
    });
    return {
      moves: answer["moves"]!.data as Float32Array,
      outcome: softmax([...(answer["outcome"]!.data as Float32Array)]),
    };
  }
}
