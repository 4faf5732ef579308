/** Words of text messages; without signs that the GSM alphabet lacks. */
import { texts as english } from "../en/texts.ts";
import { translate } from "../translate.ts";

export const texts = translate(english, {
  joined: "vous avez le numéro {position} sur la liste d’attente, {wait}. Suivre ou quitter : {link}",
  free: "une table devrait se libérer",
  about: "environ {minutes} min",
  ready: "votre table vous attend. Venez dans les {minutes} min.",
  confirmed: "réservé pour {party}, le {date} à {time}. Code {code}.",
  reminder: "nous vous attendons le {date} à {time}, table pour {party}. Code {code}.",
  changed: "votre réservation est maintenant pour {party}, le {date} à {time}. Code {code}.",
  cancelled: "votre table du {date} à {time} est annulée.",
  reason: "Motif :",
  manage: "Modifier ou annuler :",
  details: "Détails :",
  alert:
    "{orders, plural, one {la commande {number} attend} many {# commandes attendent, la {number} en premier,} other {# commandes attendent, la {number} en premier,}} et personne ne répond. Ouvrez le tableau des commandes.",
  invited: "voici votre invitation à rejoindre l’équipe. Ouvrez ce lien dans les 7 jours, il sert une fois : {link}",
  stop: "STOP pour ne plus en recevoir.",
  stopped: "Vous ne recevrez plus de messages. Répondez START pour en recevoir de nouveau.",
  started: "Vous recevrez de nouveau des messages. Répondez STOP pour ne plus en recevoir.",
  help: "Messages sur votre table ou réservation. STOP pour ne plus en recevoir ; pour le reste, appelez le restaurant.",
});
