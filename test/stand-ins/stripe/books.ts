/**
 * The books of the Stripe stand-in: Checkout Sessions, payment intents and refunds as Stripe's documentation describes
 * them, as far as this project uses them. Every change that Stripe reports becomes an event.
 */
import { randomBytes } from "node:crypto";

export interface StandInSession {
  readonly id: string;
  readonly object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  payment_intent: string | null;
  url: string | null;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: number;
  readonly locale: string | null;
  readonly customer_email: string | null;
  /** Of the only line. */
  readonly description: string | null;
  readonly livemode: false;
}

export interface StandInIntent {
  readonly id: string;
  readonly object: "payment_intent";
  status: "processing" | "succeeded" | "requires_payment_method";
  readonly amount: number;
  amount_received: number;
  readonly currency: string;
}

export interface StandInRefund {
  readonly id: string;
  readonly object: "refund";
  status: "pending" | "succeeded" | "failed";
  readonly amount: number;
  readonly currency: string;
  readonly payment_intent: string;
  readonly metadata: Readonly<Record<string, string>>;
  failure_reason: string | null;
}

export interface StandInEvent {
  readonly id: string;
  readonly object: "event";
  readonly api_version: string;
  readonly created: number;
  readonly livemode: false;
  readonly type: string;
  readonly data: { readonly object: unknown };
}

/** What Stripe answers instead of an object. */
export class StandInError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;

  constructor(status: number, type: string, message: string, code?: string) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
  }
}

const invalid = (message: string, code?: string): StandInError =>
  new StandInError(400, "invalid_request_error", message, code);
const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;
const smallest = 50;
const shortestSeconds = 30 * 60;
const longestSeconds = 24 * 3600;

export type Params = Readonly<Record<string, string>>;

export class StripeBooks {
  readonly sessions = new Map<string, StandInSession>();
  readonly intents = new Map<string, StandInIntent>();
  readonly refunds = new Map<string, StandInRefund>();
  /** Told of in the order in which they happened. */
  readonly events: StandInEvent[] = [];
  /** How the next refunds go; each draws once. */
  refundOutcome: () => "succeeded" | "pending" = () => "succeeded";
  readonly #pageUrl: (sessionId: string) => string;
  readonly #now: () => number;

  constructor(pageUrl: (sessionId: string) => string, now: () => number) {
    this.#pageUrl = pageUrl;
    this.#now = now;
  }

  createSession(params: Params): StandInSession {
    const amount = Number(params["line_items[0][price_data][unit_amount]"]);
    const currency = params["line_items[0][price_data][currency]"];
    const [success, cancel] = [params["success_url"], params["cancel_url"]];
    if (params["mode"] !== "payment") throw invalid("Missing required param: mode.");
    if (currency === undefined || !Number.isSafeInteger(amount)) throw invalid("Invalid integer: line_items");
    if (success === undefined || cancel === undefined) throw invalid("Missing required param: success_url.");
    if (amount < smallest) {
      throw invalid("The Checkout Session's total amount must convert to at least 50 cents.", "amount_too_small");
    }
    const seconds = this.#now() / 1000;
    const expiresAt = Number(params["expires_at"] ?? seconds + longestSeconds);
    if (expiresAt < seconds + shortestSeconds - 60 || expiresAt > seconds + longestSeconds + 60) {
      throw invalid(
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      );
    }
    const id = idOf("cs_test");
    const session: StandInSession = {
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: amount,
      currency,
      client_reference_id: params["client_reference_id"] ?? null,
      metadata: metadataOf(params),
      payment_intent: null,
      url: this.#pageUrl(id),
      success_url: success,
      cancel_url: cancel,
      expires_at: expiresAt,
      locale: params["locale"] ?? null,
      customer_email: params["customer_email"] ?? null,
      description: params["line_items[0][price_data][product_data][description]"] ?? null,
      livemode: false,
    };
    this.sessions.set(id, session);
    return session;
  }

  session(id: string): StandInSession {
    const session = this.sessions.get(id);
    if (session === undefined)
      throw new StandInError(404, "invalid_request_error", `No such checkout.session: '${id}'`);
    return session;
  }

