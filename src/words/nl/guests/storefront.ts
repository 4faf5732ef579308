import { storefront as english } from "../../en/guests/storefront.ts";
import { translate } from "../../translate.ts";

export const storefront = translate(english, {
  "search.label": "Zoeken in de kaart",
  "search.submit": "Zoeken",
  "search.clear": "Hele kaart tonen",
  "filter.title": "Filteren",
  "filter.labels": "Alleen gerechten",
  "filter.without": "Zonder",
  "filter.unknown": "Gerechten zonder allergeneninformatie worden dan niet getoond.",
  "filter.submit": "Gerechten tonen",
  found: "{count, plural, one {# gerecht} other {# gerechten}}",
  "found.none": "Geen gerecht gevonden. Probeer minder woorden of filters.",
  "allergens.unknown": "Geen allergeneninformatie",
});
