/** Printing a game, in French. */
export default {
  open: "Imprimer et jouer",
  lead: "Un PDF pour une vraie table, à l'échelle : plateau ou carte, pièces, cartes et livret de règles.",
  paper: "Papier",
  a4: "A4 (210 × 297 mm)",
  letter: "Letter (8,5 × 11 pouces)",
  get: "Télécharger le PDF",
  making: "Les pages sont en préparation …",
  done: "C'est prêt : le fichier est dans vos téléchargements.",
  close: "Fermer",
};
