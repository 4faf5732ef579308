/**
 * The processor of bookings' payments in this process, and the address of their pages. Set once at the start of a
 * process; a crash loses nothing.
 */
import type { ProcessorName } from "../../payments/payment/processor-name.ts";

export interface PaymentTaker {
  set(parts: { readonly processor: ProcessorName; readonly baseUrl: () => string }): void;
  /** The processor of new payments. */
  processor(): ProcessorName;
  /** The page on which a payment is made. */
  linkTo(token: string): string;
}

/** The taker of a process that has not been told yet who takes the money: a booking that asks for a payment is a fault there. */
export function createPaymentTaker(): PaymentTaker {
  let parts: Parameters<PaymentTaker["set"]>[0] | undefined;
  const taker = () => {
    if (parts === undefined) throw new Error("this process takes no payments of bookings");
    return parts;
  };
  return {
    set: (given) => void (parts = given),
    processor: () => taker().processor,
    linkTo: (token) => `${taker().baseUrl()}/pay/${token}`,
  };
}
