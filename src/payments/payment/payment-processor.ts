/**
 * The port of a payment processor: make a link, refund, read. Calls go over the network: never inside a transaction.
 * Every call that changes something carries an idempotency key; when its answer is lost, the call is made again.
 */
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { LinkNews } from "./payment-state.ts";
import type { ProcessorName } from "./processor-name.ts";

export type { ProcessorName };

export interface RefundRequest {
  readonly paymentId: Id<"pay">;
  /** The charge that is given back, in the processor's own name. */
  readonly chargeRef: string;
  /** Minor units. */
  readonly amount: number;
  /** The charge's. */
  readonly currency: string;
  /** The same for every call that asks for the same refund. */
  readonly key: string;
  readonly refundId: Id<"rfd">;
}

/** What is known of a refund at the processor. */
export type RefundResult =
  | { readonly kind: "settled"; readonly reference: string }
  /** Taken, and not paid yet. */
  | { readonly kind: "waiting"; readonly reference: string }
  /** Ended without the money going back: a new one has to be asked for. */
  | { readonly kind: "failed"; readonly reference: string; readonly message: string }
  /** Nothing is known, or nothing was done: ask again under the same key. */
  | { readonly kind: "unknown"; readonly message: string };

/** Everything a link is made from; kept with the link, so that making it again is the same request. */
export interface LinkRequest {
  readonly linkId: Id<"pln">;
  readonly paymentId: Id<"pay">;
  readonly orderId: Id<"ord"> | null;
  /** Absent in links from before bookings were paid. */
  readonly bookingId?: Id<"bkg"> | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  /** Of the processor's own page; absent in older links. */
  readonly locale?: GuestLanguage;
  /** What is paid for, in one text; absent in older links and for bookings. */
  readonly lines?: string;
  /** The diner's, so that nobody types it again; absent where nobody gave one. */
  readonly email?: string;
  /** Where the diner comes back to. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Unix seconds: the processor takes no money after it. */
  readonly expiresAt: number;
}

export type LinkResult =
  | { readonly kind: "made"; readonly reference: string; readonly url: string | null; readonly news: LinkNews }
  /** The processor refused for good: there is no such link and never will be under this key. */
  | { readonly kind: "refused"; readonly message: string }
  /** What was done is not known and never will be under this key; nobody was given such a link. Another may be made. */
  | { readonly kind: "given_up"; readonly message: string }
  | { readonly kind: "unknown"; readonly message: string };

export type LinkReading =
  | { readonly kind: "read"; readonly news: LinkNews }
  | { readonly kind: "unknown"; readonly message: string };

/** Links that live at the processor. */
export interface HostedLinks {
  make(request: LinkRequest): Promise<LinkResult>;
  read(reference: string): Promise<LinkReading>;
  /** Ends the link; answers how it stands, which may be paid a moment before. */
  close(reference: string): Promise<LinkReading>;
}

export interface PaymentProcessor {
  readonly name: ProcessorName;
  /** Null: our own page takes the payment, and there is nothing to make elsewhere. */
  readonly links: HostedLinks | null;
  refund(request: RefundRequest): Promise<RefundResult>;
  readRefund(reference: string): Promise<RefundResult>;
}

/** The processors that one service knows. */
export type ProcessorOf = (name: ProcessorName) => PaymentProcessor | undefined;
