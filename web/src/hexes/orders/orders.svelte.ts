/** What a player is about to do: a kind of action, its targets step by step, a plan. They send it when it is whole. */

import type { HexAction, HexDeploy, HexPlan, HexRoute, HexShot } from "../../wire";
import { hexApi, type Thought } from "../api";
import { fitting, kinds, question, value, type Field, type Offer } from "./choose";
import { hexOf, label, WAYS } from "../map/geometry";
import type { HexTable } from "../play/table.svelte";

const TRAVEL = new Set(["move", "sprint", "smoke", "teleport"]);
/** Manners of moving whose way can be laid hex by hex. */
const WALKED = new Set(["move", "sprint", "smoke"]);
/** Endings of such a way stand in no list: they count down from here. */
const OWN = -2;

function posture([, , layer, stance]: readonly number[]): string {
  return layer === 1 ? "air" : (["", "prone", "hover"][stance ?? 0] ?? "");
}

export class Orders {
  kind = $state("");
  chosen = $state.raw<Partial<Record<Field, string>>>({});
  /** The ending of a move or the shot that is looked at, by its place in the legal list. */
  picked = $state(-1);
  plan = $state.raw<HexPlan | null>(null);
  /** Whether the way is laid hex by hex, the hexes so far, and its endings. */
  threading = $state(false);
  way = $state.raw<readonly string[]>([]);
  route = $state.raw<HexRoute | null>(null);
  /** That the last hex could not be reached. */
  astray = $state(false);

  constructor(readonly table: HexTable) {}

  readonly offers = $derived.by(() => kinds(this.table.legal));
  readonly deploying = $derived.by<Offer[]>(() => {
    const { demand } = this.table;
    const grid = this.table.book?.map;
    if (demand?.what !== "deploy" || !grid) return [];
    const two = (n: number): string => String(n + 1).padStart(grid.digits, "0");
    return (demand.deploy ?? []).flatMap(({ unit, spots }) =>
      spots.flatMap(({ mode, hexes }) =>
        hexes.flatMap((hex) => {
          const at = two(hex % grid.width) + two(Math.floor(hex / grid.width));
          return WAYS.map((facing): Offer => ({
            index: -1,
            action: { type: "deploy", unit, at, facing, mode } satisfies HexDeploy as HexAction,
          }));
        }),
      ),
    );
  });
  readonly list = $derived.by<readonly Offer[]>(() => {
    if (this.table.demand?.what === "deploy") return this.deploying;
    const found = this.offers.get(this.kind) ?? [];
    return this.travel ? found.filter(({ action }) => value(action, "to") !== "") : found;
  });
  readonly travel = $derived(TRAVEL.has(this.kind));
  /** Ways of a move that lead to no hex: into a transport, off the map. */
  readonly ways = $derived.by<readonly Offer[]>(() =>
    this.travel ? (this.offers.get(this.kind) ?? []).filter(({ action }) => value(action, "to") === "") : [],
  );
  readonly walked = $derived(WALKED.has(this.kind));
  readonly costs = $derived.by(
    () =>
      new Map([
        ...(this.table.demand?.costs ?? []),
        ...(this.route?.ends ?? []).map((end, at): [number, number] => [OWN - at, end.cost]),
      ]),
  );
  readonly shots = $derived.by(() => new Map((this.table.demand?.shots ?? []).map((shot) => [shot.index, shot])));
  readonly shooting = $derived(this.list.length > 0 && this.shots.has(this.list[0]!.index));
  readonly fit = $derived(fitting(this.list, this.chosen));
  readonly asked = $derived(question(this.fit, this.chosen));

  /** The cheapest cost of every hex that the chosen kind of move can end in. */
  readonly reach = $derived.by(() => {
    const found = new Map<number, number | null>();
    const grid = this.table.book?.map;
    if (!this.travel || !grid) return found;
    for (const { index, action } of this.list) {
      const hex = hexOf(grid, value(action, "to"));
      const cost = this.costs.get(index) ?? null;
      const known = found.get(hex);
      if (known === undefined || (cost !== null && known !== null && cost < known)) found.set(hex, cost);
    }
    return found;
  });

  /** The hexes that may be chosen on the map in this step, with the word that each stands for. */
  readonly goals = $derived.by(() => {
    const found = new Map<number, string>();
    const grid = this.table.book?.map;
    const field = this.asked?.field;
    if (!grid || this.travel || this.shooting || !field || !["at", "to", "unit", "into"].includes(field)) return found;
    for (const word of this.asked!.values) {
      const hex = this.hexOfWord(word);
      if (hex >= 0) found.set(hex, word);
    }
    return found;
  });

  /** The endings in the chosen hex. */
  readonly ends = $derived.by<readonly Offer[]>(() => {
    const grid = this.table.book?.map;
    if (this.route && grid)
      return this.route.ends.map(({ place }, at): Offer => ({
        index: OWN - at,
        action: {
          type: "move",
          to: label(grid, place[0]),
          facing: WAYS[place[1]] ?? "N",
          posture: posture(place),
        } as HexAction,
      }));
    return this.travel && this.chosen.to ? this.fit : [];
  });
  readonly ready = $derived.by<Offer | null>(() => {
    const own = this.picked <= OWN ? this.route?.ends[OWN - this.picked] : undefined;
    if (own) return { index: this.picked, action: { type: this.kind, via: own.via } as HexAction };
    if (this.travel || this.shooting)
      return (this.offers.get(this.kind) ?? []).find(({ index }) => index === this.picked) ?? null;
    return this.fit.length && !this.asked ? this.fit[0]! : null;
  });

