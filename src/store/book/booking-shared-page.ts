/** What the pages of bookings have in common. Pure. */
import { html } from "../../pages/html.ts";
import { messagePage, showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { addressLine } from "./booking-guest-wire.ts";
import type { BookingLocation } from "./booking-location.query.ts";

/** The restaurant above the page. */
export function bookingVenue({ location }: Pick<BookingLocation, "location">): Venue {
  return { name: location.name ?? "Restaurant", line: addressLine(location.address), href: `/book/${location.id}` };
}

export const noSuchRestaurant: ShownPage = messagePage(
  404,
  "No such restaurant",
  "The address is not complete, or the restaurant is no longer here. Check the link you were given.",
);

export const noSuchBooking: ShownPage = messagePage(
  404,
  "Booking not found",
  "The address is not complete, or the booking is no longer kept. Check the link you were given, or call the restaurant.",
);

/** The restaurant's own booking system does not answer: says so, and what to do instead. */
export function notAskedPage(here: Pick<BookingLocation, "location">): ShownPage {
  const { phone } = here.location;
  return showPage({
    status: 503,
    retryAfter: 10,
    title: "The restaurant does not answer",
    venue: bookingVenue(here),
    main: html`<div class="message">
      <h1>The restaurant’s booking system does not answer</h1>
      <p>Free times cannot be shown right now. Load the page again in a minute.</p>
      ${phone !== null && html`<p>Or call the restaurant: ${phoneLink(phone)}.</p>`}
    </div>`,
  });
}

/** The restaurant takes no bookings here: says so, and what to do instead. */
export function notBookablePage(here: Pick<BookingLocation, "location">): ShownPage {
  const { phone } = here.location;
  return showPage({
    title: "No online booking",
    venue: bookingVenue(here),
    main: html`<div class="message">
      <h1>Tables are not booked online here</h1>
      <p>This restaurant takes no reservations on this page at the moment.</p>
      <p>${phone === null ? "Drop in, or ask them directly." : html`Call them, or drop in: ${phoneLink(phone)}.`}</p>
    </div>`,
  });
}
