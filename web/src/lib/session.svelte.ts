/** Who you are to the server. */

import type { Me } from "../wire";
import { api } from "./api";
import { prefs } from "./prefs.svelte";

class Session {
  me = $state.raw<Me | null>(null);
  version = $state("");
  /** Whether the server answered at all. */
  reached = $state<boolean | null>(null);

  async start(): Promise<void> {
    try {
      const hello = await api.hello();
      this.version = hello.version;
      this.reached = true;
      if (hello.me) {
        this.me = hello.me;
        await prefs.take(hello.me.preferences);
      }
    } catch {
      this.reached = false;
    }
  }

  /** Somebody, a guest if nobody else: needed before the first table. */
  async someone(): Promise<Me> {
    this.me ??= await api.session();
    return this.me;
  }
}

export const session = new Session();
