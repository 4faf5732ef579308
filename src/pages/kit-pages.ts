/** The pages that the kit shows by itself, when there is no other: in the language that the browser prefers. Pure. */
import type { GuestLanguage } from "../kernel/language.ts";
import { speak } from "../words/speak.ts";
import { messagePage, type ShownPage } from "./page.ts";

/** 404: nothing is at the address. */
export function notFoundPage(language: GuestLanguage): ShownPage {
  return sayPage(404, "not_found", language);
}

/** 403: a form that another site sent. */
export function foreignFormPage(language: GuestLanguage): ShownPage {
  return sayPage(403, "foreign", language);
}

/** 429 with the seconds to wait. */
export function tooManyPage(seconds: number, language: GuestLanguage): ShownPage {
  const say = speak(language, "pages");
  const text = say("too_many.text", { seconds });
  return messagePage(429, say("too_many.title"), text, { retryAfter: seconds, language });
}

/** What the browser sent could not be read, or the service could not answer. */
export function faultPage(status: number, language: GuestLanguage): ShownPage {
  if (status === 413) return sayPage(status, "too_large", language);
  if (status < 500) return sayPage(status, "unreadable", language);
  return status === 503 ? sayPage(503, "busy", language, 2) : sayPage(500, "fault", language);
}

function sayPage(
  status: number,
  name: "not_found" | "foreign" | "unreadable" | "too_large" | "busy" | "fault",
  language: GuestLanguage,
  retryAfter?: number,
): ShownPage {
  const say = speak(language, "pages");
  const more = retryAfter === undefined ? { language } : { language, retryAfter };
  return messagePage(status, say(`${name}.title`), say(`${name}.text`), more);
}
