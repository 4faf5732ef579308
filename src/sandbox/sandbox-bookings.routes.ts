/** The sandbox's guests: who pays for a booking, for test keys only (rules/ordering 15, rules/bookings 17.2). */
import Type from "typebox";
import { paidExample } from "../bookings/api/booking-examples.ts";
import { bookingSchema } from "../bookings/api/bookings.schemas.ts";
import { viewFor } from "../bookings/book/booking-view.ts";
import { bookingToWire } from "../bookings/book/booking-wire.ts";
import { getBooking } from "../bookings/book/get-booking.query.ts";
import { isRefusal, refuse } from "../kernel/refusal.ts";
import { chargeTestCard, type OnPaymentNews } from "../payments/money/charge-test-card.command.ts";
import { findPaymentById } from "../payments/payment/find-payment.query.ts";
import { findTestCard, testCards } from "../payments/test-processor/test-cards.ts";
import { idField, textField, secret } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";

const payRoute = defineRoute({
  tag: "Sandbox",
  access: { kind: "sandbox" },
  method: "POST",
  path: "/v1/sandbox/bookings/{bookingId}/pay",
  operationId: "paySandboxBooking",
  summary: "Let the guest pay for a booking",
  description: `The deposit or the price that the booking asks for. Test cards: ${testCards.map((card) => `${card.number} ${card.label}`).join("; ")}.`,
  params: { bookingId: idField("bkg") },
  body: Type.Object(
    { card_number: Type.Optional(secret(textField(30, { description: "Default 4242424242424242." }))) },
    { additionalProperties: false },
  ),
  bodyOptional: true,
  success: { 200: bookingSchema },
  refusals: ["not_found", "payment_not_open", "invalid_request"],
  example: { response: paidExample },
});

export interface SandboxBookingDeps {
  /** Told that a payment came. */
  readonly onNews: OnPaymentNews;
}

/** The routes of the sandbox about bookings, bound. */
export function sandboxBookingRoutes(deps: SandboxBookingDeps): BoundRoute[] {
  return [
    bindWrite(payRoute, async (call, tx) => {
      const { bookingId } = call.params;
      const card = findTestCard(call.body?.card_number ?? "4242424242424242");
      if (card === undefined) {
        const message = `must be one of the test cards: ${testCards.map(({ number }) => number).join(", ")}`;
        const issues = [{ path: "body.card_number", message }];
        return refuse("invalid_request", `body.card_number ${message}`, { issues });
      }
      const booking = await getBooking(tx, bookingId, call.app.id);
      if (isRefusal(booking)) return booking;
      const payment = booking.payment === null ? undefined : await findPaymentById(tx, booking.payment.id);
      if (payment === undefined) {
        return refuse("payment_not_open", "this booking asks for no payment", { payment_status: null });
      }
      const charged = await chargeTestCard(tx, payment, card, deps.onNews);
      if (isRefusal(charged)) return charged;
      const paid = await getBooking(tx, bookingId, call.app.id);
      return isRefusal(paid) ? paid : reply(200, bookingToWire(paid, viewFor(call.app)));
    }),
  ];
}
