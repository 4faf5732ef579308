/** Words of the search of the menu. */
export const storefront = {
  "search.label": "Search the menu",
  "search.submit": "Search",
  "search.clear": "Show the whole menu",
  "filter.title": "Filters",
  "filter.labels": "Only dishes that are",
  "filter.without": "Without",
  "filter.unknown": "Dishes without allergen information are then left out.",
  "filter.submit": "Show dishes",
  found: "{count, plural, one {# dish} other {# dishes}}",
  "found.none": "No dish matches. Try fewer words or filters.",
  "allergens.unknown": "No allergen information",
} as const;
