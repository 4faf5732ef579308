/**
 * The payment port filled by Stripe: a Checkout Session is the link, a Refund of its payment intent gives money back.
 *
 * Every call that changes something carries an idempotency key of ours. A call whose answer was lost is made again and
 * gets the first answer. Stripe keeps also a failure (5xx) under its key. When an answer is such a kept failure, the
 * adapter first looks up what Stripe has done, and only then takes a new key. Never called inside a transaction.
 */
import type Stripe from "stripe";
import type {
  HostedLinks,
  LinkReading,
  LinkRequest,
  LinkResult,
  PaymentProcessor,
  RefundRequest,
  RefundResult,
} from "../payment/payment-processor.ts";
import { toStripeAmount } from "./stripe-amount.ts";
import { stripeClient, type StripeSettings } from "./stripe.client.ts";
import { metadataNames, newsOfRefund, newsOfSession, type StripeRefund } from "./stripe-objects.ts";

type Client = () => Promise<Stripe>;

/** Makes the processor of one service. */
export function createStripeProcessor(settings: StripeSettings): PaymentProcessor {
  const client = stripeClient(settings);
  return {
    name: "stripe",
    links: createLinks(client),
    refund: (request) => refund(client, request),
    async readRefund(reference) {
      try {
        return newsOfRefund(await (await client()).refunds.retrieve(reference));
      } catch (error) {
        return { kind: "unknown", message: messageOf(error) };
      }
    },
  };
}

function createLinks(client: Client): HostedLinks {
  const read = async (reference: string): Promise<LinkReading> => {
    try {
      const sessions = (await client()).checkout.sessions;
      return { kind: "read", news: newsOfSession(await sessions.retrieve(reference, { expand: ["payment_intent"] })) };
    } catch (error) {
      return { kind: "unknown", message: messageOf(error) };
    }
  };
  return {
    make: (request) => makeSession(client, request),
    read,
    async close(reference) {
      try {
        const sessions = (await client()).checkout.sessions;
        return { kind: "read", news: newsOfSession(await sessions.expire(reference)) };
      } catch (error) {
        // Paid or expired already: it cannot be expired any more, and says how it stands.
        return isInvalidRequest(error) ? read(reference) : { kind: "unknown", message: messageOf(error) };
      }
    },
  };
}

async function makeSession(client: Client, request: LinkRequest): Promise<LinkResult> {
  const amount = toStripeAmount(request.amount, request.currency);
  if (amount === undefined) {
    return { kind: "refused", message: `Stripe cannot take exactly ${request.amount} of ${request.currency}` };
  }
  const { orderId, bookingId } = request;
  const metadata = {
    [metadataNames.link]: request.linkId,
    ...(orderId === null ? {} : { [metadataNames.order]: orderId }),
    ...(bookingId === null || bookingId === undefined ? {} : { [metadataNames.booking]: bookingId }),
  };
  const { unit_amount, currency } = amount;
  const { lines: description, email, locale } = request;
  const product_data = { name: request.description, ...(description === undefined ? {} : { description }) };
  try {
    const session = await (
      await client()
    ).checkout.sessions.create(
      {
        mode: "payment",
        line_items: [{ quantity: 1, price_data: { currency, unit_amount, product_data } }],
        ...(locale === undefined ? {} : { locale }),
        ...(email === undefined ? {} : { customer_email: email }),
        client_reference_id: orderId ?? bookingId ?? request.paymentId,
        metadata,
        payment_intent_data: { metadata },
        success_url: request.returnUrl,
        cancel_url: request.cancelUrl,
        expires_at: request.expiresAt,
      },
      { idempotencyKey: request.linkId },
    );
    return { kind: "made", reference: session.id, url: session.url, news: newsOfSession(session) };
  } catch (error) {
    const message = messageOf(error);
    if (isInvalidRequest(error)) return { kind: "refused", message };
    // A replayed failure stays one for a day. A session it may have made has an address that nobody knows.
    return { kind: isReplay(error) ? "given_up" : "unknown", message };
  }
}

async function refund(client: Client, request: RefundRequest): Promise<RefundResult> {
  const { chargeRef, key, refundId, currency } = request;
  const amount = toStripeAmount(request.amount, currency)?.unit_amount;
  if (amount === undefined)
    return { kind: "unknown", message: `Stripe cannot give back exactly ${request.amount} of ${currency}` };
  try {
    const made = await (
      await client()
    ).refunds.create(
      { payment_intent: chargeRef, amount, metadata: { [metadataNames.refund]: refundId, maple_key: key } },
      { idempotencyKey: key },
    );
    return newsOfRefund(made);
  } catch (error) {
    return isInvalidRequest(error) || isReplay(error)
      ? findRefund(client, { chargeRef, amount, key }, error)
      : { kind: "unknown", message: messageOf(error) };
  }
}

/**
 * The refund that was made under a key although its call failed, or by hand in Stripe's dashboard so that nothing is left
 * to give back; when there is none, a replay needs another key. `amount` is as Stripe counts it.
 */
async function findRefund(
  client: Client,
  { chargeRef, amount, key }: Pick<RefundRequest, "chargeRef" | "amount" | "key">,
  failure: unknown,
): Promise<RefundResult> {
  try {
    const refunds = await (await client()).refunds.list({ payment_intent: chargeRef, limit: 100 });
    const keyOf = (candidate: StripeRefund): string | undefined => candidate.metadata?.["maple_key"];
    const byHand = (candidate: StripeRefund): boolean =>
      isRefundedAlready(failure) && keyOf(candidate) === undefined && candidate.amount === amount;
    const made = refunds.data.find((candidate) => keyOf(candidate) === key) ?? refunds.data.find(byHand);
    if (made !== undefined) return newsOfRefund(made);
  } catch (error) {
    return { kind: "unknown", message: messageOf(error) };
  }
  return isReplay(failure)
    ? { kind: "failed", reference: `none:${key}`, message: messageOf(failure) }
    : { kind: "unknown", message: messageOf(failure) };
}

/** An answer that asking again cannot change: the request itself is refused, or its key was used for another. */
function isInvalidRequest(error: unknown): boolean {
  const type = typeOf(error);
  return type === "StripeInvalidRequestError" || type === "StripeIdempotencyError" || type === "StripeCardError";
}

function isRefundedAlready(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "charge_already_refunded";
}

/** A failure that Stripe keeps under the key and answers again for a day. */
function isReplay(error: unknown): boolean {
  return typeOf(error) === "StripeAPIError" && headersOf(error)["idempotent-replayed"] === "true";
}

function headersOf(error: unknown): Readonly<Record<string, unknown>> {
  const headers = typeof error === "object" && error !== null && "headers" in error ? error.headers : undefined;
  return typeof headers === "object" && headers !== null ? (headers as Readonly<Record<string, unknown>>) : {};
}

function typeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "type" in error ? String(error.type) : "";
}

/** For logs and operators; Stripe masks the key in its own messages. */
function messageOf(error: unknown): string {
  const type = typeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  return type === "" ? text : `${type}: ${text}`;
}
