/** The payment port filled by the built-in test processor; it never takes real money and does not run in live. */
import type { Database } from "../../platform/postgres/database.ts";
import type { PaymentProcessor } from "../payment/payment-processor.ts";
import { refundCharge } from "./test-processor.sql.ts";

/** Makes the processor over the test service's database. */
export function createTestProcessor(database: Database): PaymentProcessor {
  return {
    name: "test",
    links: null,
    async refund({ chargeRef, amount, key }) {
      const result = await database.transaction((tx) => refundCharge(tx, chargeRef, amount, key));
      switch (result) {
        case "refunded":
          return { kind: "settled", reference: key };
        case "fails":
          return { kind: "unknown", message: "the test card 4000 0000 0000 5126 refuses its first refund" };
        case "no_charge":
          return { kind: "unknown", message: "the test processor knows no such charge" };
        case "too_much":
          return { kind: "unknown", message: "the test processor has not as much left of this charge" };
      }
    },
    // Its refunds are settled when they are asked for.
    readRefund: (reference) => Promise.resolve({ kind: "settled", reference }),
  };
}
