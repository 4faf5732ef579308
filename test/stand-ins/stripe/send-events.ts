/** Sends the stand-in's events to a webhook address, signed by the SDK's own test helper: again and in any order. */
import Stripe from "stripe";
import type { StandInEvent, StripeBooks } from "./books.ts";

export const webhookSecret = "whsec_standin0123456789abcdef";
const { webhooks } = new Stripe("sk_test_signing_only");

export interface SendOptions {
  readonly secret?: string;
  /** Seconds in the past. */
  readonly age?: number;
}

/** An event of either environment: our stand-in makes test events only, and others are made up. */
export type SignedEvent = Omit<StandInEvent, "livemode"> & { readonly livemode: boolean };

/** Sends one event; answers the status, or 0 when there was no answer. */
export async function sendEvent(url: string, event: SignedEvent, options: SendOptions = {}): Promise<number> {
  const payload = JSON.stringify(event, null, 2);
  const signature = webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? webhookSecret,
    timestamp: Math.floor(Date.now() / 1000) - (options.age ?? 0),
  });
  const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`${url}/payments/stripe/webhook`, { method: "POST", headers, body: payload, signal });
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
}

/** An event mailbox: what was not taken is sent again, some of it twice, in an order that `random` draws. */
export class EventSender {
  readonly #books: StripeBooks;
  readonly #url: string;
  readonly #random: () => number;
  readonly #waiting: StandInEvent[] = [];
  /** How often each event was answered with anything but 200. */
  readonly #refusals = new Map<string, number>();
  /** Events that were given up. */
  readonly givenUp = new Set<string>();
  #seen = 0;
  sent = 0;

  constructor(books: StripeBooks, url: string, random: () => number) {
    this.#books = books;
    this.#url = url;
    this.#random = random;
  }

  /** Stripe gives up after three days; here after so many refusals. */
  static readonly mostRefusals = 200;

  /** Sends some of what waits; answers how much still waits. */
  async sendSome(most = 20): Promise<number> {
    this.#waiting.push(...this.#books.events.slice(this.#seen));
    this.#seen = this.#books.events.length;
    for (let i = 0; i < most && this.#waiting.length > 0; i++) {
      const [event] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
      if (event === undefined) break;
      const status = await sendEvent(this.#url, event);
      this.sent += 1;
      // Stripe sends again what was not taken, and now and then what was.
      if (status !== 200 ? this.#mayRetry(event, status) : this.#random() < 0.1) this.#waiting.push(event);
    }
    return this.#waiting.length;
  }

  /** An event without an answer waits for the service; one that is refused again and again is given up. */
  #mayRetry({ id, type }: StandInEvent, status: number): boolean {
    if (status === 0) return true;
    const refusals = (this.#refusals.get(id) ?? 0) + 1;
    this.#refusals.set(id, refusals);
    if (refusals < EventSender.mostRefusals) return true;
    this.givenUp.add(`${type} ${id}: ${status}`);
    return false;
  }

  /** Sends until everything was taken or given up. */
  async sendAll(): Promise<void> {
    while ((await this.sendSome(50)) > 0);
  }
}
