/** The view after an event: the same folding as the engine's, of what a page shows. */

import { hears } from "../table/audience";
import type { PieceSeen, RankEvent, RankView } from "../wire";

/** For each seat the rank of each of its kinds. */
export type Ranks = readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>];

function changed(view: RankView, id: number, change: (piece: PieceSeen) => PieceSeen): RankView {
  return { ...view, pieces: view.pieces.map((piece) => (piece.id === id ? change(piece) : piece)) };
}

function pair<T>(old: readonly [T, T], seat: number, value: T): [T, T] {
  return seat === 0 ? [value, old[1]] : [old[0], value];
}

function placed(view: RankView, squares: readonly [number[], number[]], ranks: Ranks): PieceSeen[] {
  const pieces: PieceSeen[] = [];
  for (const seat of [0, 1] as const) {
    const known = view.seat === seat || view.seat === -2 ? new Map(view.setups[seat] ?? []) : new Map<number, string>();
    for (const square of squares[seat]) {
      const kind = known.get(square);
      const piece: PieceSeen = { id: pieces.length, seat, square };
      pieces.push(kind ? { ...piece, kind, rank: ranks[seat].get(kind) ?? "" } : piece);
    }
  }
  return pieces;
}

/** The view after an event that its seat heard. */
export function fold(view: RankView, event: RankEvent, ranks: Ranks): RankView {
  const keep = view.options["memory"] !== "table";
  const own = (piece: PieceSeen): boolean => piece.seat === view.seat || view.seat === -2;
  switch (event.type) {
    case "ready":
      return { ...view, ready: pair(view.ready, event.seat, true) };
    case "deployed":
      return { ...view, setups: pair(view.setups, event.seat, event.setup) };
    case "began":
      return {
        ...view,
        phase: "play",
        starts: event.squares,
        pieces: placed(view, event.squares, ranks),
        track: { ...view.track, turn: 0, ply: 0, quiet: 0 },
      };
    case "switched":
      return changed(view, event.piece, (piece) => {
        if (own(piece)) return { ...piece, robot: event.robot, seen: keep && event.robot ? 2 : (piece.seen ?? 0) };
        const kind = event.kind ?? "";
        if (event.robot) return { ...piece, robot: true, kind, rank: ranks[piece.seat as 0 | 1].get(kind) ?? "" };
        return keep ? { ...piece, robot: false } : { ...piece, robot: false, kind: "", rank: "" };
      });
    case "used": {
      const seat = view.pieces.find((piece) => piece.id === event.piece)?.seat;
      return {
        ...view,
        tokens: view.tokens.map((token) =>
          token.seat === seat && token.power === event.power ? { ...token, left: token.left - 1 } : token,
        ),
      };
    }
    case "moved":
      return changed(view, event.piece, (piece) => {
        const moved = piece.moved || (keep && (event.by ?? -1) < 0);
        return moved ? { ...piece, square: event.target, moved: true } : { ...piece, square: event.target };
      });
    case "shown":
      if (!keep) return view;
      return changed(view, event.piece, (piece) => {
        if (own(piece)) return { ...piece, seen: Math.max(piece.seen ?? 0, event.kind ? 2 : 1) };
        return { ...piece, rank: event.rank, kind: event.kind || piece.kind || "" };
      });
    case "noticed":
      return keep ? changed(view, event.piece, (piece) => ({ ...piece, seen: 2 })) : view;
    case "captured": {
      const taken = view.pieces.find((piece) => piece.id === event.piece);
      return {
        ...view,
        pieces: view.pieces.filter((piece) => piece.id !== event.piece),
        captured: [...view.captured, { id: event.piece, seat: taken?.seat ?? 0 }],
      };
    }
    case "trayed":
      return {
        ...view,
        captured: view.captured.map((one) => (one.id === event.piece ? { ...one, kind: event.kind } : one)),
      };
    case "awaits":
      return { ...view, awaited: { piece: event.piece, power: event.power, origin: event.origin } };
    case "turned": {
      const track = {
        ...view.track,
        turn: event.seat,
        ply: view.track.ply + 1,
        quiet: event.attack ? 0 : view.track.quiet + 1,
      };
      return { ...view, awaited: null, track };
    }
    case "ended": {
      const kinds = event.setups.flatMap((setup) => (setup ?? []).map(([, kind]) => kind));
      const open = (seat: number, id: number): { kind: string; rank: string } => {
        const kind = kinds[id] ?? "";
        return { kind, rank: ranks[seat as 0 | 1].get(kind) ?? "" };
      };
      return {
        ...view,
        phase: "over",
        outcome: event.outcome,
        setups: event.setups,
        awaited: null,
        pieces: view.pieces.map((piece) => ({ ...piece, ...open(piece.seat, piece.id) })),
        captured: view.captured.map((one) => ({ ...one, kind: open(one.seat, one.id).kind })),
      };
    }
    case "attacked":
    case "answered":
      return view;
  }
}

/** The view after all events that its seat hears. */
export function foldAll(view: RankView, events: readonly RankEvent[], ranks: Ranks): RankView {
  return events.reduce((now, event) => (hears(event, view.seat) ? fold(now, event, ranks) : now), view);
}

/** How a recorded game ended, with everything open; null where the record begins with nothing. */
export function lastView(
  first: readonly RankView[],
  entries: readonly { readonly events: readonly RankEvent[] }[],
  ranks: Ranks,
): RankView | null {
  const begin = first[0];
  if (!begin) return null;
  return entries.reduce<RankView>((view, { events }) => foldAll(view, events, ranks), { ...begin, seat: -2 });
}
