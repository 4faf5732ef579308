import { office as english } from "../en/office.ts";
import { translate } from "../translate.ts";

export const office = translate(english, {
  "gone.title": "Pagina niet gevonden",
  "gone.text": "Op dit adres staat niets, of het is niet voor u.",
  "other.title": "Deze pagina is voor managers",
  "other.text": "Vraag een manager van het restaurant om de rol.",
  "shell.switch": "Restaurant:",
  "shell.account": "Uw account",
  "shell.board": "Bestelbord",
  "shell.language": "Taal",
  "shell.change_language": "Taal wijzigen",
  "shell.sign_out": "Uitloggen",
  "shell.menu": "Pagina’s van het restaurant",
  "page.people": "Mensen",
  "page.devices": "Tablets",
});
