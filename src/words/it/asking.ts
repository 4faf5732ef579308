import { asking as english } from "../en/asking.ts";
import { translate } from "../translate.ts";

export const asking = translate(english, {
  title: "Gruppi",
  open: "{count, plural, one {# gruppo chiede un tavolo} many {# di gruppi chiedono un tavolo} other {# gruppi chiedono un tavolo}}",
  none: "Nessun gruppo aspetta una risposta.",
  people: "{count, plural, one {# persona} many {# di persone} other {# persone}}",
  "status.new": "Aspetta una risposta",
  "status.answered": "Risposto",
  words: "Il gruppo scrive:",
  answered: "Abbiamo scritto:",
  answer: "La tua risposta",
  send: "Invia la risposta",
  book: "Prenota un tavolo",
  decline: "Rifiuta",
  decline_sure: "Rifiuta per sempre",
  "done.answer": "La risposta è inviata.",
  "done.decline": "Al gruppo è stato detto di no.",
  changed: "Qualcun altro ha risposto nel frattempo.",
  "alerts.title": "Clienti in attesa di un tavolo",
  "alerts.open":
    "{count, plural, one {# cliente aspetta un tavolo} many {# di clienti aspettano un tavolo} other {# clienti aspettano un tavolo}}",
  "alerts.none": "Nessuno aspetta un tavolo.",
  "alerts.offered": "Un tavolo è offerto adesso",
  "alerts.unused":
    "{count, plural, one {# offerta non usata} many {# di offerte non usate} other {# offerte non usate}}",
});
