import { tickets as english } from "../en/tickets.ts";
import { translate } from "../translate.ts";

export const tickets = translate(english, {
  title: "Comanda {number}",
  copy: "Copia {copy}",
  "due.at": "Pronto alle {time}",
  "due.soon": "Appena possibile",
  ordered: "Ordinato alle {time}",
  lines: "{count, plural, one {# articolo} many {# di articoli} other {# articoli}}",
  note: "Nota",
  total: "Totale",
  print: "Stampa",
  back: "Torna agli ordini",
  missing: "Non abbiamo trovato questo ordine.",
});
