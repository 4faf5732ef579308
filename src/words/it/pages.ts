import { pages as english } from "../en/pages.ts";
import { translate } from "../translate.ts";

export const pages = translate(english, {
  skip: "Vai al contenuto",
  languages: "Lingua",
  privacy: "I suoi dati",
  served_by: "Servizio di",
  unanswered: "Non è arrivata alcuna risposta. Controlli la connessione e prema di nuovo.",
  "not_found.title": "Pagina non trovata",
  "not_found.text": "Il link è incompleto oppure la pagina non esiste più. Controlli il link ricevuto.",
  "foreign.title": "Questo modulo viene da un altro sito",
  "foreign.text": "Apra la pagina e invii il modulo da lì.",
  "too_many.title": "Troppe richieste",
  "too_many.text":
    "{seconds, plural, one {Aspetti # secondo, poi ricarichi la pagina.} many {Aspetti # secondi, poi ricarichi la pagina.} other {Aspetti # secondi, poi ricarichi la pagina.}}",
  "unreadable.title": "Non ha funzionato",
  "unreadable.text": "Ciò che il browser ha inviato non è leggibile. Torni indietro, ricarichi la pagina e ripeta.",
  "busy.title": "C’è molto traffico adesso",
  "busy.text": "Non abbiamo finito in tempo. Ricarichi la pagina tra un momento.",
  "busy.again": "Ora non è stato possibile accettarlo. Attenda un momento e prema di nuovo.",
  "fault.title": "Qualcosa da noi non ha funzionato",
  "fault.text": "Non è colpa sua. Ricarichi la pagina. Se non cambia, chiami il ristorante.",
  "too_large.title": "Il file è troppo grande",
  "too_large.text": "Scelga un file più piccolo. La pagina dice quanto può essere grande.",
});
