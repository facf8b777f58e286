/** Sizes of paper, and which one a reader most likely has. */

export type Paper = "a4" | "letter";
export const PAPERS: readonly Paper[] = ["a4", "letter"];
/** Countries that print on Letter. */
const LETTER = ["US", "CA", "MX", "PH", "CL", "CO", "VE", "GT", "CR", "PA", "DO", "PR"];

/** The paper of a reader, by the country that the browser names. */
export function usualPaper(locale: string): Paper {
  const country = locale.split("-").find((part) => /^[A-Z]{2}$/.test(part)) ?? "";
  return LETTER.includes(country) ? "letter" : "a4";
}
