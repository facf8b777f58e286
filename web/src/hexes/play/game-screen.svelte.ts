/** What the page of a game shows: what is selected, pointed at and looked at, and what choosing a hex means. */

import { tongue, word } from "../../i18n";
import { hexWords, unitsAt } from "../map/describe";
import { label, midst } from "../map/geometry";
import type MapView from "../map/MapView.svelte";
import { Overlays } from "../map/overlays.svelte";
import { Director } from "../motion/director.svelte";
import { voice } from "../motion/movement-sounds";
import { hits } from "../orders/choose";
import { Orders } from "../orders/orders.svelte";
import { missing } from "../../missions/prompts";
import { h } from "../words.svelte";
import type { Line } from "./report";
import type { HexPlay } from "./hex-play";

export class GameScreen {
  readonly orders: Orders;
  readonly overlays: Overlays;
  readonly director: Director;
  map = $state.raw<MapView>();
  /** The unit that was chosen, or -1. */
  selected = $state(-1);
  /** The hex under the pointer or the keys, and what is said of it. */
  pointedHex = $state(-1);
  pointed = $state("");
  /** A line of the log that is looked at. */
  told = $state.raw<Line | null>(null);
  /** Which prompt of a mission is said now. */
  prompted = $state(0);

  constructor(readonly table: HexPlay) {
    this.orders = new Orders(table);
    this.overlays = new Overlays(this.orders);
    this.director = new Director(
      table.book!.map,
      (hex) => this.map?.glide(hex),
      (piece) => voice(table.book!.sheets, piece),
    );
  }

  readonly book = $derived.by(() => this.table.book!);
  readonly grid = $derived.by(() => this.book.map);
  readonly stream = $derived.by(() => this.table.stream!);
  readonly view = $derived.by(() => this.stream.view);
  readonly reporter = $derived.by(() => this.table.reporter!);
  readonly frame = $derived.by(() => this.view.table.stack.at(-1) ?? null);
  readonly acting = $derived.by(() => this.frame?.[0] ?? -1);
  readonly outcome = $derived.by(() => this.view.outcome ?? this.table.info?.outcome ?? null);
  readonly over = $derived.by(() => !!this.outcome || this.table.over);
  /** What the map shows: the present, or what is being played of the way to it. */
  readonly shown = $derived.by(() => this.director.view ?? this.view);
  /** The unit that is being deployed, or -1. */
  readonly placing = $derived.by(() =>
    this.orders.chosen.unit && this.view.table.phase === "deploy"
      ? this.view.pieces.findIndex((piece) => piece.key === this.orders.chosen.unit)
      : -1,
  );
  /** The unit whose sheet is shown. */
  readonly sheetUnit = $derived.by(() =>
    this.placing >= 0 ? this.placing : this.selected >= 0 ? this.selected : this.acting,
  );
  readonly shownPiece = $derived.by(() => this.view.pieces[this.sheetUnit] ?? null);
  /** The hex that matters now. */
  readonly focus = $derived.by(() => {
    if (this.acting >= 0) return this.hexOf(this.acting);
    const { goals } = this.orders;
    const zone = this.table.demand?.deploy?.[0]?.spots[0]?.hexes ?? [];
    return midst(this.grid, goals.size ? [...goals.keys()] : zone);
  });

  readonly prompts = $derived.by(() => this.book.mission?.prompts ?? []);
  /** The prompt of a mission that is said now. */
  readonly prompt = $derived.by(() =>
    this.over || this.table.seat === null ? null : (this.prompts[this.prompted] ?? null),
  );
  /** The unit that it is about, or -1. */
  readonly meant = $derived.by(() => {
    const unit = this.prompt?.unit;
    return unit ? this.view.pieces.findIndex((piece) => piece.key === unit) : -1;
  });
  /** The same while it can be followed. */
  readonly followed = $derived.by(() =>
    this.table.turn && (this.meant < 0 || this.meant === this.acting) ? this.prompt : null,
  );

  /** Why what the prompt asks for cannot be done at this moment. */
  readonly lacking = $derived.by(() =>
    this.prompt ? missing(this.prompt, (kind) => this.orders.offers.has(kind), this.frame?.[2] ?? []) : "",
  );
  /** The kind of action whose button is pointed out. */
  readonly wanted = $derived.by(() => {
    const { prompt, followed, lacking } = this;
    if (!prompt) return "";
    if (!followed || lacking === "over" || lacking === "used") return "end";
    return lacking === "aim" ? "move" : (followed.press ?? "");
  });

  /** The name of a side. */
  readonly side = (seat: number): string => word(this.book.card.armies[seat === 1 ? 1 : 0].names, tongue());

  /** Where a unit is, in the hands of another if need be. */
  hexOf(unit: number): number {
    const { pieces } = this.view;
    const piece = pieces[unit];
    return piece ? (piece.carrier >= 0 ? (pieces[piece.carrier]?.hex ?? -1) : piece.hex) : -1;
  }

  /** All that is known of a hex, in words. */
  describe(hex: number): string {
    const words = hexWords(this.book, this.table.cells, this.view, this.reporter, this.side, hex);
    const cost = this.orders.reach.get(hex);
    if (cost !== undefined && cost !== null) words.push(h("cost", { n: cost }));
    const shot = this.orders.shotAt(hex);
    if (shot) words.push(`${hits(shot)} %`);
    return words.join(", ");
  }

  /** The pointer or the keys are at a hex; -1: at none. */
  point(hex: number): void {
    this.pointed = hex < 0 ? "" : this.describe(hex);
    this.pointedHex = hex;
    this.orders.ponder(hex);
  }

  /** A hex was chosen: a part of the plan, a unit to look at, or a line to measure. */
  pick(hex: number): void {
    const { table, orders, overlays, view } = this;
    this.director.skip();
    this.told = null;
    const number = label(this.grid, hex);
    if (overlays.ruling) return void overlays.measure(this.sheetUnit, hex, number);
    overlays.line = null;
    const here = unitsAt(view, hex);
    if (orders.pick(hex, number)) {
      if (here.length && !orders.travel) this.selected = here[0]!;
      return;
    }
    this.selected = here.length ? here[(here.indexOf(this.selected) + 1) % here.length]! : -1;
    // Who cannot be shot at: the line says why.
    const piece = view.pieces[this.selected];
    if (piece && table.demand?.what === "act" && piece.status === "play" && piece.seat !== table.seat)
      void overlays.measure(table.demand.unit ?? -1, hex, number);
  }

  /** Look at a line of the log. */
  show(line: Line): void {
    this.told = line;
    this.selected = line.units.find((unit) => unit >= 0) ?? this.selected;
    const hex = line.hex >= 0 ? line.hex : this.hexOf(this.selected);
    this.map?.look(hex);
    if (hex >= 0) this.pointed = this.describe(hex);
  }

  /** Look at a unit. */
  select(unit: number): void {
    this.selected = unit;
    this.map?.look(this.hexOf(unit));
  }

  /** Aim at the next of those that can be shot at. */
  nextTarget(): void {
    const { orders } = this;
    const shots = orders.shooting
      ? orders.list.flatMap(({ index }) => orders.shots.get(index) ?? [])
      : [...orders.shots.values()].filter((shot) => shot.odds.to_hit.attack.unit >= 0);
    const at = shots.findIndex((shot) => shot.index === orders.picked);
    const next = shots[(at + 1) % shots.length];
    if (!next) return;
    orders.aim(next);
    this.map?.look(next.odds.to_hit.attack.hex);
  }
}
