/**
 * Who takes the money of bookings in this process, and under which address it is paid. Set once at the start of a process;
 * nothing is lost with it.
 */
import type { ProcessorName } from "../../payments/payment/processor-name.ts";

export interface PaymentDesk {
  open(parts: { readonly processor: ProcessorName; readonly baseUrl: () => string }): void;
  /** The processor of new payments. */
  processor(): ProcessorName;
  /** The page on which a payment is made. */
  linkTo(token: string): string;
}

/** The desk of a process that has not said yet who takes the money: a booking that asks for a payment is a fault there. */
export function createPaymentDesk(): PaymentDesk {
  let parts: Parameters<PaymentDesk["open"]>[0] | undefined;
  const opened = () => {
    if (parts === undefined) throw new Error("this process takes no payments of bookings");
    return parts;
  };
  return {
    open: (given) => void (parts = given),
    processor: () => opened().processor,
    linkTo: (token) => `${opened().baseUrl()}/pay/${token}`,
  };
}
