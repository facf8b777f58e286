/** Words of the places to learn at. */
import type en from "./en";

export default {
  then: "Und danach",
  puzzles: "Rätsel",
  "puzzles.text": "Finde heraus, was wahr sein muss. Jeden Tag ein neues.",
  missions: "Missionen und Feldzug",
  "missions.text": "Die Roboter auf Sechsecken: fünf kurze Missionen, dann eine Geschichte.",
  analysis: "Analysebrett",
  "analysis.text": "Jede Stellung: weiterspielen, Was-wäre-wenn fragen, die Meinung des Bots sehen.",
  lab: "Aufstellungslabor",
  "lab.text": "Wo deine Armee schwach ist, wie sie abschneidet, welcher Tausch hilft.",
  database: "Partiendatenbank",
  "database.text": "Partien, die hier gespielt wurden: suchen, nachspielen, erste Züge.",
} satisfies Record<keyof typeof en, string>;
