/** How a scenario is won, in the engine's sentences. */

import { word } from "../i18n";
import type { HexInfo } from "../wire";
import { named, say } from "./words.svelte";

/** Names in a row, each once: those that several share with their number. */
function listed(names: readonly string[]): string {
  const many = (name: string): number => names.filter((one) => one === name).length;
  return [...new Set(names)].map((name) => (many(name) > 1 ? `${name} (${many(name)})` : name)).join(", ");
}

export function victory(book: HexInfo, language: string): string[] {
  const { scenario } = book;
  const side = (id: string | null | undefined): string => {
    const at = scenario.sides.findIndex((one) => one.id === id);
    return word(book.card.armies[at === 1 ? 1 : 0].names, language);
  };
  const name = (key: string): string => {
    const entry = scenario.sides.flatMap((one) => one.units ?? []).find((one) => (one.id ?? one.unit) === key);
    return named("name", book.sheets[entry?.unit ?? key]?.sheet.name ?? key);
  };
  const lines = (scenario.victory ?? [{ kind: "eliminate" as const }]).map((goal) => {
    switch (goal.kind) {
      case "eliminate":
        return goal.side ? say("victory.eliminate-side", { side: side(goal.side) }) : say("victory.eliminate");
      case "hold":
        return say((goal.hexes ?? 1) > 1 ? "victory.hold-hexes" : "victory.hold", {
          side: side(goal.side),
          zone: named("zone", goal.zone),
          rounds: goal.rounds ?? 1,
          hexes: goal.hexes ?? 1,
        });
      case "exit":
        return say(goal.units?.length ? "victory.exit-of" : "victory.exit", {
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
  if (limit) {
    const winner = limit.winner ?? "points";
    lines.push(
      winner === "points" || winner === "draw"
        ? say(`victory.limit-${winner}`, { round: limit.rounds })
        : say("victory.limit-side", { round: limit.rounds, side: side(winner) }),
    );
  }
  return lines;
}
