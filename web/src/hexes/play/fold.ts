/** What an event makes of a view: facts change it, stories do not. */

import type { HexEvent, HexView } from "../../wire";

export function fold(view: HexView, event: HexEvent): HexView {
  switch (event.type) {
    case "piece": {
      if (!event.piece) return view;
      const pieces = [...view.pieces];
      pieces[event.unit ?? 0] = event.piece;
      return { ...view, pieces };
    }
    case "table":
      return event.table ? { ...view, table: event.table } : view;
    case "ground": {
      if (!event.cell) return view;
      const changes = new Map(view.changes);
      changes.set(event.hex ?? 0, event.cell);
      return { ...view, changes: [...changes].sort((a, b) => a[0] - b[0]) };
    }
    case "marks":
      return { ...view, smoke: event.smoke ?? [], fires: event.fires ?? [], wind: event.wind ?? -1 };
    case "mustered":
      return { ...view, muster: event.units ?? [] };
    case "forces":
      return { ...view, pieces: event.pieces ?? [], muster: [] };
    case "ended":
      return { ...view, outcome: event.outcome ?? null };
    default:
      return view;
  }
}