  /** The session with its payment intent in full, as `expand` asks for. */
  expanded(id: string): object {
    const session = this.session(id);
    return { ...session, payment_intent: this.intents.get(session.payment_intent ?? "") ?? session.payment_intent };
  }

  expire(id: string): StandInSession {
    const session = this.session(id);
    if (session.status !== "open") {
      throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`);
    }
    session.status = "expired";
    session.url = null;
    this.#tell("checkout.session.expired", session);
    return session;
  }

  /** The diner at Stripe's page. Declined: the session stays open for another card. */
  pay(id: string, how: "succeeds" | "declined" | "settles_later", amount?: number): boolean {
    const session = this.session(id);
    if (session.status !== "open") return false;
    if (how === "declined") return true;
    const intent: StandInIntent = {
      id: idOf("pi"),
      object: "payment_intent",
      status: how === "succeeds" ? "succeeded" : "processing",
      amount: session.amount_total,
      amount_received: how === "succeeds" ? session.amount_total : 0,
      currency: session.currency,
    };
    this.intents.set(intent.id, intent);
    session.payment_intent = intent.id;
    session.status = "complete";
    session.url = null;
    if (how === "succeeds") session.payment_status = "paid";
    if (amount !== undefined) Object.assign(session, { amount_total: amount });
    if (amount !== undefined) Object.assign(intent, { amount, amount_received: amount });
    this.#tell("checkout.session.completed", session);
    return true;
  }

  /** What became of a payment that settles later. */
  settle(id: string, how: "succeeds" | "fails"): void {
    const session = this.session(id);
    const intent = this.intents.get(session.payment_intent ?? "");
    if (intent?.status !== "processing") return;
    intent.status = how === "succeeds" ? "succeeded" : "requires_payment_method";
    if (how === "succeeds") {
      intent.amount_received = intent.amount;
      session.payment_status = "paid";
    }
    this.#tell(`checkout.session.async_payment_${how === "succeeds" ? "succeeded" : "failed"}`, session);
  }

  createRefund(params: Params): StandInRefund {
    const intent = this.intents.get(params["payment_intent"] ?? "");
    if (intent === undefined) throw new StandInError(404, "invalid_request_error", "No such payment_intent");
    const left = intent.amount_received - this.refundedOf(intent.id);
    const amount = Number(params["amount"] ?? left);
    if (left === 0) throw invalid(`Charge ${intent.id} has already been refunded.`, "charge_already_refunded");
    if (!(amount > 0) || amount > left) {
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
    }
    const refund: StandInRefund = {
      id: idOf("re"),
      object: "refund",
      status: this.refundOutcome(),
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: metadataOf(params),
      failure_reason: null,
    };
    this.refunds.set(refund.id, refund);
    this.#tell("refund.created", refund);
    return refund;
  }

  refund(id: string): StandInRefund {
    const refund = this.refunds.get(id);
    if (refund === undefined) throw new StandInError(404, "invalid_request_error", `No such refund: '${id}'`);
    return refund;
  }

  listRefunds(intent: string | undefined): readonly StandInRefund[] {
    return [...this.refunds.values()].filter((refund) => intent === undefined || refund.payment_intent === intent);
  }

  /** A refund under way is paid, or fails; one that was paid may fail still, as when a bank sends it back. */
  endRefund(id: string, how: "succeeded" | "failed"): void {
    const refund = this.refund(id);
    if (refund.status === "failed" || refund.status === how) return;
    refund.status = how;
    if (how === "failed") refund.failure_reason = "lost_or_stolen_card";
    this.#tell(how === "failed" ? "refund.failed" : "refund.updated", refund);
  }

  /** What went back of a payment, or is under way. */
  refundedOf(intent: string): number {
    return this.listRefunds(intent).reduce((sum, { status, amount }) => sum + (status === "failed" ? 0 : amount), 0);
  }

  #tell(type: string, object: object): void {
    this.events.push({
      id: idOf("evt"),
      object: "event",
      api_version: "2026-01-28.clover",
      created: Math.floor(this.#now() / 1000),
      livemode: false,
      type,
      data: { object: structuredClone(object) },
    });
  }
}

function metadataOf(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}
