/** A hint in the words of the reader: what to do, and the numbers that speak for it. */

import type { HexHint } from "../../wire";
import type { Reporter } from "../play/report";
import { decimal } from "../../i18n";
import { h, perhaps, say } from "../words.svelte";

interface Fields {
  readonly type?: string;
  readonly to?: string;
  readonly at?: string;
  readonly off?: string;
  readonly mode?: number;
}

function what(hint: HexHint, reporter: Reporter, mode: (number: number) => string): string {
  const action = hint.action as Fields;
  const target = hint.target >= 0 ? reporter.name(hint.target) : "";
  const hex = action.to ?? "";
  if (hint.kind === "move-attack" && hex && target) return h("hint.move-attack", { hex, target });
  if (hint.kind === "attack-move" && target) return h("hint.attack-move", { target });
  if (action.type === "transform") return h("hint.transform", { mode: mode(action.mode ?? 0) });
  if (hex) return h("hint.move", { hex });
  if (action.off) return h("leave", { edge: say(`edge.${action.off}`) });
  if (action.type === "end") return h("hint.stay");
  const verb = perhaps(`verb.${action.type ?? ""}`);
  return target ? h("hint.at", { verb, target }) : verb;
}

/** What it would do, and why. */
export function hintWords(hint: HexHint, reporter: Reporter, mode: (number: number) => string): string {
  // Who leaves where that wins has no place any more, and nobody to fear: numbers would say nothing.
  if ((hint.action as Fields).off && hint.gain >= 0.1)
    return h("hint.why", { what: what(hint, reporter, mode), why: h("hint.goal") });
  const why = [
    ...(hint.kill >= 0.01 ? [h("hint.kill", { n: Math.round(100 * hint.kill) })] : []),
    ...(hint.gain >= 0.1 ? [h("hint.gain", { n: decimal(hint.gain) })] : []),
    ...(hint.place >= 0.1 ? [h("hint.place", { n: decimal(hint.place) })] : []),
    hint.loss >= 0.1 ? h("hint.loss", { n: decimal(hint.loss) }) : h("hint.safe"),
  ];
  return h("hint.why", { what: what(hint, reporter, mode), why: why.join(", ") });
}
