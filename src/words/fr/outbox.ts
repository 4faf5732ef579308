import { outbox as english } from "../en/outbox.ts";
import { translate } from "../translate.ts";

export const outbox = translate(english, {
  title: "Boîte d’envoi",
  text: "Ces messages sont gardés ici et ne partent vers personne. Les heures sont en UTC.",
  none: "Il n’y a pas encore de message.",
  older: "Messages plus anciens",
  sms: "SMS",
  email: "E-mail",
  as_sent: "Comme il serait envoyé",
  calendar: "Fichier de calendrier",
  forgotten: "Le texte n’est pas conservé.",
  not_found: "Cette page n’existe pas",
  "not_found.text": "Vérifiez l’adresse.",
});
