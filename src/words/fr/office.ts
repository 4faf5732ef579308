import { office as english } from "../en/office.ts";
import { translate } from "../translate.ts";

export const office = translate(english, {
  "gone.title": "Page introuvable",
  "gone.text": "Il n’y a rien à cette adresse, ou elle ne vous est pas ouverte.",
  "other.title": "Cette page est réservée aux responsables",
  "other.text": "Demandez ce rôle à un responsable du restaurant.",
  "shell.switch": "Restaurant :",
  "shell.account": "Votre compte",
  "shell.board": "Tableau des commandes",
  "shell.language": "Langue",
  "shell.change_language": "Changer de langue",
  "shell.sign_out": "Se déconnecter",
  "shell.menu": "Pages du restaurant",
  "page.people": "Équipe",
  "page.devices": "Tablettes",
});
