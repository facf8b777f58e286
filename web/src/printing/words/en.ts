/** Printing a game, in English. */
export default {
  open: "Print and play",
  lead: "A PDF for a real table, to scale: board or map, pieces, cards and rulebook.",
  paper: "Paper",
  a4: "A4 (210 × 297 mm)",
  letter: "Letter (8.5 × 11 in)",
  get: "Download the PDF",
  making: "The pages are being made …",
  done: "Done: the file is in your downloads.",
  close: "Close",
};
