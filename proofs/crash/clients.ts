/**
 * Clients of the crash proof: each places orders and decides them, one call at a time, every call under its own key. A
 * call without an answer is sent again, the same bytes under the same key, until it is answered. The client writes down
 * each answer, and the history that the order must have after it.
 */
import { setTimeout as delay } from "node:timers/promises";
import { randomUUID } from "node:crypto";

/** A write that was acknowledged. */
export interface Acknowledged {
  readonly key: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly text: string;
  readonly orderId: string;
}

/** What the history of an order must be, by the names of its changes; a refund may follow when it is owed. */
export interface ExpectedOrder {
  readonly id: string;
  readonly changes: string[];
  refundOwed: boolean;
  resends: number;
}

export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly locationId: string;
}

const answerWithinMs = 90_000;

export class CrashClients {
  readonly acknowledged: Acknowledged[] = [];
  readonly expected = new Map<string, ExpectedOrder>();
  /** Answers that no client should ever get. */
  readonly surprises: string[] = [];
  /** Calls that had to be sent again. */
  sentAgain = 0;
  readonly #target: Target;
  #running: Promise<void>[] = [];
  #stopping = false;

  constructor(target: Target) {
    this.#target = target;
  }

  start(count: number): void {
    this.#stopping = false;
    this.#running = Array.from({ length: count }, () => this.#run());
  }

  /** Resolves when every call under way has its answer. */
  async pause(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#liveOneOrder();
      } catch (error) {
        this.surprises.push(error instanceof Error ? error.message : String(error));
        return;
      }
    }
  }

  async #liveOneOrder(): Promise<void> {
    const payment = pick(["paid", "paid", "paid", "unpaid", "pay_in_store"]);
    const placed = await this.#send("/v1/sandbox/orders", { location_id: this.#target.locationId, payment });
    const { id } = JSON.parse(placed.text) as { readonly id: string };
    const order: ExpectedOrder = { id, changes: ["placed"], refundOwed: false, resends: 0 };
    this.expected.set(id, order);
    this.acknowledged.push({ ...placed, orderId: id });
    if (payment === "paid") order.changes.push("payment_succeeded");
    if (payment !== "unpaid") order.changes.push("handed_over");
    else if (!(await this.#step(order, "sandbox/orders", "pay", {}, ["payment_succeeded", "handed_over"]))) return;
    if (Math.random() < 0.1 && !(await this.#step(order, "orders", "resend", {}, []))) return;
    const money = payment !== "pay_in_store";
    const roll = Math.random();
    if (roll < 0.15) return this.#end(order, "orders", "deny", "deny", money);
    if (roll < 0.25) return this.#end(order, "sandbox/orders", "customer_cancel", "customer_cancelled", money);
    for (const what of ["accept", "ready", "complete"]) {
      if (Math.random() < 0.05) return;
      if (what === "ready" && Math.random() < 0.1) return this.#end(order, "orders", "cancel", "cancel", money);
      if (!(await this.#step(order, "orders", what, {}, [what]))) return;
    }
  }

  async #end(order: ExpectedOrder, surface: string, call: string, what: string, money: boolean): Promise<void> {
    if (await this.#step(order, surface, call, { reason: "CAPACITY" }, [what])) order.refundOwed = money;
  }

  /** Makes one call on an order; false when the client was told to stop before it. */
  async #step(
    order: ExpectedOrder,
    surface: string,
    call: string,
    body: object,
    changes: readonly string[],
  ): Promise<boolean> {
    if (this.#stopping) return false;
    const answered = await this.#send(`/v1/${surface}/${order.id}/${call}`, body);
    order.changes.push(...changes);
    if (call === "resend") order.resends += 1;
    this.acknowledged.push({ ...answered, orderId: order.id });
    return true;
  }

  /** Sends until there is an answer that stands. */
  async #send(path: string, fields: object): Promise<Omit<Acknowledged, "orderId">> {
    const key = randomUUID();
    const body = JSON.stringify(fields);
    for (const end = Date.now() + answerWithinMs; Date.now() < end; await delay(25)) {
      const answer = await this.post(path, body, key);
      if (answer !== undefined && answer.status < 300)
        return { key, path, body, status: answer.status, text: answer.text };
      if (answer !== undefined && answer.status < 500 && !answer.text.includes("operation_in_progress")) {
        throw new Error(`${path} was answered ${answer.status} ${answer.text}`);
      }
      this.sentAgain += 1;
    }
    throw new Error(`${path} was never answered`);
  }

  /** One attempt; undefined when the connection failed. */
  async post(
    path: string,
    body: string,
    key: string,
  ): Promise<{ status: number; text: string; replayed: boolean } | undefined> {
    const { url, apiKey } = this.#target;
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "idempotency-key": key };
    try {
      const answer = await fetch(url + path, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
      const replayed = answer.headers.get("idempotent-replayed") === "true";
      return { status: answer.status, text: await answer.text(), replayed };
    } catch {
      return undefined;
    }
  }
}

function pick<T>(from: readonly T[]): T {
  const chosen = from[Math.floor(Math.random() * from.length)];
  if (chosen === undefined) throw new Error("nothing to pick from");
  return chosen;
}
