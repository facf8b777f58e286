/** Printing a game, in Dutch. */
export default {
  open: "Printen en spelen",
  lead: "Een pdf voor een echte tafel, op schaal: bord of kaart, stukken, kaarten en spelregels.",
  paper: "Papier",
  a4: "A4 (210 × 297 mm)",
  letter: "Letter (8,5 × 11 inch)",
  get: "Pdf downloaden",
  making: "De bladzijden worden gemaakt …",
  done: "Klaar: het bestand staat bij je downloads.",
  close: "Sluiten",
};
