/** Words that every page has, and the pages that say why there is no other. */
export const pages = {
  skip: "Skip to the content",
  languages: "Language",
  privacy: "Privacy",
  served_by: "Served by",
  unanswered: "No answer came. Check your connection, then press again.",
  "not_found.title": "Page not found",
  "not_found.text": "The link is not complete, or the page is no longer there. Check the link you were given.",
  "foreign.title": "This form came from another site",
  "foreign.text": "Open the page itself and send the form from there.",
  "too_many.title": "Too many requests",
  "too_many.text":
    "{seconds, plural, one {Wait # second, then load the page again.} other {Wait # seconds, then load the page again.}}",
  "unreadable.title": "That did not work",
  "unreadable.text": "What the browser sent could not be read. Go back, load the page again and repeat.",
  "busy.title": "Very busy right now",
  "busy.text": "We could not finish this in time. Load the page again in a moment.",
  "busy.again": "We could not take this now. Wait a moment, then press again.",
  "fault.title": "Something failed on our side",
  "fault.text": "It is not your fault. Load the page again. If it stays, call the restaurant.",
  "too_large.title": "The file is too large",
  "too_large.text": "Choose a smaller file. The page says how large it may be.",
} as const;
