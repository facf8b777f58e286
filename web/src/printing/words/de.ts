/** Printing a game, in German. */
export default {
  open: "Ausdrucken und spielen",
  lead: "Ein PDF für den echten Tisch, maßstabsgetreu: Brett oder Karte, Figuren, Karten und Anleitung.",
  paper: "Papier",
  a4: "A4 (210 × 297 mm)",
  letter: "Letter (8,5 × 11 Zoll)",
  get: "PDF herunterladen",
  making: "Die Seiten werden gemacht …",
  done: "Fertig: Die Datei liegt bei deinen Downloads.",
  close: "Schließen",
};
