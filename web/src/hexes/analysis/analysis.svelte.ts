/** An analysis of a hex position: both sides are played by one person, with the dice and cards that they want. */

import { Branches } from "../../analysis/branches.svelte";
import type { Tree } from "../../analysis/tree";
import { tongue, word } from "../../i18n";
import { announcer } from "../../lib/announcer.svelte";
import { Refusal } from "../../lib/api";
import { hears } from "../../table/audience";
import { multiplied } from "../../table/offers";
import { failureWords, problemWords } from "../../table/words";
import type {
  HexAction,
  HexAnalysisAnswer,
  HexAnalysisMoment,
  HexAnalysisQuestion,
  HexDemand,
  HexInfo,
  HexStep,
} from "../../wire";
import { hexApi } from "../api";
import { cellsOf, type Cell } from "../map/draw";
import { ForcePlan } from "../play/force-plan.svelte";
import type { HexPlay, Questions } from "../play/hex-play";
import { Reporter } from "../play/report";
import { Stream } from "../play/table.svelte";
import { h, say } from "../words.svelte";
import { limitOf } from "../victory";

/** Longest line that the server plays through. */
const LONGEST = 200;

export class HexAnalysis extends Branches<HexStep, HexAnalysisMoment> implements HexPlay {
  readonly info = null;
  readonly force = new ForcePlan();
  book = $state.raw<HexInfo | null>(null);
  stream = $state.raw<Stream | null>(null);
  reporter = $state.raw<Reporter | null>(null);
  demand = $state.raw<HexDemand | null>(null);
  legal = $state.raw<readonly HexAction[]>([]);
  /** The unit whose card is wanted next, -1 for the one that lies on top. */
  card = $state(-1);

  constructor(game: string, text: string, tree: Tree<HexStep>) {
    super(game, text, tree, LONGEST);
  }

  get seat(): number | null {
    return this.moment && this.moment.seat >= 0 ? this.moment.seat : null;
  }
  get turn(): object | null {
    return this.seat === null ? null : this.moment;
  }
  get over(): boolean {
    return this.moment?.seat === -1;
  }
  get cells(): readonly Cell[] {
    return this.book && this.stream ? cellsOf(this.book.map.cells, this.stream.view.changes) : [];
  }
  /** The cards that may come next, where the order is not the question yet. */
  get pile(): readonly number[] {
    return this.stream?.view.table.pile ?? [];
  }

  protected async reach(steps: HexStep[]): Promise<HexAnalysisMoment> {
    const found = await hexApi.analyse({ game: this.game, text: this.text, steps });
    this.book ??= await hexApi.scenario(this.game, found.view.map_seed, found.view.options);
    return found;
  }

  /** The unit that took the step; the words for it are found when it is shown. */
  protected named(moment: HexAnalysisMoment): string {
    return moment.actor;
  }

  protected why(problem: unknown): string {
    if (!(problem instanceof Refusal)) return failureWords(problem);
    const { rule, params } = problem.problem;
    const told = rule ? say(`rule.${rule}`, params ?? {}) : "";
    return told && told !== `rule.${rule}` ? told : problemWords(problem.problem);
  }

  protected entered(moment: HexAnalysisMoment, made: boolean): void {
    const { map, sheets, card } = this.book!;
    const side = (seat: number): string => word(card.armies[seat === 1 ? 1 : 0].names, tongue());
    const limit = limitOf(this.book!.scenario);
    this.reporter = new Reporter(map, sheets, say, moment.view.pieces, { seat: () => null, side, limit });
    const told = moment.told.filter((event) => hears(event, -2));
    const lines = this.reporter.tell(told);
    const stream = (this.stream ??= new Stream(moment.seat, 0, moment.view));
    const before = stream.view;
    stream.lines = [];
    stream.add(told, lines);
    stream.view = moment.view;
    stream.n += 1;
    this.legal = multiplied<HexAction>(moment.offers);
    this.demand = moment.seat < 0 ? null : { ...moment.demand, n: stream.n };
    this.card = -1;
    if (made) stream.watch?.(before, told);
    const next = this.demand?.what === "act" ? h("yours", { unit: this.reporter.name(this.demand.unit) }) : "";
    announcer.say([...lines.map((line) => line.text), next].filter(Boolean).join(". "));
  }

  act(action: HexAction): void {
    void this.play({ action, ...(this.card >= 0 && this.pile.includes(this.card) && { card: this.card }) });
  }

  /** The step shown once more from the moment before it, with other dice. */
  async again(): Promise<void> {
    const node = this.tree[this.at];
    if (!node?.action || node.parent < 0) return;
    const siblings = this.tree[node.parent]?.children ?? [];
    const same = JSON.stringify({ ...node.action, dice: 0 });
    const used = siblings
      .map((id) => this.tree[id]?.action)
      .filter((step) => step && JSON.stringify({ ...step, dice: 0 }) === same)
      .map((step) => step?.dice ?? 0);
    const { action } = node;
    if (await this.go(node.parent)) await this.play({ ...action, dice: Math.max(...used) + 1 });
  }

  readonly questions: Questions = {
    hint: async () => (await this.ask({ what: "hint" })).hint!,
    plan: async (_, thought) => (await this.ask({ what: "plan", ...asked(thought) })).plan!,
    way: async (_, __, manner, through) => (await this.ask({ what: "way", manner, through: through.join(".") })).way!,
    outlook: async (_, unit) => (await this.ask({ what: "sight", unit })).sight!,
    gaze: async (_, unit, thought) => (await this.ask({ what: "gaze", unit, ...asked(thought) })).gaze!,
    line: async (_, unit, at, thought) => (await this.ask({ what: "line", unit, at, ...asked(thought) })).line!,
  };

  private ask(question: Omit<HexAnalysisQuestion, "line">): Promise<HexAnalysisAnswer> {
    return hexApi.askAnalysis({ line: { game: this.game, text: this.text, steps: this.line }, ...question });
  }
}

/** What is thought of, without the number of a table's stream. */
function asked(thought: object | null): Partial<HexAnalysisQuestion> {
  const { n: _, ...rest } = (thought ?? {}) as { n?: number };
  return rest;
}
