import { privacy as english } from "../../en/guests/privacy.ts";
import { translate } from "../../translate.ts";

export const privacy = translate(english, {
  title: "Vos données",
  intro: "Ce que vous écrivez va au restaurant. Voici qui d’autre intervient, et ce qu’il voit.",
  addresses: "Trouver votre adresse",
  "addresses.none": "Votre adresse est cherchée par ce service seul.",
  "addresses.host": "Ce que vous écrivez pour trouver votre adresse va à {host}, sans votre nom.",
  maps: "Les cartes",
  "maps.none": "Les cartes ne chargent rien d’ailleurs.",
  "maps.host":
    "Les cartes chargent des images de {host}, qui voit l’adresse réseau de votre appareil et la zone regardée.",
  messages: "Les messages",
  "mail.none": "Aucun e-mail ne quitte ce service.",
  "mail.host": "Les e-mails passent par {host}.",
  texts: "Les SMS passent par Twilio.",
  "texts.none": "Aucun SMS ne quitte ce service.",
  payments: "Le paiement",
  "payments.stripe": "Vous payez sur la page de Stripe. Nous ne voyons jamais le numéro de votre carte.",
  "payments.test": "Les paiements servent ici à essayer. Il n’y a pas d’argent en jeu.",
  browser: "Dans votre navigateur",
  "browser.cookies":
    "Des cookies gardent votre langue un an, l’adresse d’une commande trois heures et une commande impayée une heure.",
  "browser.kept":
    "La liste de vos commandes reste 90 jours dans ce navigateur, votre adresse seulement si vous avez coché la case.",
  kept: "Ce qui est gardé",
  "kept.logs": "Ce que vous écrivez n’est dans aucun journal technique.",
  "kept.erase": "Demandez au restaurant de voir ou d’effacer ce qu’il garde sur vous.",
});
