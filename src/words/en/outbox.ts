/** Words of the outbox. */
export const outbox = {
  title: "Outbox",
  text: "These messages are kept here and sent to nobody. Times are UTC.",
  none: "There is no message yet.",
  older: "Older messages",
  sms: "Text message",
  email: "E-mail",
  as_sent: "As it would be sent",
  calendar: "Calendar file",
  forgotten: "The text is not kept.",
  not_found: "There is no such page",
  "not_found.text": "Check the address.",
} as const;
