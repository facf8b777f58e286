/** Les messages par notification et par e-mail, en français. */

export default {
  title: "Messages",
  help:
    "Quand aucune page de Flagfall n'est ouverte, vous pouvez être prévenu qu'une partie vous attend. Le " +
    "message dit quel jeu et qui joue, rien de plus.",
  browser: "Dans ce navigateur",
  "browser.off": "Ce navigateur affiche un message, même quand Flagfall est fermé.",
  "browser.on": "Ce navigateur vous prévient quand une partie attend.",
  "browser.turnOn": "Me prévenir dans ce navigateur",
  "browser.turnOff": "Plus dans ce navigateur",
  "browser.unsupported":
    "Ce navigateur ne peut pas afficher ces messages ici. Sur iPhone ou iPad, ajoutez d'abord Flagfall à " +
    "l'écran d'accueil.",
  "browser.denied": "Ce navigateur refuse les messages de Flagfall. Vous pouvez changer cela dans ses réglages.",
  "browser.failed": "Impossible d'activer les messages dans ce navigateur. Réessayez plus tard.",
  "browser.others": "Autres navigateurs",
  "browser.since": "depuis le {date}",
  "browser.forget": "Oublier",
  mail: "Par e-mail",
  "mail.help":
    "L'adresse sert à ces messages et à rien d'autre. Personne ne la voit, et chaque e-mail a un lien pour arrêter.",
  "mail.account": "Pour les e-mails il vous faut un compte.",
  "mail.address": "Adresse e-mail",
  "mail.save": "Envoyer le lien",
  "mail.sent":
    "Un lien a été envoyé à {address}. Ouvrez-le dans les 24 heures pour confirmer. Une adresse reçoit " +
    "au plus deux de ces e-mails par jour.",
  "mail.on": "Les messages vont à {address}.",
  "mail.remove": "Retirer l'adresse",
  kinds: "Me prévenir quand",
  "kind.turn": "c'est à moi dans une partie à plusieurs jours par coup",
  "kind.challenge": "quelqu'un me défie",
  "kind.tournament": "un de mes tournois commence bientôt",
  saved: "Enregistré.",
  "offer.ask": "Être prévenu quand c'est à vous ?",
  "offer.yes": "Me prévenir",
  "offer.done": "Vous serez prévenu quand c'est à vous.",
  "confirm.title": "Confirmez votre adresse",
  "confirm.title.done": "Votre adresse est confirmée",
  "confirm.help": "Dès lors, les messages sur les parties qui vous attendent arrivent à cette adresse.",
  "confirm.go": "Confirmer",
  "confirm.done": "Les messages pour {name} arrivent désormais à cette adresse.",
  "confirm.old": "Ce lien a déjà servi ou est trop ancien. Demandez-en un autre sur votre page.",
  "stop.title": "Plus d'e-mails",
  "stop.working": "Un instant …",
  "stop.done":
    "Votre adresse est retirée et ne reçoit plus de messages. Vous pouvez la redonner sur votre page " +
    "quand vous voulez.",
  "stop.wrong": "Ce lien n'est pas complet. Ouvrez-le de nouveau depuis l'e-mail, ou retirez l'adresse sur votre page.",
};
