import { storefront as english } from "../../en/guests/storefront.ts";
import { translate } from "../../translate.ts";

export const storefront = translate(english, {
  "search.label": "Buscar en la carta",
  "search.submit": "Buscar",
  "search.clear": "Ver toda la carta",
  "filter.title": "Filtros",
  "filter.labels": "Solo platos",
  "filter.without": "Sin",
  "filter.unknown": "Los platos sin información sobre alérgenos no se muestran entonces.",
  "filter.submit": "Ver platos",
  found: "{count, plural, one {# plato} many {# de platos} other {# platos}}",
  "found.none": "Ningún plato coincide. Pruebe con menos palabras o filtros.",
  "allergens.unknown": "Sin información sobre alérgenos",
});
