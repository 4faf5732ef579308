/** Words of the frame of the pages of a location, and of its managers' pages. */
export const office = {
  "gone.title": "Page not found",
  "gone.text": "Nothing is at this address, or it is not open to you.",
  "other.title": "This page is for managers",
  "other.text": "Ask a manager of the restaurant for the role.",
  "shell.switch": "Restaurant:",
  "shell.account": "Your account",
  "shell.board": "Order board",
  "shell.language": "Language",
  "shell.change_language": "Change the language",
  "shell.sign_out": "Sign out",
  "shell.menu": "Pages of the restaurant",
  "page.people": "People",
  "page.devices": "Tablets",
} as const;
