/** The acts of diners and of the clock in a scenario. */
import type { Fields, Made } from "../../certification/evidence.ts";
import type { AdvanceStep, PlaceStep, TriggerStep } from "../../certification/scenario.schemas.ts";
import { CallFailed, textOf, type Service } from "./service.ts";
import type { Stage } from "./stage.ts";

/** So many orders are placed at the same time. */
const placedAtOnce = 6;
/** A kitchen that is closed is waited for so long by its own clock, in such steps. */
const openingStepSeconds = 3_600;
const openingSteps = 24;

/** Lets simulated diners order; answers the ids of the orders. While the kitchen is closed the clock moves ahead. */
export async function placeOrders(stage: Stage, step: PlaceStep): Promise<readonly string[]> {
  const count = step.count ?? 1;
  const ids = [await placeWhenOpen(stage, step)];
  while (ids.length < count) {
    const some = Math.min(placedAtOnce, count - ids.length);
    const placed = Array.from({ length: some }, () => placeOne(stage, step, 0));
    ids.push(...(await Promise.all(placed)));
  }
  return ids;
}

async function placeWhenOpen(stage: Stage, step: PlaceStep): Promise<string> {
  for (let tried = 0; ; tried++) {
    try {
      return await placeOne(stage, step, tried);
    } catch (error) {
      const isTooEarly = error instanceof CallFailed && error.message.includes("[basket_refused]");
      if (!isTooEarly || tried === openingSteps) throw error;
      if (step.scheduled_after_seconds === undefined) await moveClock(stage, openingStepSeconds);
    }
  }
}

/** A scheduled order is wanted later with every try, until the kitchen is open then. */
async function placeOne(stage: Stage, step: PlaceStep, tried: number): Promise<string> {
  const { locationId, service } = stage;
  const { scheduled_after_seconds: after } = step;
  const body: Record<string, unknown> = { location_id: locationId, ...step.order };
  if (after !== undefined) {
    const now = Date.parse(textOf(await readClock(stage), "now"));
    body["scheduled_for"] = Math.ceil(now / 900_000) * 900 + after + tried * openingStepSeconds;
  }
  return textOf(await service.call("POST", "/v1/sandbox/orders", body), "id");
}

/** Answers the id of the location that the sandbox keeps for the app, whose book a provider keeps. */
export async function createProviderLocation({ service }: Stage): Promise<string> {
  return textOf(await service.call("POST", "/v1/sandbox/provider_location"), "id");
}

/** Does to each of the named orders or bookings what the step says. */
export async function trigger({ service }: Stage, step: TriggerStep, made: Made): Promise<void> {
  const act = triggers[step.trigger];
  for (const id of made[step.of] ?? []) await act(service, id);
}

const triggers: Readonly<Record<TriggerStep["trigger"], (service: Service, id: string) => Promise<Fields>>> = {
  resend: (service, id) => service.call("POST", `/v1/orders/${id}/resend`, {}),
  pay: (service, id) => service.call("POST", `/v1/sandbox/orders/${id}/pay`, {}),
  store_cancel: (service, id) => service.call("POST", `/v1/sandbox/orders/${id}/store_cancel`, {}),
  customer_cancel: (service, id) => service.call("POST", `/v1/sandbox/orders/${id}/customer_cancel`, {}),
  test_event: (service, id) => service.call("POST", `/v1/webhook_subscriptions/${id}/test`),
  change_booking: (service, id) => service.call("POST", `/v1/bookings/${id}/change`, { notes: "By the window" }),
};

const handOverStepSeconds = 120;
const handOverSteps = 24 * 30;

/** Moves the clock: so far, or in short steps until the order is handed over, so that its decision is not missed. */
export async function advance(stage: Stage, { advance: to }: AdvanceStep, made: Made): Promise<void> {
  if (to.seconds !== undefined) await moveClock(stage, to.seconds);
  const id = to.until_handed_over === undefined ? undefined : made[to.until_handed_over]?.[0];
  if (id === undefined) return;
  for (let step = 0; step < handOverSteps; step++) {
    const order = await stage.service.call("GET", `/v1/orders/${id}`);
    if (order["handed_over_at"] !== null || order["status"] !== "PENDING") return;
    await moveClock(stage, handOverStepSeconds);
  }
}

const clockPath = (stage: Stage): string => `/v1/sandbox/locations/${stage.locationId}/clock`;

function readClock(stage: Stage): Promise<Fields> {
  return stage.service.call("GET", clockPath(stage));
}

async function moveClock(stage: Stage, seconds: number): Promise<void> {
  await stage.service.call("POST", clockPath(stage), { advance_seconds: seconds });
}
