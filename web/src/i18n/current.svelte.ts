import type { Dictionary, Language } from "./index";

/** The language spoken now, its words, and the engine's sentences in it. */
export const current = $state<{ language: Language; words: Dictionary; engine: Record<string, string> }>({
  language: "en",
  words: {} as Dictionary,
  engine: {},
});
