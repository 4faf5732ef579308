/** Words of text messages. A sign outside the GSM alphabet makes a message dearer. Only ’ is here, and it is sent as '. */
export const texts = {
  joined: "you are number {position} on the waitlist, {wait}. Follow it live or leave: {link}",
  free: "a table should be free",
  about: "about {minutes} min",
  ready: "your table is ready. Please come within {minutes} min.",
  confirmed: "booked for {party} on {date} at {time}. Code {code}.",
  reminder: "we expect you on {date} at {time}, table for {party}. Code {code}.",
  changed: "your booking is now for {party} on {date} at {time}. Code {code}.",
  cancelled: "your table on {date} at {time} is cancelled.",
  reason: "Reason:",
  manage: "Change or cancel:",
  details: "Details:",
  alert:
    "{orders, plural, one {order {number} waits} other {# orders wait, the first is {number},}} and nobody has answered. Open the order board.",
  invited: "you are invited to the team. Open this link within 7 days, it works once: {link}",
  stop: "STOP to end messages.",
  stopped: "You will get no more messages. Reply START to get them again.",
  started: "You will get messages again. Reply STOP to end them.",
  help: "Messages about your table or booking. Reply STOP to end them; call the restaurant for anything else.",
} as const;
