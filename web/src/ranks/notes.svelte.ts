/** A player's private marks on enemy pieces: kept in this browser, by table and seat. */

export class Notes {
  all = $state.raw<ReadonlyMap<number, string>>(new Map());
  private readonly key: string;

  constructor(table: string, seat: number) {
    this.key = `flagfall.notes.${table}.${seat}`;
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      if (Array.isArray(stored))
        this.all = new Map(
          stored.filter(
            (one): one is [number, string] =>
              Array.isArray(one) && typeof one[0] === "number" && typeof one[1] === "string",
          ),
        );
    } catch {
      this.all = new Map();
    }
  }

  set(piece: number, note: string): void {
    const next = new Map(this.all);
    if (note) next.set(piece, note.slice(0, 2));
    else next.delete(piece);
    this.all = next;
    try {
      localStorage.setItem(this.key, JSON.stringify([...next]));
    } catch {
      // Marks then last as long as the page.
    }
  }
}
