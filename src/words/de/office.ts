import { office as english } from "../en/office.ts";
import { translate } from "../translate.ts";

export const office = translate(english, {
  "gone.title": "Seite nicht gefunden",
  "gone.text": "Unter dieser Adresse ist nichts, oder sie ist nicht für Sie.",
  "other.title": "Diese Seite ist für die Leitung",
  "other.text": "Bitten Sie die Leitung des Restaurants um die Rolle.",
  "shell.switch": "Restaurant:",
  "shell.account": "Ihr Konto",
  "shell.board": "Bestelltafel",
  "shell.language": "Sprache",
  "shell.change_language": "Sprache ändern",
  "shell.sign_out": "Abmelden",
  "shell.menu": "Seiten des Restaurants",
  "page.people": "Team",
  "page.devices": "Tablets",
});
