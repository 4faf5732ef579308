/** `/booking/{token}/receipt`. */
import { getPage, keptBy, redirectTo, type PageRoute } from "../../pages/page.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { findBookingAndLocation, keptHere } from "../book/booking-location.query.ts";
import { noSuchBooking } from "../book/booking-shared-page.ts";
import { bookingReceiptPage, paidOf } from "./booking-receipt-page.ts";

/** The receipt of what was paid ahead; without a payment the way leads to the booking. */
export function bookingReceiptPages(deps: GuestBookingDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly token: string } }) => keptHere(deps).booking(params.token);
  return keptBy(keeps, [
    getPage("/booking/{token}/receipt", async ({ params: { token }, reader }) => {
      const here = await findBookingAndLocation(deps, token);
      if (here === undefined) return noSuchBooking({ reader });
      const { booking, location } = here;
      const payment = paidOf(booking);
      if (payment === null) return redirectTo(`/booking/${token}`);
      const { language, address } = location;
      const who = reader({ location: { language, country: address.country } });
      return bookingReceiptPage({ booking, payment, location, token, reader: who });
    }),
  ]);
}
