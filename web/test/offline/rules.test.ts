import { describe, expect, it } from "vitest";
import { refusal } from "../../src/offline/rules/legal";
import { Settled, type Seat } from "../../src/offline/rules/settled";
import { editions, recorded, replayed, Sums, type RecordedGame } from "./recorded-games";

const games = Object.keys(editions).flatMap((id) => recorded<RecordedGame[]>(`${id}-games`));
const settled = (game: RecordedGame): Settled => new Settled(editions[game.game]!, game.options);

describe("the rules in the browser", () => {
  it.each(games.map((game, i) => ({ ...game, name: `${game.game} ${i}` })))(
    "play $name as the reference does, half-move by half-move",
    (game) => {
      const sums = new Sums();
      let at = 0;
      let over = "";
      for (const moment of replayed(game, settled(game))) {
        expect(sums.of(moment), `after step ${at}`).toBe(game.sums.slice(8 * at, 8 * at + 8));
        over = moment.state.over?.termination ?? "";
        at += 1;
      }
      expect(at).toBe(2 + game.moves.length / 2);
      expect(over).toBe(game.ends);
    },
  );

  it.each(games.map((game, i) => ({ ...game, name: `${game.game} ${i}` })))(
    "refuse in $name by the same rules and reasons",
    (game) => {
      const moments = [...replayed(game, settled(game))];
      for (const [ply, origin, target, rule, reason] of game.refused) {
        const { state } = moments[ply + 1]!;
        const problem = refusal(state, state.track.turn as Seat, { type: "move", origin, target });
        expect([problem.rule, problem.params?.["reason"]], `${ply}: ${origin}-${target}`).toEqual([rule, reason]);
      }
    },
  );

  it("are held against games with every rule of repetition and every end", () => {
    const bound = (rule: string): number => games.reduce((sum, game) => sum + (game.bound[rule] ?? 0), 0);
    expect(bound("two-square")).toBeGreaterThan(100);
    expect(bound("more-square")).toBeGreaterThan(5);
    expect(new Set(games.map((game) => game.ends))).toEqual(
      new Set(["", "flag", "quiet", "length", "no-move", "immobile"]),
    );
    expect(games.reduce((sum, game) => sum + game.moves.length / 2, 0)).toBeGreaterThan(4000);
  });
});
