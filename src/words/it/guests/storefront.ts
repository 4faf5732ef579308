import { storefront as english } from "../../en/guests/storefront.ts";
import { translate } from "../../translate.ts";

export const storefront = translate(english, {
  "search.label": "Cerca nel menù",
  "search.submit": "Cerca",
  "search.clear": "Mostra tutto il menù",
  "filter.title": "Filtri",
  "filter.labels": "Solo piatti",
  "filter.without": "Senza",
  "filter.unknown": "I piatti senza informazioni sugli allergeni non vengono mostrati.",
  "filter.submit": "Mostra i piatti",
  found: "{count, plural, one {# piatto} many {# di piatti} other {# piatti}}",
  "found.none": "Nessun piatto corrisponde. Provi con meno parole o filtri.",
  "allergens.unknown": "Nessuna informazione sugli allergeni",
});
