/**
 * Diners, venues and a clock. They do every act that costs or gives back money, in random order; the service may refuse
 * any of them. A call without an answer is sent again under its key until it has one.
 */
import type { StripeBooks } from "../../test/stand-ins/stripe/books.ts";
import { MoneyCalls } from "./calls.ts";

export interface DinersTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly locationId: string;
  readonly processor: "test" | "stripe";
  readonly books: StripeBooks;
  /** How many payments at Stripe are of another amount than was asked for. */
  readonly mismatchRate: number;
}

interface LivedOrder {
  readonly id: string;
  readonly payUrl: string | null;
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  readonly changes: string[];
  /** Sessions that were shown to the diner. */
  readonly sessions: string[];
}

/** Test cards, as often as each is used. */
export const cards = [
  "4242424242424242",
  "4242424242424242",
  "4000000000000002",
  "4000000000003220",
  "4000000000009979",
  "4000000000005126",
];

export class MoneyDiners {
  /** Answers that nobody should ever get. */
  readonly surprises: string[] = [];
  /** How often each thing was done, by its name. */
  readonly done = new Map<string, number>();
  orders = 0;
  readonly calls: MoneyCalls;
  readonly #target: DinersTarget;
  readonly #random: () => number;
  #running: Promise<void>[] = [];
  #left = 0;

  constructor(target: DinersTarget, random: () => number) {
    this.#target = target;
    this.#random = random;
    this.calls = new MoneyCalls(target, random);
  }

  /** Starts so many clients, who live through so many orders together. */
  start(clients: number, orders: number): void {
    this.#left = orders;
    this.#running = Array.from({ length: clients }, () => this.#run());
  }

  get left(): number {
    return this.#left;
  }

