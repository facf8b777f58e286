import type en from "./en";

const fr: typeof en = {
  title: "Jouer sans connexion",
  lead:
    "Original et Barrage contre un bot, dans ce navigateur seul : en train, en avion, partout où il n'y a pas " +
    "de réseau.",
  "make.title": "D'abord, une seule fois, avec une connexion",
  "make.help":
    "Les règles, le plateau et le bot sont gardés sur cet appareil. Ils sont renouvelés d'eux-mêmes quand " +
    "vous revenez avec une connexion.",
  make: "Préparer le jeu hors ligne",
  "make.sized": "Préparer le jeu hors ligne ({size} Mo)",
  loading: "{done} Mo sur {size} sont là",
  failed: "Tout n'a pas pu être téléchargé. Vérifiez votre connexion et réessayez ; ce qui est déjà là reste.",
  unable:
    "Ce navigateur ne peut pas garder de pages pour un usage sans connexion. Il faut une adresse sécurisée " +
    "(https), et pas de fenêtre privée.",
  ready:
    "Cet appareil est prêt : {size} Mo y sont gardés. Ajoutez la page à l'écran d'accueil, et elle s'ouvre " +
    "comme une application.",
  drop: "Supprimer de cet appareil",
  "continue.title": "Votre partie",
  "continue.help": "{game}, coup {n}.",
  continue: "Continuer",
  "new.title": "Nouvelle partie",
  "new.replaces": "Une nouvelle partie remplace celle que vous avez commencée.",
  new: "Commencer",
  game: "Jeu",
  bot:
    "Vous jouez contre le Maréchal, le bot de niveau 6 formé par apprentissage, tel qu'il joue sans " +
    "anticiper. Il voit ce que voit un joueur à sa place, et rien de plus.",
  "bot.failed": "Le bot n'a pas pu trouver de coup dans ce navigateur. Rechargez la page pour continuer.",
};

export default fr;
