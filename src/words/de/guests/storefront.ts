import { storefront as english } from "../../en/guests/storefront.ts";
import { translate } from "../../translate.ts";

export const storefront = translate(english, {
  "search.label": "Speisekarte durchsuchen",
  "search.submit": "Suchen",
  "search.clear": "Ganze Karte anzeigen",
  "filter.title": "Filter",
  "filter.labels": "Nur Gerichte, die so gekennzeichnet sind",
  "filter.without": "Ohne",
  "filter.unknown": "Gerichte ohne Angaben zu Allergenen fallen dann weg.",
  "filter.submit": "Gerichte anzeigen",
  found: "{count, plural, one {# Gericht} other {# Gerichte}}",
  "found.none": "Kein Gericht passt. Versuchen Sie es mit weniger Wörtern oder Filtern.",
  "allergens.unknown": "Keine Angaben zu Allergenen",
});
