/** The connection to a table: opens itself again, and asks only for what was missed. */

import { PROTOCOL, type Ping } from "../wire";

export type ConnectionState = "connecting" | "open" | "waiting" | "closed";

export interface ConnectionHandlers<Received> {
  message(message: Received): void;
  state(state: ConnectionState, code: number): void;
  /** The last numbers of the streams, to resume from: "0:12,1:12", or nothing. */
  since(): string;
}

/** The end of a connection that a page holds. */
export interface Line<Sent> {
  /** Send a message; its number, or 0 if the connection is down. */
  send(message: Sent): number;
  /** Start again with a whole view. */
  again(): void;
  retry(): void;
  end(code: number): void;
  close(): void;
}

/** The server speaks a newer protocol than this page, which has to be loaded again. */
export const OUTDATED = 4426;
const FINAL = new Set([4401, 4403, 4404, 4409, OUTDATED]);
const PING = 20_000;
/** Where the growing waits begin after a server that is not ready: at some seconds. */
const UNREADY = 4;

/** Generic in what comes and in what is sent: each page says what its end of the wire carries. */
export class Connection<Received, Sent extends { type: string } = never> implements Line<Sent> {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private ping = 0;
  private heard = 0;
  private ended = false;
  private ref = 0;

  constructor(
    private readonly path: string,
    private readonly on: ConnectionHandlers<Received>,
  ) {
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  private open(): void {
    this.on.state("connecting", 0);
    const since = this.on.since();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `protocol=${PROTOCOL}${since ? `&since=${since}` : ""}`;
    const socket = new WebSocket(
      `${scheme}://${location.host}${this.path}${this.path.includes("?") ? "&" : "?"}${query}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.tries = 0;
      this.heard = Date.now();
      window.clearInterval(this.ping);
      this.ping = window.setInterval(() => this.beat(), PING);
      this.on.state("open", 0);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      this.on.message(JSON.parse(String(event.data)) as Received);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (FINAL.has(event.code)) this.end(event.code);
      else this.later(event.code);
    };
  }

  private later(code: number): void {
    window.clearInterval(this.ping);
    if (this.ended) return;
    this.tries += 1;
    this.on.state("waiting", code);
    const wait = Math.min(15_000, 400 * 1.7 ** Math.min(this.tries, 9)) * (0.8 + Math.random() * 0.4);
    this.timer = window.setTimeout(() => this.open(), wait);
  }

  /** A silent connection is cut and opened again. */
  private beat(): void {
    if (Date.now() - this.heard > 2.5 * PING) this.again();
    else this.raw({ type: "ping" });
  }

  private readonly wake = (): void => {
    if (this.ended || document.visibilityState !== "visible") return;
    if (!this.socket) {
      window.clearTimeout(this.timer);
      this.open();
    }
  };

  /** Cut the connection and open it again: after a gap in the numbers. */
  again(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    window.clearTimeout(this.timer);
    this.open();
  }

  /** Cut the connection and try again after a while: the server is not ready for this page. */
  retry(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.tries = Math.max(this.tries, UNREADY);
    this.later(0);
  }

  /** End for good, for the reason that a code says. */
  end(code: number): void {
    if (this.ended) return;
    this.close();
    this.on.state("closed", code);
  }

  private raw(message: Sent | Ping): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Send a message; its number, or 0 if the connection is down. */
  send(message: Sent): number {
    this.ref += 1;
    return this.raw({ ...message, ref: this.ref }) ? this.ref : 0;
  }

  close(): void {
    this.ended = true;
    window.clearTimeout(this.timer);
    window.clearInterval(this.ping);
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
