/** Nachrichten per Push und E-Mail, auf Deutsch. */

export default {
  title: "Nachrichten",
  help:
    "Wenn keine Seite von Flagfall offen ist, kannst du erfahren, dass eine Partie wartet. Eine " +
    "Nachricht nennt das Spiel und wer spielt, mehr nicht.",
  browser: "In diesem Browser",
  "browser.off": "Dieser Browser zeigt eine Nachricht, auch wenn Flagfall geschlossen ist.",
  "browser.on": "Dieser Browser sagt dir, wenn eine Partie wartet.",
  "browser.turnOn": "Sag es mir in diesem Browser",
  "browser.turnOff": "Nicht mehr in diesem Browser",
  "browser.unsupported":
    "Dieser Browser kann solche Nachrichten hier nicht zeigen. Auf iPhone oder iPad leg Flagfall zuerst " +
    "auf den Home-Bildschirm.",
  "browser.denied":
    "Dieser Browser erlaubt keine Nachrichten von Flagfall. Das kannst du in seinen Einstellungen ändern.",
  "browser.failed": "Der Browser ließ sich nicht für Nachrichten einrichten. Versuch es später noch einmal.",
  "browser.others": "Andere Browser",
  "browser.since": "seit {date}",
  "browser.forget": "Vergessen",
  mail: "Per E-Mail",
  "mail.help":
    "Die Adresse dient nur diesen Nachrichten. Niemand sieht sie, und jede Mail hat einen Link, mit dem " +
    "du sie abbestellst.",
  "mail.account": "Für E-Mails brauchst du ein Konto.",
  "mail.address": "E-Mail-Adresse",
  "mail.save": "Link senden",
  "mail.sent":
    "An {address} ging ein Link. Öffne ihn innerhalb von 24 Stunden, um die Adresse zu bestätigen. Eine " +
    "Adresse bekommt höchstens zwei solche Mails am Tag.",
  "mail.on": "Nachrichten gehen an {address}.",
  "mail.remove": "Adresse entfernen",
  kinds: "Sag mir, wenn",
  "kind.turn": "ich in einer Partie über Tage am Zug bin",
  "kind.challenge": "mich jemand herausfordert",
  "kind.tournament": "ein Turnier von mir bald beginnt",
  saved: "Gespeichert.",
  "offer.ask": "Bescheid bekommen, wenn du am Zug bist?",
  "offer.yes": "Ja, bitte",
  "offer.done": "Du erfährst, wenn du am Zug bist.",
  "confirm.title": "Bestätige deine Adresse",
  "confirm.title.done": "Deine Adresse ist bestätigt",
  "confirm.help": "Ab dann kommen Nachrichten über Partien, die auf dich warten, an diese Adresse.",
  "confirm.go": "Bestätigen",
  "confirm.done": "Nachrichten für {name} kommen jetzt an diese Adresse.",
  "confirm.old": "Dieser Link wurde schon benutzt oder ist zu alt. Fordere auf deiner Seite einen neuen an.",
  "stop.title": "Keine Mails mehr",
  "stop.working": "Einen Moment …",
  "stop.done":
    "Deine Adresse ist entfernt, und es kommen keine Nachrichten mehr. Auf deiner Seite kannst du sie " +
    "jederzeit wieder angeben.",
  "stop.wrong":
    "Dieser Link ist nicht vollständig. Öffne ihn noch einmal aus der Mail, oder entferne die Adresse " +
    "auf deiner Seite.",
};
