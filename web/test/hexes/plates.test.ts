import { describe, expect, it } from "vitest";
import { plateName, telling } from "../../src/hexes/map/counter";

const CAST = ["Thundercracker", "Thunderwing", "Sideswipe", "Sky", "Skyfire"];

describe("the name on a plate", () => {
  it("counts the letters that tell a name from all others", () => {
    expect(telling(CAST)).toEqual([8, 8, 3, 4, 4]);
  });

  it("is whole where there is room, and else as much of it as there is room for", () => {
    const name = { whole: "Sideswipe", label: "Sid", least: 3 };
    expect(plateName(name, 9)).toBe("Sideswipe");
    expect(plateName(name, 7.5)).toBe("Sideswipe"); // A little smaller.
    expect(plateName(name, 7.2)).toBe("Sidesw.");
    expect(plateName(name, 5.5)).toBe("Side.");
    expect(plateName(name, 3)).toBe("Sid");
  });

  it("is never a beginning that two names share", () => {
    const [least] = telling(CAST);
    const name = { whole: "Thundercracker", label: "Thu1", least: least! };
    expect(plateName({ ...name, label: "Thc" }, 8)).toBe("Thc");
    expect(plateName({ ...name, label: "Thc" }, 9)).toBe("Thunderc.");
  });

  it("keeps the number of those of one kind, and prefers a word of its own", () => {
    expect(plateName({ whole: "Crowd", label: "Cro2", least: 3 }, 9)).toBe("Crowd 2");
    expect(plateName({ whole: "Crowd", label: "Cro2", least: 3 }, 5)).toBe("Cro2");
    expect(plateName({ whole: "Optimus Prime", label: "Opt", shorter: "Optimus", least: 3 }, 7)).toBe("Optimus");
  });
});
