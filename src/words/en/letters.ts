/** Words of e-mails to guests. */
export const letters = {
  "foot.why": "You get this e-mail because this address was given to {venue}.",
  "foot.stop": "Not you? Stop mail to this address",
  "foot.unsubscribe": "No more reminders",
} as const;
