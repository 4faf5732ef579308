/** What a certification needs first: the location that is played at, and the subscription whose endpoint is judged. */
import type { ServiceAccess } from "../call-operator.ts";
import { isObject } from "../print-answer.ts";
import { isOfRun } from "./run-faults.ts";
import { textOf, textsOf, type Service } from "./service.ts";

export interface Stage {
  readonly access: ServiceAccess;
  readonly service: Service;
  readonly locationId: string;
  readonly subscriptionId: string;
  readonly eventTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly version: string;
}

export interface StageProblem {
  readonly problem: string;
}

/** Finds the stage; the endpoint must be subscribed already, because its secret is shown only once. */
export async function findStage(
  access: ServiceAccess,
  service: Service,
  given: { readonly webhook: string; readonly location: string | undefined },
): Promise<Stage | StageProblem> {
  const me = await service.call("GET", "/v1/me");
  if (me["environment"] !== "test")
    return { problem: "certify plays with simulated diners: give a test key (mpk_test_…)" };
  const subscriptions = await service.list("/v1/webhook_subscriptions");
  const own = subscriptions.find(({ notification_url: url }) => url === given.webhook);
  if (own === undefined) {
    const known = subscriptions.map(({ notification_url: url }) => String(url));
    const which = known.length === 0 ? "the app has no subscription" : `it has ${known.join(", ")}`;
    return {
      problem: `no subscription of the app posts to ${given.webhook} (${which}): start your program, or subscribe it`,
    };
  }
  if (own["status"] !== "enabled") {
    return {
      problem: `the subscription to ${given.webhook} is disabled: enable it (PATCH /v1/webhook_subscriptions/{id})`,
    };
  }
  const disturbed = await whatDisturbs(service);
  if (disturbed !== undefined) return { problem: disturbed };
  const locationId = given.location ?? (await firstLocation(service));
  if (locationId === undefined) return { problem: "the app has no location; the operator grants one: maple grant add" };
  const { version } = await service.call("GET", "/v1/ping");
  return {
    access,
    service,
    locationId,
    subscriptionId: textOf(own, "id"),
    eventTypes: textsOf(own, "event_types"),
    scopes: textsOf(me, "scopes"),
    version: typeof version === "string" ? version : "unknown",
  };
}

/** Why a run cannot begin now: another is played, or there are rules that can still act. */
async function whatDisturbs(service: Service): Promise<string | undefined> {
  const { rules } = await service.call("GET", "/v1/sandbox/faults");
  const kept = Array.isArray(rules) ? rules.filter(isObject) : [];
  if (kept.some(isOfRun)) {
    const now = "another certification of the app is played, and the two would play into each other";
    return `${now}: let it end; where it was killed, maple faults off makes room, and so does an hour`;
  }
  const on = kept.filter(({ times, acted }) => typeof times !== "number" || Number(acted) < times);
  if (on.length === 0) return undefined;
  const kinds = [...new Set(on.map(({ kind }) => String(kind)))];
  return `faults are on (${kinds.join(", ")}), and the run would meet them: switch them off with maple faults off`;
}

/** The oldest of the list: those that the sandbox makes for triggers are newer. */
async function firstLocation(service: Service): Promise<string | undefined> {
  const first = (await service.list("/v1/locations")).at(-1);
  return first === undefined ? undefined : textOf(first, "id");
}

/** The service's real time, in milliseconds: the location's clock without what it was moved ahead. */
export async function serviceTime({ service, locationId }: Pick<Stage, "service" | "locationId">): Promise<number> {
  const { now, offset_seconds: ahead } = await service.call("GET", `/v1/sandbox/locations/${locationId}/clock`);
  return Date.parse(String(now)) - Number(ahead) * 1000;
}
