import { screens as english } from "../en/screens.ts";
import { translate } from "../translate.ts";

export const screens = translate(english, {
  close: "Fermer",
  "stale.title": "Pas de connexion depuis {time}",
  "stale.text": "Vous pourrez décider quand la connexion sera revenue.",
  "stale.next":
    "{seconds, plural, one {Nouvel essai dans # seconde} many {Nouvel essai dans # de secondes} other {Nouvel essai dans # secondes}}",
  "stale.trying": "Essai en cours",
  "fail.offline": "Pas de connexion. Rien n’a été envoyé.",
  "fail.other": "Cela n’a pas marché. Réessayez.",
  "fail.signed_out": "Vous êtes déconnecté.",
  "fail.sign_in": "Se connecter",
  "person.title": "Qui êtes-vous ?",
  "person.pin": "Code de {name}",
  "person.no_pin": "Pas encore de code",
  "person.set_pin": "Pas encore de code ? Créez-le sur votre propre téléphone : {address}.",
  "person.delete": "Effacer le dernier chiffre",
  "person.submit": "Valider",
  "person.wrong": "Ce code est faux.",
  "person.locked": "Trop de codes faux. Attendez 5 minutes ou choisissez un autre nom.",
  "person.none": "Personne ne peut encore être choisi ici. Un responsable invite les personnes.",
  "account.open": "Connecté : {name}",
  "account.title": "Qui travaille ici",
  "account.person": "Vous agissez en tant que {name}.",
  "account.on_tablet": "{name} agit sur la tablette {tablet}.",
  "account.tablet": "Cette tablette est {tablet}. Elle demande qui appuie.",
  "account.own": "Votre compte",
  "account.sign_out": "Se déconnecter",
  "account.choose": "Choisir un nom",
  "account.other": "Changer de personne",
});
