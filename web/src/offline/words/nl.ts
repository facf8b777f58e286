import type en from "./en";

const nl: typeof en = {
  title: "Spelen zonder verbinding",
  lead:
    "Original en Barrage tegen een bot, alleen in deze browser: in de trein, in het vliegtuig, overal waar " +
    "geen netwerk is.",
  "make.title": "Eerst één keer, met verbinding",
  "make.help":
    "De regels, het bord en de bot worden op dit apparaat bewaard. Ze worden vanzelf vernieuwd als je met " +
    "verbinding terugkomt.",
  make: "Klaarmaken voor offline spelen",
  "make.sized": "Klaarmaken voor offline spelen ({size} MB)",
  loading: "{done} van {size} MB is binnen",
  failed: "Niet alles kon worden opgehaald. Controleer je verbinding en probeer het opnieuw; wat er al is, blijft.",
  unable:
    "Deze browser kan geen pagina's bewaren voor gebruik zonder verbinding. Daarvoor is een beveiligd adres " +
    "(https) nodig, en geen privévenster.",
  ready:
    "Dit apparaat is klaar: {size} MB wordt erop bewaard. Zet de pagina op je beginscherm, dan opent ze als een app.",
  drop: "Van dit apparaat verwijderen",
  "continue.title": "Je partij",
  "continue.help": "{game}, zet {n}.",
  continue: "Verder spelen",
  "new.title": "Nieuwe partij",
  "new.replaces": "Een nieuwe partij vervangt de partij waaraan je bezig bent.",
  new: "Beginnen",
  game: "Spel",
  bot:
    "Je speelt tegen de Maarschalk, de getrainde bot van niveau 6, zoals hij speelt zonder vooruit te kijken. " +
    "Hij ziet wat een speler op zijn plaats ziet, en niets meer.",
  "bot.failed": "De bot kon in deze browser geen zet bedenken. Laad de pagina opnieuw om verder te spelen.",
};

export default nl;
