import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { sendCharge } from "./test-processor.sql.ts";

/** Sends the charge of a simulated diner who pays at once, with the card 4242 4242 4242 4242. */
export function sendSimulatedCharge(tx: Tx, paymentId: Id<"pay">, chargeId: string): void {
  sendCharge(tx, {
    id: chargeId as Id<"pay">,
    paymentId,
    cardLastFour: "4242",
    status: "succeeded",
    settlesInSeconds: null,
    settlesAs: "succeeded",
    refundsToFail: 0,
  });
}
