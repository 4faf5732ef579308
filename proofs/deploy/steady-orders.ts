/** Orders at a fixed rate, each sent once: a call that is not answered with an order has failed. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

const answerWithinMs = 15_000;

export class SteadyOrders {
  readonly placed = new Set<string>();
  readonly failed: string[] = [];
  /** The keys of calls that were answered 503: each may be sent again. */
  readonly refused: string[] = [];
  sent = 0;
  slowestMs = 0;
  readonly #url: string;
  readonly #target: { readonly apiKey: string; readonly locationId: string };
  readonly #open = new Set<Promise<void>>();
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(url: string, target: { readonly apiKey: string; readonly locationId: string }) {
    [this.#url, this.#target] = [url, target];
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
    this.sent += 1;
    const began = performance.now();
    const { apiKey, locationId } = this.#target;
    try {
      const answer = await fetch(`${this.#url}/v1/sandbox/orders`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify({ location_id: locationId, payment: "paid" }),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const text = await answer.text();
      if (answer.status === 503) this.refused.push(key);
      if (answer.status >= 300) this.failed.push(`an order was answered ${answer.status} ${text.slice(0, 200)}`);
      else this.placed.add((JSON.parse(text) as { readonly id: string }).id);
    } catch (error) {
      this.failed.push(`an order had no answer: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - began));
  }
}
