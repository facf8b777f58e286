/** Push messages at this browser: asked for, given up, and kept up to date. Nothing is asked before a click. */

import { tongue } from "../i18n";
import { showNoticesOf } from "../lib/notices-here";
import { session } from "../lib/session.svelte";
import type { NoticeSettings } from "../wire";
import { noticesApi } from "./api";

export type Permission = "unsupported" | "denied" | "default" | "granted";

export function permission(): Permission {
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return able && isSecureContext ? Notification.permission : "unsupported";
}

async function manager(): Promise<PushManager> {
  if (!(await navigator.serviceWorker.getRegistration())) await navigator.serviceWorker.register("/sw.js");
  return (await navigator.serviceWorker.ready).pushManager;
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** The id that the server has for the browser with an endpoint. */
export async function deviceId(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)]
    .map((one) => one.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 32);
}

/** The id of this browser, if it has a subscription; empty if it has none. */
export async function thisDevice(): Promise<string> {
  if (permission() !== "granted") return "";
  const found = await (await manager()).getSubscription();
  return found ? deviceId(found.endpoint) : "";
}

async function send(subscription: PushSubscription): Promise<NoticeSettings> {
  const { keys } = subscription.toJSON();
  return noticesApi.addDevice({
    endpoint: subscription.endpoint,
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
    language: tongue(),
  });
}

/** Ask the person, then the browser; null if one of them says no. */
export async function turnOn(key: string): Promise<NoticeSettings | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const me = await session.someone();
  const push = await manager();
  // One that was made for another key of the server cannot be used any more.
  await (await push.getSubscription())?.unsubscribe();
  const made = await push.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const settings = await send(made);
  showNoticesOf(me.id);
  return settings;
}

/** Show no more messages at this browser. */
export async function turnOff(): Promise<void> {
  showNoticesOf(null);
  const found = await (await manager()).getSubscription();
  if (!found) return;
  await noticesApi.removeDevice(await deviceId(found.endpoint));
  await found.unsubscribe();
}

/** Tell the server again where and in which language: a new session begins without it. */
export async function keep(): Promise<void> {
  if (permission() !== "granted") return;
  const found = await (await manager()).getSubscription();
  if (found) await send(found);
}
