import { storefront as english } from "../../en/guests/storefront.ts";
import { translate } from "../../translate.ts";

export const storefront = translate(english, {
  "search.label": "Chercher dans la carte",
  "search.submit": "Chercher",
  "search.clear": "Voir toute la carte",
  "filter.title": "Filtres",
  "filter.labels": "Seulement les plats",
  "filter.without": "Sans",
  "filter.unknown": "Les plats sans information sur les allergènes ne sont alors pas affichés.",
  "filter.submit": "Voir les plats",
  found: "{count, plural, one {# plat} many {# de plats} other {# plats}}",
  "found.none": "Aucun plat ne correspond. Essayez avec moins de mots ou de filtres.",
  "allergens.unknown": "Pas d’information sur les allergènes",
});
