import { deposits as english } from "../en/deposits.ts";
import { translate } from "../translate.ts";

export const deposits = translate(english, {
  "pay.title": "Payer {amount}",
  "pay.deposit": "Acompte pour votre table",
  "pay.prepaid": "Paiement de votre table",
  "pay.for": "{people, plural, one {# personne} many {# de personnes} other {# personnes}}, {when}",
  "pay.until": "Payez avant {time}. Ensuite, la table sera proposée à d’autres clients.",
  "pay.paid": "{amount} payés",
  "pay.paid.text": "Merci. Votre table est réservée.",
  "pay.settling": "{amount} en cours de paiement",
  "pay.settling.text": "Votre paiement prend un instant. La table sera réservée dès qu’il arrive.",
  "pay.void": "Rien à payer",
  "pay.late": "Le paiement n’est pas arrivé à temps et la table est de nouveau libre. Rien n’a été débité.",
  "pay.over": "Cette réservation est terminée. Rien n’a été débité.",
  "pay.returning": "Nous vous remboursons {amount}",
  "pay.returned": "{amount} vous ont été remboursés",
  "pay.returned.text": "Votre banque peut avoir besoin de quelques jours.",
  "pay.part": "{amount} vous sont remboursés. Votre banque peut avoir besoin de quelques jours.",
  "pay.kept": "Le restaurant garde le reste, comme convenu à la réservation.",
  "pay.failed": "Le dernier paiement n’a pas abouti. Rien n’a été débité.",
  "pay.hosted": "Vous payez sur la page de Stripe, puis vous revenez ici.",
  "pay.refused": "Ce paiement est impossible en ligne. Appelez le restaurant.",
  "pay.silent": "La page de paiement ne répond pas. Rien n’a été débité. Réessayez dans une minute.",
  "pay.description": "Table pour {people} chez {venue}, {when}",
});
