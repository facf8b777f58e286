const en = {
  title: "Play without a connection",
  lead:
    "Original and Barrage against a bot, right in this browser: on a train, in a plane, wherever there is no " +
    "network.",
  "make.title": "First, prepare this device once",
  "make.help":
    "The rules, the board and the bot are stored on this device. They are updated automatically when you come " +
    "back with a connection.",
  make: "Make ready for offline play",
  "make.sized": "Make ready for offline play ({size} MB)",
  loading: "{done} of {size} MB downloaded",
  failed: "Not everything could be downloaded. Check your connection and try again; you keep what you already have.",
  unable:
    "This browser cannot store pages for offline use. It needs a secure address (https), and no " + "private window.",
  ready: "This device is ready, with {size} MB stored. Add the page to your home screen to open it like an app.",
  drop: "Remove from this device",
  "continue.title": "Your game",
  "continue.help": "{game}, move {n}.",
  continue: "Continue",
  "new.title": "New game",
  "new.replaces": "A new game replaces the one you have begun.",
  new: "Begin",
  game: "Game",
  bot:
    "You play against the Marshal, the self-taught bot of level 6, without its look-ahead. It sees " +
    "only what a player in its seat sees.",
  "bot.failed": "The bot could not think of a move in this browser. Reload the page to continue.",
};

export default en;
