const en = {
  title: "Play without a connection",
  lead:
    "Original and Barrage against a bot, in this browser alone: on a train, in a plane, wherever there is no " +
    "network.",
  "make.title": "First, once, with a connection",
  "make.help":
    "The rules, the board and the bot are kept on this device. They are renewed by themselves when you come " +
    "back with a connection.",
  make: "Make ready for offline play",
  "make.sized": "Make ready for offline play ({size} MB)",
  loading: "{done} of {size} MB are here",
  failed: "Not everything could be fetched. Check your connection and try again; what is here already stays.",
  unable:
    "This browser cannot keep pages for use without a connection. It needs a secure address (https), and no " +
    "private window.",
  ready: "This device is ready: {size} MB are kept on it. Add the page to your home screen, and it opens like an app.",
  drop: "Remove from this device",
  "continue.title": "Your game",
  "continue.help": "{game}, move {n}.",
  continue: "Continue",
  "new.title": "New game",
  "new.replaces": "A new game replaces the one you have begun.",
  new: "Begin",
  game: "Game",
  bot:
    "You play against the Marshal, the learned bot of level 6, as it plays without looking ahead. It sees " +
    "what a player at its seat sees, and nothing more.",
  "bot.failed": "The bot could not think of a move in this browser. Load the page again to go on.",
};

export default en;
