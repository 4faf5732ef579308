/** What the pages of bookings have in common. Pure. */
import { html } from "../../pages/html.ts";
import { messagePage, showPage, type PageCall, type ShownPage, type Venue } from "../../pages/page.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import type { Reader, ReadAbout } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { Say } from "../../words/message-arguments.ts";
import { speak, type Parts } from "../../words/speak.ts";
import { addressLine } from "./booking-guest-wire.ts";
import type { BookingLocation } from "./booking-location.query.ts";

export type SayBooking = Say<Parts["booking"]>;

/** How the pages of bookings speak to a reader. */
export function bookingWords({ language, locale }: Reader): SayBooking {
  return speak(language, "booking", locale);
}

/** Who reads a page at a place; `stored` is what the booking was made in. */
export function readerAt(
  { reader }: Pick<PageCall, "reader">,
  { location: { language, address } }: Pick<BookingLocation, "location">,
  stored?: ReadAbout["stored"],
): Reader {
  return reader({ place: { language, country: address.country }, ...(stored === undefined ? {} : { stored }) });
}

/** The restaurant above the page. */
export function bookingVenue({ location }: Pick<BookingLocation, "location">, reader: Reader): Venue {
  const name = location.name ?? bookingWords(reader)("nameless");
  return { name, line: addressLine(location.address), href: `/book/${location.id}`, at: location.id };
}

/** No restaurant is at the address. */
export function noSuchRestaurant({ reader: readerOf }: Pick<PageCall, "reader">): ShownPage {
  const reader = readerOf();
  const say = bookingWords(reader);
  return messagePage(404, say("unknown.title"), say("unknown.text"), { reader });
}

/** No booking is at the address. */
export function noSuchBooking({ reader: readerOf }: Pick<PageCall, "reader">): ShownPage {
  const reader = readerOf();
  const say = speak(reader.language, "visit");
  return messagePage(404, say("unknown.title"), say("unknown.text"), { reader });
}

/** The restaurant's own booking system does not answer: says so, and what to do instead. */
export function notAskedPage(here: Pick<BookingLocation, "location">, reader: Reader): ShownPage {
  const { phone } = here.location;
  const say = bookingWords(reader);
  return showPage({
    status: 503,
    retryAfter: 10,
    title: say("silent.title"),
    reader,
    venue: bookingVenue(here, reader),
    main: html`<div class="message">
      <h1>${say("silent.title")}</h1>
      <p>${say("silent.text")}</p>
      ${phone !== null && html`<p>${fill(say("call.or", { phone: slots[0] }), phoneLink(phone))}</p>`}
    </div>`,
  });
}

/** The restaurant takes no bookings here: says so, and what to do instead. */
export function notBookablePage(here: Pick<BookingLocation, "location">, reader: Reader): ShownPage {
  const { phone } = here.location;
  const say = bookingWords(reader);
  return showPage({
    title: say("closed.title"),
    reader,
    venue: bookingVenue(here, reader),
    main: html`<div class="message">
      <h1>${say("closed.title")}</h1>
      <p>${say("closed.text")}</p>
      <p>${phone === null ? say("closed.drop_in") : fill(say("closed.call", { phone: slots[0] }), phoneLink(phone))}</p>
    </div>`,
  });
}
