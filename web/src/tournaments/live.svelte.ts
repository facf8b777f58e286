/** A tournament as it goes on: what the server tells of it, and the own game in it. */

import { Connection } from "../lib/connection";
import { session } from "../lib/session.svelte";
import type { TournamentGame, TournamentNow, TournamentPlayer } from "../wire";

/** Games that were opened already: each opens by itself once. */
const opened = new Set<string>();

export class LiveTournament {
  seen = $state.raw<TournamentNow | null>(null);
  /** How far the server's clock is ahead of this one. */
  ahead = $state(0);
  lost = $state(false);
  readonly #connection: Connection<TournamentNow | { type: "pong" | "goodbye" }>;

  /** @param open is called with the table of an own game that begins. */
  constructor(
    id: string,
    code: string,
    private readonly open: (table: string) => void,
  ) {
    const path = `/api/tournaments/${encodeURIComponent(id)}/live${code ? `?code=${encodeURIComponent(code)}` : ""}`;
    this.#connection = new Connection(path, {
      message: (message) => {
        if (message.type === "tournament") this.take(message);
      },
      state: (state) => (this.lost = state === "waiting"),
      since: () => "",
    });
  }

  take(seen: TournamentNow): void {
    this.seen = seen;
    this.ahead = seen.now - Date.now();
    const table = this.game?.table;
    if (table && !opened.has(table) && !document.hidden) this.go(table);
  }

  /** Open an own game. */
  go(table: string): void {
    opened.add(table);
    this.open(table);
  }

  get me(): TournamentPlayer | null {
    const id = session.me?.id;
    return this.seen?.players.find((one) => one.sitter.type === "person" && one.sitter.id === id) ?? null;
  }

  /** The own game that is being played. */
  get game(): TournamentGame | null {
    const number = this.me?.number;
    if (number === undefined) return null;
    return this.seen?.games.find((one) => !one.points && (one.first === number || one.second === number)) ?? null;
  }

  close(): void {
    this.#connection.close();
  }
}
