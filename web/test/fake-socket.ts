/** The browser's side of a websocket, with the server's end in the hands of a test. */

import { vi } from "vitest";
import type { ClientMessage, ServerMessage } from "../src/wire";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: ClientMessage<unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage<unknown>);
  }

  close(): void {
    this.readyState = 2;
  }

  // ---- what the server does -------------------------------------------------------------------

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  tell(message: ServerMessage<unknown, unknown, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** What the address asks for. */
  get asked(): URLSearchParams {
    return new URL(this.url).searchParams;
  }
}

/** The newest socket. */
export function socket(): FakeSocket {
  return FakeSocket.all.at(-1)!;
}

/** Put fake sockets and a clock in a test's hands in place of the browser's. */
export function fakeNetwork(): void {
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.stubGlobal("WebSocket", FakeSocket);
}

/** Give the browser's own back. */
export function realNetwork(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}
