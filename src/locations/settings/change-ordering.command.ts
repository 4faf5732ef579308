/**
 * Changes of a location's ordering, by staff at their board and by an app at its till: a pause, its end, and the delay
 * while the kitchen is busy. The command is that of the operator's changes, with the same checks, audit and live changes.
 */
import type { Author } from "../../audit/record-audit.command.ts";
import { fromIso, toIso } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { findLocationForUpdate } from "../location/save-location.sql.ts";
import { nextServiceDay } from "../../kernel/wall-time.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import type { FieldIssue } from "../../platform/http/reading/validate.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { saveLocation, updateLocation } from "./change-location.command.ts";
import type { LocationSettings } from "../location/location.ts";
import type { LocationInput } from "../location/parse-location.ts";
import { getConnection, getLocationSettings } from "../grants/read-locations.query.ts";

/** For so many minutes, or until the first opening of the next service day. */
export type Pause = { readonly minutes: number } | { readonly until: "tomorrow" };

type Refused = Refusal<"not_found" | "invalid_request">;

/** Pauses ordering from now on; orders for later are taken. */
export async function pauseOrdering(tx: Tx, locationId: Id<"str">, pause: Pause, by: Author): Promise<Done | Refused> {
  const location = await getLocationSettings(tx, locationId);
  if (isRefusal(location)) return location;
  const { now, opening_hours: hours, timezone } = location;
  const until = "minutes" in pause ? now + pause.minutes * 60_000 : nextServiceDay(hours, timezone ?? "UTC", now);
  return change(tx, locationId, { ordering_paused_until: toIso(until) }, by);
}

/** Pauses ordering until the first opening of the next service day; a longer pause stays. */
export async function pauseOrderingUntilTomorrow(tx: Tx, locationId: Id<"str">, by: Author): Promise<Done | Refused> {
  // Locked first, so that a pause that is just being made counts.
  await findLocationForUpdate(tx, locationId);
  const location = await getLocationSettings(tx, locationId);
  if (isRefusal(location)) return location;
  const { now, opening_hours: hours, timezone, ordering_paused_until: until } = location;
  if (until !== null && until >= nextServiceDay(hours, timezone ?? "UTC", now)) return done;
  return pauseOrdering(tx, locationId, { until: "tomorrow" }, by);
}

/** Ends the pause. */
export function resumeOrdering(tx: Tx, locationId: Id<"str">, by: Author): Promise<Done | Refused> {
  return change(tx, locationId, { ordering_paused_until: null }, by);
}

/** Sets what is added to the preparation while the kitchen is busy, in minutes. */
export function setBusyDelay(tx: Tx, locationId: Id<"str">, minutes: number, by: Author): Promise<Done | Refused> {
  return change(tx, locationId, { busy_delay_minutes: minutes }, by);
}

async function change(
  tx: Tx,
  locationId: Id<"str">,
  input: Parameters<typeof updateLocation>[2],
  by: Author,
): Promise<Done | Refused> {
  const changed = await updateLocation(tx, locationId, input, by);
  return isRefusal(changed) ? changed : done;
}

/** What an app says of the ordering of a location; undefined stays as it is. */
export interface OrderingInput extends Pick<
  LocationInput,
  | "ordering_paused_until"
  | "pause_reason"
  | "busy_delay_minutes"
  | "busy_until"
  | "preparation_minutes"
  | "opening_hours"
> {
  readonly accepting_orders?: boolean;
}

export type OrderingRefusal = Refusal<
  "not_found" | "connection_not_found" | "invalid_request" | "change_required" | "stale_version" | "illegal_transition"
>;

const settable = [
  "accepting_orders",
  "ordering_paused_until",
  "pause_reason",
  "busy_delay_minutes",
  "busy_until",
  "preparation_minutes",
  "opening_hours",
] as const satisfies readonly (keyof OrderingInput)[];

/** The settings of a location that the app receives the orders of. */
export async function getOrderingSettings(
  db: Db,
  appId: Id<"app">,
  locationId: Id<"str">,
): Promise<LocationSettings | Refusal<"not_found" | "connection_not_found">> {
  const connection = await getConnection(db, appId, locationId);
  return isRefusal(connection) ? connection : getLocationSettings(db, locationId);
}

/** Changes what is given, for the app that receives the orders (rules/ordering 17); the last writer wins. */
export async function changeOrderingOfApp(
  tx: Tx,
  appId: Id<"app">,
  locationId: Id<"str">,
  { input, expectedVersion }: { readonly input: OrderingInput; readonly expectedVersion: number | undefined },
  by: Author,
): Promise<LocationSettings | OrderingRefusal> {
  const { accepting_orders: accepting, ...fields } = input;
  if (Object.values(input).every((value) => value === undefined))
    return refuse("change_required", `send at least one of ${settable.join(", ")}`);
  // Locked first, so that a location that the operator is just closing counts as closed.
  await findLocationForUpdate(tx, locationId);
  const present = await getOrderingSettings(tx, appId, locationId);
  if (isRefusal(present)) return present;
  const checked = checkOrdering(present, input);
  if (isRefusal(checked)) return checked;
  const status = accepting === undefined ? {} : { status: accepting ? ("active" as const) : ("paused" as const) };
  const changes = { ...fields, ...status };
  const changed =
    expectedVersion === undefined
      ? await updateLocation(tx, locationId, changes, by)
      : await saveLocation(tx, locationId, { input: changes, expectedVersion }, by);
  return isRefusal(changed) ? changed : getLocationSettings(tx, locationId);
}

const farthestMs = 7 * 24 * 3_600_000;

/** Refuses ends that have passed or lie more than 7 days ahead, words without what they belong to, and an inactive location. */
function checkOrdering(
  { now, status, ordering_paused_until: pausedUntil, busy_delay_minutes: delay }: LocationSettings,
  input: OrderingInput,
): Done | Refusal<"invalid_request" | "illegal_transition"> {
  if (input.accepting_orders !== undefined && status === "inactive") {
    const message = "the operator has closed the location; only the operator opens it again";
    return refuse("illegal_transition", message, { from_status: status, decision: "accepting_orders" });
  }
  const issues: FieldIssue[] = [];
  for (const name of ["ordering_paused_until", "busy_until"] as const) {
    const at = typeof input[name] === "string" ? fromIso(input[name]) : null;
    if (at !== null && (at <= now || at > now + farthestMs))
      issues.push({ path: `body.${name}`, message: "must be in the future, at most 7 days ahead" });
  }
  const isPaused = input.ordering_paused_until === undefined ? (pausedUntil ?? 0) > now : input.ordering_paused_until;
  if (typeof input.pause_reason === "string" && (isPaused === null || isPaused === false))
    issues.push({ path: "body.pause_reason", message: "needs a pause: send ordering_paused_until too" });
  if (typeof input.busy_until === "string" && (input.busy_delay_minutes ?? delay) === 0)
    issues.push({ path: "body.busy_until", message: "needs a delay: send busy_delay_minutes too" });
  return issues.length > 0 ? invalidRequest(issues) : done;
}
