import { today as english } from "../en/today.ts";
import { translate } from "../translate.ts";

export const today = translate(english, {
  now: "Aujourd’hui",
  week: "Ce qui n’a pas marché ces 7 derniers jours",
  "figure.guests": "couverts",
  "figure.bookings": "réservations",
  "figure.orders": "commandes",
  "figure.accepted": "commandes acceptées",
  "figure.waiting": "groupes en attente",
  "figure.seated": "groupes placés depuis la file",
  "figure.undecided": "commandes sans décision",
  "figure.denied": "commandes refusées",
  "figure.cancelled": "commandes annulées",
  "figure.no_shows": "absents",
  "figure.cancelled_bookings": "réservations annulées par les clients",
  "figure.gone": "groupes partis de la file",
  guests_see: "Voir ce que voient vos clients",
  "warn.none": "Rien ne vous attend en ce moment.",
  "warn.open": "Voir",
  "warn.inactive": "Le restaurant est désactivé et ne prend pas de commandes. Demandez à votre opérateur.",
  "warn.unattended": "Aucun tableau des commandes n’est ouvert : personne ne voit les nouvelles commandes.",
  "warn.concerned":
    "{count, plural, one {# réservation à venir tombe un jour fermé.} many {# de réservations à venir tombent un jour fermé.} other {# réservations à venir tombent un jour fermé.}}",
  "warn.unkept":
    "{count, plural, one {# réservation à venir est notée} many {# réservations à venir sont notées} other {# réservations à venir sont notées}} à une autre heure que celle dite au client : aucune table n’est libre à cette heure.",
  "warn.address": "Les clients ne voient pas où vous êtes : l’adresse manque.",
  "warn.tables": "Pas encore de tables : les clients ne peuvent pas réserver.",
  "warn.receiver":
    "Les clients ne peuvent pas commander : aucune caisse n’est connectée, et l’équipe ne décide pas des commandes.",
  "warn.menu": "Les clients ne peuvent pas commander : il n’y a pas encore de carte.",
  "warn.alert_phone": "Personne n’est prévenu quand une commande attend trop.",
  "closed.both": "Aujourd’hui est un jour de fermeture : ni commandes ni réservations.",
  "closed.orders": "Pas de commandes aujourd’hui : le jour est fermé.",
  "closed.bookings": "Pas de réservations aujourd’hui : le jour est fermé.",
  "warn.messaging":
    "Les clients ne reçoivent ni SMS ni e-mail sur leurs réservations : les messages sont désactivés. Demandez à votre opérateur.",
  "warn.messages":
    "{count, plural, one {# message à un client n’est pas arrivé.} many {# de messages ne sont pas arrivés.} other {# messages aux clients ne sont pas arrivés.}}",
  "warn.undecided":
    "{count, plural, one {# commande a pris fin aujourd’hui sans décision.} many {# de commandes ont pris fin aujourd’hui sans décision.} other {# commandes ont pris fin aujourd’hui sans décision.}}",
  bookings: "Réservations en ligne",
  "bookings.on": "Les clients peuvent réserver.",
  "bookings.off": "Les clients ne peuvent pas réserver maintenant.",
  "bookings.stop": "Arrêter les réservations",
  "bookings.start": "Prendre des réservations",
  queue: "File en ligne",
  "queue.on": "Les clients peuvent rejoindre la file en ligne.",
  "queue.off": "La file est fermée en ligne. Les groupes présents restent.",
  "queue.stop": "Fermer la file",
  "queue.start": "Ouvrir la file",
});
