/** The parts that the pages of bookings share. Pure. */
import type { Shown } from "../../bookings/venue/configuration.ts";
import { html, type Markup } from "../../pages/html.ts";
import { messagePage, showPage, type PageCall, type ShownPage, type Venue } from "../../pages/page.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import type { Reader, ReadAbout } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { Say } from "../../words/message-arguments.ts";
import { speak, type Parts } from "../../words/speak.ts";
import { photoPath } from "../photos/photo-address.ts";
import { saidMarkup, type VenueWords } from "../shared/venue-words.ts";
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
  return reader({ location: { language, country: address.country }, ...(stored === undefined ? {} : { stored }) });
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
    main: html`<div class="message" data-instead>
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

type Seen = Omit<Shown, "description"> & { readonly name: string; readonly description?: string | null };

interface Seeing {
  readonly words: VenueWords;
  readonly reader: Reader;
  readonly venue: { readonly locationId: string };
}

/** Whether there is anything to show of an area or an experience beside the name. */
export function isShown({ description, photoUrl, pricePerPerson }: Seen): boolean {
  return Boolean(description) || photoUrl !== undefined || pricePerPerson !== undefined;
}

/** Photo, text and price of an area or an experience, as far as there are any. */
export function shownCard(seen: Seen, { words, reader, venue }: Seeing): Markup {
  const { photoUrl, pricePerPerson } = seen;
  const text = saidMarkup(words.description(seen));
  const price =
    pricePerPerson === undefined ? null : formatMoney(pricePerPerson.amount, pricePerPerson.currency, reader.locale);
  return html`${
    photoUrl !== undefined &&
    html`<img
      class="shown-photo"
      src="${photoPath(venue.locationId, photoUrl)}"
      alt=""
      width="640"
      height="480"
      loading="lazy"
      decoding="async"
    />`
  }
  ${text !== null && html`<p class="soft">${text}</p>`}
  ${price !== null && html`<p><strong>${bookingWords(reader)("price.person", { amount: price })}</strong></p>`}`;
}
