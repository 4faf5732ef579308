import { asking as english } from "../en/asking.ts";
import { translate } from "../translate.ts";

export const asking = translate(english, {
  title: "Groupes",
  open: "{count, plural, one {# groupe demande une table} many {# de groupes demandent une table} other {# groupes demandent une table}}",
  none: "Aucun groupe n’attend de réponse.",
  people: "{count, plural, one {# personne} many {# de personnes} other {# personnes}}",
  "status.new": "Attend une réponse",
  "status.answered": "Répondu",
  words: "Message du groupe :",
  answered: "Notre réponse :",
  answer: "Votre réponse",
  send: "Envoyer la réponse",
  book: "Réserver une table",
  decline: "Refuser",
  decline_sure: "Refuser pour de bon",
  "done.answer": "La réponse est envoyée.",
  "done.decline": "Le groupe reçoit un refus.",
  changed: "Quelqu’un d’autre a répondu entre-temps.",
  "alerts.title": "Clients qui attendent une table",
  "alerts.open":
    "{count, plural, one {# client attend une table} many {# de clients attendent une table} other {# clients attendent une table}}",
  "alerts.none": "Personne n’attend de table.",
  "alerts.offered": "Une table est proposée en ce moment",
  "alerts.unused":
    "{count, plural, one {# offre non utilisée} many {# d’offres non utilisées} other {# offres non utilisées}}",
});
