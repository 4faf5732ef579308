import { finding as english } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(english, {
  "link.gone": "Ce lien n’est plus valable",
  "link.next": "Les liens de nos messages restent valables 30 jours après la commande ou la visite.",
  "link.find": "Retrouver une commande ou une réservation",
  title: "Retrouver une commande ou une réservation",
  intro: "Le code figure dans votre message et sur votre page.",
  code: "Code",
  "code.hint": "8 lettres et chiffres, par exemple 7KQ4MXRT",
  contact: "Téléphone ou e-mail",
  "contact.hint": "Ceux donnés avec la commande ou la réservation. Commencez le numéro par + et l’indicatif du pays.",
  button: "Retrouver",
  none: "Aucune commande ni réservation ne correspond aux deux.",
  "none.next": "Vérifiez les deux, ou faites-vous envoyer les liens.",
  wait: "{minutes, plural, one {Trop d’essais. Réessayez dans # minute.} many {Trop d’essais. Réessayez dans # minutes.} other {Trop d’essais. Réessayez dans # minutes.}}",
  "mine.title": "Vos commandes et réservations",
  "mine.intro": "Cette liste reste dans ce navigateur seulement, pendant 90 jours.",
  "mine.empty": "Rien n’est encore enregistré ici.",
  "mine.forget": "Oublier",
  "mine.forget_all": "Tout oublier",
  "mine.again": "Recommander aux prix du jour",
  "mine.link": "Commandes et réservations de ce navigateur",
  "mine.forgotten": "Oublié",
  "mine.off": "Ce navigateur n’exécute pas de scripts et ne garde donc aucune liste.",
});
