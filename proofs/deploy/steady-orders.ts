/**
 * Orders at a fixed rate, each sent once: a call that is not answered with an order has failed. Diners place them at the
 * store, each from another network, or the app does with the sandbox call, which overload refuses first.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

const answerWithinMs = 15_000;

export type Caller = "diner" | "sandbox";

interface Target {
  readonly apiKey: string;
  readonly locationId: string;
}

interface Call {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The id of the order that the answer has. */
  readonly idOf: (answer: string) => string;
}

export class SteadyOrders {
  readonly placed = new Set<string>();
  readonly failed: string[] = [];
  /** The keys of calls that were answered 503: each may be sent again. */
  readonly refused: string[] = [];
  sent = 0;
  slowestMs = 0;
  readonly #url: string;
  readonly #callOf: (number: number) => Call;
  readonly #open = new Set<Promise<void>>();
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(url: string, target: Target, caller: Caller) {
    this.#url = url;
    this.#callOf = caller === "diner" ? (number) => ofDiner(target, number) : () => ofSandbox(target);
  }

  start(rate: number): void {
    this.#stopping = false;
    this.#running = this.#run(rate);
  }

  /** Resolves when every call has its answer. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
    await Promise.all(this.#open);
  }

  /** Sends what was refused once more, with its key, a few at a time; answers how many are orders now. */
  async sendAgain(): Promise<number> {
    const before = this.placed.size;
    for (let keys = this.refused.splice(0); keys.length > 0; keys = keys.slice(8))
      await Promise.all(keys.slice(0, 8).map((key) => this.#place(key)));
    return this.placed.size - before;
  }

  async #run(rate: number): Promise<void> {
    const began = performance.now();
    for (let number = 0; !this.#stopping; number++) {
      const wait = began + (number * 1_000) / rate - performance.now();
      if (wait > 0) await delay(wait);
      const call = this.#place(randomUUID());
      this.#open.add(call);
      void call.then(() => this.#open.delete(call));
    }
  }

  async #place(key: string): Promise<void> {
    const { path, headers, body, idOf } = this.#callOf(this.sent++);
    const began = performance.now();
    try {
      const answer = await fetch(`${this.#url}${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const text = await answer.text();
      if (answer.status === 503) this.refused.push(key);
      if (answer.status >= 300) this.failed.push(`an order was answered ${answer.status} ${text.slice(0, 200)}`);
      else this.placed.add(idOf(text));
    } catch (error) {
      this.failed.push(`an order had no answer: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - began));
  }
}

function ofSandbox({ apiKey, locationId }: Target): Call {
  return {
    path: "/v1/sandbox/orders",
    headers: { authorization: `Bearer ${apiKey}` },
    body: { location_id: locationId, payment: "paid" },
    idOf: (answer) => (JSON.parse(answer) as { readonly id: string }).id,
  };
}

/** What a diner orders of the demo's menu; each diner has another network, as a proxy that is trusted says. */
function ofDiner({ locationId }: Target, number: number): Call {
  const network = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const burger = { menu_entity_id: "burger-single", quantity: 1, modifiers: modifiersOfBurger };
  const lemonade = { menu_entity_id: "lemonade-33", quantity: 2, modifiers: [] };
  return {
    path: `/store/v1/locations/${locationId}/orders`,
    headers: { "x-forwarded-for": network },
    // Paid at the restaurant, so that the app gets the order at once.
    body: {
      items: [burger, lemonade],
      customer: { name: "Dana Diner", phone: "+12175550142" },
      payment: "pay_in_store",
    },
    idOf: (answer) => (JSON.parse(answer) as { readonly order: { readonly id: string } }).order.id,
  };
}

const modifiersOfBurger = ["cook-medium", "side-fries"].map((menu_entity_id) => ({ menu_entity_id, quantity: 1 }));
