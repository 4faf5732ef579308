/** Makes the payment processor of a service, once for the process. */
import type { PaymentProcessor, ProcessorName, ProcessorOf } from "../payment/payment-processor.ts";
import type { StripeSettings } from "./stripe.client.ts";
import { createStripeProcessor } from "./stripe-processor.client.ts";

export interface ProcessorSettings {
  readonly paymentProcessor: ProcessorName;
  readonly stripe: StripeSettings | undefined;
}

export interface Processors {
  /** Who takes the money of new orders. */
  readonly name: ProcessorName;
  /** A processor by its name, also of orders that were placed under another configuration. */
  readonly of: ProcessorOf;
}

/** Makes the processors. A live service is given no test processor. */
export function createProcessors(
  { paymentProcessor, stripe }: ProcessorSettings,
  testProcessor: PaymentProcessor | undefined,
): Processors {
  const made: readonly PaymentProcessor[] = [
    ...(testProcessor === undefined ? [] : [testProcessor]),
    ...(stripe === undefined ? [] : [createStripeProcessor(stripe)]),
  ];
  return {
    name: testProcessor === undefined || (paymentProcessor === "stripe" && stripe !== undefined) ? "stripe" : "test",
    of: (name) => made.find((processor) => processor.name === name),
  };
}
