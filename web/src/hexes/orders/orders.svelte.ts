/** What a player is about to do: a kind of action, its targets step by step, a plan. They send it when it is whole. */

import type { HexAction, HexDeploy, HexPlan, HexRoute, HexShot } from "../../wire";
import type { Thought } from "../api";
import { FIELDS, fitting, kindOf, kinds, question, value, type Field, type Offer } from "./choose";
import { Deployment, places } from "./deployment.svelte";
import { hexOf, label, WAYS } from "../map/geometry";
import type { HexPlay } from "../play/hex-play";
import { preyHexes } from "../victory";

const TRAVEL = new Set(["move", "sprint", "smoke", "teleport"]);
/** Manners of moving whose way can be laid hex by hex. */
const WALKED = new Set(["move", "sprint", "smoke"]);
/** Milliseconds that the pointer rests before a move there is thought through. */
const PAUSE = 140;
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
  /** The way that the endings belong to; another may still be asked about. */
  private laid = $state.raw<readonly string[]>([]);
  /** That the last hex could not be reached. */
  astray = $state(false);

  constructor(readonly table: HexPlay) {}

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
    if (this.travel) return found.filter(({ action }) => value(action, "to") !== "");
    return [...found].sort((a, b) => Number(this.idle(a)) - Number(this.idle(b)));
  });
  private readonly prey = $derived.by(() => {
    const { book, seat } = this.table;
    return book && seat !== null ? preyHexes(book, seat) : [];
  });
  /** Whether an offer is a shot at a building that nobody here has to bring down. */
  idle({ index }: Offer): boolean {
    const attack = this.shots.get(index)?.odds.to_hit.attack;
    return !!attack && attack.unit < 0 && !this.prey.includes(attack.hex);
  }
  readonly travel = $derived(TRAVEL.has(this.kind));
  /** Ways of a move that lead to no hex: into a transport, off the map. */
  readonly ways = $derived.by<readonly Offer[]>(() =>
    this.travel ? (this.offers.get(this.kind) ?? []).filter(({ action }) => value(action, "to") === "") : [],
  );
  readonly walked = $derived(WALKED.has(this.kind));
  readonly costs = $derived.by(
    () =>
      new Map([
        ...(this.table.demand?.costs_from ?? []).flatMap(([first, costs]) =>
          costs.map((cost, at): [number, number] => [first + at, cost]),
        ),
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
    if (grid && this.table.demand?.what === "deploy" && !this.chosen.unit) {
      // Before a unit is chosen the hexes of the first that waits are marked: a tap puts it there.
      for (const hex of this.waiting?.spots.flatMap(({ hexes }) => hexes) ?? [])
        if (!this.deployed.some(({ at }) => at === label(grid, hex))) found.set(hex, label(grid, hex));
      return found;
    }
    if (!grid || this.travel || this.shooting || !field || !["at", "to", "unit", "into"].includes(field)) return found;
    for (const word of this.asked!.values) {
      const hex = this.hexOfWord(word);
      if (hex >= 0 && !this.deployed.some(({ at, unit }) => at === word && unit !== this.chosen.unit))
        found.set(hex, word);
    }
    return found;
  });
  /** The first unit that has no place yet. */
  readonly waiting = $derived.by(() =>
    this.table.demand?.what === "deploy"
      ? this.table.demand.deploy?.find(({ unit }) => !this.deployment.of(unit))
      : undefined,
  );

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
    if (this.way !== this.laid) return null;
    const own = this.picked <= OWN ? this.route?.ends[OWN - this.picked] : undefined;
    if (own) return { index: this.picked, action: { type: this.kind, via: own.via } as HexAction };
    if (this.travel || this.shooting)
      return (this.offers.get(this.kind) ?? []).find(({ index }) => index === this.picked) ?? null;
    if (this.table.demand?.what === "deploy") {
      const next = this.deployment.next(this.table.demand, this.table.book!.map);
      return next ? { index: -1, action: next } : null;
    }
    return this.fit.length && !this.asked ? this.fit[0]! : null;
  });
  readonly deployment = new Deployment();
  readonly deployed = $derived.by(() => this.deployment.wanted(this.table.demand));

  /** Plan a place for every unit that waits, spread over its zone; a side of teams that combine, side by side. */
  placeAll(): void {
    const { demand, stream, seat, book } = this.table;
    const waiting = demand?.what === "deploy" ? (demand.deploy ?? []) : [];
    if (!stream || !book) return;
    const mine = book.scenario.sides[seat === 1 ? 1 : 0].units ?? [];
    // Who stands on the map from the beginning takes no part in the spreading.
    const fixed = new Set(mine.filter(({ at }) => at).map(({ id, unit }) => id ?? unit));
    const own = stream.view.pieces.filter((piece) => piece.seat === seat && piece.hex >= 0);
    const stand = new Map(own.map(({ key, hex }) => [key, hex]));
    for (const { unit, at } of this.deployed) stand.set(unit, hexOf(book.map, at));
    // A side that is nothing but members of such teams is there to combine; others have more to be near to.
    const members = book.teams.map((team) => mine.filter(({ unit }) => team.members.includes(unit)));
    const teams = mine.every((one) => members.some((team) => team.includes(one)))
      ? members.map((team) => team.map(({ id, unit }) => id ?? unit))
      : [];
    const before = own.filter(({ key }) => !fixed.has(key)).length;
    // In the shape that the scenario names, where it names one.
    const shaped = waiting.map(({ unit, spots }) => {
      const entry = mine.find((one) => (one.id ?? one.unit) === unit);
      const modes = book.sheets[entry?.unit ?? ""]?.sheet.modes ?? [];
      const usual = (mode: number): boolean => !!entry?.mode && modes[mode]?.name === entry.mode;
      return { unit, spots: [...spots].sort((a, b) => Number(usual(b.mode)) - Number(usual(a.mode))) };
    });
    for (const one of places(book.map, shaped, stand, teams, before))
      this.deployment.put({ ...one, facing: this.usual });
    this.chosen = {};
  }

  /** Where the enemy comes from. */
  private get usual(): string {
    const { book, seat } = this.table;
    return book?.scenario.sides[seat === 1 ? 1 : 0].facing ?? "N";
  }

  /** A unit with shape and hex has its place in the plan; it looks to the enemy until it is turned. */
  private settle(): void {
    if (this.table.demand?.what !== "deploy" || (this.asked && this.asked.field !== "facing")) return;
    const action =
      this.fit.find((offer) => value(offer.action, "facing") === this.usual)?.action ?? this.fit[0]?.action;
    if (!action || !value(action, "at")) return;
    const { unit, at, facing, mode = 0 } = action as HexDeploy;
    this.deployment.put({ unit, at, facing, mode });
    this.chosen = {};
  }

  /** Tell the next unit of the plan, as long as the plan goes on. */
  tellNext(): void {
    const { demand, book } = this.table;
    const action = demand?.what === "deploy" && book ? this.deployment.next(demand, book.map) : null;
    if (!action) {
      this.deployment.telling = false;
      return;
    }
    this.deployment.telling = true;
    this.deployment.told(value(action, "unit"));
    this.table.act(action);
  }

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
    if (this.table.demand?.what !== "deploy") this.deployment.telling = false;
    this.choose(
      this.table.demand?.what === "deploy"
        ? "deploy"
        : this.offers.has("move")
          ? "move"
          : this.offers.get("fire")?.some((offer) => !this.idle(offer))
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
      // Nobody means to shoot at a wall because there is nothing else: that is chosen, not offered.
      if (best && this.list.length === 1 && !this.idle(this.list[0]!)) this.picked = best.index;
    }
  }

  answer(field: Field, word: string): void {
    this.settleOn({ ...this.chosen, [field]: word });
  }

  /** Answers at once: of a unit that is put somewhere, its name, shape and hex. */
  settleOn(chosen: Partial<Record<Field, string>>): void {
    this.chosen = chosen;
    this.settle();
  }

  private clear(): void {
    this.pondered = null;
    this.picked = -1;
    this.plan = null;
    this.chosen = {};
    this.way = this.laid = [];
    this.route = null;
    this.astray = false;
  }

  /** One step back: the last hex of the way, the last answer, the kind of action. */
  back(): void {
    if (this.table.demand?.what === "deploy" && !Object.keys(this.chosen).length) return this.deployment.undo();
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
    const { seat, stream, questions } = this.table;
    if (seat === null || !stream) return;
    this.way = way;
    const found = await questions.way(seat, stream.n, this.kind, way).catch(() => null);
    if (this.way !== way) return;
    this.astray = !found?.ends.length;
    if (!found || this.astray) this.way = this.laid;
    else {
      this.laid = way;
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

  /** What a move to a hex would lead to, while the pointer is there and nothing is chosen. */
  pondered = $state.raw<{ hex: number; plan: HexPlan } | null>(null);
  private pondering = 0;

  ponder(hex: number): void {
    window.clearTimeout(this.pondering);
    if (this.pondered?.hex !== hex) this.pondered = null;
    if (!this.travel || this.threading || this.picked !== -1 || !this.reach.has(hex) || this.pondered) return;
    this.pondering = window.setTimeout(() => void this.foresee(hex), PAUSE);
  }

  private async foresee(hex: number): Promise<void> {
    const { seat, questions, stream, book } = this.table;
    if (seat === null || !stream || !book) return;
    const there = this.list.filter(({ action }) => hexOf(book.map, value(action, "to")) === hex);
    const best = [...there].sort((a, b) => this.rank(a) - this.rank(b))[0];
    const { n } = stream;
    const plan = best && (await questions.plan(seat, { n, index: best.index }).catch(() => null));
    if (plan?.path.length && stream.n === n && this.picked === -1) this.pondered = { hex, plan };
  }

  private async look(): Promise<void> {
    const { seat, questions } = this.table;
    const { thought, picked } = this;
    if (seat === null || !thought) return;
    const found = await questions.plan(seat, thought).catch(() => null);
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
    if (word !== undefined && this.waiting && !this.chosen.unit) {
      const mode = this.waiting.spots.find(({ hexes }) => hexes.includes(hex))!.mode;
      this.settleOn({ unit: this.waiting.unit, mode: String(mode), at: word });
      return true;
    }
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

  /** Plan an action that was thought of elsewhere; it can still be changed. */
  take(action: HexAction): void {
    const kind = kindOf(action);
    this.choose(kind);
    const fields = FIELDS.filter((field) => value(action, field) !== "");
    const wanted = Object.fromEntries(fields.map((field) => [field, value(action, field)]));
    const found = fitting(this.offers.get(kind) ?? [], wanted)[0];
    if (this.travel) {
      const to = value(action, "to");
      this.chosen = to ? { to } : {};
      if (found) this.end(found);
    } else if (this.shooting) this.picked = found?.index ?? -1;
    else this.chosen = wanted;
  }

  send(): void {
    const { ready } = this;
    if (!ready) return;
    if (this.table.demand?.what === "deploy") return this.tellNext();
    this.table.act(ready.action);
    this.choose("");
  }
}
