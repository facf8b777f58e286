/** Words of the places to learn at. */
import type en from "./en";

export default {
  then: "En daarna",
  puzzles: "Puzzels",
  "puzzles.text": "Ontdek wat waar moet zijn. Elke dag een nieuwe.",
  missions: "Missies en veldtocht",
  "missions.text": "De robots op zeshoeken: vijf korte missies, daarna een verhaal.",
  analysis: "Analysebord",
  "analysis.text": "Elke stelling: speel verder, vraag wat als, zie wat de bot denkt.",
  lab: "Opstellingslab",
  "lab.text": "Waar je leger zwak is, hoe het scoort, welke ruil helpt.",
  database: "Partijendatabase",
  "database.text": "Partijen die hier zijn gespeeld: zoeken, naspelen, eerste zetten.",
} satisfies Record<keyof typeof en, string>;
