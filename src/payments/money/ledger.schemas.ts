/** A movement of money on the wire, for the operator and for people who keep the books of a location. */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf } from "../../platform/http/reading/fields.ts";
import { ledgerAccounts, ledgerKinds } from "../payment/ledger.ts";
import type { LedgerEntry } from "../payment/ledger.sql.ts";

export const processor = oneOf(["test", "stripe"]);
const amount = Type.Integer({ minimum: 1, description: "Minor units of the currency." });

export const ledgerEntryShape = Type.Object(
  {
    object: Type.Literal("payments_ledger_entry"),
    id: idField("pml"),
    at: isoInstant("When it was booked, in real time."),
    order_id: nullable(idField("ord")),
    booking_id: nullable(idField("bkg")),
    location_id: idField("str"),
    payment_id: idField("pay"),
    refund_id: nullable(idField("rfd")),
    processor,
    kind: oneOf(
      ledgerKinds,
      "adjustment: money goes back because an order or a party that goes on became smaller; refund_failed: a refund that had been paid came back.",
    ),
    debit: oneOf(ledgerAccounts, "The account that the amount is moved to."),
    credit: oneOf(ledgerAccounts, "The account that it is moved from."),
    amount,
    currency: Type.String({ maxLength: 3 }),
    reference: Type.String({
      maxLength: 255,
      description: "The charge or refund at the processor; our refund when it is asked for.",
    }),
    reason: nullable(
      Type.String({ maxLength: 500, description: "Why money goes back, or why a charge was not what was asked for." }),
    ),
  },
  { title: "PaymentsLedgerEntry" },
);

export function ledgerEntryToWire(entry: LedgerEntry): Static<typeof ledgerEntryShape> {
  return { object: "payments_ledger_entry", ...entry, at: toIso(entry.at) };
}
