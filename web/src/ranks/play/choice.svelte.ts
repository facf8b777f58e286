/** What the player has chosen so far on the way to an action: a piece, a change of mode, a power and its targets. */

import type { PlayAction, RankView } from "../../wire";
import { destinations, mayFlip, NOTHING, powersOf, step, strikes, type Draft } from "../choose";

export class Choice {
  selected = $state<number | null>(null);
  draft = $state.raw<Draft>(NOTHING);
  /** The targets of a power that asks for them in a second decision. */
  chosen = $state.raw<readonly number[]>([]);

  constructor(
    private readonly now: () => { legal: readonly PlayAction[]; view: RankView; seat: number | null },
    private readonly send: (action: PlayAction) => void,
  ) {}

  readonly piece = $derived.by(() =>
    this.selected === null ? null : (this.now().view.pieces.find((one) => one.square === this.selected) ?? null),
  );
  readonly own = $derived.by(() => this.piece !== null && this.piece.seat === this.now().seat);
  readonly dests = $derived.by(() => destinations(this.now().legal, this.draft, this.now().view));
  readonly step = $derived.by(() => step(this.now().legal, this.draft, this.now().view));
  readonly striking = $derived.by(() => {
    const { legal, view } = this.now();
    return view.awaited && legal.length ? strikes(legal, this.chosen) : null;
  });
  readonly targets = $derived.by(() =>
    this.striking ? this.striking.targets : this.draft.power ? this.step.targets : new Map(),
  );
  readonly powers = $derived.by(() =>
    this.own && this.selected !== null ? powersOf(this.now().legal, this.draft, this.selected) : [],
  );
  readonly flip = $derived.by(
    () => this.own && this.selected !== null && this.draft.flip < 0 && mayFlip(this.now().legal, this.selected),
  );
  /** The squares of pieces that can use a power or change their mode now. */
  readonly able = $derived.by(
    () =>
      new Set(
        this.now().legal.flatMap((action) => [
          ...(action.type === "use" ? [action.origin] : []),
          ...("switch" in action && (action.switch ?? -1) >= 0 ? [action.switch!] : []),
        ]),
      ),
  );

  reset(): void {
    this.draft = NOTHING;
    this.chosen = [];
    this.selected = null;
  }
  /** Take back what was begun: the power first, then the change of mode. */
  cancel(): void {
    this.draft = this.draft.power ? { ...NOTHING, flip: this.draft.flip } : NOTHING;
    this.chosen = [];
  }
  usePower(power: string): void {
    if (this.selected === null) return;
    this.draft = { ...this.draft, origin: this.selected, power, targets: [], kind: "" };
    if (this.step.action) this.send(this.step.action);
  }
  changeMode(): void {
    this.draft = this.draft.flip >= 0 ? NOTHING : { ...NOTHING, flip: this.selected ?? -1 };
  }
  pickKind(kind: string): void {
    const { legal, view } = this.now();
    const after = step(legal, { ...this.draft, kind }, view);
    if (after.action) this.send(after.action);
  }
  /** A target of the power that was begun. */
  pick(cell: number): void {
    const { legal, view } = this.now();
    if (this.striking) {
      this.chosen = this.chosen.includes(cell) ? this.chosen.filter((one) => one !== cell) : [...this.chosen, cell];
      const { single, action } = strikes(legal, this.chosen);
      if (single && action) this.send(action);
      return;
    }
    const more: Draft = { ...this.draft, targets: [...this.draft.targets, cell] };
    const after = step(legal, more, view);
    if (after.action) this.send(after.action);
    else this.draft = more;
  }
}
