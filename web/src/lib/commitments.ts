/** Checking in the browser that what was opened is what was promised at the start. */

import type { Commitment } from "../wire";

export type Verdict = "right" | "wrong" | "closed";

function bytes(hex: string): Uint8Array<ArrayBuffer> | null {
  if (hex.length % 2 || /[^0-9a-f]/i.test(hex)) return null;
  const found = new Uint8Array(hex.length / 2);
  for (let i = 0; i < found.length; i++) found[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return found;
}

/** SHA-256 over the nonce's bytes and the content's UTF-8 must give the hash. */
export async function verify(commitment: Commitment): Promise<Verdict> {
  if (!commitment.nonce) return "closed";
  const nonce = bytes(commitment.nonce);
  if (!nonce || nonce.length !== 32) return "wrong";
  const content = new TextEncoder().encode(commitment.content ?? "");
  const all = new Uint8Array(nonce.length + content.length);
  all.set(nonce);
  all.set(content, nonce.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === commitment.hash.toLowerCase() ? "right" : "wrong";
}
