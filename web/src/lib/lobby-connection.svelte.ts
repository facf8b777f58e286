/** The connection for everything that is not the table in front of you: the lobby, and what waits for you elsewhere. */

import type { FriendNews, Lobby, LobbyMessage, Notice } from "../wire";
import { Connection } from "./connection";

class News {
  lobby = $state.raw<Lobby | null>(null);
  /** How many people are on the server, once that has been told. */
  people = $state.raw<number | null>(null);
  notices = $state.raw<readonly Notice[]>([]);
  /** The last news of somebody who has added you. */
  friends = $state.raw<FriendNews | null>(null);
  private connection: Connection<LobbyMessage> | null = null;
  /** The table that is being looked at: it needs no notice. */
  here = "";
  /** How a notice is put into words for the device's own messages. */
  words: (notice: Notice) => string = (notice) => notice.what;

  private who = "";

  /** Connect, once for each person: who signs in is told of other things than a passer-by. */
  open(who = this.who): void {
    if (who !== this.who) {
      this.connection?.close();
      this.connection = null;
      this.who = who;
    }
    this.connection ??= new Connection<LobbyMessage>("/api/live", {
      message: (message) => this.take(message),
      state: () => undefined,
      since: () => "",
    });
  }

  private take(message: LobbyMessage): void {
    if (message.type === "lobby") {
      this.lobby = message;
      this.people = message.here ?? 0;
    }
    if (message.type === "here") this.people = message.people;
    if (message.type === "friends") this.friends = message;
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
