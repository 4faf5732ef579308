/** Who takes the money: the built-in test processor, or Stripe. */
export type ProcessorName = "test" | "stripe";
