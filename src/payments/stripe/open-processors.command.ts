/** Which processor takes the money of which environment, made once for the process. */
import type { Database, Environment } from "../../platform/postgres/database.ts";
import type { PaymentProcessor, ProcessorName, ProcessorOf } from "../payment/payment-processor.ts";
import type { StripeSettings } from "./stripe-client.command.ts";
import { createStripeProcessor } from "./stripe-processor.command.ts";
import { createTestProcessor } from "../test-processor/test-processor.command.ts";

export interface ProcessorSettings {
  readonly paymentProcessor: ProcessorName;
  readonly stripe?: StripePerEnvironment;
}

export type StripePerEnvironment = Readonly<Partial<Record<Environment, StripeSettings>>>;

export interface Processors {
  /** Who takes the money of new orders. */
  readonly nameFor: (environment: Environment) => ProcessorName;
  /** A processor of the environment by its name, also of orders that were placed under another configuration. */
  readonly of: (environment: Environment) => ProcessorOf;
}

/** Makes the processors. The test environment has the test processor always, live never. */
export function openProcessors(
  { paymentProcessor, stripe = {} }: ProcessorSettings,
  databases: { readonly test: Database },
): Processors {
  const made: Readonly<Record<Environment, readonly PaymentProcessor[]>> = {
    test: [createTestProcessor(databases.test), ...stripeOf(stripe.test)],
    live: stripeOf(stripe.live),
  };
  return {
    nameFor: (environment) =>
      environment === "live" || (paymentProcessor === "stripe" && stripe.test !== undefined) ? "stripe" : "test",
    of: (environment) => (name) => made[environment].find((processor) => processor.name === name),
  };
}

function stripeOf(settings: StripeSettings | undefined): readonly PaymentProcessor[] {
  return settings === undefined ? [] : [createStripeProcessor(settings)];
}
