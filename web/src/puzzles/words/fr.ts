/** Mots des énigmes du jeu d'hexagones. */

import type en from "./en";

export default {
  "today.done": "Résolue aujourd'hui. La prochaine arrive demain.",
  "today.again": "La revoir",
  "record.firstTry": "Résolues du premier coup",
  "record.unsure": "encore incertain",
  "outcome.firstTry": "le premier essai compte",
  "kind.hidden": "Hors de vue de tout ennemi",
  "kind.shelter": "À l'abri dans la zone",
  "kind.shots": "Une place, plusieurs cibles",
  "kind.chance": "La meilleure place pour attaquer",
  "kind.manner": "Le meilleur usage d'un tour",
  "ask.hidden": "Où {unit} peut-il aller en un déplacement sans qu'aucun ennemi le voie ?",
  "ask.shelter": "Dans quelle case de la zone aucun ennemi ne peut-il attaquer {unit} ?",
  "ask.shots": "De quelle case {unit} peut-il tirer sur {n} ennemis ?",
  "ask.chance": "De quelle case {unit} a-t-il le plus de chances de mettre {target} hors de combat ?",
  "ask.manner": "Qu'est-ce qui donne à {unit}, ce tour-ci, le plus de chances de mettre {target} hors de combat ?",
  "hint.hidden": "Les cases marquées sont accessibles. Ce qui atteint le sommet du plus haut des deux coupe une ligne.",
  "hint.shelter": "Les ennemis restent où ils sont et gardent leur orientation. Ligne de vue, arc et portée comptent.",
  "hint.shots": "Un déplacement, puis n'importe quelle orientation. Ligne de vue, arc et portée comptent.",
  "hint.chance": "Un déplacement, puis une attaque, avec l'arme ou à mains nues. Pensez au couvert et aux arbres.",
  "hint.manner": "Deux actions. Un déplacement peut finir où il aide le plus ; une autre forme a d'autres valeurs.",
  pick: "Touchez une case marquée",
  answer: "Répondre {hex}",
  "then.move": "Bouger, puis : {then}",
  "then.mode": "Se transformer en {mode}, puis : {then}",
  "is.hidden": "{place} : aucun ennemi n'a de ligne libre vers {unit}.",
  "is.shelter": "{place} : aucun ennemi ne peut attaquer {unit} d'où il est.",
  "is.shots": "{place} : {n} ennemis sont en vue, dans l'arc et à portée.",
  "is.chance":
    "{place} : {percent} % de mettre {target} hors de combat. Toute autre case est au moins 15 points derrière.",
  "is.manner":
    "{manner} : {percent} % de mettre {target} hors de combat. Tout le reste est au moins 15 points derrière.",
  "not.hidden": "{place} : vu par {names}.",
  "not.shelter": "{place} : peut y être attaqué par {names}.",
  "not.shots": "{place} : on ne peut y tirer que sur {n|un ennemi|# ennemis}.",
  "not.chance": "{place} : {percent} % de mettre {target} hors de combat. Il y a nettement mieux.",
  "not.manner": "{manner} : {percent} % de mettre {target} hors de combat. Il y a nettement mieux.",
  "not.attack": "Depuis {place}, {target} ne peut pas être attaqué.",
  sheet: "Touchez une unité pour voir ses valeurs.",
} satisfies Record<keyof typeof en, string>;
