/** The payment port filled by the built-in test processor; it never takes real money and does not run in live. */
import type { Database } from "../platform/postgres/database.ts";
import type { PaymentProcessor } from "./payment-processor.ts";
import { refundCharge } from "./test-processor.sql.ts";

/** Makes the processor over the test environment's database. */
export function createTestProcessor(database: Database): PaymentProcessor {
  return {
    name: "test",
    async refund(request) {
      const result = await database.transaction((tx) => refundCharge(tx, request.paymentId, request.refundId));
      switch (result) {
        case "refunded":
          return { kind: "refunded" };
        case "fails":
          return { kind: "failed", message: "the test card 4000 0000 0000 5126 refuses its first refund" };
        case "no_charge":
          return { kind: "failed", message: "the test processor knows no charge of this payment" };
      }
    },
  };
}
