import { storefront as english } from "../../en/guests/storefront.ts";
import { translate } from "../../translate.ts";

export const storefront = translate(english, {
  "search.label": "Procurar na ementa",
  "search.submit": "Procurar",
  "search.clear": "Ver a ementa toda",
  "filter.title": "Filtros",
  "filter.labels": "Só pratos",
  "filter.without": "Sem",
  "filter.unknown": "Os pratos sem informação sobre alergénios não são mostrados.",
  "filter.submit": "Ver pratos",
  found: "{count, plural, one {# prato} many {# de pratos} other {# pratos}}",
  "found.none": "Nenhum prato corresponde. Tente com menos palavras ou filtros.",
  "allergens.unknown": "Sem informação sobre alergénios",
});
