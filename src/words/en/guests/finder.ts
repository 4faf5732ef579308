/** Words that the browser says while a table is found and held. */
export const finder = {
  left: "{minutes, plural, one {# minute left.} other {# minutes left.}}",
  last_minute: "One minute left.",
  times: "{count, plural, one {# free time} other {# free times}}",
} as const;