  hexOfWord(word: string): number {
    const { book, stream } = this.table;
    if (!book || !stream) return -1;
    if (/^\d+$/.test(word)) return hexOf(book.map, word);
    const unit = stream.view.pieces.findIndex((piece) => piece.key === word);
    const piece = stream.view.pieces[unit];
    return piece ? (piece.carrier >= 0 ? (stream.view.pieces[piece.carrier]?.hex ?? -1) : piece.hex) : -1;
  }

  /** The shots at a hex, those of the chosen kind first. */
  shotAt(hex: number): HexShot | null {
    const all = [...this.shots.values()].filter((shot) => shot.odds.to_hit.attack.hex === hex);
    const own = all.find((shot) => this.list.some(({ index }) => index === shot.index));
    return (this.shooting ? own : null) ?? all.find((shot) => shot.odds.to_hit.attack.unit >= 0) ?? null;
  }

  /** A new turn: the likeliest thing first. */
  fresh(): void {
    this.choose(
      this.table.demand?.what === "deploy"
        ? "deploy"
        : this.offers.has("move")
          ? "move"
          : this.offers.has("fire")
            ? "fire"
            : "",
    );
  }

  choose(kind: string): void {
    this.kind = kind;
    this.threading &&= WALKED.has(kind);
    this.clear();
    if (this.shooting) {
      const best = this.list
        .map(({ index }) => this.shots.get(index)!)
        .sort((a, b) => b.out - a.out || b.mean - a.mean)[0];
      if (best && this.list.length === 1) this.picked = best.index;
    }
  }

  answer(field: Field, word: string): void {
    this.chosen = { ...this.chosen, [field]: word };
  }

  private clear(): void {
    this.picked = -1;
    this.plan = null;
    this.chosen = {};
    this.way = [];
    this.route = null;
    this.astray = false;
  }

  /** One step back: the last hex of the way, the last answer, the kind of action. */
  back(): void {
    if (this.way.length > 1) return void this.lay(this.way.slice(0, -1));
    const fields = Object.keys(this.chosen) as Field[];
    if (!this.travel && !this.shooting && fields.length > 1) {
      const { [fields.at(-1)!]: _, ...rest } = this.chosen;
      this.chosen = rest;
    } else if (this.picked !== -1 || this.plan || fields.length || this.way.length) this.clear();
    else this.kind = "";
  }

  /** Lay the way hex by hex, or not. */
  thread(on: boolean): void {
    this.threading = on;
    this.clear();
  }

  private async lay(way: readonly string[]): Promise<void> {
    const { seat, stream, id } = this.table;
    if (seat === null || !stream) return;
    const before = this.way;
    this.way = way;
    const found = await hexApi.way(id, seat, stream.n, this.kind, way).catch(() => null);
    if (this.way !== way) return;
    this.astray = !found?.ends.length;
    if (!found || this.astray) this.way = before;
    else {
      this.route = found;
      this.plan = null;
      this.best();
    }
  }

  private best(): void {
    const best = [...this.ends].sort((a, b) => this.rank(a) - this.rank(b))[0];
    if (best) this.end(best);
  }

  /** The move that is looked at, for questions about its end. */
  get thought(): Thought | null {
    const n = this.table.stream?.n ?? -1;
    if (!this.travel || this.picked === -1) return null;
    const own = this.picked <= OWN ? this.route?.ends[OWN - this.picked] : undefined;
    return own ? { n, manner: this.kind, via: own.via.join(".") } : { n, index: this.picked };
  }

  aim(shot: HexShot): void {
    const found = [...this.offers].find(([, list]) => list.some(({ index }) => index === shot.index));
    if (!found) return;
    if (this.kind !== found[0]) this.choose(found[0]);
    this.picked = shot.index;
  }

  /** Go to a hex, by the cheapest ending; it can be changed before it is done. */
  go(to: string): void {
    this.chosen = { to };
    this.best();
  }

  private rank({ index, action }: Offer): number {
    const cost = this.costs.get(index) ?? 0;
    const me = this.table.stream?.view.pieces[this.table.demand?.unit ?? -1];
    const posture = value(action, "posture");
    return cost * 10 + (posture === "prone" ? 5 : 0) + (me && WAYS[me.facing] === value(action, "facing") ? 0 : 1);
  }

  end(offer: Offer): void {
    this.picked = offer.index;
    void this.look();
  }

  private async look(): Promise<void> {
    const { seat, id } = this.table;
    const { thought, picked } = this;
    if (seat === null || !thought) return;
    const found = await hexApi.plan(id, seat, thought).catch(() => null);
    if (this.picked === picked) this.plan = found?.path.length ? found : null;
  }

  /** A hex was chosen on the map; whether it meant something. */
  pick(hex: number, number: string): boolean {
    if (this.threading && this.walked) {
      void this.lay([...this.way, number]);
      return true;
    }
    if (this.travel && this.reach.has(hex)) {
      this.go(number);
      return true;
    }
    const word = this.goals.get(hex);
    if (word !== undefined && this.asked) {
      this.answer(this.asked.field, word);
      return true;
    }
    const shot = this.shotAt(hex);
    if (shot) {
      this.aim(shot);
      return true;
    }
    return false;
  }

  send(): void {
    const { ready } = this;
    if (!ready) return;
    this.table.act(ready.action);
    this.choose("");
  }
}
