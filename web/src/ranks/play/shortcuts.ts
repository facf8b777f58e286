/** Keys that do something wherever the focus is, except in fields and dialogs. */

import { prefs } from "../../lib/prefs.svelte";

export function shortcut(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  const { target } = event;
  if (!prefs.now.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
  const found = keys[event.key.toLowerCase()];
  if (!found) return;
  event.preventDefault();
  found();
}
