/** Woorden van de puzzels van het hexspel. */

import type en from "./en";

export default {
  "today.done": "Vandaag opgelost. Morgen komt de volgende.",
  "today.again": "Nog eens bekijken",
  "record.firstTry": "In één keer opgelost",
  "record.unsure": "nog onzeker",
  "outcome.firstTry": "de eerste poging telt",
  "kind.hidden": "Uit het zicht van iedere vijand",
  "kind.shelter": "Veilig in de zone",
  "kind.shots": "Eén plek, veel doelen",
  "kind.chance": "De beste plek om aan te vallen",
  "kind.manner": "Het beste gebruik van een beurt",
  "ask.hidden": "Waar kan {unit} met één beweging heen zodat geen vijand hem ziet?",
  "ask.shelter": "In welk vak van de zone kan geen vijand {unit} aanvallen?",
  "ask.shots": "Vanuit welk vak kan {unit} op {n} vijanden schieten?",
  "ask.chance": "Vanuit welk vak maakt {unit} de meeste kans om {target} uit te schakelen?",
  "ask.manner": "Wat geeft in deze beurt van {unit} de meeste kans om {target} uit te schakelen?",
  "hint.hidden":
    "Gemarkeerde vakken zijn bereikbaar. Wat tot de top van de hoogste van beide reikt, blokkeert een lijn.",
  "hint.shelter":
    "Vijanden blijven staan en houden hun kijkrichting. Zichtlijn, schootsveld en bereik tellen allemaal.",
  "hint.shots": "Eén beweging, met elke kijkrichting aan het eind. Zichtlijn, schootsveld en bereik tellen allemaal.",
  "hint.chance":
    "Eén beweging, dan één aanval, met het wapen of de handen. Let op dekking, bomen en wat ertussen ligt.",
  "hint.manner":
    "Twee acties. Een beweging mag eindigen waar ze het meest helpt; een andere vorm heeft andere getallen.",
  pick: "Tik op een gemarkeerd vak",
  answer: "Antwoord {hex}",
  "then.move": "Bewegen, dan: {then}",
  "then.mode": "Veranderen in {mode}, dan: {then}",
  "is.hidden": "{place}: geen vijand heeft een vrije lijn naar {unit}.",
  "is.shelter": "{place}: geen vijand kan {unit} aanvallen vanwaar hij staat.",
  "is.shots": "{place}: {n} vijanden staan in zicht, schootsveld en bereik.",
  "is.chance": "{place}: {percent} % om {target} uit te schakelen. Elk ander vak blijft minstens 15 punten achter.",
  "is.manner": "{manner}: {percent} % om {target} uit te schakelen. Al het andere blijft minstens 15 punten achter.",
  "not.hidden": "{place}: gezien door {names}.",
  "not.shelter": "{place}: daar kan worden aangevallen door {names}.",
  "not.shots": "{place}: daar kan maar op {n|één vijand|# vijanden} worden geschoten.",
  "not.chance": "{place}: {percent} % om {target} uit te schakelen. Er is iets duidelijk beters.",
  "not.manner": "{manner}: {percent} % om {target} uit te schakelen. Er is iets duidelijk beters.",
  "not.attack": "Vanuit {place} kan {target} niet worden aangevallen.",
  sheet: "Tik op een eenheid om haar getallen te zien.",
} satisfies Record<keyof typeof en, string>;
