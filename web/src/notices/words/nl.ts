/** Berichten via push en e-mail, in het Nederlands. */

export default {
  title: "Berichten",
  help:
    "Als er geen pagina van Flagfall openstaat, kun je horen dat er een partij wacht. Een bericht noemt " +
    "het spel en de spelers, meer niet.",
  browser: "In deze browser",
  "browser.off": "Deze browser toont een bericht, ook als Flagfall gesloten is.",
  "browser.on": "Deze browser laat het weten als er een partij wacht.",
  "browser.turnOn": "Laat het me in deze browser weten",
  "browser.turnOff": "Niet meer in deze browser",
  "browser.unsupported":
    "Deze browser kan zulke berichten hier niet tonen. Zet Flagfall op een iPhone of iPad eerst op het beginscherm.",
  "browser.denied": "Deze browser staat geen berichten van Flagfall toe. Dat kun je in de instellingen veranderen.",
  "browser.failed": "De browser kon niet voor berichten worden ingesteld. Probeer het later nog eens.",
  "browser.others": "Andere browsers",
  "browser.since": "sinds {date}",
  "browser.forget": "Vergeten",
  mail: "Per e-mail",
  "mail.help":
    "Het adres wordt voor deze berichten gebruikt en voor niets anders. Niemand ziet het, en met een " +
    "link in elke mail stop je ermee.",
  "mail.account": "Voor e-mails heb je een account nodig.",
  "mail.address": "E-mailadres",
  "mail.save": "Stuur de link",
  "mail.sent":
    "Er is een link naar {address} gestuurd. Open hem binnen 24 uur om te bevestigen. Een adres krijgt " +
    "hooguit twee van zulke mails per dag.",
  "mail.on": "Berichten gaan naar {address}.",
  "mail.remove": "Adres verwijderen",
  kinds: "Laat het me weten als",
  "kind.turn": "ik aan zet ben in een partij met dagen per zet",
  "kind.challenge": "iemand me uitdaagt",
  "kind.tournament": "een toernooi van mij zo begint",
  saved: "Bewaard.",
  "offer.ask": "Bericht krijgen als je aan zet bent?",
  "offer.yes": "Ja, graag",
  "offer.done": "Je krijgt bericht als je aan zet bent.",
  "confirm.title": "Bevestig je adres",
  "confirm.title.done": "Je adres is bevestigd",
  "confirm.help": "Vanaf dan komen berichten over partijen die op je wachten op dit adres.",
  "confirm.go": "Bevestigen",
  "confirm.done": "Berichten voor {name} komen nu op dit adres.",
  "confirm.old": "Deze link is al gebruikt of te oud. Vraag op je pagina een nieuwe aan.",
  "stop.title": "Geen mails meer",
  "stop.working": "Een ogenblik …",
  "stop.done": "Je adres is verwijderd en er komen geen berichten meer. Op je pagina kun je het altijd weer opgeven.",
  "stop.wrong": "Deze link is niet volledig. Open hem opnieuw vanuit de mail, of verwijder het adres op je pagina.",
};
