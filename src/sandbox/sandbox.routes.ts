/** The sandbox: simulated diners and a clock that moves, for test keys only (rules/ordering 15). */
import Type from "typebox";
import type { Id } from "../kernel/id.ts";
import { isRefusal, refuse } from "../kernel/refusal.ts";
import { clockLimitSeconds } from "../locations/location/location.ts";
import { getGrantedLocation, getLocationClock } from "../locations/grants/read-locations.query.ts";
import { answerItemChange } from "../orders/change/answer-item-change.command.ts";
import { cancelForDiner } from "../orders/decide/cancel-order.command.ts";
import { decideOrderAtStore } from "../orders/decide/decide-order.command.ts";
import { getOrder } from "../orders/order/get-order.query.ts";
import { itemChangeAnswerBody, itemChangeExample, itemChangeSchema } from "../orders/api/item-changes.schemas.ts";
import { itemChangeToWire, orderToWire } from "../orders/order/order-wire.ts";
import { orderSchema } from "../orders/api/orders.schemas.ts";
import type { PlacingDeps } from "../orders/place/place-order.command.ts";
import { applyPaymentNews } from "../orders/decide/pay-order.command.ts";
import { chargeTestCard } from "../payments/money/charge-test-card.command.ts";
import { findOrderPayment } from "../payments/payment/find-payment.query.ts";
import { findTestCard, testCards } from "../payments/test-processor/test-cards.ts";
import { idField, textField, secret } from "../platform/http/reading/fields.ts";
import { declaredBy } from "../platform/http/refusals/declared-refusal.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import type { Db, Database } from "../platform/postgres/database.ts";
import { advanceLocationClock } from "./advance-location-clock.command.ts";
import { certificationRoutes, type CertificationDeps } from "./certifications/certifications.routes.ts";
import { faultRoutes } from "./faults/faults.routes.ts";
import { providerLocationRoutes, type ProviderLocationDeps } from "./provider-location.routes.ts";
import { readSimulatedOrder } from "./read-simulated-order.ts";
import { clockSchema, clockToWire, simulatedOrderBody } from "./sandbox.schemas.ts";
import { sandboxBookingRoutes, type SandboxBookingDeps } from "./sandbox-bookings.routes.ts";
import { triggerRoutes, type TriggerDeps } from "./triggers/triggers.routes.ts";
import { simulateOrder } from "./simulate-order.command.ts";

const sandbox = { tag: "Sandbox", access: { kind: "sandbox" } } as const;
const orderParams = { orderId: idField("ord") };

const placeRoute = defineRoute({
  ...sandbox,
  method: "POST",
  path: "/v1/sandbox/orders",
  operationId: "placeSandboxOrder",
  summary: "Let a simulated diner place an order",
  description: "Through the very path of real diners: priced, checked, paid and handed over, with all its events.",
  body: simulatedOrderBody,
  success: { 201: orderSchema },
  refusals: ["not_found", "invalid_phone", "basket_refused", "menu_not_published"],
});

const payRoute = defineRoute({
  ...sandbox,
  method: "POST",
  path: "/v1/sandbox/orders/{orderId}/pay",
  operationId: "paySandboxOrder",
  summary: "Let the simulated diner pay",
  description: `Test cards: ${testCards.map((card) => `${card.number} ${card.label}`).join("; ")}.`,
  params: orderParams,
  body: Type.Object({
    card_number: Type.Optional(secret(textField(30, { description: "Default 4242424242424242." }))),
  }),
  bodyOptional: true,
  success: { 200: orderSchema },
  refusals: ["not_found", "payment_not_open", "invalid_request"],
});

const cancelBody = Type.Object({ reason: Type.Optional(textField(500, { form: "trimmed" })) });

const customerCancelRoute = defineRoute({
  ...sandbox,
  method: "POST",
  path: "/v1/sandbox/orders/{orderId}/customer_cancel",
  operationId: "cancelSandboxOrderAsCustomer",
  summary: "Let the simulated diner cancel",
  params: orderParams,
  body: cancelBody,
  bodyOptional: true,
  success: { 200: orderSchema },
  refusals: ["not_found", "illegal_transition"],
});

const storeCancelRoute = defineRoute({
  ...sandbox,
  method: "POST",
  path: "/v1/sandbox/orders/{orderId}/store_cancel",
  operationId: "cancelSandboxOrderAsStore",
  summary: "Let the store cancel at its console",
  description: "From any live status, as the store's own console may.",
  params: orderParams,
  body: cancelBody,
  bodyOptional: true,
  success: { 200: orderSchema },
  refusals: ["not_found", "illegal_transition"],
});

const answerChangeRoute = defineRoute({
  ...sandbox,
  method: "POST",
  path: "/v1/sandbox/orders/{orderId}/changes/{changeId}",
  operationId: "answerSandboxOrderChange",
  summary: "Let the simulated diner answer what is unavailable",
  params: { ...orderParams, changeId: idField("och") },
  body: itemChangeAnswerBody,
  success: { 200: itemChangeSchema },
  refusals: ["not_found", "change_closed"],
  example: {
    request: { choice: "remove" },
    response: { ...itemChangeExample, status: "removed", answered_at: 1_795_279_460, answered_by: "diner" },
  },
});

