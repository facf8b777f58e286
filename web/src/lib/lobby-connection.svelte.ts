/** The connection for everything that is not the table in front of you: the lobby, and what waits for you elsewhere. */

import type { Lobby, LobbyMessage, Notice } from "../wire";
import { Connection } from "./connection";

class News {
  lobby = $state.raw<Lobby | null>(null);
  notices = $state.raw<readonly Notice[]>([]);
  private connection: Connection<LobbyMessage> | null = null;
  /** The table that is being looked at: it needs no notice. */
  here = "";
  /** How a notice is put into words for the device's own messages. */
  words: (notice: Notice) => string = (notice) => notice.what;

  /** Connect, once. */
  open(): void {
    this.connection ??= new Connection<LobbyMessage>("/api/live", {
      message: (message) => this.take(message),
      state: () => undefined,
      since: () => "",
    });
  }

  private take(message: LobbyMessage): void {
    if (message.type === "lobby") this.lobby = message;
    if (message.type !== "notice") return;
    if (message.table.id === this.here && !document.hidden) return;
    if (message.table.id !== this.here)
      this.notices = [...this.notices.filter((one) => one.table.id !== message.table.id), message].slice(-3);
    if (document.hidden && typeof Notification !== "undefined" && Notification.permission === "granted") {
      const shown = new Notification("Flagfall", {
        body: this.words(message),
        tag: message.table.id,
        icon: "/icon-192.png",
      });
      shown.onclick = () => window.focus();
    }
  }

  dismiss(table: string): void {
    if (this.notices.some((one) => one.table.id === table))
      this.notices = this.notices.filter((one) => one.table.id !== table);
  }
}

export const news = new News();
