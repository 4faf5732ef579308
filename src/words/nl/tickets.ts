import { tickets as english } from "../en/tickets.ts";
import { translate } from "../translate.ts";

export const tickets = translate(english, {
  title: "Bon {number}",
  copy: "Kopie {copy}",
  "due.at": "Klaar om {time}",
  "due.soon": "Zo snel mogelijk",
  ordered: "Besteld om {time}",
  lines: "{count, plural, one {# artikel} other {# artikelen}}",
  note: "Opmerking",
  total: "Totaal",
  print: "Printen",
  back: "Terug naar de bestellingen",
  missing: "We vonden deze bestelling niet.",
});
