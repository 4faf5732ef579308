/** The pages that the kit shows by itself, when there is no other: in the language that the browser prefers. Pure. */
import { speak } from "../words/speak.ts";
import { messagePage, type ShownPage } from "./page.ts";
import type { Reader } from "./reader.ts";

/** 404: nothing is at the address. */
export function notFoundPage(reader: Reader): ShownPage {
  return sayPage(404, "not_found", reader);
}

/** 403: a form that another site sent. */
export function foreignFormPage(reader: Reader): ShownPage {
  return sayPage(403, "foreign", reader);
}

/** 429 with the seconds to wait. */
export function tooManyPage(seconds: number, reader: Reader): ShownPage {
  const say = speak(reader.language, "pages");
  const text = say("too_many.text", { seconds });
  return messagePage(429, say("too_many.title"), text, { retryAfter: seconds, reader });
}

/** What the browser sent could not be read, or the service could not answer. */
export function faultPage(status: number, reader: Reader): ShownPage {
  if (status === 413) return sayPage(status, "too_large", reader);
  if (status < 500) return sayPage(status, "unreadable", reader);
  return status === 503 ? sayPage(503, "busy", reader, 2) : sayPage(500, "fault", reader);
}

function sayPage(
  status: number,
  name: "not_found" | "foreign" | "unreadable" | "too_large" | "busy" | "fault",
  reader: Reader,
  retryAfter?: number,
): ShownPage {
  const say = speak(reader.language, "pages");
  const more = retryAfter === undefined ? { reader } : { reader, retryAfter };
  return messagePage(status, say(`${name}.title`), say(`${name}.text`), more);
}