const readClockRoute = defineRoute({
  ...sandbox,
  method: "GET",
  path: "/v1/sandbox/locations/{locationId}/clock",
  operationId: "getSandboxClock",
  summary: "Read a location's clock",
  params: { locationId: idField("str") },
  success: { 200: clockSchema },
  refusals: ["not_found"],
});

const moveClockRoute = defineRoute({
  ...sandbox,
  method: "POST",
  path: "/v1/sandbox/locations/{locationId}/clock",
  operationId: "advanceSandboxClock",
  summary: "Move a location's clock ahead",
  description:
    "Timers that become due act, each at its own time, before the answer. Forward only, at most 400 days in total.",
  params: { locationId: idField("str") },
  body: Type.Object({ advance_seconds: Type.Integer({ minimum: 0, maximum: clockLimitSeconds }) }),
  success: { 200: clockSchema },
  refusals: ["not_found", "clock_limit"],
});

export interface SandboxDeps
  extends PlacingDeps, SandboxBookingDeps, CertificationDeps, TriggerDeps, ProviderLocationDeps {
  readonly baseUrl: () => string;
  /** Fires every timer that is due: orders, settlements, refunds. */
  readonly runDue: (database: Database) => Promise<void>;
}

/** All routes of the sandbox, bound. */
export function sandboxRoutes(deps: SandboxDeps): BoundRoute[] {
  return [
    ...sandboxBookingRoutes(deps),
    ...sandboxOrderRoutes(deps),
    ...triggerRoutes(deps),
    ...providerLocationRoutes(deps),
    ...faultRoutes(),
    ...certificationRoutes(deps),
  ];
}

function sandboxOrderRoutes(deps: SandboxDeps): BoundRoute[] {
  const answer = async (db: Db, orderId: Id<"ord">, app: Id<"app">) => {
    const order = await getOrder(db, orderId, app);
    return isRefusal(order) ? order : reply(200, orderToWire(order, { livemode: false, baseUrl: deps.baseUrl() }));
  };
  return [
    bindWrite(placeRoute, async (call, tx) => {
      const placed = await simulateOrder(tx, call.app.id, readSimulatedOrder(call.body), deps);
      if (isRefusal(placed)) return placed;
      return reply(201, orderToWire(placed.order, { livemode: false, baseUrl: deps.baseUrl() }));
    }),
    bindWrite(payRoute, async (call, tx) => {
      const { orderId } = call.params;
      const card = findTestCard(call.body?.card_number ?? "4242424242424242");
      if (card === undefined) {
        const message = `must be one of the test cards: ${testCards.map(({ number }) => number).join(", ")}`;
        return refuse("invalid_request", `body.card_number ${message}`, {
          issues: [{ path: "body.card_number", message }],
        });
      }
      const order = await getOrder(tx, orderId, call.app.id);
      if (isRefusal(order)) return order;
      const payment = await findOrderPayment(tx, orderId);
      if (payment === undefined || order.validation?.status === "pending") {
        const why = payment === undefined ? "the diner pays in the store" : "the order is still being validated";
        return refuse("payment_not_open", why, { payment_status: order.payment_status });
      }
      const charged = await chargeTestCard(tx, payment, card, (own, _of, news, about) =>
        applyPaymentNews(own, orderId, news, about),
      );
      return isRefusal(charged) ? charged : answer(tx, orderId, call.app.id);
    }),
    bindWrite(customerCancelRoute, async (call, tx) => {
      const { orderId } = call.params;
      const order = await getOrder(tx, orderId, call.app.id);
      if (isRefusal(order)) return order;
      const cancelled = await cancelForDiner(tx, orderId, call.body?.reason ?? "OTHER");
      return isRefusal(cancelled) ? cancelled : answer(tx, orderId, call.app.id);
    }),
    bindWrite(storeCancelRoute, async (call, tx) => {
      const { orderId } = call.params;
      const order = await getOrder(tx, orderId, call.app.id);
      if (isRefusal(order)) return order;
      const decision = { kind: "cancel", reason: call.body?.reason ?? "OTHER" } as const;
      const cancelled = await decideOrderAtStore(tx, orderId, decision);
      return isRefusal(cancelled) ? declaredBy(storeCancelRoute, cancelled) : answer(tx, orderId, call.app.id);
    }),
    bindWrite(answerChangeRoute, async (call, tx) => {
      const { orderId, changeId } = call.params;
      const order = await getOrder(tx, orderId, call.app.id);
      if (isRefusal(order)) return order;
      const taken = await answerItemChange(tx, orderId, changeId, call.body.choice);
      return isRefusal(taken) ? taken : reply(200, itemChangeToWire(taken.change, taken.order));
    }),
    bindRead(readClockRoute, async (call, db) => {
      const { locationId } = call.params;
      const granted = await getGrantedLocation(db, call.app.id, locationId);
      if (isRefusal(granted)) return granted;
      const clock = await getLocationClock(db, locationId);
      return isRefusal(clock) ? clock : reply(200, clockToWire(locationId, clock));
    }),
    bindStaged(moveClockRoute, async (call, database) => {
      const { locationId } = call.params;
      const granted = await getGrantedLocation(database.read, call.app.id, locationId);
      if (isRefusal(granted)) return granted;
      const moved = await advanceLocationClock(database, locationId, call.body.advance_seconds, () =>
        deps.runDue(database),
      );
      return isRefusal(moved) ? moved : reply(200, clockToWire(locationId, moved));
    }),
  ];
}
