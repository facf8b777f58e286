/** The bot as the table sees it: told what its seat hears, asked for a move. */

import runtime from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import weights from "../../../../src/flagfall/bots/network/weights/ranks.onnx?url";
import type { Move, RankEvent, RankView } from "../../wire";
import type { EditionData, Seat } from "../rules/settled";
import type { Ask, FromBot } from "./messages";

/** Who plays against the person. */
export interface Rival {
  /** A game begins, or starts again from its history. */
  begin(data: EditionData, seat: Seat): void;
  /** A move, given all that its seat heard since it was last asked. */
  move(events: readonly RankEvent[], view: RankView, legal: readonly Move[]): Promise<Move>;
  close(): void;
}

/** The build keeps the runtime gzipped: a quarter of the size to fetch and to keep. */
const RUNTIME = import.meta.env.PROD ? `${runtime}.gz` : runtime;

export class WorkerRival implements Rival {
  private readonly worker = new Worker(new URL("./bot-worker.ts", import.meta.url), {
    type: "module",
    name: "offline-bot",
  });
  private readonly waiting = new Map<number, { done: (move: Move) => void; failed: (problem: Error) => void }>();
  private ref = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<FromBot>) => {
      if (data.type === "failed") this.fail(data.detail);
      if (data.type !== "move") return;
      performance.measure("offline-bot-move", { start: performance.now() - data.ms, duration: data.ms });
      this.waiting.get(data.ref)?.done(data.move);
      this.waiting.delete(data.ref);
    };
    this.worker.onerror = (event) => this.fail(event.message);
  }

  private fail(detail: string): void {
    for (const { failed } of this.waiting.values()) failed(new Error(detail));
    this.waiting.clear();
  }

  begin(data: EditionData, seat: Seat): void {
    const { edition, board } = data;
    this.worker.postMessage({ type: "begin", data: { edition, board }, seat, runtime: RUNTIME, weights });
  }

  move(events: readonly RankEvent[], view: RankView, legal: readonly Move[]): Promise<Move> {
    this.ref += 1;
    const ask: Ask = { type: "ask", ref: this.ref, events, view, legal };
    return new Promise((done, failed) => {
      this.waiting.set(ask.ref, { done, failed });
      this.worker.postMessage(ask);
    });
  }

  close(): void {
    this.worker.terminate();
  }
}
