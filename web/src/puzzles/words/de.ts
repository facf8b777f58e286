/** Wörter der Rätsel des Hexspiels. */

import type en from "./en";

export default {
  "today.done": "Heute gelöst. Morgen kommt das nächste.",
  "today.again": "Noch einmal ansehen",
  "record.firstTry": "Auf Anhieb gelöst",
  "record.unsure": "noch unsicher",
  "outcome.firstTry": "der erste Versuch zählt",
  "kind.hidden": "Außer Sicht aller Gegner",
  "kind.shelter": "Sicher in der Zone",
  "kind.shots": "Ein Platz, viele Ziele",
  "kind.chance": "Der beste Platz für den Angriff",
  "kind.manner": "Der beste Einsatz eines Zuges",
  "ask.hidden": "Wohin kann {unit} mit einer Bewegung gehen, sodass kein Gegner ihn sieht?",
  "ask.shelter": "In welchem Feld der Zone kann kein Gegner {unit} angreifen?",
  "ask.shots": "Von welchem Feld aus kann {unit} auf {n} Gegner schießen?",
  "ask.chance": "Von welchem Feld aus ist die Chance am größten, dass {unit} {target} ausschaltet?",
  "ask.manner": "Womit ist in diesem Zug von {unit} die Chance am größten, {target} auszuschalten?",
  "hint.hidden":
    "Markierte Felder sind erreichbar. Was zur Oberkante des Höheren von beiden reicht, versperrt eine Linie.",
  "hint.shelter":
    "Die Gegner bleiben, wo sie sind, und behalten ihre Blickrichtung. Sichtlinie, Schussfeld und " +
    "Reichweite zählen alle.",
  "hint.shots":
    "Eine Bewegung mit beliebiger Richtung am Ende. Sichtlinie, Schussfeld und " + "Reichweite zählen alle.",
  "hint.chance": "Eine Bewegung, dann ein Angriff, mit der Waffe oder den Händen. Achte auf Deckung und Bäume.",
  "hint.manner":
    "Zwei Aktionen. Eine Bewegung darf enden, wo sie am meisten hilft; eine andere Gestalt hat andere Werte.",
  pick: "Tippe auf ein markiertes Feld",
  answer: "Antwort {hex}",
  "then.move": "Bewegen, dann: {then}",
  "then.mode": "In {mode} verwandeln, dann: {then}",
  "is.hidden": "{place}: Kein Gegner hat freie Sicht auf {unit}.",
  "is.shelter": "{place}: Kein Gegner kann {unit} von seinem Platz aus angreifen.",
  "is.shots": "{place}: {n} Gegner sind in Sicht, Schussfeld und Reichweite.",
  "is.chance": "{place}: {percent} %, {target} auszuschalten. Jedes andere Feld liegt mindestens 15 Punkte zurück.",
  "is.manner": "{manner}: {percent} %, {target} auszuschalten. Alles andere liegt mindestens 15 Punkte zurück.",
  "not.hidden": "{place}: gesehen von {names}.",
  "not.shelter": "{place}: dort könnte angreifen: {names}.",
  "not.shots": "{place}: Dort kann nur auf {n|einen Gegner|# Gegner} geschossen werden.",
  "not.chance": "{place}: {percent} %, {target} auszuschalten. Es gibt deutlich Besseres.",
  "not.manner": "{manner}: {percent} %, {target} auszuschalten. Es gibt deutlich Besseres.",
  "not.attack": "Von {place} aus kann {target} nicht angegriffen werden.",
  sheet: "Tippe auf eine Einheit, um ihre Werte zu sehen.",
} satisfies Record<keyof typeof en, string>;
