/** A service whose orders are paid at the Stripe stand-in, and a shop in it. */
import assert from "node:assert/strict";
import { createOrderingLocation, type OrderingLocation } from "../../harness/ordering.ts";
import { startService, type CallAnswer, type TestService } from "../../harness/service.ts";
import { EventSender, webhookSecret } from "./send-events.ts";
import { standInKey, startStripeStandIn, type StripeStandIn } from "./stand-in.ts";

export interface StripeShop {
  readonly service: TestService;
  readonly stripe: StripeStandIn;
  readonly shop: OrderingLocation;
  readonly events: EventSender;
  /** Places an order that is to be paid at Stripe. */
  place(fields?: object): Promise<{ readonly id: string; readonly url: string; readonly lines: readonly string[] }>;
  /** Follows the link to Stripe's page; answers the session, or the page that was shown instead. */
  checkOut(
    payUrl: string,
  ): Promise<{ readonly session: string | null; readonly status: number; readonly text: string }>;
  order(id: string): Promise<CallAnswer["body"]>;
  money(id: string): Promise<MoneyOfOrder>;
  stop(): Promise<void>;
}

export interface MoneyOfOrder {
  readonly status: string;
  readonly captured: number;
  readonly refund_requested: number;
  readonly refunded: number;
}

/** Starts stand-in, service and shop. */
export async function startStripeShop(): Promise<StripeShop> {
  const stripe = await startStripeStandIn();
  const account = { secretKey: standInKey, webhookSecrets: [webhookSecret], apiUrl: stripe.url };
  const service = await startService({ settings: { paymentProcessor: "stripe", stripe: { test: account } } });
  const shop = await createOrderingLocation(service);
  return {
    service,
    stripe,
    shop,
    events: new EventSender(stripe.books, service.url, Math.random),
    async place(fields = {}) {
      const order = await shop.place({ payment: "unpaid", ...fields });
      assert.equal(order.payment.provider, "stripe");
      const lines = order.line_items.map(({ id }: { id: string }) => id);
      return { id: order.id, url: order.payment.payment_link_url, lines };
    },
    async checkOut(payUrl) {
      const answer = await fetch(`${payUrl}/checkout`, { redirect: "manual" });
      const text = await answer.text();
      const session = /\/c\/pay\/(\w+)$/.exec(answer.headers.get("location") ?? "")?.[1] ?? null;
      return { session, status: answer.status, text };
    },
    order: async (id) => (await shop.call("GET", `/v1/orders/${id}`)).body,
    money: (id) =>
      service.database.read.one(
        "SELECT status, captured, refund_requested, refunded FROM payments WHERE order_id = $1",
        [id],
      ),
    async stop() {
      await service.stop();
      await stripe.stop();
    },
  };
}
