/** Notices by push and e-mail, in English. */

export default {
  title: "Notices",
  help:
    "While no page of Flagfall is open, you can be told when a game is waiting. A notice says which game " +
    "and who plays, and no more.",
  browser: "In this browser",
  "browser.off": "This browser can show a message even when Flagfall is closed.",
  "browser.on": "This browser tells you when a game is waiting.",
  "browser.turnOn": "Tell me in this browser",
  "browser.turnOff": "Stop in this browser",
  "browser.unsupported":
    "This browser cannot show such messages here. On an iPhone or iPad, first add Flagfall to the home screen.",
  "browser.denied": "This browser does not allow messages from Flagfall. You can change that in its settings.",
  "browser.failed": "The browser could not be set up for messages. Try again later.",
  "browser.others": "Other browsers",
  "browser.since": "since {date}",
  "browser.forget": "Forget",
  mail: "By e-mail",
  "mail.help":
    "The address is used for these notices and for nothing else. Nobody sees it, and every mail has a link to stop.",
  "mail.account": "For e-mails you need an account.",
  "mail.address": "E-mail address",
  "mail.save": "Send the link",
  "mail.sent":
    "A link was sent to {address}. Open it within 24 hours to confirm. " +
    "An address gets at most two of these mails a day.",
  "mail.on": "Notices go to {address}.",
  "mail.remove": "Remove the address",
  kinds: "Tell me when",
  "kind.turn": "it is my turn in a slow game",
  "kind.challenge": "somebody challenges me",
  "kind.tournament": "one of my tournaments begins soon",
  saved: "Saved.",
  "offer.ask": "Do you want to be told when it is your turn?",
  "offer.yes": "Tell me",
  "offer.done": "You will be told when it is your turn.",
  "confirm.title": "Confirm your address",
  "confirm.title.done": "Your address is confirmed",
  "confirm.help": "Notices about games that are waiting for you will then come to this address.",
  "confirm.go": "Confirm",
  "confirm.done": "Notices for {name} now come to this address.",
  "confirm.old": "This link has already been used or is too old. Ask for a new one on your page.",
  "stop.title": "No more e-mails",
  "stop.working": "One moment …",
  "stop.done": "Your address has been removed and gets no more notices. You can add it again on your page at any time.",
  "stop.wrong": "This link is not complete. Open it again from the mail, or remove the address on your page.",
};
