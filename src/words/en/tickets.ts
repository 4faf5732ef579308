/** Words of the printed ticket. */
export const tickets = {
  title: "Ticket {number}",
  copy: "Copy {copy}",
  "due.at": "Ready by {time}",
  "due.soon": "As soon as possible",
  ordered: "Ordered {time}",
  lines: "{count, plural, one {# item} other {# items}}",
  note: "Note",
  total: "Total",
  print: "Print",
  back: "Back to the board",
  missing: "We could not find this order.",
} as const;
