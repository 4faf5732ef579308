import { office as english } from "../en/office.ts";
import { translate } from "../translate.ts";

export const office = translate(english, {
  "gone.title": "Pagina non trovata",
  "gone.text": "A questo indirizzo non c’è nulla, o non è aperto a Lei.",
  "other.title": "Questa pagina è per i responsabili",
  "other.text": "Chieda il ruolo a un responsabile del ristorante.",
  "shell.switch": "Ristorante:",
  "shell.account": "Il Suo account",
  "shell.board": "Bacheca ordini",
  "shell.language": "Lingua",
  "shell.change_language": "Cambia lingua",
  "shell.sign_out": "Esci",
  "shell.menu": "Pagine del ristorante",
  "page.people": "Persone",
  "page.devices": "Tablet",
});