  /** Resolves when every order was lived through. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    while (this.#left > 0) {
      this.#left -= 1;
      try {
        await this.#live();
      } catch (error) {
        this.surprises.push(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async #live(): Promise<void> {
    const payment = this.#pick(["paid", "paid", "unpaid", "unpaid", "unpaid", "pay_in_store"]);
    const placed = await this.calls.post("/v1/sandbox/orders", {
      location_id: this.#target.locationId,
      payment,
      tip: this.#upTo(3) * 50,
    });
    // A drawn basket may hit a dish that ran out in between.
    if (placed.status === 422) return;
    if (placed.status !== 201) throw new Error(`an order was answered ${placed.status} ${placed.text}`);
    const body = JSON.parse(placed.text) as {
      id: string;
      payment: { payment_link_url: string | null };
      line_items: LivedOrder["lines"];
    };
    const order: LivedOrder = {
      id: body.id,
      payUrl: body.payment.payment_link_url,
      lines: body.line_items,
      changes: [],
      sessions: [],
    };
    this.orders += 1;
    // Half of them go well at first, so that there is something to change and to give back.
    if (this.#random() < 0.5) await this.#goWell(order, payment);
    for (let steps = 2 + this.#upTo(8); steps > 0; steps--) {
      // Now and then two things happen at once.
      const atOnce = this.#random() < 0.15 ? 2 : 1;
      await Promise.all(Array.from({ length: atOnce }, () => this.#step(order)));
    }
  }

  async #goWell(order: LivedOrder, payment: string): Promise<void> {
    if (payment === "unpaid" && this.#target.processor === "test") {
      await this.calls.post(`/v1/sandbox/orders/${order.id}/pay`, { card_number: this.#pick([cards[0], cards[5]]) });
    } else if (payment === "unpaid") {
      const session = await this.#openSession(order);
      if (session !== undefined) this.#target.books.pay(session, "succeeds");
      if (order.payUrl !== null) await this.calls.page(`${order.payUrl}/back`);
    }
    await this.calls.post(`/v1/orders/${order.id}/accept`, {});
    if (this.#random() < 0.7) await this.#report(order);
    if (this.#random() < 0.7) await this.#answerChange(order);
  }

  async #step(order: LivedOrder): Promise<void> {
    const [name, act] = this.#pick(this.#acts(order));
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
    await act();
  }

  #acts(order: LivedOrder): [string, () => Promise<void>][] {
    const post =
      (surface: string, what: string, body: object = {}) =>
      async (): Promise<void> => {
        await this.calls.post(`/v1/${surface}/${order.id}/${what}`, body);
      };
    const reason = { reason: "CAPACITY" };
    const acts: [string, () => Promise<void>][] = [
      ["accept", post("orders", "accept")],
      ["accept", post("orders", "accept")],
      ["deny", post("orders", "deny", reason)],
      ["ready", post("orders", "ready")],
      ["complete", post("orders", "complete")],
      ["cancel by the partner", post("orders", "cancel", reason)],
      ["cancel by the diner", post("sandbox/orders", "customer_cancel")],
      ["cancel by the store", post("sandbox/orders", "store_cancel")],
      ["report unavailable", () => this.#report(order)],
      ["report unavailable", () => this.#report(order)],
      ["answer a change", () => this.#answerChange(order)],
      ["move the clock", () => this.#moveClock()],
    ];
    const pay: [string, () => Promise<void>] =
      this.#target.processor === "test"
        ? ["pay by card", post("sandbox/orders", "pay", { card_number: this.#pick(cards) })]
        : ["pay at Stripe", () => this.#payAtStripe(order)];
    return [...acts, pay, pay, pay, pay];
  }

  async #report(order: LivedOrder): Promise<void> {
    const { id, quantity } = this.#pick(order.lines);
    const line = this.#random() < 0.5 ? { id } : { id, quantity: 1 + this.#upTo(quantity) };
    const answer = await this.calls.post(`/v1/orders/${order.id}/unavailable_items`, { line_items: [line] });
    if (answer.status === 200) order.changes.push((JSON.parse(answer.text) as { id: string }).id);
  }

  async #answerChange(order: LivedOrder): Promise<void> {
    if (order.changes.length === 0) return;
    const choice = this.#random() < 0.8 ? "remove" : "cancel";
    await this.calls.post(`/v1/sandbox/orders/${order.id}/changes/${this.#pick(order.changes)}`, { choice });
  }

  async #moveClock(): Promise<void> {
    if (this.#random() > 0.15) return;
    const advance_seconds = this.#pick([6, 31, 31, 60, 310, 400]);
    // Without a key and once: how far it came before a kill makes no difference here.
    await this.calls.postOnce(`/v1/sandbox/locations/${this.#target.locationId}/clock`, { advance_seconds });
  }

  /** Follows the link, and does at Stripe's page what diners do: pay, fail, walk away, pay an old page. */
  async #payAtStripe(order: LivedOrder): Promise<void> {
    const { books } = this.#target;
    await this.#openSession(order);
    if (order.sessions.length === 0) return;
    const session = this.#pick(order.sessions);
    const roll = this.#random();
    if (roll < this.#target.mismatchRate) books.pay(session, "succeeds", books.session(session).amount_total + 1);
    else if (roll < 0.5) books.pay(session, "succeeds");
    else if (roll < 0.6) books.pay(session, "declined");
    else if (roll < 0.8) books.pay(session, "settles_later");
    else if (roll < 0.85 && books.session(session).status === "open") books.expire(session);
    else books.settle(session, this.#random() < 0.6 ? "succeeds" : "fails");
    if (order.payUrl !== null && this.#random() < 0.3) await this.calls.page(`${order.payUrl}/back`);
  }

  /** The session behind the link; at no time may two of an order be open. */
  async #openSession(order: LivedOrder): Promise<string | undefined> {
    if (order.payUrl === null) return undefined;
    const { books } = this.#target;
    const answer = await this.calls.page(`${order.payUrl}/checkout`);
    const session = /\/c\/pay\/(\w+)$/.exec(answer?.location ?? "")?.[1];
    if (session === undefined || order.sessions.includes(session)) return session;
    const open = order.sessions.filter((id) => books.session(id).status === "open");
    if (open.length > 0)
      this.surprises.push(`${order.id} has two sessions that can be paid: ${open[0]} and ${session}`);
    order.sessions.push(session);
    return session;
  }

  #upTo(exclusive: number): number {
    return Math.floor(this.#random() * exclusive);
  }

  #pick<T>(from: readonly T[]): T {
    const chosen = from[this.#upTo(from.length)];
    if (chosen === undefined) throw new Error("nothing to pick from");
    return chosen;
  }
}
