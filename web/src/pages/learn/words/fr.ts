/** Words of the places to learn at. */
import type en from "./en";

export default {
  then: "Et ensuite",
  puzzles: "Énigmes",
  "puzzles.text": "Trouvez ce qui est forcément vrai. Une nouvelle chaque jour.",
  missions: "Missions et campagne",
  "missions.text": "Les robots sur hexagones : cinq courtes missions, puis une histoire.",
  analysis: "Plateau d'analyse",
  "analysis.text": "N'importe quelle position : continuez, faites des hypothèses, voyez l'avis du bot.",
  lab: "Laboratoire de placements",
  "lab.text": "Les faiblesses de votre armée, son score, l'échange qui l'améliore.",
  database: "Base de parties",
  "database.text": "Les parties jouées ici : chercher, revoir, premiers coups.",
} satisfies Record<keyof typeof en, string>;
