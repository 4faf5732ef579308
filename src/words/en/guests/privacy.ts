/** Words of the page that says who gets what of what guests type. */
export const privacy = {
  title: "Privacy",
  intro: "What you type goes to the restaurant. Here is who else takes part, and what they see.",
  addresses: "Finding your address",
  "addresses.none": "Your address is looked up by this service alone.",
  "addresses.host": "What you type to find your address goes to {host}, without your name.",
  maps: "Maps",
  "maps.none": "Maps load nothing from anybody else.",
  "maps.host":
    "Maps load pictures from {host}, which sees the network address of your device and the part of the map you look at.",
  messages: "Messages",
  "mail.none": "No e-mail leaves this service.",
  "mail.host": "E-mail to you goes by {host}.",
  texts: "Text messages to you go by Twilio.",
  "texts.none": "No text message leaves this service.",
  payments: "Paying",
  "payments.stripe": "You pay on the page of Stripe. Your card number never comes to us.",
  "payments.test": "Payments here are for trying out. No money moves.",
  browser: "In your browser",
  "browser.cookies":
    "Cookies keep your language for a year, the address of an order for three hours, and an unpaid order for one hour.",
  "browser.kept": "Your list of orders stays in this browser for 90 days, your address only if you ticked the box.",
  kept: "What is kept",
  "kept.logs": "What you type is in no log.",
  "kept.erase": "Ask the restaurant to see or erase what it keeps about you.",
} as const;
