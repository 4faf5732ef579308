/** Wire shapes of payments of bookings (rules/bookings 17.2, 17.6). */
import Type from "typebox";
import { isoInstant, nullable, oneOf, secret } from "../../platform/http/reading/fields.ts";
import { bookingPaymentStatuses } from "../book/booking-payment.ts";

const kind = oneOf(["deposit", "prepaid"], "deposit: a part ahead; prepaid: the whole price ahead.");
const currency = Type.String({ maxLength: 3, description: "ISO 4217." });

/** What a slot or hold asks to be paid ahead. */
export const paymentTermsShape = Type.Object(
  {
    kind,
    amount: Type.Integer({ description: "For this party, in minor units." }),
    currency,
    per: oneOf(["person", "party"], "What the restaurant counts by."),
    refund_until: isoInstant("A guest who cancels until then gets everything back."),
    refund_percent_after: Type.Integer({ description: "What a guest gets back who cancels later, in percent." }),
  },
  { title: "BookingPaymentTerms" },
);

/** The payment of a booking. */
export const bookingPaymentShape = Type.Object(
  {
    kind,
    status: oneOf(
      bookingPaymentStatuses,
      "due: not paid yet; part_refunded: a part went back; kept: the restaurant keeps what was paid; void: nothing was taken and nothing can be paid.",
    ),
    amount: Type.Integer({ description: "What is asked for, in minor units." }),
    currency,
    refunded: Type.Integer({ description: "What has gone back, in minor units." }),
    due_at: nullable(isoInstant("Until when it can be paid; null where there is no limit, and when nothing is due.")),
    payment_link_url: nullable(
      secret(Type.String({ maxLength: 2048, description: "Where the guest pays; null when nothing is due." })),
    ),
  },
  { title: "PaymentOfBooking" },
);
