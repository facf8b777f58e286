/** How a scenario is won, in the engine's sentences. */

import { word } from "../i18n";
import type { HexInfo, HexPiece, HexView } from "../wire";
import { hexOf, label } from "./map/geometry";
import { h, named, say } from "./words.svelte";

/** Names in a row, each once: those that several share with their number. */
function listed(names: readonly string[]): string {
  const many = (name: string): number => names.filter((one) => one === name).length;
  return [...new Set(names)].map((name) => (many(name) > 1 ? `${name} (${many(name)})` : name)).join(", ");
}

/** A condition of victory: whose it is (-1: both), in words, what it asks for in few words, and how far it is. */
export interface Goal {
  readonly seat: number;
  readonly text: string;
  readonly aim: string;
  readonly progress: string;
}

/** How many units of the other side a seat still has against it. */
function foes(view: HexView, viewer: number): number {
  return view.pieces.filter((piece) => piece.seat === 1 - viewer && piece.status === "play").length;
}

/** How many of some units have fallen; who has left the map, waits for its round or is part of a bigger one has not. */
export function fallen(pieces: readonly HexPiece[], keys: readonly string[]): number {
  return pieces.filter(({ key, status }) => keys.includes(key) && ["wreck", "out"].includes(status)).length;
}

/** How many units of a side have left the map; only some of them count where these are named. */
export function departed(pieces: readonly HexPiece[], seat: number, keys: readonly string[]): number {
  return pieces.filter(
    ({ key, status, owner }) => status === "left" && owner === seat && (!keys.length || keys.includes(key)),
  ).length;
}

/** All conditions with what has been reached of them. */
export function goals(book: HexInfo, view: HexView, viewer: number | null, language: string): Goal[] {
  const { scenario } = book;
  const given = scenario.victory ?? [{ kind: "eliminate" as const }];
  const lines = victory(book, language);
  const seatOf = (id: string | null | undefined): number => scenario.sides.findIndex((one) => one.id === id);
  const whose = (seat: number, aim: string): string =>
    h("aim.line", {
      who: seat === viewer ? h("aim.you") : word(scenario.sides[seat === 1 ? 1 : 0].name, language),
      aim,
    });
  /** Named units and constructs that are no more. */
  const lost = (things: { units?: readonly string[]; hexes?: readonly string[] }): number =>
    fallen(view.pieces, things.units ?? []) +
    (things.hexes ?? []).filter((number) =>
      view.changes.some(([hex, cell]) => label(book.map, hex) === number && cell[1] !== "c"),
    ).length;
  return lines.map((text, at): Goal => {
    const goal = given[at];
    if (!goal) {
      const seat = seatOf(scenario.limit?.winner);
      const aim = seat < 0 ? text : whose(seat, h("aim.limit", { n: scenario.limit?.rounds ?? 0 }));
      return { seat, text, aim, progress: "" };
    }
    const seat = goal.kind === "eliminate" ? (goal.side ? seatOf(goal.side) : -1) : seatOf(goal.side);
    let progress = "";
    if (goal.kind === "hold") {
      if ((goal.rounds ?? 1) > 1) progress = h("goal.held", { n: view.table.holds[at] ?? 0, most: goal.rounds ?? 1 });
    } else if (goal.kind === "eliminate") {
      if (viewer !== null && seat !== 1 - viewer && view.table.phase === "play")
        progress = h("goal.foes", { n: foes(view, viewer) });
    } else if (goal.kind === "exit") {
      progress = h("goal.of", { n: departed(view.pieces, seat, goal.units ?? []), most: goal.count ?? 1 });
    } else if (goal.kind === "destroy") {
      const all = (goal.units?.length ?? 0) + (goal.hexes?.length ?? 0);
      progress = h("goal.of", { n: lost(goal), most: goal.count ?? all });
    } else if (goal.kind === "protect") {
      const all = (goal.units?.length ?? 0) + (goal.hexes?.length ?? 0);
      progress = h("goal.left", { n: all - lost(goal), most: goal.count ?? all });
    }
    // What holds for both is what the viewer has to do.
    const doer = seat < 0 ? viewer : seat;
    return { seat, text, aim: doer === null ? text : whose(doer, few(book, goal)), progress };
  });
}

type Condition = NonNullable<HexInfo["scenario"]["victory"]>[number];

