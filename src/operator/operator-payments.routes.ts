/** Calls of the operator that read the ledger of money and the refunds that are still owed. */
import Type from "typebox";
import { toIso } from "../kernel/clock.ts";
import { ledgerEntryShape, ledgerEntryToWire, processor } from "../payments/money/ledger.schemas.ts";
import { refundPurposes } from "../payments/payment/ledger.ts";
import { listLedger, listOwedRefunds } from "../payments/money/list-ledger.query.ts";
import { idField, isoInstant, nullable, oneOf } from "../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy, wholeList } from "../platform/http/reading/paging.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const ledgerPages = pagesBy("pml", 1_000, 100);
const refundPages = pagesBy("rfd", 1_000, 100);
const ledgerRoute = defineRoute({
  method: "GET",
  path: operatorPath("/payments_ledger"),
  operationId: "operatorListPaymentsLedger",
  mayBeOld: true,
  tag: "Operator",
  summary: "List every movement of money, newest first",
  description:
    "Double entry: each movement takes an amount from the credit account to the debit account. `orders` is what orders have been paid, `bookings` what bookings have been paid, `processor` the money there, `refunds` what diners and guests are owed. Rows are never changed or removed.",
  access: operatorAccess,
  params: operatorParams,
  query: {
    order_id: Type.Optional(idField("ord")),
    booking_id: Type.Optional(idField("bkg")),
    location_id: Type.Optional(idField("str")),
    ...ledgerPages.query,
  },
  success: { 200: pageOf(ledgerEntryShape) },
  refusals: ["invalid_request"],
  example: {
    response: wholeList([
      {
        object: "payments_ledger_entry",
        id: "pml_01k7zfmt64eads0t9pbhwrr3ek",
        at: "2026-11-21T18:40:00.000Z",
        order_id: "ord_01k7zfmt64eads0t9pbhwrr3ek",
        booking_id: null,
        location_id: "str_01k7zfmt64eads0t9pbhwrr3ek",
        payment_id: "pay_01k7zfmt64eads0t9pbhwrr3ek",
        refund_id: null,
        processor: "stripe",
        kind: "charge",
        debit: "processor",
        credit: "orders",
        amount: 2014,
        currency: "USD",
        reference: "pi_3QxExample",
        reason: null,
      },
    ]),
  },
});

const refundsRoute = defineRoute({
  method: "GET",
  path: operatorPath("/owed_refunds"),
  operationId: "operatorListOwedRefunds",
  mayBeOld: true,
  tag: "Operator",
  summary: "List the refunds that are owed and not paid yet, oldest first",
  description: "Each is tried until the processor has paid it; last_error says what stood in the way.",
  access: operatorAccess,
  params: operatorParams,
  query: { limit: refundPages.query.limit, starting_after: refundPages.query.starting_after },
  success: {
    200: pageOf(
      Type.Object(
        {
          object: Type.Literal("owed_refund"),
          id: idField("rfd"),
          created_at: isoInstant("When it came to be owed, in real time."),
          order_id: nullable(idField("ord")),
          booking_id: nullable(idField("bkg")),
          location_id: idField("str"),
          processor,
          purpose: oneOf(refundPurposes, "surplus: a charge of another amount or currency, or a second one."),
          charge: Type.String({ maxLength: 255, description: "The processor's name for what is given back." }),
          amount: Type.Integer({ minimum: 1, description: "Minor units of the currency." }),
          currency: Type.String({ maxLength: 3 }),
          attempts: Type.Integer(),
          last_error: nullable(Type.String({ maxLength: 1000 })),
        },
        { title: "OwedRefund" },
      ),
    ),
  },
  refusals: ["invalid_request"],
  example: {
    response: wholeList([
      {
        object: "owed_refund",
        id: "rfd_01k7zfmt64eads0t9pbhwrr3ek",
        created_at: "2026-11-21T18:40:00.000Z",
        order_id: "ord_01k7zfmt64eads0t9pbhwrr3ek",
        booking_id: null,
        location_id: "str_01k7zfmt64eads0t9pbhwrr3ek",
        processor: "stripe",
        purpose: "order_over",
        charge: "pi_3QxExample",
        amount: 2014,
        currency: "USD",
        attempts: 2,
        last_error: "StripeConnectionError: An error occurred with our connection to Stripe.",
      },
    ]),
  },
});

/** The operator's routes about money. */
export function operatorPaymentRoutes(): BoundRoute[] {
  return [
    bindRead(ledgerRoute, async ({ query }, db) => {
      const { order_id: orderId = null, booking_id: bookingId = null, location_id: locationId = null } = query;
      const page = ledgerPages.read(query);
      if (isRefusal(page)) return page;
      const entries = await listLedger(db, { orderId, bookingId, locationId, ...page });
      return reply(200, pageAnswer(page, entries, entries.map(ledgerEntryToWire)));
    }),
    bindRead(refundsRoute, async ({ query }, db) => {
      const page = refundPages.read(query);
      if (isRefusal(page)) return page;
      const refunds = await listOwedRefunds(db, page);
      const data = refunds.map(({ charge_ref: charge, created_at, ...refund }) => ({
        object: "owed_refund" as const,
        ...refund,
        charge,
        created_at: toIso(created_at),
      }));
      return reply(200, pageAnswer(page, refunds, data));
    }),
  ];
}
