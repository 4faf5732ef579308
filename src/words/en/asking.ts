/** Words of the host stand about groups that ask for a table. */
export const asking = {
  title: "Groups",
  open: "{count, plural, one {# group asks for a table} other {# groups ask for a table}}",
  none: "No group waits for an answer.",
  people: "{count, plural, one {# person} other {# people}}",
  "status.new": "Waits for an answer",
  "status.answered": "Answered",
  words: "They write:",
  answered: "We wrote:",
  answer: "Your answer",
  send: "Send the answer",
  book: "Book a table",
  decline: "Decline",
  decline_sure: "Decline for good",
  "done.answer": "The answer is sent.",
  "done.decline": "The group is told no.",
  changed: "Somebody else answered meanwhile.",
} as const;
