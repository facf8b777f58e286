/** What the laboratory found, in sentences. */

import { squareName } from "../../board";
import type { SetupFinding, Swap } from "../../wire";
import type { Book } from "../edition";
import type { Placing } from "../setup/setup";
import { pieceName } from "../words";
import { words } from "./words";

const LETTERS = "abcdefghij";

/** Columns by their letters: "a–b". */
function columnWords(columns: readonly number[]): string {
  const [first, last] = [LETTERS[columns[0] ?? 0], LETTERS[columns.at(-1) ?? 0]];
  return first === last ? `${first}` : `${first}–${last}`;
}

export function findingWords(book: Book, seat: number, finding: SetupFinding): string {
  const { name, count, more, squares, columns } = finding;
  const pieces = finding.kinds.map((kind) => pieceName(book, seat, kind, ""));
  const both = pieces.length > 2 ? words.say("and", { a: pieces[1]!, b: pieces[2]! }) : (pieces[1] ?? "");
  const spying = name === "spy" || name === "spy.alone";
  return words.say(name, {
    square: squareName(squares.at(-1) ?? 0),
    columns: columnWords(columns),
    bombs: count,
    n: count,
    m: more,
    spy: pieces[0] ?? "",
    piece: (spying ? pieces[1] : pieces[0]) ?? "",
    pieces: name === "flag.way" ? more : both,
  });
}

/** "Marshal 10 on a4 and Bomb on c2", or from where to where. */
export function swapWords(book: Book, seat: number, placing: Placing, swap: Swap): string {
  const say = (square: number): string => pieceName(book, seat, placing.get(square) ?? "", "");
  const [from, to] = placing.has(swap.one) ? [swap.one, swap.two] : [swap.two, swap.one];
  return words.say(placing.has(to) ? "swap.two" : "swap.move", {
    one: say(from),
    two: placing.has(to) ? say(to) : "",
    a: squareName(from),
    b: squareName(to),
  });
}
