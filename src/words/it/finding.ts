import { finding as english } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(english, {
  "link.gone": "Questo link non è più valido",
  "link.next": "I link nei messaggi valgono fino a 30 giorni dopo l’ordine o la visita.",
  "link.find": "Trova un ordine o una prenotazione",
  title: "Trova un ordine o una prenotazione",
  intro: "Il codice è nel messaggio e sulla pagina.",
  code: "Codice",
  "code.hint": "8 lettere e cifre, per esempio 7KQ4MXRT",
  contact: "Telefono o e-mail",
  "contact.hint": "Quello dato con l’ordine o la prenotazione. Inizi il numero con + e il prefisso del paese.",
  button: "Trova",
  none: "Nessun ordine né prenotazione corrisponde a entrambi.",
  "none.next": "Controlli entrambi, o si faccia mandare i link.",
  wait: "{minutes, plural, one {Troppi tentativi. Riprovi tra # minuto.} many {Troppi tentativi. Riprovi tra # minuti.} other {Troppi tentativi. Riprovi tra # minuti.}}",
  "mine.title": "I suoi ordini e prenotazioni",
  "mine.intro": "Questo elenco resta solo in questo browser, per 90 giorni.",
  "mine.empty": "Qui non c’è ancora nulla.",
  "mine.forget": "Dimentica",
  "mine.forget_all": "Dimentica tutto",
  "mine.again": "Ordina di nuovo ai prezzi di oggi",
  "mine.link": "Ordini e prenotazioni di questo browser",
  "mine.forgotten": "Dimenticato",
  "mine.off": "Questo browser non esegue script e non conserva elenchi.",
});