/** What a condition asks for, in few words. */
function few(book: Pick<HexInfo, "scenario" | "sheets">, goal: Condition): string {
  const units = (keys: readonly string[] = []): string[] => keys.map((key) => unitName(book, key));
  switch (goal.kind) {
    case "eliminate":
      return h("aim.eliminate");
    case "hold":
      return h((goal.hexes ?? 1) > 1 ? "aim.hold-hexes" : "aim.hold", {
        zone: named("zone", goal.zone),
        n: goal.rounds ?? 1,
        hexes: goal.hexes ?? 1,
      });
    case "exit":
      return h(goal.units?.length ? "aim.exit-of" : "aim.exit", {
        n: goal.count ?? 1,
        edge: say(`edge.${goal.edge}`),
        units: units(goal.units).join(", "),
      });
    case "protect":
    case "destroy": {
      const people = units(goal.units);
      const buildings = goal.hexes?.length ?? 0;
      const n = people.length + buildings;
      const count = goal.count ?? n;
      const kinds = [...new Set(people)];
      if (buildings && people.length) kinds.push(h("aim.buildings", { n: buildings }));
      const things = kinds.length
        ? count < n || (n > 1 && kinds.length === 1)
          ? h("aim.some", { count, n, things: kinds.join(", ") })
          : kinds.join(", ")
        : h(count < n ? "aim.buildings-some" : "aim.buildings", { count, n });
      return h(goal.kind === "protect" ? "aim.protect" : "aim.destroy", {
        things,
        round: goal.kind === "protect" ? goal.until : 0,
      });
    }
  }
}

/** The name of a unit of a scenario. */
function unitName(book: Pick<HexInfo, "scenario" | "sheets">, key: string): string {
  const entry = book.scenario.sides.flatMap((one) => one.units ?? []).find((one) => (one.id ?? one.unit) === key);
  return named("name", book.sheets[entry?.unit ?? key]?.sheet.name ?? key);
}

/** The zones that somebody has to hold. */
export function goalZones(book: Pick<HexInfo, "scenario">): string[] {
  return (book.scenario.victory ?? []).flatMap((goal) => (goal.kind === "hold" ? [goal.zone] : []));
}

/** The hexes of constructs that somebody has to bring down or keep. */
export function goalHexes(book: Pick<HexInfo, "scenario" | "map">): number[] {
  return (book.scenario.victory ?? []).flatMap((goal) =>
    goal.kind === "destroy" || goal.kind === "protect"
      ? (goal.hexes ?? []).map((number) => hexOf(book.map, number))
      : [],
  );
}

/** The hexes of constructs that a seat wants to see fall: those that it has to bring down, or the others to keep. */
export function preyHexes(book: Pick<HexInfo, "scenario" | "map">, seat: number): number[] {
  const { sides, victory } = book.scenario;
  return (victory ?? []).flatMap((goal) => {
    const mine = goal.kind === "destroy" ? seat : 1 - seat;
    return (goal.kind === "destroy" || goal.kind === "protect") && goal.side === sides[mine === 1 ? 1 : 0].id
      ? (goal.hexes ?? []).map((number) => hexOf(book.map, number))
      : [];
  });
}

/** Who wins when the rounds are over: a side, "points" for fewer losses, or "draw"; undefined without a limit. */
export function limitOf({ limit }: HexInfo["scenario"]): string | undefined {
  return limit ? (limit.winner ?? "points") : undefined;
}

/** What wins, a sentence each: all conditions, then the limit of rounds. */
export function victory(book: Pick<HexInfo, "scenario" | "sheets">, language: string): string[] {
  const { scenario } = book;
  const side = (id: string | null | undefined): string => {
    const at = scenario.sides.findIndex((one) => one.id === id);
    return word(scenario.sides[at === 1 ? 1 : 0].name, language);
  };
  const name = (key: string): string => unitName(book, key);
  const lines = (scenario.victory ?? [{ kind: "eliminate" as const }]).map((goal) => {
    switch (goal.kind) {
      case "eliminate":
        return goal.side ? say("victory.eliminate-side", { side: side(goal.side) }) : say("victory.eliminate");
      case "hold":
        return say(`victory.hold${(goal.hexes ?? 1) > 1 ? "-hexes" : ""}${(goal.rounds ?? 1) > 1 ? "" : "-once"}`, {
          side: side(goal.side),
          zone: named("zone", goal.zone),
          rounds: goal.rounds ?? 1,
          hexes: goal.hexes ?? 1,
        });
      case "exit":
        return say(`victory.exit${goal.units?.length ? "-of" : (goal.count ?? 1) > 1 ? "" : "-one"}`, {
          side: side(goal.side),
          count: goal.count ?? 1,
          edge: say(`edge.${goal.edge}`),
          units: (goal.units ?? []).map(name).join(", "),
        });
      case "protect":
      case "destroy": {
        const things = [
          ...(goal.units ?? []).map(name),
          ...(goal.hexes ?? []).map((hex) => say("report.construct", { hex })),
        ];
        const some = goal.count && goal.count < things.length ? "-some" : "";
        return say(`victory.${goal.kind}${some}`, {
          side: side(goal.side),
          round: goal.kind === "protect" ? goal.until : 0,
          count: goal.count ?? things.length,
          things: listed(things),
        });
      }
    }
  });
  const { limit } = scenario;
  const winner = limitOf(scenario);
  if (limit && winner) {
    lines.push(
      winner === "points" || winner === "draw"
        ? say(`victory.limit-${winner}`, { round: limit.rounds })
        : say("victory.limit-side", { round: limit.rounds, side: side(winner) }),
    );
  }
  return lines;
}
