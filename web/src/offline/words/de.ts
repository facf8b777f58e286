import type en from "./en";

const de: typeof en = {
  title: "Ohne Verbindung spielen",
  lead:
    "Original und Barrage gegen einen Bot, allein in diesem Browser: im Zug, im Flugzeug, überall, wo es kein " +
    "Netz gibt.",
  "make.title": "Zuerst, ein einziges Mal, mit Verbindung",
  "make.help":
    "Regeln, Brett und Bot werden auf diesem Gerät aufbewahrt. Sie erneuern sich von selbst, wenn du mit " +
    "Verbindung wiederkommst.",
  make: "Für das Spiel ohne Verbindung vorbereiten",
  "make.sized": "Für das Spiel ohne Verbindung vorbereiten ({size} MB)",
  loading: "{done} von {size} MB sind da",
  failed:
    "Nicht alles konnte geladen werden. Prüfe deine Verbindung und versuche es noch einmal; was schon da ist, bleibt.",
  unable:
    "Dieser Browser kann keine Seiten für den Gebrauch ohne Verbindung aufbewahren. Dazu braucht es eine " +
    "sichere Adresse (https) und kein privates Fenster.",
  ready:
    "Dieses Gerät ist bereit: {size} MB sind darauf aufbewahrt. Lege die Seite auf den Startbildschirm, dann " +
    "öffnet sie sich wie eine App.",
  drop: "Von diesem Gerät entfernen",
  "continue.title": "Deine Partie",
  "continue.help": "{game}, Zug {n}.",
  continue: "Weiterspielen",
  "new.title": "Neue Partie",
  "new.replaces": "Eine neue Partie ersetzt die, die du begonnen hast.",
  new: "Beginnen",
  game: "Spiel",
  bot:
    "Du spielst gegen den Marschall, den trainierten Bot der Stufe 6, so wie er spielt, ohne vorauszurechnen. " +
    "Er sieht, was ein Spieler auf seinem Platz sieht, und nicht mehr.",
  "bot.failed": "Der Bot konnte in diesem Browser keinen Zug finden. Lade die Seite neu, um weiterzuspielen.",
};

export default de;
