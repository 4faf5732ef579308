/** Every refusal that a route can answer: those that it declares, and those of the HTTP layer below it. */
import { refusalCodes, type RefusalCode } from "../refusals/refusal-catalogue.ts";
import type { ConsoleAccess } from "../console/console-caller.ts";
import type { RouteValue } from "../route-value.ts";

/** The codes that a route does not declare because its access, method and fields imply them. */
export function impliedRefusals(route: RouteValue): ReadonlySet<RefusalCode> {
  const codes = new Set<RefusalCode>(["invalid_request", "not_acceptable", "rate_limited", "internal", "unavailable"]);
  const { access } = route;
  if (access.kind !== "public" && !isForAnybody(route)) codes.add("unauthorized");
  if (access.kind === "console") addConsoleCodes(codes, route, access);
  if (route.access.kind === "app" && route.access.scope !== null) codes.add("insufficient_scope");
  if (route.access.kind === "app" || route.access.kind === "sandbox") codes.add("wrong_environment");
  // A well-formed id of another kind, or an operator path of a service that is not configured.
  if (route.access.kind === "operator" || Object.values(route.params ?? {}).some(isId)) codes.add("not_found");
  if (isWrite(route)) {
    if (route.unkeyed !== true) codes.add("idempotency_key_reused").add("operation_in_progress");
    codes.add("payload_too_large").add("unsupported_media_type");
  }
  return codes;
}

function addConsoleCodes(codes: Set<RefusalCode>, route: RouteValue, { needs, roles, fresh }: ConsoleAccess): void {
  if (needs === "actor" || needs === "person") codes.add("person_required");
  if (roles !== undefined) codes.add("role_required");
  if (roles?.some((role) => role === "operator_admin" || role === "operator_support") === true)
    codes.add("passkey_required");
  if (fresh === true) codes.add("fresh_sign_in_required");
  if (isWrite(route)) codes.add("cross_site");
}

function isForAnybody({ access }: RouteValue): boolean {
  return access.kind === "console" && access.needs === "nobody";
}

/** All codes of a route, once each, in the order of the catalogue. */
export function refusalsOf(route: RouteValue): readonly RefusalCode[] {
  const codes = new Set<RefusalCode>([...route.refusals, ...impliedRefusals(route)]);
  return refusalCodes.filter((code) => codes.has(code));
}

/** Whether the route changes something, and so honours an Idempotency-Key. */
export function isWrite(route: RouteValue): boolean {
  return route.method !== "GET";
}

function isId(schema: object): boolean {
  return "x-id-prefix" in schema;
}
