import { closing as english } from "../en/closing.ts";
import { translate } from "../translate.ts";

export const closing = translate(english, {
  title: "Jours de fermeture",
  text: "Jours fériés, congés : ni commandes ni tables ces jours-là. Les commandes et les réservations déjà faites restent.",
  none: "Aucun jour à venir n’est fermé.",
  first: "Premier jour",
  last: "Dernier jour, s’il y en a plusieurs",
  what: "Ce qui est fermé",
  "what.orders": "Commandes",
  "what.bookings": "Réservations",
  submit: "Fermer ces jours",
  open: "Rouvrir",
  both: "Ni commandes ni réservations.",
  orders: "Pas de commandes.",
  "orders.half": "Pas de commandes. Les tables peuvent être réservées.",
  "bookings.half": "Pas de réservations. Les commandes arrivent.",
  "also.orders": "Pas de commandes non plus",
  "also.bookings": "Pas de réservations non plus",
  blackout: "La ligne ci-dessous, sous « {title} », le dit.",
  past: "Choisissez un jour qui n’est pas passé.",
  most: "Fermez au plus {most} jours à la fois.",
  far: "Ce jour est trop lointain.",
  nothing: "Cochez au moins une case.",
  span: "{first} au {last}",
  scheduled:
    "{count, plural, one {# commande pour plus tard tombe un jour sans commandes. Appelez le client, ou rouvrez.} many {# de commandes pour plus tard tombent un jour sans commandes. Appelez les clients, ou rouvrez.} other {# commandes pour plus tard tombent un jour sans commandes. Appelez les clients, ou rouvrez.}}",
  "last.before": "La fin est avant le début.",
});
