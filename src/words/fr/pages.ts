import { pages as english } from "../en/pages.ts";
import { translate } from "../translate.ts";

export const pages = translate(english, {
  skip: "Aller au contenu",
  languages: "Langue",
  privacy: "Vos données",
  served_by: "Proposé par",
  unanswered: "Aucune réponse n’est arrivée. Vérifiez votre connexion, puis appuyez de nouveau.",
  "not_found.title": "Page introuvable",
  "not_found.text": "Le lien est incomplet, ou la page n’existe plus. Vérifiez le lien que vous avez reçu.",
  "foreign.title": "Ce formulaire vient d’un autre site",
  "foreign.text": "Ouvrez la page elle-même et envoyez le formulaire de là.",
  "too_many.title": "Trop de demandes",
  "too_many.text":
    "{seconds, plural, one {Attendez # seconde, puis rechargez la page.} many {Attendez # secondes, puis rechargez la page.} other {Attendez # secondes, puis rechargez la page.}}",
  "unreadable.title": "Cela n’a pas marché",
  "unreadable.text":
    "Ce que le navigateur a envoyé est illisible. Revenez en arrière, rechargez la page et recommencez.",
  "busy.title": "Beaucoup de monde en ce moment",
  "busy.text": "Nous n’avons pas pu finir à temps. Rechargez la page dans un instant.",
  "busy.again": "Nous n’avons pas pu le prendre en compte. Attendez un instant, puis appuyez de nouveau.",
  "fault.title": "Une panne chez nous",
  "fault.text": "Ce n’est pas votre faute. Rechargez la page. Si la panne reste, appelez le restaurant.",
  "too_large.title": "Le fichier est trop grand",
  "too_large.text": "Choisissez un fichier plus petit. La page indique la taille permise.",
});
