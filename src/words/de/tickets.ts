import { tickets as english } from "../en/tickets.ts";
import { translate } from "../translate.ts";

export const tickets = translate(english, {
  title: "Bon {number}",
  copy: "Kopie {copy}",
  "due.at": "Fertig um {time}",
  "due.soon": "So bald wie möglich",
  ordered: "Bestellt um {time}",
  lines: "{count, plural, one {# Artikel} other {# Artikel}}",
  note: "Hinweis",
  total: "Summe",
  print: "Drucken",
  back: "Zurück zu den Bestellungen",
  missing: "Diese Bestellung gibt es hier nicht.",
});
