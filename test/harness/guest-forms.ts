/** Forms of the guests' pages as a browser without script sends them; the fetch of tests follows redirects. */
import type { CallAnswer, TestService } from "./service.ts";

const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };

/** Sends the fields of a form; `cookie` is what an earlier answer left with the browser. */
export function sendForm(
  service: TestService,
  path: string,
  fields: Readonly<Record<string, string>>,
  cookie?: string,
): Promise<CallAnswer> {
  const raw = new URLSearchParams(fields).toString();
  return service.call("POST", path, { raw, headers: cookie === undefined ? headers : { ...headers, cookie } });
}

/** The hidden fields of the first form of a page that is sent to an address beginning so. */
export function hiddenOf({ text }: CallAnswer, action: string): Record<string, string> {
  const form = text.split("<form").find((each) => each.includes(`action="${action}`)) ?? "";
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value]));
}

/** The tokens of the free times that a page shows, in order. */
export function slotsOf({ text }: CallAnswer): string[] {
  return [...text.matchAll(/name="slot"\s+value="([^"]+)"/g)].map((match) => match[1] ?? "");
}

/** Where the form of a held time is sent to; empty when the page has none. */
export function holdPathOf({ text }: CallAnswer): string {
  return /action="(\/book\/[^"]+\/hold\/[^"]+)"/.exec(text)?.[1] ?? "";
}

/** The guest's key of the booking that a page shows; empty when it shows none. */
export function bookingTokenOf({ text }: CallAnswer): string {
  return /\/booking\/([\w-]{43})\//.exec(text)?.[1] ?? "";
}

let phones = 0;

/** A guest with a phone number of their own, as the form has it. */
export function guestForm(last: string): { first: string; last: string; phone: string } {
  return { first: "Ada", last, phone: `+33142603${String(phones++).padStart(3, "0")}` };
}

/** How many bookings there are for guests of a last name. */
export async function countBookings(service: TestService, lastName: string): Promise<number> {
  const { count } = await service.database.read.one<{ count: number }>(
    "SELECT count(*)::int AS count FROM bookings WHERE guest_last_name = $1",
    [lastName],
  );
  return count;
}
